//===- Storage.cpp - The arrays of tensors with an encoding -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access of the arrays and sizes of stored tensors, and the operations that are
// nothing else.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensorType.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;
using level::LevelArray;

std::optional<int64_t> sparsifier::findArray(RankedTensorType type,
                                             int64_t level,
                                             LevelArray::Kind kind) {
  SmallVector<LevelArray> arrays;
  level::getFormat(type).getLevelType(level).getArrays(arrays);
  const auto *found = llvm::find_if(
      arrays, [&](const LevelArray &array) { return array.kind == kind; });
  if (found == arrays.end())
    return std::nullopt;
  return found - arrays.begin();
}

Value sparsifier::emitArray(OpBuilder &builder, Location loc, Value tensor,
                            int64_t level, LevelArray::Kind kind) {
  auto type = cast<RankedTensorType>(tensor.getType());
  level::FormatAttr format = level::getFormat(type);
  SmallVector<LevelArray> arrays;
  format.getLevelType(level).getArrays(arrays);
  int64_t number = *findArray(type, level, kind);
  auto arrayType =
      MemRefType::get({ShapedType::kDynamic},
                      level::getElementType(arrays[number], format, level));
  return level::GetArrayOp::create(builder, loc, arrayType, tensor, level,
                                   number);
}

Value sparsifier::emitValues(OpBuilder &builder, Location loc, Value tensor) {
  auto type = MemRefType::get({ShapedType::kDynamic},
                              getElementTypeOrSelf(tensor.getType()));
  return level::GetValuesOp::create(builder, loc, type, tensor);
}

Value sparsifier::emitLength(OpBuilder &builder, Location loc, Value array) {
  return memref::DimOp::create(builder, loc, array, 0);
}

Value sparsifier::emitNarrowed(OpBuilder &builder, Location loc, Value number,
                               Type type, LevelArray::Kind kind) {
  ImplicitLocOpBuilder b(loc, builder);
  auto emitIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value index = arith::IndexCastUIOp::create(b, b.getIndexType(), number);
  Value largest = emitIndex(
      APInt::getMaxValue(type.getIntOrFloatBitWidth()).getZExtValue());
  Value exceeds =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, index, largest);
  Value isCoordinate = emitIndex(kind == LevelArray::Kind::Coordinates);
  emitFailIf(b, exceeds, WEFT_RT_INDEX_OVERFLOW,
             {index, largest, isCoordinate});
  return arith::TruncIOp::create(b, type, number);
}

Value sparsifier::emitLevelSize(OpBuilder &builder, Location loc, Value tensor,
                                int64_t level) {
  level::FormatAttr format =
      level::getFormat(cast<RankedTensorType>(tensor.getType()));
  level::LevelExpr expr = format.getLevelExpr(level);
  if (expr.part == level::LevelPart::Remainder)
    return arith::ConstantIndexOp::create(builder, loc, expr.block);
  Value size = builder.createOrFold<tensor::DimOp>(loc, tensor, expr.dim);
  if (expr.part == level::LevelPart::Whole)
    return size;
  Value block = arith::ConstantIndexOp::create(builder, loc, expr.block);
  return builder.createOrFold<arith::CeilDivUIOp>(loc, size, block);
}

std::optional<int64_t> sparsifier::findListedLevel(RankedTensorType type) {
  auto encoding = sparse_tensor::getSparseTensorEncoding(type);
  if (!encoding)
    return std::nullopt;
  int64_t start = sparse_tensor::SparseTensorType(type).getAoSCOOStart();
  if (start == static_cast<int64_t>(encoding.getLvlTypes().size()))
    return std::nullopt;
  return start;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Whether the encoding of a tensor means a format.
static bool hasFormat(Value tensor) {
  return static_cast<bool>(
      level::getFormat(cast<RankedTensorType>(tensor.getType())));
}

/// Emits a copy of an array of integers with fewer bits, in the buffer of a
/// tensor.
static Value emitNarrowArray(OpBuilder &builder, Location loc, MemRefType type,
                             Value array, LevelArray::Kind kind) {
  Value length = emitLength(builder, loc, array);
  auto tensorType =
      RankedTensorType::get({ShapedType::kDynamic}, type.getElementType());
  auto narrow =
      tensor::GenerateOp::create(builder, loc, tensorType, ValueRange(length));
  // A check needs the module, and so an operation that is in it.
  OpBuilder::InsertionGuard guard(builder);
  Block *body =
      builder.createBlock(&narrow.getBody(), {}, builder.getIndexType(), loc);
  Value wide =
      memref::LoadOp::create(builder, loc, array, body->getArguments());
  Value number =
      sparsifier::emitNarrowed(builder, loc, wide, type.getElementType(), kind);
  tensor::YieldOp::create(builder, loc, number);
  builder.setInsertionPointAfter(narrow);
  return bufferization::ToBufferOp::create(builder, loc, type, narrow);
}

/// Gives an array the type that upstream's operation has, in which numbers may
/// be of type index.
static Value emitAs(OpBuilder &builder, Location loc, Type type, Value array) {
  if (array.getType() == type)
    return array;
  return UnrealizedConversionCastOp::create(builder, loc, type, array)
      .getResult(0);
}

/// Whether the numbers of an array have fewer bits than those of `array`.
static bool isNarrower(MemRefType type, Value array) {
  Type element = type.getElementType();
  return (element.isInteger(8) || element.isInteger(16)) &&
         getElementTypeOrSelf(array.getType()) != element;
}

namespace {
/// An array of positions or coordinates.
template <typename OpTy, LevelArray::Kind kind>
struct ConvertLevelArray : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getTensor().getType());
    int64_t level = op.getLevel();
    if (!level::getFormat(type) || !findArray(type, level, kind))
      return rewriter.notifyMatchFailure(op, "the level has no such array");
    Location loc = op.getLoc();
    Value array = emitArray(rewriter, loc, op.getTensor(), level, kind);
    auto shown = dyn_cast<MemRefType>(op.getType());
    rewriter.replaceOp(op,
                       shown && isNarrower(shown, array)
                           ? emitNarrowArray(rewriter, loc, shown, array, kind)
                           : emitAs(rewriter, loc, op.getType(), array));
    return success();
  }
};

struct ConvertValues : OpRewritePattern<sparse_tensor::ToValuesOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::ToValuesOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasFormat(op.getTensor()))
      return rewriter.notifyMatchFailure(op, "the encoding means no format");
    Value array = emitValues(rewriter, op.getLoc(), op.getTensor());
    rewriter.replaceOp(op, emitAs(rewriter, op.getLoc(), op.getType(), array));
    return success();
  }
};

struct ConvertNumberOfEntries
    : OpRewritePattern<sparse_tensor::NumberOfEntriesOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::NumberOfEntriesOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasFormat(op.getTensor()))
      return rewriter.notifyMatchFailure(op, "the encoding means no format");
    Value array = emitValues(rewriter, op.getLoc(), op.getTensor());
    rewriter.replaceOp(op, emitLength(rewriter, op.getLoc(), array));
    return success();
  }
};

struct ConvertLevelSize : OpRewritePattern<sparse_tensor::LvlOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::LvlOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<uint64_t> level = op.getConstantLvlIndex();
    if (!level || !hasFormat(op.getSource()))
      return rewriter.notifyMatchFailure(op, "the level is not constant");
    rewriter.replaceOp(
        op, emitLevelSize(rewriter, op.getLoc(), op.getSource(), *level));
    return success();
  }
};

struct ConvertDealloc : OpRewritePattern<bufferization::DeallocTensorOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(bufferization::DeallocTensorOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getTensor().getType());
    if (!type.getEncoding() || !level::getFormat(type))
      return rewriter.notifyMatchFailure(op, "the tensor has no format");
    rewriter.replaceOpWithNewOp<level::ReleaseOp>(op, op.getTensor());
    return success();
  }
};

/// The levels of a tensor as modes, or modes of such levels: the same arrays
/// with other sizes.
struct ConvertReinterpretMap
    : OpRewritePattern<sparse_tensor::ReinterpretMapOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::ReinterpretMapOp op,
                                PatternRewriter &rewriter) const override {
    auto source = cast<RankedTensorType>(op.getSource().getType());
    auto type = cast<RankedTensorType>(op.getType());
    level::FormatAttr format = level::getFormat(type);
    if (!level::getFormat(source) || !format)
      return rewriter.notifyMatchFailure(op, "the encoding means no format");
    Location loc = op.getLoc();
    SmallVector<Value> sizes(type.getRank()), arrays;
    for (int64_t level : llvm::seq(format.getNumLevels())) {
      level::LevelExpr expr = format.getLevelExpr(level);
      if (expr.part == level::LevelPart::Remainder)
        continue;
      Value size = emitLevelSize(rewriter, loc, op.getSource(), level);
      Value block = arith::ConstantIndexOp::create(rewriter, loc, expr.block);
      if (!type.isDynamicDim(expr.dim))
        size = arith::ConstantIndexOp::create(rewriter, loc,
                                              type.getDimSize(expr.dim));
      else
        size = rewriter.createOrFold<arith::MulIOp>(loc, size, block);
      sizes[expr.dim] = size;
    }
    for (int64_t level : llvm::seq(format.getNumLevels()))
      for (LevelArray::Kind kind :
           {LevelArray::Kind::Positions, LevelArray::Kind::Coordinates})
        if (findArray(source, level, kind))
          arrays.push_back(
              emitArray(rewriter, loc, op.getSource(), level, kind));
    arrays.push_back(emitValues(rewriter, loc, op.getSource()));
    rewriter.replaceOpWithNewOp<level::FromArraysOp>(op, type, sizes, arrays);
    return success();
  }
};

/// Weft does not call upstream's runtime library.
struct ConvertHasRuntimeLibrary
    : OpRewritePattern<sparse_tensor::HasRuntimeLibraryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::HasRuntimeLibraryOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op,
                                                   rewriter.getBoolAttr(false));
    return success();
  }
};

/// What is loaded without insertions is the tensor.
struct ConvertLoad : OpRewritePattern<sparse_tensor::LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::LoadOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getHasInserts())
      return rewriter.notifyMatchFailure(op, "there are insertions");
    rewriter.replaceOp(op, op.getTensor());
    return success();
  }
};
} // namespace

void sparsifier::populateArrayPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertLevelArray<sparse_tensor::ToPositionsOp,
                                 LevelArray::Kind::Positions>,
               ConvertLevelArray<sparse_tensor::ToCoordinatesOp,
                                 LevelArray::Kind::Coordinates>,
               ConvertValues, ConvertNumberOfEntries, ConvertLevelSize,
               ConvertDealloc, ConvertHasRuntimeLibrary, ConvertLoad,
               ConvertReinterpretMap>(patterns.getContext());
}
