//===- OutlineKernels.cpp - Computes in functions of their own --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is called where the last of its computes was.
//
//===----------------------------------------------------------------------===//

#include "KernelGroups.h"

#include "weft/Sparsifier/DestinationWrites.h"
#include "weft/Sparsifier/Passes.h"

#include "weft/Dialect/Algebra/IR/Algebra.h"
#include "weft/Dialect/Level/IR/LevelArrays.h"
#include "weft/Dialect/TIN/IR/StatisticsAttributes.h"
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
class Outliner {
public:
  explicit Outliner(ModuleOp module)
      : module(module), symbols(module), builder(module.getContext()) {}

  void outline(Group &group);

private:
  /// Emits the kernel of a group, which gives the results of `returned`, and
  /// its declaration. `inputs` are the values that its arguments stand for.
  func::FuncOp emitKernel(const Group &group, ArrayRef<tin::ComputeOp> returned,
                          SmallVectorImpl<Value> &inputs);
  /// Replaces the result of a compute of a group by one of the kernel's call.
  void replaceResult(tin::ComputeOp compute, const Group &group, Value called);
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

/// Whether an operation outside of computes is repeated in a kernel: a scalar
/// constant, or the size of a tensor that the kernel reads or computes. A
/// tensor whose size alone is used may have been overwritten.
static bool isRepeated(Operation *op, const llvm::SetVector<Value> &used,
                       const llvm::SetVector<Value> &defined) {
  if (!op)
    return false;
  bool isScalar = llvm::none_of(
      op->getResultTypes(), [](Type type) { return isa<ShapedType>(type); });
  if (auto size = dyn_cast<tensor::DimOp>(op))
    return used.contains(size.getSource()) ||
           defined.contains(size.getSource());
  return isScalar && op->hasTrait<OpTrait::ConstantLike>();
}

/// Collects what a kernel takes from outside: its arguments, and the operations
/// to repeat, each after those that it uses.
static void collectInputs(Value value, const llvm::SetVector<Value> &used,
                          const llvm::SetVector<Value> &defined,
                          llvm::SetVector<Value> &arguments,
                          llvm::SetVector<Operation *> &repeated) {
  if (defined.contains(value))
    return;
  Operation *definition = value.getDefiningOp();
  if (!isRepeated(definition, used, defined)) {
    arguments.insert(value);
    return;
  }
  for (Value operand : definition->getOperands())
    collectInputs(operand, used, defined, arguments, repeated);
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

/// The computes of a group with a result that others read.
static SmallVector<tin::ComputeOp> findReturned(const Group &group) {
  SmallVector<tin::ComputeOp> returned;
  for (tin::ComputeOp compute : group)
    if (compute == group.back() ||
        llvm::any_of(compute->getUsers(),
                     [&](Operation *user) { return !isInside(user, group); }))
      returned.push_back(compute);
  return returned;
}

/// What a function states of an argument for the planner and the cost model;
/// null for other values.
static Attribute getStatistics(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  return function && argument.getOwner()->isEntryBlock()
             ? function.getArgAttr(argument.getArgNumber(),
                                   tin::kStatisticsAttr)
             : Attribute();
}

func::FuncOp Outliner::emitKernel(const Group &group,
                                  ArrayRef<tin::ComputeOp> returned,
                                  SmallVectorImpl<Value> &inputs) {
  llvm::SetVector<Value> results, used, arguments;
  llvm::SetVector<Operation *> repeated;
  for (tin::ComputeOp compute : group)
    results.insert(compute.getResult());
  for (tin::ComputeOp compute : group) {
    getUsedValuesDefinedAbove(compute.getBody(), used);
    used.insert(compute->operand_begin(), compute->operand_end());
  }
  for (Value value : used)
    collectInputs(value, used, results, arguments, repeated);
  inputs.assign(arguments.begin(), arguments.end());

  SmallVector<Type> inputTypes, resultTypes;
  for (Value value : inputs)
    inputTypes.push_back(getKernelType(value.getType()));
  for (tin::ComputeOp compute : returned)
    resultTypes.push_back(getKernelType(compute.getType()));
  tin::ComputeOp last = group.back();
  Location loc = last.getLoc();
  auto type = builder.getFunctionType(inputTypes, resultTypes);
  std::string name = getKernelName(last);
  auto schedule = last->getAttrOfType<StringAttr>(kScheduleAttr);
  ModuleOp kernels = getKernelModule(schedule);
  for (tin::ComputeOp compute : group)
    copyOperators(compute, kernels);
  builder.setInsertionPointToEnd(kernels.getBody());
  auto kernel = func::FuncOp::create(builder, loc, name, type);
  kernel->setAttr(kKernelAttr, builder.getUnitAttr());
  for (auto [number, value] : llvm::enumerate(inputs))
    if (Attribute statistics = getStatistics(value))
      kernel.setArgAttr(number, tin::kStatisticsAttr, statistics);
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  IRMapping mapping;
  for (auto [value, argument] : llvm::zip_equal(inputs, kernel.getArguments()))
    mapping.map(value, argument);
  for (Operation *op : repeated)
    builder.clone(*op, mapping);
  for (tin::ComputeOp compute : group)
    builder.clone(*compute, mapping)->removeDiscardableAttr(kScheduleAttr);
  SmallVector<Value> values;
  for (auto [compute, resultType] : llvm::zip_equal(returned, resultTypes)) {
    Value value = mapping.lookup(Value(compute->getResult(0)));
    value.setType(resultType);
    values.push_back(value);
  }
  func::ReturnOp::create(builder, loc, values);

  auto declaration = func::FuncOp::create(loc, name, type);
  declaration.setPrivate();
  symbols.insert(declaration);
  return declaration;
}

void Outliner::replaceResult(tin::ComputeOp compute, const Group &group,
                             Value called) {
  Value result = compute.getResult();
  if (called.getType() == result.getType())
    return result.replaceAllUsesWith(called);
  Location loc = compute.getLoc();
  Value plain = tensor::CastOp::create(builder, loc, result.getType(), called);
  // What is copied into other memory is not needed any longer.
  SmallVector<Operation *> users;
  for (Operation *user : result.getUsers())
    if (!isInside(user, group))
      users.push_back(user);
  if (users.size() == 1 &&
      isa<bufferization::MaterializeInDestinationOp, linalg::CopyOp>(
          users.front()) &&
      users.front()->getOperand(0) == result) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(users.front());
    level::ReleaseOp::create(builder, loc, called);
  }
  result.replaceAllUsesWith(plain);
}

void Outliner::outline(Group &group) {
  SmallVector<tin::ComputeOp> returned = findReturned(group);
  SmallVector<Value> inputs;
  func::FuncOp kernel = emitKernel(group, returned, inputs);
  tin::ComputeOp last = group.back();
  Location loc = last.getLoc();
  builder.setInsertionPoint(last);
  SmallVector<Value> operands;
  for (auto [value, type] :
       llvm::zip_equal(inputs, kernel.getArgumentTypes())) {
    Value scalar = getScalarOf(value);
    if (scalar)
      operands.push_back(
          emitScalarTensor(scalar, cast<RankedTensorType>(type)));
    else if (value.getType() == type)
      operands.push_back(value);
    else
      operands.push_back(tensor::CastOp::create(builder, loc, type, value));
  }
  auto call = func::CallOp::create(builder, loc, kernel, operands);
  for (auto [compute, called] : llvm::zip_equal(returned, call.getResults()))
    replaceResult(compute, group, called);
  for (tin::ComputeOp compute : llvm::reverse(group))
    compute->erase();
  for (Value value : inputs)
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

/// The tensor that casts between tensors of one encoding change the known sizes
/// of.
static Value skipCasts(Value tensor) {
  while (auto cast = tensor.getDefiningOp<tensor::CastOp>()) {
    auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
    auto target = dyn_cast<RankedTensorType>(cast.getType());
    if (!source || !target || source.getEncoding() != target.getEncoding())
      break;
    tensor = cast.getSource();
  }
  return tensor;
}

/// Moves casts of the results of computes to where other operations use them,
/// and lets computes read the results themselves, so that no cast stands
/// between computes of one kernel.
static void sinkCasts(ModuleOp module) {
  SmallVector<tensor::CastOp> casts;
  module.walk([&](tensor::CastOp cast) { casts.push_back(cast); });
  for (tensor::CastOp cast : casts) {
    Value source = skipCasts(cast.getResult());
    if (source == cast.getResult() || !getValueCompute(source))
      continue;
    OpBuilder builder(cast);
    for (OpOperand &use : llvm::make_early_inc_range(cast->getUses())) {
      Operation *user = use.getOwner();
      if (isa<tin::AccessOp, tin::ComputeOp, tensor::DimOp>(user)) {
        use.set(source);
        continue;
      }
      builder.setInsertionPoint(user);
      use.set(tensor::CastOp::create(builder, cast.getLoc(), cast.getType(),
                                     source));
    }
    cast->erase();
  }
}

namespace {
struct OutlineKernels : weft::impl::OutlineKernelsBase<OutlineKernels> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyKernelModules(module)))
      return signalPassFailure();
    sinkCasts(module);
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
