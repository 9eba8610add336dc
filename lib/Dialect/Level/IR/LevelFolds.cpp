//===- LevelFolds.cpp - Level functions with known results ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds and canonicalizations of level functions. They use what holds for every
// level type: what a level function does is only known to its lowering.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace weft::level;

/// The size of a level that stores a whole dimension of known size.
OpFoldResult SizeOp::fold(FoldAdaptor) {
  Type stored = getStored().getType();
  RankedTensorType tensor = isa<StorageType>(stored)
                                ? cast<StorageType>(stored).getTensor()
                                : cast<BuilderType>(stored).getTensor();
  int64_t dim = getFormat(tensor).getLevelDim(getLevel());
  if (dim < 0 || tensor.isDynamicDim(dim))
    return {};
  return Builder(getContext()).getIndexAttr(tensor.getDimSize(dim));
}

/// A search among no positions finds their end.
OpFoldResult SearchOp::fold(FoldAdaptor) {
  return getBegin() == getEnd() ? getEnd() : Value();
}

/// A condition that is known appends always or never.
OpFoldResult AppendCoordOp::fold(FoldAdaptor adaptor) {
  auto condition = dyn_cast_or_null<IntegerAttr>(adaptor.getCondition());
  if (!condition)
    return {};
  if (condition.getValue().isZero())
    return getState();
  getConditionMutable().clear();
  return getNext();
}

bool weft::level::isNextPosition(Value begin, Value end) {
  IntegerAttr first, second;
  if (matchPattern(begin, m_Constant(&first)) &&
      matchPattern(end, m_Constant(&second)))
    return first.getInt() + 1 == second.getInt();
  auto add = end.getDefiningOp<arith::AddIOp>();
  return add &&
         ((add.getLhs() == begin && matchPattern(add.getRhs(), m_One())) ||
          (add.getRhs() == begin && matchPattern(add.getLhs(), m_One())));
}

/// There is nothing to combine in a run of one position.
LogicalResult CombineOp::canonicalize(CombineOp op, PatternRewriter &rewriter) {
  if (!isNextPosition(op.getBegin(), op.getEnd()))
    return rewriter.notifyMatchFailure(op, "the run is not one position");
  rewriter.replaceOpWithNewOp<LoadOp>(op, op.getValue().getType(),
                                      op.getStorage(), op.getBegin());
  return success();
}
