//===- ArrayNaming.cpp - Names of the arrays of builders ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayNaming.h"

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Weft/IR/ArrayNames.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace weft;

ArrayKind weft::getKind(level::LevelArray::Kind kind) {
  switch (kind) {
  case level::LevelArray::Kind::Positions:
    return ArrayKind::Positions;
  case level::LevelArray::Kind::Coordinates:
    return ArrayKind::Coordinates;
  case level::LevelArray::Kind::Presence:
    return ArrayKind::Presence;
  }
  llvm_unreachable("unknown kind of an array");
}

//===----------------------------------------------------------------------===//
// Names of tensors
//===----------------------------------------------------------------------===//

static bool isBuilder(Value value) {
  return isa<level::BuilderType, level::PartitionsType>(value.getType());
}

namespace {
/// Follows builders from their `level.init` through level operations and
/// control flow, in the order of the operations.
class TensorNames {
public:
  void visit(Operation *op);

private:
  void visitLevelOp(Operation *op);
  void visitLoop(LoopLikeOpInterface loop);
  void visitPartitions(PartitionsOp partitions);
  void visitTerminator(Operation *op);
  void copy(Value from, Value to) {
    if (ArrayNameAttr name = names.lookup(from))
      names.try_emplace(to, name);
  }

  llvm::DenseMap<Value, ArrayNameAttr> names;
};
} // namespace

void TensorNames::visitLevelOp(Operation *op) {
  ArrayNameAttr name;
  if (isa<level::InitOp>(op))
    name = getArrayName(op->getLoc());
  else if (auto builder = llvm::find_if(op->getOperands(), isBuilder);
           builder != op->operand_end())
    name = names.lookup(*builder);
  if (!name || !name.getTensor())
    return;
  if (!isa<level::InitOp>(op))
    op->setLoc(setArrayName(op->getLoc(), name.getTensor().getValue()));
  for (Value result : op->getResults())
    if (isBuilder(result))
      names[result] = name;
}

void TensorNames::visitLoop(LoopLikeOpInterface loop) {
  for (OpOperand &init : loop.getInitsMutable()) {
    if (!names.contains(init.get()))
      continue;
    if (BlockArgument carried = loop.getTiedLoopRegionIterArg(&init))
      copy(init.get(), carried);
    if (OpResult result = loop.getTiedLoopResult(&init);
        result && result.getType() == init.get().getType())
      copy(init.get(), result);
  }
}

void TensorNames::visitPartitions(PartitionsOp partitions) {
  for (BlockArgument argument : partitions->getRegion(0).getArguments())
    if (std::optional<unsigned> number = partitions.getCarriedNumber(argument))
      copy(partitions.getInits()[*number], argument);
}

void TensorNames::visitTerminator(Operation *op) {
  Operation *parent = op->getParentOp();
  OperandRange values = op->getOperands();
  if (auto condition = dyn_cast<scf::ConditionOp>(op)) {
    values = condition.getArgs();
    for (auto [value, argument] :
         llvm::zip(values, cast<scf::WhileOp>(parent).getAfterArguments()))
      copy(value, argument);
  }
  for (auto [value, result] : llvm::zip(values, parent->getResults()))
    if (value.getType() == result.getType())
      copy(value, result);
}

void TensorNames::visit(Operation *op) {
  if (isa<level::LevelDialect>(op->getDialect()))
    return visitLevelOp(op);
  if (auto partitions = dyn_cast<PartitionsOp>(op))
    return visitPartitions(partitions);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return visitLoop(loop);
  if (op->hasTrait<OpTrait::IsTerminator>())
    visitTerminator(op);
}

void weft::propagateTensorNames(Operation *root) {
  TensorNames names;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getDialect())
      names.visit(op);
  });
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// Sets the role of an array without one that was just allocated.
static void setRole(Value array, const Twine &role) {
  while (auto cast = array.getDefiningOp<memref::CastOp>())
    array = cast.getSource();
  auto alloc = array.getDefiningOp<memref::AllocOp>();
  ArrayNameAttr name = alloc ? getArrayName(alloc.getLoc()) : ArrayNameAttr();
  if (name && !name.getRole())
    setArrayRole(alloc, role);
}

void weft::nameArrayRoles(Operation *op, Type type, ValueRange values) {
  ArrayNameAttr name = getArrayName(op->getLoc());
  if (!name || name.getRole() || !isa<level::BuilderType, TensorType>(type))
    return;
  FailureOr<StorageLayout> layout = StorageLayout::get(type);
  if (failed(layout))
    return;
  StorageParts parts = layout->split(values);
  for (auto [level, state] : llvm::enumerate(parts.levels)) {
    // The state of a level begins with its arrays.
    SmallVector<level::LevelArray> arrays;
    layout->getLevelType(level).getArrays(arrays);
    for (auto [array, value] : llvm::zip(arrays, state))
      setRole(value, "level " + Twine(level + 1) + " " +
                         stringifyArrayKind(getKind(array.kind)));
  }
  setRole(parts.values,
          layout->getTensor().getRank() == 0 ? "value" : "values");
}

void weft::dropTensorNames(Operation *function) {
  function->walk([](memref::AllocOp alloc) {
    if (ArrayNameAttr name = getArrayName(alloc.getLoc()))
      alloc->setLoc(setArrayName(
          alloc.getLoc(), "", name.getRole() ? name.getRole().getValue() : ""));
  });
}
