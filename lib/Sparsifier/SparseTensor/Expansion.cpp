//===- Expansion.cpp - Dense workspaces of innermost levels -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts `sparse_tensor.expand` to the allocation of its arrays, `compress`
// to insertions of what they hold, and `push_back` to stores into an array that
// grows.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;

/// Whether a memref can be allocated again with any size.
static bool canGrow(Type type) {
  auto memref = cast<MemRefType>(type);
  return memref.isDynamicDim(0) && memref.getLayout().isIdentity();
}

static Value emitZero(OpBuilder &builder, Location loc, Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Attribute part = builder.getZeroAttr(complexType.getElementType());
    return complex::ConstantOp::create(builder, loc, complexType,
                                       builder.getArrayAttr({part, part}));
  }
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

/// Emits a loop that stores a value from one index to another one.
static void emitFill(OpBuilder &builder, Location loc, Value array, Value begin,
                     Value end, Value value) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(builder, loc, begin, end, one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  memref::StoreOp::create(builder, loc, value, array, loop.getInductionVar());
}

/// The last operation of the block of `expand` that uses its arrays; null if
/// they may be used behind it.
static Operation *findLastUser(sparse_tensor::ExpandOp expand) {
  Operation *last = nullptr;
  for (Value array : expand->getResults().drop_back())
    for (Operation *user : array.getUsers()) {
      Operation *ancestor = expand->getBlock()->findAncestorOpInBlock(*user);
      if (!ancestor ||
          !isa<memref::LoadOp, memref::StoreOp, memref::DimOp,
               sparse_tensor::CompressOp, sparse_tensor::SortOp>(user))
        return nullptr;
      if (!last || last->isBeforeInBlock(ancestor))
        last = ancestor;
    }
  return last && !last->hasTrait<OpTrait::IsTerminator>() ? last : nullptr;
}

namespace {
struct ConvertPushBack : OpRewritePattern<sparse_tensor::PushBackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::PushBackOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (!op.getInbounds() && !canGrow(op.getInBuffer().getType()))
      return rewriter.notifyMatchFailure(op, "the array cannot grow");
    Value count = op.getN();
    if (!count)
      count = arith::ConstantIndexOp::create(rewriter, loc, 1);
    Value size = op.getCurSize();
    Value newSize = arith::AddIOp::create(rewriter, loc, size, count);
    Value array = op.getInBuffer();
    if (!op.getInbounds())
      array = emitGrowth(rewriter, loc, array, newSize);
    emitFill(rewriter, loc, array, size, newSize, op.getValue());
    rewriter.replaceOp(op, {array, newSize});
    return success();
  }

private:
  /// Emits an array of at least `size` elements, and of twice as many as before
  /// if there are more now.
  static Value emitGrowth(OpBuilder &builder, Location loc, Value array,
                          Value size) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value capacity = memref::DimOp::create(builder, loc, array, zero);
    Value isLarger = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ugt, size, capacity);
    auto grow = [&](OpBuilder &b, Location at) {
      Value two = arith::ConstantIndexOp::create(b, at, 2);
      Value doubled = arith::MulIOp::create(b, at, capacity, two);
      Value larger = arith::MaxUIOp::create(b, at, doubled, size);
      scf::YieldOp::create(
          b, at,
          memref::ReallocOp::create(b, at, cast<MemRefType>(array.getType()),
                                    array, larger)
              .getResult());
    };
    auto keep = [&](OpBuilder &b, Location at) {
      scf::YieldOp::create(b, at, array);
    };
    return scf::IfOp::create(builder, loc, isLarger, grow, keep).getResult(0);
  }
};

struct ConvertExpand : OpRewritePattern<sparse_tensor::ExpandOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::ExpandOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getTensor().getType());
    level::FormatAttr format = level::getFormat(type);
    ValueRange arrays = op->getResults().drop_back();
    if (!format || format.getNumLevels() == 0 ||
        !llvm::all_of(arrays, [](Value v) { return canGrow(v.getType()); }))
      return rewriter.notifyMatchFailure(op, "the arrays have other types");
    Operation *last = findLastUser(op);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value size =
        emitLevelSize(rewriter, loc, op.getTensor(), format.getNumLevels() - 1);
    SmallVector<Value> results;
    for (Value array : arrays)
      results.push_back(memref::AllocOp::create(
          rewriter, loc, cast<MemRefType>(array.getType()), size));
    for (Value array : ArrayRef(results).drop_back())
      emitFill(rewriter, loc, array, zero, size,
               emitZero(rewriter, loc,
                        cast<MemRefType>(array.getType()).getElementType()));
    if (last) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointAfter(last);
      for (Value array : results)
        memref::DeallocOp::create(rewriter, loc, array);
    }
    results.push_back(zero);
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct ConvertCompress : OpRewritePattern<sparse_tensor::CompressOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::CompressOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getTensor().getType());
    level::FormatAttr format = level::getFormat(type);
    if (!format || format.getNumLevels() != type.getRank())
      return rewriter.notifyMatchFailure(op, "a level is no whole mode");
    Location loc = op.getLoc();
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    auto loop = scf::ForOp::create(rewriter, loc, zero, op.getCount(), one,
                                   op.getTensor());
    rewriter.setInsertionPointToEnd(loop.getBody());
    Value added = memref::LoadOp::create(rewriter, loc, op.getAdded(),
                                         loop.getInductionVar());
    SmallVector<Value> coordinates(type.getRank());
    for (auto [level, coordinate] : llvm::enumerate(op.getLvlCoords()))
      coordinates[format.getLevelExpr(level).dim] = coordinate;
    coordinates[format.getLevelExpr(type.getRank() - 1).dim] = added;
    Value component =
        memref::LoadOp::create(rewriter, loc, op.getValues(), added);
    Value tensor = tensor::InsertOp::create(
        rewriter, loc, component, loop.getRegionIterArg(0), coordinates);
    for (Value array : SmallVector<Value>{op.getValues(), op.getFilled()})
      memref::StoreOp::create(
          rewriter, loc,
          emitZero(rewriter, loc,
                   cast<MemRefType>(array.getType()).getElementType()),
          array, added);
    scf::YieldOp::create(rewriter, loc, tensor);
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }
};
} // namespace

void sparsifier::convertExpansions(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  patterns.add<ConvertPushBack, ConvertExpand, ConvertCompress>(
      root->getContext());
  walkAndApplyPatterns(root, std::move(patterns));
}
