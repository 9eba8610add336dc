//===- Insertions.cpp - Tensors that are inserted into ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor that `tensor.insert` changes becomes a list of coordinates, through
// all loops and branches that carry it, until somebody needs it as a tensor.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;

namespace {
/// The values that one tensor has while it is inserted into.
class Insertions {
public:
  /// Collects the values that are connected with the tensor of an insertion.
  LogicalResult collect(tensor::InsertOp first);
  void convert();

private:
  /// Adds the values that alias `value` through its definition.
  LogicalResult followDefinition(Value value);
  /// Adds the values that alias `value` through a user.
  void followUse(OpOperand &use);
  void add(Value value) { values.insert(value); }
  /// Whether a user of a value of the tensor hands it on or inserts into it.
  static bool handsOn(OpOperand &use);
  /// Gives users that insert into a complete tensor, or hand it on, a list.
  void convertBegin(Value value);
  /// Gives users of a list that need a tensor one.
  void convertEnd(OpBuilder &builder, Value list, ArrayRef<OpOperand *> uses);
  /// Takes the sizes of the tensor from the value that it begins with; where
  /// that is not visible, from the tensor when it is complete.
  void convertSizes(Value begin);

  llvm::SetVector<Value> values;
  RankedTensorType type;
};
} // namespace

/// Whether an operation makes a tensor without entries.
static bool isEmpty(Operation *op) {
  auto alloc = dyn_cast_or_null<bufferization::AllocTensorOp>(op);
  return isa_and_nonnull<tensor::EmptyOp>(op) || (alloc && !alloc.getCopy());
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

LogicalResult Insertions::followDefinition(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      if (OpOperand *init = loop.getTiedLoopInit(argument)) {
        add(init->get());
        add(loop.getTiedLoopResult(argument));
        add(loop.getTiedLoopYieldedValue(argument)->get());
      }
    } else if (auto foreach = dyn_cast<sparse_tensor::ForeachOp>(parent)) {
      unsigned first =
          foreach.getBody()->getNumArguments() - foreach.getInitArgs().size();
      if (argument.getArgNumber() >= first)
        add(foreach.getResult(argument.getArgNumber() - first));
    }
    return success();
  }
  auto result = cast<OpResult>(value);
  unsigned number = result.getResultNumber();
  return llvm::TypeSwitch<Operation *, LogicalResult>(result.getOwner())
      .Case([&](tensor::InsertOp insert) {
        add(insert.getDest());
        return success();
      })
      .Case([&](scf::ForOp loop) {
        add(loop.getInitArgs()[number]);
        add(loop.getRegionIterArgs()[number]);
        add(loop.getYieldedValues()[number]);
        return success();
      })
      .Case([&](scf::IfOp branch) {
        add(branch.thenYield().getOperand(number));
        add(branch.elseYield().getOperand(number));
        return success();
      })
      .Case([&](sparse_tensor::ForeachOp foreach) {
        Block *body = foreach.getBody();
        unsigned first = body->getNumArguments() - foreach.getInitArgs().size();
        add(foreach.getInitArgs()[number]);
        add(body->getArgument(first + number));
        add(body->getTerminator()->getOperand(number));
        return success();
      })
      .Case([&](scf::WhileOp loop) {
        return loop.emitOpError("cannot carry a tensor with a format that is "
                                "inserted into; use scf.for");
      })
      .Default([&](Operation *) { return success(); });
}

void Insertions::followUse(OpOperand &use) {
  unsigned number = use.getOperandNumber();
  llvm::TypeSwitch<Operation *>(use.getOwner())
      .Case([&](tensor::InsertOp insert) { add(insert.getResult()); })
      .Case([&](scf::ForOp loop) { add(loop.getTiedLoopResult(&use)); })
      .Case([&](sparse_tensor::ForeachOp foreach) {
        if (number != 0)
          add(foreach.getResult(number - 1));
      })
      .Case<scf::YieldOp, sparse_tensor::YieldOp>([&](Operation *yield) {
        if (isa<scf::ForOp, scf::IfOp, sparse_tensor::ForeachOp>(
                yield->getParentOp()))
          add(yield->getParentOp()->getResult(number));
      });
}

bool Insertions::handsOn(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<scf::YieldOp, sparse_tensor::YieldOp>(user))
    return isa<scf::ForOp, scf::IfOp, sparse_tensor::ForeachOp>(
        user->getParentOp());
  if (isa<sparse_tensor::ForeachOp>(user))
    return use.getOperandNumber() != 0;
  return isa<tensor::InsertOp, scf::ForOp>(user);
}

LogicalResult Insertions::collect(tensor::InsertOp first) {
  type = cast<RankedTensorType>(first.getType());
  add(first.getResult());
  for (size_t next = 0; next != values.size(); ++next) {
    Value value = values[next];
    if (failed(followDefinition(value)))
      return failure();
    for (OpOperand &use : value.getUses())
      followUse(use);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Converting
//===----------------------------------------------------------------------===//

void Insertions::convertBegin(Value value) {
  RankedTensorType listType = getListType(type, /*isUnique=*/false);
  Operation *definition = value.getDefiningOp();
  OpBuilder builder(value.getContext());
  // Each user begins with a list of its own, also one in a loop.
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    if (!handsOn(use))
      continue;
    builder.setInsertionPoint(use.getOwner());
    Location loc = use.getOwner()->getLoc();
    SmallVector<Value> sizes = emitSizes(builder, loc, value);
    Value list = emitListBegin(builder, loc, listType, sizes);
    if (!isEmpty(definition))
      list =
          emitForEach(builder, loc, value, list, AffineMap(),
                      [&](OpBuilder &b, ValueRange coordinates, Value component,
                          ValueRange carried) -> SmallVector<Value> {
                        return {emitListEntry(b, loc, carried.front(),
                                              coordinates, component)};
                      })
              .front();
    use.set(list);
  }
}

void Insertions::convertEnd(OpBuilder &builder, Value list,
                            ArrayRef<OpOperand *> uses) {
  // Where the list is complete, so that all uses see one tensor.
  builder.setInsertionPointAfterValue(list);
  Location loc = list.getLoc();
  Value tensor = emitListEnd(builder, loc, list);
  Value copy = emitCopy(builder, loc, tensor, type);
  level::ReleaseOp::create(builder, loc, tensor);
  for (OpOperand *use : uses) {
    auto load = dyn_cast<sparse_tensor::LoadOp>(use->getOwner());
    if (!load) {
      use->set(copy);
      continue;
    }
    load.getResult().replaceAllUsesWith(copy);
    load.erase();
  }
}

void Insertions::convertSizes(Value begin) {
  OpBuilder builder(begin.getContext());
  DominanceInfo dominance;
  for (Value value : values) {
    if (value == begin)
      continue;
    for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
      auto dim = dyn_cast<tensor::DimOp>(user);
      if (!dim || !dominance.properlyDominates(begin, dim))
        continue;
      builder.setInsertionPoint(dim);
      dim.replaceAllUsesWith(
          tensor::DimOp::create(builder, dim.getLoc(), begin, dim.getIndex())
              .getResult());
      dim.erase();
    }
  }
}

void Insertions::convert() {
  SmallVector<Value> begins;
  llvm::MapVector<Value, SmallVector<OpOperand *>> ends;
  for (Value value : values) {
    Operation *definition = value.getDefiningOp();
    auto argument = dyn_cast<BlockArgument>(value);
    bool isCarried = argument ? isa<scf::ForOp, sparse_tensor::ForeachOp>(
                                    argument.getOwner()->getParentOp())
                              : isa<tensor::InsertOp, scf::ForOp, scf::IfOp,
                                    sparse_tensor::ForeachOp>(definition);
    if (!isCarried)
      begins.push_back(value);
  }
  // Several may have several sizes.
  if (begins.size() == 1)
    convertSizes(begins.front());
  for (Value value : values)
    if (!llvm::is_contained(begins, value))
      for (OpOperand &use : value.getUses())
        if (!handsOn(use))
          ends[value].push_back(&use);
  auto listType =
      level::BuilderType::get(getListType(type, /*isUnique=*/false));
  for (Value value : begins)
    convertBegin(value);
  for (Value value : values)
    if (!llvm::is_contained(begins, value))
      value.setType(listType);
  OpBuilder builder(type.getContext());
  for (auto &[list, uses] : ends)
    convertEnd(builder, list, uses);
  for (Value value : values) {
    auto insert = value.getDefiningOp<tensor::InsertOp>();
    if (!insert)
      continue;
    builder.setInsertionPoint(insert);
    insert.getResult().replaceAllUsesWith(
        emitListEntry(builder, insert.getLoc(), insert.getDest(),
                      insert.getIndices(), insert.getScalar()));
    insert.erase();
  }
  for (Value value : begins)
    if (isEmpty(value.getDefiningOp()) && value.use_empty())
      value.getDefiningOp()->erase();
}

LogicalResult sparsifier::convertInsertions(Operation *function) {
  while (true) {
    tensor::InsertOp first;
    function->walk([&](tensor::InsertOp insert) {
      if (!cast<RankedTensorType>(insert.getType()).getEncoding())
        return WalkResult::advance();
      first = insert;
      return WalkResult::interrupt();
    });
    if (!first)
      return success();
    auto type = cast<RankedTensorType>(first.getType());
    if (!level::getFormat(type) || type.getRank() == 0)
      return first.emitOpError("cannot insert into ") << type;
    Insertions insertions;
    if (failed(insertions.collect(first)))
      return failure();
    insertions.convert();
  }
}

void sparsifier::convertEmpties(Operation *function) {
  SmallVector<tensor::EmptyOp> empties;
  function->walk([&](tensor::EmptyOp empty) {
    RankedTensorType type = empty.getType();
    if (type.getEncoding() && level::getFormat(type) && type.getRank() != 0)
      empties.push_back(empty);
  });
  for (tensor::EmptyOp empty : empties) {
    auto isSize = [](OpOperand &use) {
      return isa<tensor::DimOp>(use.getOwner());
    };
    if (llvm::all_of(empty->getUses(), isSize))
      continue;
    OpBuilder builder(empty);
    builder.setInsertionPointAfter(empty);
    Location loc = empty.getLoc();
    RankedTensorType type = empty.getType();
    SmallVector<Value> sizes = emitSizes(builder, loc, empty);
    Value list = emitListBegin(builder, loc,
                               getListType(type, /*isUnique=*/false), sizes);
    list = emitListEnd(builder, loc, list);
    Value tensor = emitCopy(builder, loc, list, type);
    level::ReleaseOp::create(builder, loc, list);
    empty.getResult().replaceUsesWithIf(
        tensor, [&](OpOperand &use) { return !isSize(use); });
  }
}
