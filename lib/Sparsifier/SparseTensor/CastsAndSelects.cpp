//===- CastsAndSelects.cpp - Casts and selects ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tensor.cast` and `arith.select` have no format to convert to: a cast between
// a tensor without a format and one in a dense format is a copy, so that the
// memory of one is never that of the other, and a select of whole tensors is a
// branch.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;

namespace {
/// A cast between a tensor without a format and one whose levels are dense, in
/// the order of its modes.
struct ConvertCast : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto target = dyn_cast<RankedTensorType>(op.getType());
    if (!source || !target || !source.getEncoding() == !target.getEncoding())
      return rewriter.notifyMatchFailure(op, "both tensors have a format");
    if (!isDense(source) || !isDense(target) ||
        level::getFormat(source).getDimToLevel() !=
            level::getFormat(target).getDimToLevel())
      return rewriter.notifyMatchFailure(op, "not all levels are dense");
    // The sizes change in the format of the source, in which a cast is free.
    auto resized = target.cloneWithEncoding(source.getEncoding());
    Value tensor = op.getSource();
    if (source != resized)
      tensor = tensor::CastOp::create(rewriter, op.getLoc(), resized, tensor);
    rewriter.replaceOp(op, emitCopy(rewriter, op.getLoc(), tensor, target));
    return success();
  }
};

/// A choice between two whole tensors by one condition.
struct ConvertSelect : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || !type.getEncoding() || !level::getFormat(type))
      return rewriter.notifyMatchFailure(op, "the tensor has no format");
    if (isa<TensorType>(op.getCondition().getType()))
      return rewriter.notifyMatchFailure(op, "each component is selected");
    rewriter.replaceOpWithNewOp<scf::IfOp>(
        op, op.getCondition(),
        [&](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(builder, loc, op.getTrueValue());
        },
        [&](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(builder, loc, op.getFalseValue());
        });
    return success();
  }
};
} // namespace

void sparsifier::populateCastAndSelectPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertCast, ConvertSelect>(patterns.getContext());
}
