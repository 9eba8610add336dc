//===- Iteration.cpp - Loops over stored entries ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits one loop for each level, by the capabilities of its type, and converts
// `sparse_tensor.foreach` to these.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;

namespace {
/// Emits the loops over one tensor.
class LoopNest {
public:
  LoopNest(OpBuilder &builder, Location loc, Value tensor, EmitEntry emit)
      : builder(builder), loc(loc), tensor(tensor),
        type(cast<RankedTensorType>(tensor.getType())),
        format(level::getFormat(type)), emit(emit) {}

  SmallVector<Value> emitStored(ValueRange carried);
  SmallVector<Value> emitDense(ValueRange carried, AffineMap order);

private:
  using EmitBody =
      function_ref<SmallVector<Value>(Value variable, ValueRange carried)>;

  SmallVector<Value> emitLoop(Value begin, Value end, ValueRange carried,
                              EmitBody body);
  /// Emits what is done if a condition holds; else the carried values stay.
  SmallVector<Value> emitIf(Value condition, ValueRange carried,
                            function_ref<SmallVector<Value>()> body);
  SmallVector<Value> emitLevel(int64_t level, Value parent, ValueRange carried);
  SmallVector<Value> emitLeaf(Value position, ValueRange carried);
  Value emitIndex(int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }

  OpBuilder &builder;
  Location loc;
  Value tensor;
  RankedTensorType type;
  level::FormatAttr format;
  EmitEntry emit;
  Value storage;
  /// The coordinates of the levels that have loops.
  SmallVector<Value> coordinates;
};
} // namespace

SmallVector<Value> LoopNest::emitLoop(Value begin, Value end,
                                      ValueRange carried, EmitBody body) {
  auto loop =
      scf::ForOp::create(builder, loc, begin, end, emitIndex(1), carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!carried.empty()) {
    builder.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(builder, loc, next);
  }
  return loop.getResults();
}

SmallVector<Value> LoopNest::emitIf(Value condition, ValueRange carried,
                                    function_ref<SmallVector<Value>()> body) {
  auto branch = scf::IfOp::create(builder, loc, carried.getTypes(), condition,
                                  /*withElseRegion=*/!carried.empty());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> next = body();
  if (!carried.empty()) {
    builder.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(builder, loc, next);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, loc, carried);
  }
  return branch.getResults();
}

SmallVector<Value> LoopNest::emitLeaf(Value position, ValueRange carried) {
  // The coordinates of modes; those that blocks have beyond a mode are none.
  SmallVector<Value> modes(type.getRank());
  Value isInside;
  for (auto [level, coordinate] : llvm::enumerate(coordinates)) {
    level::LevelExpr expr = format.getLevelExpr(level);
    if (expr.dim >= type.getRank())
      continue;
    Value part = coordinate;
    if (expr.part == level::LevelPart::Quotient)
      part = arith::MulIOp::create(builder, loc, part, emitIndex(expr.block));
    Value &mode = modes[expr.dim];
    mode = mode ? arith::AddIOp::create(builder, loc, mode, part).getResult()
                : part;
  }
  for (auto [level, coordinate] : llvm::enumerate(coordinates)) {
    level::LevelExpr expr = format.getLevelExpr(level);
    if (expr.part != level::LevelPart::Remainder ||
        (!type.isDynamicDim(expr.dim) &&
         type.getDimSize(expr.dim) % expr.block == 0))
      continue;
    Value size = builder.createOrFold<tensor::DimOp>(loc, tensor, expr.dim);
    Value isBelow = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, modes[expr.dim], size);
    isInside =
        isInside
            ? arith::AndIOp::create(builder, loc, isInside, isBelow).getResult()
            : isBelow;
  }
  auto emitEntry = [&] {
    Value component = level::LoadOp::create(builder, loc, storage, position);
    return emit(builder, modes, component, carried);
  };
  return isInside ? emitIf(isInside, carried, emitEntry) : emitEntry();
}

SmallVector<Value> LoopNest::emitLevel(int64_t level, Value parent,
                                       ValueRange carried) {
  if (level == format.getNumLevels())
    return emitLeaf(parent, carried);
  level::LevelTypeAttrInterface levelType = format.getLevelType(level);
  SmallVector<Value> ancestors(coordinates);
  auto emitChild = [&](Value found, Value coordinate, Value position,
                       ValueRange inner) {
    coordinates.push_back(coordinate);
    SmallVector<Value> next = emitIf(
        found, inner, [&] { return emitLevel(level + 1, position, inner); });
    coordinates.pop_back();
    return next;
  };
  if (levelType.hasPositionIterate()) {
    Value parentEnd = arith::AddIOp::create(builder, loc, parent, emitIndex(1));
    auto bounds = level::PosBoundsOp::create(builder, loc, storage, level,
                                             parent, parentEnd);
    return emitLoop(bounds.getBegin(), bounds.getEnd(), carried,
                    [&](Value position, ValueRange inner) {
                      auto access = level::PosAccessOp::create(
                          builder, loc, storage, level, position, ancestors);
                      return emitChild(access.getFound(),
                                       access.getCoordinate(), position, inner);
                    });
  }
  Value begin = emitIndex(0), end;
  if (levelType.hasCoordinateIterate()) {
    auto bounds = level::CoordBoundsOp::create(builder, loc, storage, level,
                                               parent, ancestors);
    begin = bounds.getBegin();
    end = bounds.getEnd();
  } else {
    end = level::SizeOp::create(builder, loc, storage, level);
  }
  return emitLoop(begin, end, carried, [&](Value coordinate, ValueRange inner) {
    SmallVector<Value> path(ancestors);
    path.push_back(coordinate);
    Value position, found;
    if (levelType.hasCoordinateIterate()) {
      auto access = level::CoordAccessOp::create(builder, loc, storage, level,
                                                 parent, path);
      position = access.getPosition();
      found = access.getFound();
    } else {
      auto access =
          level::LocateOp::create(builder, loc, storage, level, parent, path);
      position = access.getPosition();
      found = access.getFound();
    }
    return emitChild(found, coordinate, position, inner);
  });
}

SmallVector<Value> LoopNest::emitStored(ValueRange carried) {
  storage = level::OpenOp::create(builder, loc, tensor);
  return emitLevel(0, emitIndex(0), carried);
}

SmallVector<Value> LoopNest::emitDense(ValueRange carried, AffineMap order) {
  int64_t loop = coordinates.size();
  if (loop == type.getRank()) {
    SmallVector<Value> modes(coordinates);
    for (auto [number, expr] :
         llvm::enumerate(order ? order.getResults() : ArrayRef<AffineExpr>()))
      modes[cast<AffineDimExpr>(expr).getPosition()] = coordinates[number];
    Value component = tensor::ExtractOp::create(builder, loc, tensor, modes);
    return emit(builder, modes, component, carried);
  }
  int64_t mode =
      order ? cast<AffineDimExpr>(order.getResult(loop)).getPosition() : loop;
  Value size = builder.createOrFold<tensor::DimOp>(loc, tensor, mode);
  return emitLoop(emitIndex(0), size, carried,
                  [&](Value coordinate, ValueRange inner) {
                    coordinates.push_back(coordinate);
                    SmallVector<Value> next = emitDense(inner, order);
                    coordinates.pop_back();
                    return next;
                  });
}

SmallVector<Value> sparsifier::emitForEach(OpBuilder &builder, Location loc,
                                           Value tensor, ValueRange carried,
                                           AffineMap order, EmitEntry emit) {
  LoopNest nest(builder, loc, tensor, emit);
  if (cast<RankedTensorType>(tensor.getType()).getEncoding())
    return nest.emitStored(carried);
  return nest.emitDense(carried, order);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct ConvertForeach : OpRewritePattern<sparse_tensor::ForeachOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::ForeachOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getTensor().getType());
    if (!level::getFormat(type))
      return rewriter.notifyMatchFailure(op, "the encoding means no format");
    Block *body = op.getBody();
    auto emitBody = [&](OpBuilder &, ValueRange coordinates, Value component,
                        ValueRange carried) {
      SmallVector<Value> arguments(coordinates);
      arguments.push_back(component);
      llvm::append_range(arguments, carried);
      // The body is used once: an entry is emitted in one place.
      auto yield = cast<sparse_tensor::YieldOp>(body->getTerminator());
      Block *block = rewriter.getInsertionBlock();
      rewriter.inlineBlockBefore(body, block, rewriter.getInsertionPoint(),
                                 arguments);
      SmallVector<Value> next(yield.getResults());
      rewriter.eraseOp(yield);
      return next;
    };
    Value tensor = op.getTensor();
    if (!op.getOrder())
      if (Value list = emitConstantList(rewriter, op.getLoc(), tensor))
        tensor = list;
    rewriter.replaceOp(
        op, emitForEach(rewriter, op.getLoc(), tensor, op.getInitArgs(),
                        op.getOrder().value_or(AffineMap()), emitBody));
    return success();
  }
};
} // namespace

void sparsifier::populateForeachPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertForeach>(patterns.getContext());
}
