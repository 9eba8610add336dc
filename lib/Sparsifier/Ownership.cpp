//===- Ownership.cpp - Arrays that no pass deallocates ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's ownership-based buffer deallocation assumes that it frees all
// memory and that a caller owns each memref that a function returns. Arrays of
// stored tensors, and memrefs of the program, are freed where the program says
// so. This pass runs between the lowering of stored tensors and bufferization,
// when every value of memref type is one of these.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Sparsifier/Passes.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "llvm/ADT/SetVector.h"

namespace weft {
#define GEN_PASS_DEF_EXEMPTARRAYS
#include "weft/Sparsifier/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Whether an operation allocates memory of the heap or frees memory.
static bool managesMemory(Operation *op) {
  auto memory = dyn_cast<MemoryEffectOpInterface>(op);
  if (!memory)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  memory.getEffects(effects);
  return llvm::any_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    Value value = effect.getValue();
    if (!value || !isa<BaseMemRefType>(value.getType()))
      return false;
    return isa<MemoryEffects::Free>(effect.getEffect()) ||
           (isa<MemoryEffects::Allocate>(effect.getEffect()) &&
            !isa<SideEffects::AutomaticAllocationScopeResource>(
                effect.getResource()));
  });
}

/// Whether an array becomes the memory of a tensor without a format, and is not
/// freed otherwise.
static bool becomesTensor(Value array) {
  bool isTensor = false;
  for (Operation *user : array.getUsers()) {
    if (isa<bufferization::ToTensorOp>(user))
      isTensor = true;
    else if (auto view = dyn_cast<ViewLikeOpInterface>(user))
      isTensor |= becomesTensor(view->getResult(0));
    else if (managesMemory(user))
      return false;
  }
  return isTensor;
}

/// The values that branches pass to an argument of a block, null for one that a
/// branch computes itself.
static SmallVector<Value> getIncoming(BlockArgument argument) {
  SmallVector<Value> incoming;
  Block *block = argument.getOwner();
  for (auto it = block->pred_begin(); it != block->pred_end(); ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    incoming.push_back(
        branch ? branch.getSuccessorOperands(
                     it.getSuccessorIndex())[argument.getArgNumber()]
               : Value());
  }
  return incoming;
}

namespace {
/// The boundaries of the functions of a module.
class Boundaries {
public:
  explicit Boundaries(ModuleOp module)
      : module(module), converter(module.getContext()) {
    for (ModuleOp kernels : getKernelModules(module))
      for (auto kernel : kernels.getOps<FunctionOpInterface>())
        if (kernel->hasAttr(kKernelAttr))
          kernelNames.insert(kernel.getNameAttr());
    module.walk([&](func::CallOp call) {
      calls[call.getCalleeAttr().getAttr()].push_back(call);
    });
    module.walk([&](func::ConstantOp constant) {
      addressTaken.insert(constant.getValueAttr().getAttr());
    });
  }

  /// Replaces memrefs that functions return without giving them away by their
  /// descriptors.
  void convert();

private:
  bool isKernel(StringAttr name) const { return kernelNames.contains(name); }
  bool isGiven(OpResult result) const;
  bool tracesToTensor(Value value, llvm::SetVector<Value> &seen) const;
  bool givesAway(func::FuncOp function, unsigned result) const;
  void collectGiven();
  void convert(func::FuncOp function, unsigned result, Type descriptor);

  ModuleOp module;
  LLVMTypeConverter converter;
  DenseSet<StringAttr> kernelNames, addressTaken;
  DenseMap<StringAttr, SmallVector<func::CallOp>> calls;
  /// The results of functions that stay memrefs, which callers own.
  DenseSet<std::pair<StringAttr, unsigned>> given;
};
} // namespace

/// Whether the result of a call is memory that the caller owns.
bool Boundaries::isGiven(OpResult result) const {
  auto call = dyn_cast<func::CallOp>(result.getOwner());
  return call && given.contains({call.getCalleeAttr().getAttr(),
                                 result.getResultNumber()});
}

/// Whether a memref may be the memory of a tensor without a format.
bool Boundaries::tracesToTensor(Value value,
                                llvm::SetVector<Value> &seen) const {
  if (!isa<BaseMemRefType>(value.getType()) || !seen.insert(value))
    return false;
  Operation *definition = value.getDefiningOp();
  if (!definition) {
    auto argument = cast<BlockArgument>(value);
    if (!argument.getOwner()->isEntryBlock())
      return llvm::any_of(getIncoming(argument), [&](Value incoming) {
        return !incoming || tracesToTensor(incoming, seen);
      });
    definition = argument.getOwner()->getParentOp();
    if (isa<FunctionOpInterface>(definition))
      return false;
  }
  // A function whose address is taken gives its results away.
  if (isa<bufferization::ToBufferOp, func::CallIndirectOp>(definition))
    return true;
  if (auto result = dyn_cast<OpResult>(value); result && isGiven(result))
    return true;
  if (auto call = dyn_cast<func::CallOp>(definition);
      call && isKernel(call.getCalleeAttr().getAttr()))
    return false;
  bool traces = false;
  auto trace = [&](ValueRange values) {
    for (Value source : values)
      traces = traces || tracesToTensor(source, seen);
  };
  trace(definition->getOperands());
  for (Region &region : definition->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator())
        trace(block.getTerminator()->getOperands());
  return traces;
}

/// Whether callers own the memory of a result: a kernel's tensor without a
/// format, or the buffer of a tensor of the function.
bool Boundaries::givesAway(func::FuncOp function, unsigned result) const {
  StringAttr name = function.getNameAttr();
  if (isKernel(name)) {
    auto callers = calls.find(name);
    return callers != calls.end() &&
           llvm::all_of(callers->second, [&](func::CallOp call) {
             return becomesTensor(call.getResult(result));
           });
  }
  if (addressTaken.contains(name))
    return true;
  bool traces = false;
  function.walk([&](func::ReturnOp op) {
    llvm::SetVector<Value> seen;
    traces = traces || tracesToTensor(op.getOperand(result), seen);
  });
  return traces;
}

/// Collects the results that are given away. A function that returns what it
/// was given gives it away, too, so that functions are asked again until none
/// is added.
void Boundaries::collectGiven() {
  bool isComplete;
  do {
    isComplete = true;
    for (auto function : module.getOps<func::FuncOp>())
      for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
        std::pair<StringAttr, unsigned> key(function.getNameAttr(), index);
        // A memref without a descriptor stays one.
        if (!isa<BaseMemRefType>(type) || given.contains(key) ||
            (converter.convertType(type) && !givesAway(function, index)))
          continue;
        given.insert(key);
        isComplete = false;
      }
  } while (!isComplete);
}

void Boundaries::convert(func::FuncOp function, unsigned result,
                         Type descriptor) {
  Type memref = function.getResultTypes()[result];
  SmallVector<Type> results(function.getResultTypes());
  results[result] = descriptor;
  function.setType(FunctionType::get(function.getContext(),
                                     function.getArgumentTypes(), results));
  OpBuilder builder(function.getContext());
  auto cast = [&](Location loc, Type type, Value value) {
    return UnrealizedConversionCastOp::create(builder, loc, type, value)
        .getResult(0);
  };
  function.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    op.setOperand(result, cast(op.getLoc(), descriptor, op.getOperand(result)));
  });
  for (func::CallOp call : calls[function.getNameAttr()]) {
    Value value = call.getResult(result);
    value.setType(descriptor);
    builder.setInsertionPointAfter(call);
    Value shown = cast(call.getLoc(), memref, value);
    value.replaceAllUsesExcept(shown, shown.getDefiningOp());
  }
}

void Boundaries::convert() {
  collectGiven();
  for (auto function : module.getOps<func::FuncOp>())
    for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
      if (isa<BaseMemRefType>(type) &&
          !given.contains({function.getNameAttr(), index}))
        convert(function, index, converter.convertType(type));
}

namespace {
struct ExemptArrays : weft::impl::ExemptArraysBase<ExemptArrays> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto manual = StringAttr::get(
        &getContext(),
        bufferization::BufferizationDialect::kManualDeallocation);
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != module && isa<ModuleOp>(op))
        return WalkResult::skip();
      if (managesMemory(op))
        op->setAttr(manual, UnitAttr::get(&getContext()));
      return WalkResult::advance();
    });
    // The memory of these tensors is freed when it is not used any longer.
    module.walk([](bufferization::DeallocTensorOp op) { op.erase(); });
    Boundaries(module).convert();
  }
};
} // namespace
