//===- SparseTensorToTIN.cpp - Whole tensors as index notation --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations whose components are those of their operands, at other
// coordinates or in another format, are index notation without reductions.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "weft/Sparsifier/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTSPARSETENSORTOTIN
#include "weft/Sparsifier/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;

/// Whether the encodings of all tensors mean formats.
static bool haveFormats(TypeRange types) {
  return llvm::all_of(types, [](Type type) {
    return static_cast<bool>(level::getFormat(cast<RankedTensorType>(type)));
  });
}

/// Emits the component of a tensor at `factors * variables + offsets`, where
/// the variables may have other extents than the tensor has sizes.
static Value emitShiftedAccess(OpBuilder &builder, Location loc, Value tensor,
                               ValueRange variables, ArrayRef<int64_t> factors,
                               ArrayRef<int64_t> offsets) {
  SmallVector<Value> indices;
  for (auto [variable, factor, offset] :
       llvm::zip_equal(variables, factors, offsets))
    indices.push_back(
        tin::AffineOp::create(builder, loc, variable, factor, offset));
  return tin::AccessOp::create(builder, loc, tensor, indices);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
/// A copy in another format.
template <typename OpTy> struct ConvertCopy : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Value source = op->getOperand(0);
    auto type = cast<RankedTensorType>(op.getType());
    if (source.getType() == type) {
      rewriter.replaceOp(op, source);
      return success();
    }
    if (!haveFormats({source.getType(), type}))
      return rewriter.notifyMatchFailure(op, "an encoding means no format");
    if (!canConvertComponents(getElementTypeOrSelf(source),
                              type.getElementType()))
      return rewriter.notifyMatchFailure(op, "components are not converted");
    rewriter.replaceOp(op, emitCopy(rewriter, op.getLoc(), source, type));
    return success();
  }
};

struct ConvertConcatenate : OpRewritePattern<sparse_tensor::ConcatenateOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::ConcatenateOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    int64_t dim = op.getDimension();
    if (!haveFormats(op->getOperandTypes()) || !haveFormats(type))
      return rewriter.notifyMatchFailure(op, "an encoding means no format");
    SmallVector<int64_t> ends;
    for (Value input : op.getInputs()) {
      auto inputType = cast<RankedTensorType>(input.getType());
      if (inputType.isDynamicDim(dim))
        return rewriter.notifyMatchFailure(op, "a size is not constant");
      ends.push_back((ends.empty() ? 0 : ends.back()) +
                     inputType.getDimSize(dim));
    }
    SmallVector<Value> sizes = emitSizes(rewriter, loc, op.getInputs().front());
    sizes[dim] = arith::ConstantIndexOp::create(rewriter, loc, ends.back());
    auto compute =
        createCompute(rewriter, loc, type, sizes, op.getInputs().getTypes());
    SmallVector<int64_t> factors(type.getRank(), 1), offsets(type.getRank());
    Value coordinate =
        tin::ValueOp::create(rewriter, loc, compute.getVariables()[dim]);
    Value component;
    for (size_t number = ends.size(); number-- != 0;) {
      offsets[dim] = number == 0 ? 0 : -ends[number - 1];
      Value access =
          emitShiftedAccess(rewriter, loc, op.getInputs()[number],
                            compute.getVariables(), factors, offsets);
      if (!component) {
        component = access;
        continue;
      }
      Value end = arith::ConstantIndexOp::create(rewriter, loc, ends[number]);
      Value isInside = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::ult, coordinate, end);
      component =
          arith::SelectOp::create(rewriter, loc, isInside, access, component);
    }
    tin::YieldOp::create(rewriter, loc, component);
    rewriter.replaceOp(op, compute);
    return success();
  }
};

struct ConvertExtractSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!haveFormats({op.getSourceType(), op.getType()}) ||
        (!op.getSourceType().getEncoding() && !op.getType().getEncoding()))
      return rewriter.notifyMatchFailure(op, "no tensor has a format");
    if (op.getType().getRank() != op.getSourceType().getRank())
      return rewriter.notifyMatchFailure(op, "modes are dropped");
    auto offsets = getConstantIntValues(op.getMixedOffsets());
    auto strides = getConstantIntValues(op.getMixedStrides());
    if (!offsets || !strides)
      return rewriter.notifyMatchFailure(op, "offsets are not constant");
    Location loc = op.getLoc();
    SmallVector<Value> sizes;
    for (OpFoldResult size : op.getMixedSizes())
      sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
    auto compute =
        createCompute(rewriter, loc, op.getType(), sizes, op.getSourceType());
    Value component =
        emitShiftedAccess(rewriter, loc, op.getSource(), compute.getVariables(),
                          *strides, *offsets);
    tin::YieldOp::create(rewriter, loc, component);
    rewriter.replaceOp(op, compute);
    return success();
  }
};

/// Emits the coordinates of a slice that coordinates of its source become, and
/// whether the slice has them.
static SmallVector<Value> emitSliceCoordinates(OpBuilder &builder, Location loc,
                                               tensor::ExtractSliceOp op,
                                               ValueRange coordinates,
                                               Value &isInside) {
  auto get = [&](OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loc, number);
  };
  auto add = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    Value holds = arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
    isInside =
        isInside
            ? arith::AndIOp::create(builder, loc, isInside, holds).getResult()
            : holds;
  };
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> inSlice;
  for (auto [coordinate, offset, size, stride] :
       llvm::zip_equal(coordinates, op.getMixedOffsets(), op.getMixedSizes(),
                       op.getMixedStrides())) {
    Value distance =
        arith::SubIOp::create(builder, loc, coordinate, get(offset));
    Value step = get(stride);
    inSlice.push_back(arith::DivUIOp::create(builder, loc, distance, step));
    Value rest = arith::RemUIOp::create(builder, loc, distance, step);
    add(arith::CmpIPredicate::uge, coordinate, get(offset));
    add(arith::CmpIPredicate::eq, rest, zero);
    add(arith::CmpIPredicate::ult, inSlice.back(), get(size));
  }
  return inSlice;
}

/// A slice at offsets or strides that are not constant, which index notation
/// cannot index with. The entries that it has are inserted into it.
struct ConvertDynamicSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    if (!haveFormats({op.getSourceType(), type}) ||
        !op.getSourceType().getEncoding() || !type.getEncoding())
      return rewriter.notifyMatchFailure(op, "a tensor has no format");
    if (type.getRank() != op.getSourceType().getRank())
      return rewriter.notifyMatchFailure(op, "modes are dropped");
    if (level::getFill(op.getSourceType()) != level::getFill(type))
      return rewriter.notifyMatchFailure(op, "absent components differ");
    Location loc = op.getLoc();
    SmallVector<Value> sizes;
    for (auto [size, extent] :
         llvm::zip_equal(op.getMixedSizes(), type.getShape()))
      if (ShapedType::isDynamic(extent))
        sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
    Value empty = tensor::EmptyOp::create(rewriter, loc, type, sizes);
    auto emitEntry = [&](OpBuilder &builder, Location loc, ValueRange entry,
                         Value component, ValueRange carried) {
      Value isInside;
      SmallVector<Value> inSlice =
          emitSliceCoordinates(builder, loc, op, entry, isInside);
      auto next = scf::IfOp::create(
          builder, loc, isInside,
          [&](OpBuilder &builder, Location loc) {
            Value inserted = tensor::InsertOp::create(builder, loc, component,
                                                      carried.front(), inSlice);
            scf::YieldOp::create(builder, loc, inserted);
          },
          [&](OpBuilder &builder, Location loc) {
            scf::YieldOp::create(builder, loc, carried.front());
          });
      sparse_tensor::YieldOp::create(builder, loc, next.getResults());
    };
    auto foreach = sparse_tensor::ForeachOp::create(
        rewriter, loc, op.getSource(), empty, emitEntry);
    rewriter.replaceOpWithNewOp<sparse_tensor::LoadOp>(op, foreach.getResult(0),
                                                       /*hasInserts=*/true);
    return success();
  }
};

struct ConvertPad : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getResultType();
    if (!haveFormats({op.getSourceType(), type}) ||
        (!op.getSourceType().getEncoding() && !type.getEncoding()))
      return rewriter.notifyMatchFailure(op, "no tensor has a format");
    Value padding = op.getConstantPaddingValue();
    Attribute number;
    if (!padding || !matchPattern(padding, m_Constant(&number)) ||
        number != level::getFill(op.getSourceType()) ||
        number != level::getFill(type))
      return rewriter.notifyMatchFailure(op, "the padding is not the fill");
    auto low = getConstantIntValues(op.getMixedLowPad());
    auto high = getConstantIntValues(op.getMixedHighPad());
    if (!low || !high)
      return rewriter.notifyMatchFailure(op, "paddings are not constant");
    Location loc = op.getLoc();
    SmallVector<Value> sizes = emitSizes(rewriter, loc, op.getSource());
    SmallVector<int64_t> factors(type.getRank(), 1), offsets;
    for (auto [mode, before, after] : llvm::enumerate(*low, *high)) {
      offsets.push_back(-before);
      Value added =
          arith::ConstantIndexOp::create(rewriter, loc, before + after);
      sizes[mode] =
          rewriter.createOrFold<arith::AddIOp>(loc, sizes[mode], added);
    }
    auto compute =
        createCompute(rewriter, loc, type, sizes, op.getSourceType());
    Value component =
        emitShiftedAccess(rewriter, loc, op.getSource(), compute.getVariables(),
                          factors, offsets);
    tin::YieldOp::create(rewriter, loc, component);
    rewriter.replaceOp(op, compute);
    return success();
  }
};

/// An allocation of a tensor with a format is an empty one, or a copy.
struct ConvertAlloc : OpRewritePattern<bufferization::AllocTensorOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(bufferization::AllocTensorOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    if (!type.getEncoding() || !level::getFormat(type))
      return rewriter.notifyMatchFailure(op, "the tensor has no format");
    if (op.getCopy())
      rewriter.replaceOp(op,
                         emitCopy(rewriter, op.getLoc(), op.getCopy(), type));
    else
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type,
                                                   op.getDynamicSizes());
    return success();
  }
};

struct ConvertSparseTensorToTIN
    : weft::impl::ConvertSparseTensorToTINBase<ConvertSparseTensorToTIN> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateConstantPatterns(patterns);
    populateCastAndSelectPatterns(patterns);
    patterns.add<ConvertCopy<sparse_tensor::ConvertOp>,
                 ConvertCopy<sparse_tensor::ReorderCOOOp>, ConvertAlloc,
                 ConvertConcatenate, ConvertExtractSlice, ConvertPad>(
        &getContext());
    patterns.add<ConvertDynamicSlice>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
