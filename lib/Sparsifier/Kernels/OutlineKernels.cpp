//===- OutlineKernels.cpp - Computes in functions of their own ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves computes into kernels. What a kernel is made of is chosen from the end
// of a block to its beginning: a compute, and the producers of what only it
// reads.
//
//===----------------------------------------------------------------------===//

#include "weft/Sparsifier/Passes.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
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
  ModuleOp getKernelModule();
  /// The name of a kernel of the function around a compute.
  std::string getKernelName(tin::ComputeOp compute);

  ModuleOp module;
  SymbolTable symbols;
  OpBuilder builder;
  ModuleOp kernels;
};
} // namespace

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Whether a tensor that `producer` reads is freed between it and `last`.
static bool isFreedBetween(tin::ComputeOp producer, tin::ComputeOp last) {
  llvm::SetVector<Value> read;
  getUsedValuesDefinedAbove(producer.getBody(), read);
  for (Operation *op = producer->getNextNode(); op != last;
       op = op->getNextNode())
    if (isa<bufferization::DeallocTensorOp, level::ReleaseOp>(op) &&
        read.contains(op->getOperand(0)))
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
    for (Operation *before = last->getPrevNode(); before;
         before = before->getPrevNode()) {
      auto producer = dyn_cast<tin::ComputeOp>(before);
      if (!producer || grouped.contains(producer) || producer->use_empty() ||
          !isReadByGroupOnly(producer, members) ||
          isFreedBetween(producer, last))
        continue;
      members.insert(producer);
      grouped.insert(producer);
    }
    Group &group = groups.emplace_back();
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

/// Whether an operation outside of computes is repeated in kernels: a scalar
/// constant, or the size of a tensor.
static bool isRepeated(Operation *op) {
  if (!op)
    return false;
  bool isScalar = llvm::none_of(op->getResultTypes(),
                                [](Type type) { return isa<ShapedType>(type); });
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

ModuleOp Outliner::getKernelModule() {
  if (kernels)
    return kernels;
  kernels = module.lookupSymbol<ModuleOp>(kKernelModule);
  if (kernels)
    return kernels;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(module.getBody());
  kernels = ModuleOp::create(builder, module.getLoc(),
                             StringRef(kKernelModule));
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

  builder.setInsertionPointToEnd(getKernelModule().getBody());
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
    builder.clone(*compute, mapping);
  Value result = mapping.lookup(last.getResult());
  result.setType(resultType);
  func::ReturnOp::create(builder, loc, result);

  auto declaration = func::FuncOp::create(loc, name, type);
  declaration.setPrivate();
  symbols.insert(declaration);

  builder.setInsertionPoint(last);
  SmallVector<Value> operands;
  for (auto [value, type] : llvm::zip_equal(arguments, inputTypes))
    operands.push_back(
        value.getType() == type
            ? value
            : tensor::CastOp::create(builder, loc, type, value).getResult());
  Value called =
      func::CallOp::create(builder, loc, declaration, operands).getResult(0);
  if (called.getType() != last.getType())
    called = tensor::CastOp::create(builder, loc, last.getType(), called);
  last.getResult().replaceAllUsesWith(called);
  for (tin::ComputeOp compute : llvm::reverse(group))
    compute->erase();
}

namespace {
struct OutlineKernels : weft::impl::OutlineKernelsBase<OutlineKernels> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
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
    numKernels += groups.size();
  }
};
} // namespace
