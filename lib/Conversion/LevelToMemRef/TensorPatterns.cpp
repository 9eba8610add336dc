//===- TensorPatterns.cpp - Lowering of whole tensors -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the operations on tensors as a whole: what remains of the tensor
// dialect, the stored form of a tensor, and its release.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Support/FailurePlaces.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::level;

namespace {
struct LowerOpen : StoragePattern<OpenOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(OpenOp, OneToNOpAdaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    parts = layout.unpack(b, parts);
    for (auto [level, arrays] : llvm::enumerate(parts.levels)) {
      auto emitter = layout.getEmitter<OpenEmitterInterface>(level);
      if (!emitter)
        continue;
      LevelSite site = layout.getSite(b, parts.sizes, level);
      site.outermostSize = layout.emitSize(b, parts.sizes, 0);
      emitter.open(site, arrays);
    }
    return Replacements{parts.flatten()};
  }
};

struct LowerRelease : StoragePattern<ReleaseOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(ReleaseOp, OneToNOpAdaptor,
                                const StorageLayout &, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    for (const SmallVector<Value> &arrays : parts.levels)
      for (Value array : arrays)
        memref::DeallocOp::create(b, array);
    memref::DeallocOp::create(b, parts.values);
    return Replacements{};
  }
};

struct LowerRequire : OpConversionPattern<RequireOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RequireOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value size = adaptor.getSize();
    Value number = emitIndex(b, op.getNumber());
    Value isViolated;
    switch (op.getBound()) {
    case Bound::Exactly:
      isViolated = emitCompare(b, arith::CmpIPredicate::ne, size, number);
      break;
    case Bound::AtMost:
      isViolated = emitCompare(b, arith::CmpIPredicate::ugt, size, number);
      break;
    case Bound::MultipleOf:
      isViolated =
          emitCompare(b, arith::CmpIPredicate::ne,
                      arith::RemUIOp::create(b, size, number), emitIndex(b, 0));
      break;
    }
    int64_t place = getPlace(op.getLoc());
    if (place > std::numeric_limits<int64_t>::max() / WEFT_RT_BOUND_KINDS - 1)
      place = 0;
    int64_t kind = static_cast<int64_t>(op.getBound());
    emitFailIf(
        b, isViolated, WEFT_RT_BOUND_VIOLATED,
        {size, number, emitIndex(b, place * WEFT_RT_BOUND_KINDS + kind)});
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerDim : StoragePattern<tensor::DimOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(tensor::DimOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t rank = layout.getTensor().getRank();
    if (rank == 0)
      return failure();
    if (std::optional<int64_t> dim = op.getConstantIndex()) {
      if (*dim < 0 || *dim >= rank)
        return failure();
      return Replacements{{emitDim(b, layout, parts, *dim)}};
    }
    Value size = emitDim(b, layout, parts, rank - 1);
    for (int64_t dim = rank - 2; dim >= 0; --dim) {
      Value isDim = emitCompare(b, arith::CmpIPredicate::eq,
                                adaptor.getIndex().front(), emitIndex(b, dim));
      size = arith::SelectOp::create(b, isDim, emitDim(b, layout, parts, dim),
                                     size);
    }
    return Replacements{{size}};
  }

private:
  static Value emitDim(ImplicitLocOpBuilder &b, const StorageLayout &layout,
                       const StorageParts &parts, int64_t dim) {
    RankedTensorType tensor = layout.getTensor();
    if (!tensor.isDynamicDim(dim))
      return emitIndex(b, tensor.getDimSize(dim));
    return parts.sizes[dim];
  }
};

/// A cast changes what the type says of the sizes, not the values.
struct LowerCast : StoragePattern<tensor::CastOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(tensor::CastOp op, OneToNOpAdaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &) const override {
    auto converter = getTypeConverter<StorageTypeConverter>();
    auto result = StorageLayout::get(op.getType());
    if (!converter->isStored(op.getSource().getType()) ||
        !converter->isStored(op.getType()) || failed(result) ||
        result->flatten() != layout.flatten())
      return failure();
    return Replacements{parts.flatten()};
  }
};

/// The array of the components of a tensor whose levels are all dense as a
/// memref with the modes of the tensor.
static Value emitShapedArray(ImplicitLocOpBuilder &b, RankedTensorType type,
                             Value values, ValueRange sizes) {
  SmallVector<OpFoldResult> shape, strides(type.getRank());
  for (auto [mode, size] : llvm::enumerate(type.getShape()))
    shape.push_back(ShapedType::isDynamic(size)
                        ? OpFoldResult(sizes[mode])
                        : OpFoldResult(b.getIndexAttr(size)));
  OpFoldResult stride = b.getIndexAttr(1);
  for (int64_t mode = type.getRank() - 1; mode >= 0; --mode) {
    strides[mode] = stride;
    auto stepAttr = dyn_cast<Attribute>(stride);
    auto sizeAttr = dyn_cast<Attribute>(shape[mode]);
    if (stepAttr && sizeAttr)
      stride = b.getIndexAttr(cast<IntegerAttr>(stepAttr).getInt() *
                              cast<IntegerAttr>(sizeAttr).getInt());
    else
      stride = arith::MulIOp::create(
                   b, getValueOrCreateConstantIndexOp(b, b.getLoc(), stride),
                   getValueOrCreateConstantIndexOp(b, b.getLoc(), shape[mode]))
                   .getResult();
  }
  Type elementType = cast<MemRefType>(values.getType()).getElementType();
  SmallVector<int64_t> staticStrides;
  for (OpFoldResult step : strides)
    staticStrides.push_back(
        getConstantIntValue(step).value_or(ShapedType::kDynamic));
  auto strided = MemRefType::get(
      type.getShape(), elementType,
      StridedLayoutAttr::get(b.getContext(), /*offset=*/0, staticStrides));
  auto plain = MemRefType::get(type.getShape(), elementType);
  Value shaped = memref::ReinterpretCastOp::create(
      b, strided, values, b.getIndexAttr(0), shape, strides);
  return memref::CastOp::create(b, plain, shaped);
}

/// The components of a memref without gaps as an array.
static Value emitFlatArray(ImplicitLocOpBuilder &b, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  auto array = MemRefType::get({ShapedType::kDynamic}, type.getElementType());
  if (type.getRank() == 0)
    memref = memref::ExpandShapeOp::create(b, ArrayRef<int64_t>{1}, memref,
                                           ArrayRef<ReassociationIndices>{});
  if (type.getRank() > 1 && llvm::is_contained(type.getShape(), 0)) {
    // Canonicalization of collapse_shape makes the product of a zero and
    // dynamic sizes static, which its verifier rejects.
    memref = memref::ReinterpretCastOp::create(
        b, MemRefType::get({0}, type.getElementType()), memref, /*offset=*/0,
        ArrayRef<int64_t>{0}, ArrayRef<int64_t>{1});
  } else if (type.getRank() > 1) {
    auto modes = llvm::to_vector<2>(llvm::seq<int64_t>(type.getRank()));
    auto collapsed =
        type.hasStaticShape()
            ? MemRefType::get({type.getNumElements()}, type.getElementType())
            : array;
    memref = memref::CollapseShapeOp::create(
        b, collapsed, memref, SmallVector<ReassociationIndices>{modes});
  }
  return memref.getType() == array
             ? memref
             : memref::CastOp::create(b, array, memref).getResult();
}

/// A cast between a tensor that is not converted and one whose levels are all
/// dense, in the order of the modes: both have the same memory.
struct LowerBoundaryCast : OpConversionPattern<tensor::CastOp> {
  LowerBoundaryCast(const StorageTypeConverter &converter, MLIRContext *context)
      : OpConversionPattern(converter, context, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(tensor::CastOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto converter = getTypeConverter<StorageTypeConverter>();
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto target = dyn_cast<RankedTensorType>(op.getType());
    if (!source || !target ||
        converter->isStored(source) == converter->isStored(target))
      return rewriter.notifyMatchFailure(op, "both tensors are stored");
    RankedTensorType stored = converter->isStored(source) ? source : target;
    RankedTensorType plain = stored == source ? target : source;
    FormatAttr format = getFormat(stored);
    if (!format || !format.isAllDense() ||
        format.getDimToLevel() != getFormat(plain).getDimToLevel())
      return rewriter.notifyMatchFailure(op, "not all levels are dense");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    if (stored == source) {
      auto layout = StorageLayout::get(stored);
      if (failed(layout))
        return failure();
      StorageParts parts = layout->split(adaptor.getSource());
      Value memref = emitShapedArray(b, target, parts.values, parts.sizes);
      rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
          op, target, memref, /*restrict=*/true, /*writable=*/true);
      return success();
    }
    auto type = MemRefType::get(source.getShape(), source.getElementType());
    Value tensor = adaptor.getSource().front();
    Value memref = bufferization::ToBufferOp::create(b, type, tensor,
                                                     /*read_only=*/true);
    SmallVector<Value> values;
    for (int64_t mode : llvm::seq(source.getRank()))
      values.push_back(
          b.createOrFold<memref::DimOp>(memref, emitIndex(b, mode)));
    values.push_back(emitFlatArray(b, memref));
    rewriter.replaceOpWithMultiple(op, Replacements{values});
    return success();
  }
};

/// An empty tensor says how large a result is. Its arrays have no contents, and
/// no memory once they turn out to be unused.
struct LowerEmpty : OpConversionPattern<tensor::EmptyOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(tensor::EmptyOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto layout = StorageLayout::get(op.getType());
    if (failed(layout))
      return rewriter.notifyMatchFailure(op, "the format cannot be lowered");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> values;
    SmallVector<Value> dynamicSizes =
        flattenOperands(adaptor.getDynamicSizes());
    unsigned numDynamic = 0;
    for (int64_t size : op.getType().getShape())
      values.push_back(ShapedType::isDynamic(size) ? dynamicSizes[numDynamic++]
                                                   : emitIndex(b, size));
    for (int64_t slot = values.size(); slot != layout->getNumSizes(); ++slot)
      values.push_back(emitIndex(b, 0));
    SmallVector<Type> parts = layout->flatten();
    for (Type type : ArrayRef(parts).drop_front(values.size()))
      values.push_back(emitAlloc(b, cast<MemRefType>(type).getElementType(),
                                 emitIndex(b, 0)));
    rewriter.replaceOpWithMultiple(op, Replacements{values});
    return success();
  }
};

struct LowerSelect : OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::SelectOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!getTypeConverter<StorageTypeConverter>()->isStored(op.getType()) ||
        adaptor.getCondition().size() != 1)
      return rewriter.notifyMatchFailure(op, "selects no stored tensor");
    SmallVector<Value> values;
    for (auto [whenTrue, whenFalse] :
         llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
      values.push_back(arith::SelectOp::create(rewriter, op.getLoc(),
                                               adaptor.getCondition().front(),
                                               whenTrue, whenFalse));
    rewriter.replaceOpWithMultiple(op, Replacements{values});
    return success();
  }
};
} // namespace

void weft::populateTensorPatterns(const StorageTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<LowerOpen, LowerRelease, LowerRequire, LowerDim, LowerCast,
               LowerBoundaryCast, LowerEmpty, LowerSelect>(
      converter, patterns.getContext());
}
