//===- OutlineKernels.cpp - Computes in functions of their own --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel holds one tin.compute and those producers of its block that only the
// kernel reads. Blocks are scanned from the end.
//
//===----------------------------------------------------------------------===//

#include "weft/Sparsifier/Passes.h"

#include "weft/Dialect/Algebra/IR/Algebra.h"
#include "weft/Dialect/Level/IR/LevelArrays.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/SetVector.h"

namespace weft {
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "weft/Sparsifier/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// Computes that become one kernel, in their order. The last has the result.
using Group = SmallVector<tin::ComputeOp>;

class Outliner {
public:
  explicit Outliner(ModuleOp module)
      : module(module), symbols(module), builder(module.getContext()) {}

  void outline(Group &group);

private:
  /// The module of kernels in index notation that have a schedule, or none.
  ModuleOp getKernelModule(StringAttr schedule);
  /// Emits a tensor of order 0 with a scalar, in memory of the function's
  /// stack.
  Value emitScalarTensor(Value scalar, RankedTensorType type);
  /// The name of a kernel of the function around a compute.
  std::string getKernelName(tin::ComputeOp compute);

  ModuleOp module;
  SymbolTable symbols;
  OpBuilder builder;
};
} // namespace

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Whether an operation between a compute and a later one may free a tensor, by
/// itself, in a region or in a function.
static bool mayFreeBetween(tin::ComputeOp producer, tin::ComputeOp last) {
  for (Operation *op = producer->getNextNode(); op != last;
       op = op->getNextNode())
    if (isa<bufferization::DeallocTensorOp, level::ReleaseOp, CallOpInterface>(
            op) ||
        (op->getNumRegions() != 0 && !isMemoryEffectFree(op)))
      return true;
  return false;
}

/// Whether all uses of a compute's result are in computes of `group`.
static bool isReadByGroupOnly(tin::ComputeOp producer,
                              const llvm::SetVector<Operation *> &group) {
  return llvm::all_of(producer->getUsers(), [&](Operation *user) {
    auto reader = user->getParentOfType<tin::ComputeOp>();
    return reader && group.contains(reader);
  });
}

/// The groups of the computes of a block.
static SmallVector<Group> findGroups(Block &block) {
  SmallVector<Group> groups;
  DenseSet<Operation *> grouped;
  for (Operation &op : llvm::reverse(block)) {
    auto last = dyn_cast<tin::ComputeOp>(op);
    if (!last || !grouped.insert(last).second)
      continue;
    llvm::SetVector<Operation *> members;
    members.insert(last);
    Group &group = groups.emplace_back();
    // A schedule names the loops of one compute.
    if (last->hasAttr(kScheduleAttr)) {
      group.push_back(last);
      continue;
    }
    for (Operation *before = last->getPrevNode(); before;
         before = before->getPrevNode()) {
      auto producer = dyn_cast<tin::ComputeOp>(before);
      if (!producer || grouped.contains(producer) || producer->use_empty() ||
          !isReadByGroupOnly(producer, members) ||
          producer->hasAttr(kScheduleAttr) || mayFreeBetween(producer, last))
        continue;
      members.insert(producer);
      grouped.insert(producer);
    }
    for (Operation *member : llvm::reverse(members))
      group.push_back(cast<tin::ComputeOp>(member));
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The type that a tensor has in a kernel: none is without a format.
static Type getKernelType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getEncoding())
    return type;
  return tensor.cloneWithEncoding(level::getFormat(tensor));
}

/// Copies the operators that a compute applies to the module of its kernel.
static void copyOperators(tin::ComputeOp compute, ModuleOp kernels) {
  compute.walk([&](algebra::ApplyOp apply) {
    auto definition = SymbolTable::lookupNearestSymbolFrom<algebra::OperatorOp>(
        apply, apply.getCalleeAttr());
    if (definition && !kernels.lookupSymbol(definition.getNameAttr()))
      kernels.insert(kernels.getBody()->begin(), definition->clone());
  });
}

/// Erases operators that nothing outside of kernels applies any more.
static void eraseUnusedOperators(ModuleOp module) {
  for (auto definition :
       llvm::make_early_inc_range(module.getOps<algebra::OperatorOp>()))
    if (SymbolTable::symbolKnownUseEmpty(definition, module))
      definition.erase();
}

/// Whether an operation outside of computes is repeated in kernels: a scalar
/// constant, or the size of a tensor.
static bool isRepeated(Operation *op) {
  if (!op)
    return false;
  bool isScalar = llvm::none_of(
      op->getResultTypes(), [](Type type) { return isa<ShapedType>(type); });
  return isa<tensor::DimOp>(op) ||
         (isScalar && op->hasTrait<OpTrait::ConstantLike>());
}

/// Collects what a kernel takes from outside: its arguments, and the operations
/// to repeat, each after those that it uses.
static void collectInputs(Value value, const llvm::SetVector<Value> &defined,
                          llvm::SetVector<Value> &arguments,
                          llvm::SetVector<Operation *> &repeated) {
  if (defined.contains(value))
    return;
  Operation *definition = value.getDefiningOp();
  if (!isRepeated(definition)) {
    arguments.insert(value);
    return;
  }
  for (Value operand : definition->getOperands())
    collectInputs(operand, defined, arguments, repeated);
  repeated.insert(definition);
}

ModuleOp Outliner::getKernelModule(StringAttr schedule) {
  for (ModuleOp kernels : getKernelModules(module))
    if (kernels->getAttrOfType<StringAttr>(kScheduleAttr) == schedule &&
        !hasLoops(kernels))
      return kernels;
  auto kernels = ModuleOp::create(module.getLoc(), StringRef(kKernelModule));
  if (schedule)
    kernels->setAttr(kScheduleAttr, schedule);
  symbols.insert(kernels, module.getBody()->end());
  return kernels;
}

std::string Outliner::getKernelName(tin::ComputeOp compute) {
  auto function = compute->getParentOfType<FunctionOpInterface>();
  std::string stem =
      ((function ? function.getName() : StringRef("anonymous")) + "_kernel_")
          .str();
  unsigned number = 0;
  while (symbols.lookup(stem + std::to_string(number)))
    ++number;
  return stem + std::to_string(number);
}

Value Outliner::emitScalarTensor(Value scalar, RankedTensorType type) {
  Location loc = scalar.getLoc();
  Value memory;
  {
    OpBuilder::InsertionGuard guard(builder);
    // Outside of loops, in which it would take more and more of the stack.
    Region *body = builder.getInsertionBlock()->getParent();
    if (auto function = body->getParentOfType<FunctionOpInterface>())
      body = &function.getFunctionBody();
    builder.setInsertionPointToStart(&body->front());
    memory = memref::AllocaOp::create(builder, loc,
                                      MemRefType::get({1}, scalar.getType()));
  }
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  memref::StoreOp::create(builder, loc, scalar, memory, zero);
  auto arrayType = MemRefType::get({ShapedType::kDynamic}, scalar.getType());
  Value array = memref::CastOp::create(builder, loc, arrayType, memory);
  return level::FromArraysOp::create(builder, loc, type, ValueRange(), array);
}

/// The scalar that a tensor of order 0 is made of; null if it is not.
static Value getScalarOf(Value tensor) {
  auto made = tensor.getDefiningOp<tensor::FromElementsOp>();
  return made && made.getType().getRank() == 0 ? made.getElements().front()
                                               : Value();
}

void Outliner::outline(Group &group) {
  tin::ComputeOp last = group.back();
  Location loc = last.getLoc();
  llvm::SetVector<Value> results, used, arguments;
  llvm::SetVector<Operation *> repeated;
  for (tin::ComputeOp compute : group)
    results.insert(compute.getResult());
  for (tin::ComputeOp compute : group) {
    getUsedValuesDefinedAbove(compute.getBody(), used);
    used.insert(compute.getExtents().begin(), compute.getExtents().end());
  }
  for (Value value : used)
    collectInputs(value, results, arguments, repeated);

  SmallVector<Type> inputTypes = llvm::map_to_vector(
      arguments, [](Value value) { return getKernelType(value.getType()); });
  Type resultType = getKernelType(last.getType());
  auto type = builder.getFunctionType(inputTypes, resultType);
  std::string name = getKernelName(last);

  auto schedule = last->getAttrOfType<StringAttr>(kScheduleAttr);
  ModuleOp kernels = getKernelModule(schedule);
  for (tin::ComputeOp compute : group)
    copyOperators(compute, kernels);
  builder.setInsertionPointToEnd(kernels.getBody());
  auto kernel = func::FuncOp::create(builder, loc, name, type);
  kernel->setAttr(kKernelAttr, builder.getUnitAttr());
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  IRMapping mapping;
  for (auto [value, argument] :
       llvm::zip_equal(arguments, kernel.getArguments()))
    mapping.map(value, argument);
  for (Operation *op : repeated)
    builder.clone(*op, mapping);
  for (tin::ComputeOp compute : group)
    builder.clone(*compute, mapping)->removeDiscardableAttr(kScheduleAttr);
  Value result = mapping.lookup(last.getResult());
  result.setType(resultType);
  func::ReturnOp::create(builder, loc, result);

  auto declaration = func::FuncOp::create(loc, name, type);
  declaration.setPrivate();
  symbols.insert(declaration);

  builder.setInsertionPoint(last);
  SmallVector<Value> operands;
  for (auto [value, type] : llvm::zip_equal(arguments, inputTypes)) {
    Value scalar = getScalarOf(value);
    if (scalar)
      operands.push_back(
          emitScalarTensor(scalar, cast<RankedTensorType>(type)));
    else if (value.getType() == type)
      operands.push_back(value);
    else
      operands.push_back(tensor::CastOp::create(builder, loc, type, value));
  }
  Value called =
      func::CallOp::create(builder, loc, declaration, operands).getResult(0);
  Value returned = called;
  if (called.getType() != last.getType()) {
    returned = tensor::CastOp::create(builder, loc, last.getType(), called);
    // What is copied into other memory is not needed any longer.
    Operation *copy = last->hasOneUse() ? *last->user_begin() : nullptr;
    if (isa_and_nonnull<bufferization::MaterializeInDestinationOp,
                        linalg::CopyOp>(copy) &&
        copy->getOperand(0) == last.getResult()) {
      builder.setInsertionPointAfter(copy);
      level::ReleaseOp::create(builder, loc, called);
    }
  }
  last.getResult().replaceAllUsesWith(returned);
  for (tin::ComputeOp compute : llvm::reverse(group))
    compute->erase();
  for (Value value : arguments)
    if (getScalarOf(value) && value.use_empty())
      value.getDefiningOp()->erase();
}

/// An error at a nested module of the program that has the name of one of
/// kernels.
static LogicalResult verifyKernelModules(ModuleOp module) {
  auto isKernel = [](Operation &op) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    return isa<algebra::OperatorOp>(op) ||
           (function && (function.isExternal() || op.hasAttr(kKernelAttr)));
  };
  for (ModuleOp kernels : getKernelModules(module))
    if (!llvm::all_of(*kernels.getBody(), isKernel))
      return kernels.emitOpError("has the name of a module that kernels are "
                                 "moved to; rename it");
  return success();
}

namespace {
struct OutlineKernels : weft::impl::OutlineKernelsBase<OutlineKernels> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyKernelModules(module)))
      return signalPassFailure();
    SmallVector<Group> groups;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto nested = dyn_cast<ModuleOp>(op);
      if (nested && nested != module)
        return WalkResult::skip();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (!isa<tin::ComputeOp>(op))
            llvm::append_range(groups, findGroups(block));
      return isa<tin::ComputeOp>(op) ? WalkResult::skip()
                                     : WalkResult::advance();
    });
    Outliner outliner(module);
    for (Group &group : groups)
      outliner.outline(group);
    if (!groups.empty())
      eraseUnusedOperators(module);
    numKernels += groups.size();
  }
};
} // namespace
