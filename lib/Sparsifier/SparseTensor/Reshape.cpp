//===- Reshape.cpp - Entries at coordinates of another shape ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts operations that give a stored tensor another shape: each entry goes
// to a list with the coordinates that it has in that shape.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;

/// Emits the number of the component at coordinates in row-major order.
static Value emitNumber(OpBuilder &b, Location loc, ValueRange coordinates,
                        ValueRange sizes) {
  Value number = arith::ConstantIndexOp::create(b, loc, 0);
  for (auto [coordinate, size] : llvm::zip_equal(coordinates, sizes)) {
    number = b.createOrFold<arith::MulIOp>(loc, number, size);
    number = b.createOrFold<arith::AddIOp>(loc, number, coordinate);
  }
  return number;
}

/// Emits the coordinates of the component with a number in row-major order.
static SmallVector<Value> emitCoordinates(OpBuilder &b, Location loc,
                                          Value number, ValueRange sizes) {
  SmallVector<Value> coordinates(sizes.size());
  for (int64_t mode = static_cast<int64_t>(sizes.size()) - 1; mode >= 0;
       --mode) {
    if (mode == 0) {
      coordinates[mode] = number;
      break;
    }
    coordinates[mode] =
        b.createOrFold<arith::RemUIOp>(loc, number, sizes[mode]);
    number = b.createOrFold<arith::DivUIOp>(loc, number, sizes[mode]);
  }
  return coordinates;
}

/// Emits a tensor with the entries of another one, in the order of row-major
/// numbers, in the shape with `sizes`.
static Value emitReshaped(OpBuilder &builder, Location loc, Value source,
                          RankedTensorType type, ValueRange sizes) {
  SmallVector<Value> sourceSizes = emitSizes(builder, loc, source);
  // Copying to a coordinate list drops the fill that full levels store.
  auto sourceType = cast<RankedTensorType>(source.getType());
  Value entries;
  if (storesFill(sourceType))
    source = entries = emitCopy(builder, loc, source,
                                getListType(sourceType, /*isUnique=*/true));
  Value list =
      emitListBegin(builder, loc, getListType(type, /*isUnique=*/false), sizes);
  list = emitForEach(builder, loc, source, list, AffineMap(),
                     [&](OpBuilder &b, ValueRange coordinates, Value component,
                         ValueRange carried) -> SmallVector<Value> {
                       Value number =
                           emitNumber(b, loc, coordinates, sourceSizes);
                       return {emitListEntry(
                           b, loc, carried.front(),
                           emitCoordinates(b, loc, number, sizes), component)};
                     })
             .front();
  if (entries)
    level::ReleaseOp::create(builder, loc, entries);
  list = emitListEnd(builder, loc, list);
  Value reshaped = emitCopy(builder, loc, list, type);
  level::ReleaseOp::create(builder, loc, list);
  return reshaped;
}

/// Whether a reshaping has a stored tensor, and all modes that lists need.
static bool isStored(RankedTensorType source, RankedTensorType result) {
  return (source.getEncoding() || result.getEncoding()) &&
         source.getRank() != 0 && result.getRank() != 0 &&
         level::getFormat(source) && level::getFormat(result);
}

namespace {
struct ConvertCollapse : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!isStored(op.getSrcType(), op.getResultType()))
      return rewriter.notifyMatchFailure(op, "no tensor has a format");
    Location loc = op.getLoc();
    SmallVector<Value> sourceSizes = emitSizes(rewriter, loc, op.getSrc());
    SmallVector<Value> sizes;
    for (const ReassociationIndices &modes : op.getReassociationIndices()) {
      Value size = arith::ConstantIndexOp::create(rewriter, loc, 1);
      for (int64_t mode : modes)
        size =
            rewriter.createOrFold<arith::MulIOp>(loc, size, sourceSizes[mode]);
      sizes.push_back(size);
    }
    rewriter.replaceOp(op, emitReshaped(rewriter, loc, op.getSrc(),
                                        op.getResultType(), sizes));
    return success();
  }
};

struct ConvertExpand : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!isStored(op.getSrcType(), op.getResultType()))
      return rewriter.notifyMatchFailure(op, "no tensor has a format");
    Location loc = op.getLoc();
    SmallVector<Value> sizes;
    for (OpFoldResult size : op.getMixedOutputShape())
      sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
    rewriter.replaceOp(op, emitReshaped(rewriter, loc, op.getSrc(),
                                        op.getResultType(), sizes));
    return success();
  }
};

struct ConvertReshape : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto result = dyn_cast<RankedTensorType>(op.getType());
    if (!source || !result || !isStored(source, result))
      return rewriter.notifyMatchFailure(op, "no tensor has a format");
    Location loc = op.getLoc();
    SmallVector<Value> sizes;
    for (int64_t mode : llvm::seq(result.getRank())) {
      if (!result.isDynamicDim(mode)) {
        sizes.push_back(arith::ConstantIndexOp::create(
            rewriter, loc, result.getDimSize(mode)));
        continue;
      }
      Value place = arith::ConstantIndexOp::create(rewriter, loc, mode);
      Value size =
          tensor::ExtractOp::create(rewriter, loc, op.getShape(), place);
      if (!size.getType().isIndex())
        size = arith::IndexCastOp::create(rewriter, loc,
                                          rewriter.getIndexType(), size);
      sizes.push_back(size);
    }
    rewriter.replaceOp(
        op, emitReshaped(rewriter, loc, op.getSource(), result, sizes));
    return success();
  }
};
} // namespace

void sparsifier::populateReshapePatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertCollapse, ConvertExpand, ConvertReshape>(
      patterns.getContext());
}
