//===- TensorPatterns.cpp - Lowering of whole tensors --------*- C++ -*-===//
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
    auto result = StorageLayout::get(op.getType());
    if (failed(result) || result->flatten() != layout.flatten())
      return failure();
    return Replacements{parts.flatten()};
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
    if (!isStoredType(op.getType()) || adaptor.getCondition().size() != 1)
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
               LowerEmpty, LowerSelect>(converter, patterns.getContext());
}
