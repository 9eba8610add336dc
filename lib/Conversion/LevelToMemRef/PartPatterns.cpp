//===- PartPatterns.cpp - Tensors that threads assemble ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the assembly of levels in parts. A part has arrays of its own, which
// are joined in the end (PartJoin.h).
//
//===----------------------------------------------------------------------===//

#include "PartJoin.h"
#include "Patterns.h"
#include "ScatterPartPatterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// The state of the builder that was forked, and where the states of the parts
/// are.
static std::pair<ValueRange, ValueRange> splitParts(const StorageLayout &layout,
                                                    ValueRange parts) {
  size_t numValues = layout.flatten().size();
  return {parts.take_front(numValues), parts.drop_front(numValues)};
}

namespace {
struct LowerNumThreads : OpConversionPattern<NumThreadsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(NumThreadsOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value count = emitNumThreads(b, op->getParentOfType<ModuleOp>());
    if (!count)
      return rewriter.notifyMatchFailure(
          op, "the module has another function of the runtime's name");
    rewriter.replaceOp(
        op, arith::IndexCastUIOp::create(b, b.getIndexType(), count));
    return success();
  }
};

struct LowerFork : StoragePattern<ForkOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(ForkOp, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    if (fillsSegments(layout))
      return failure();
    SmallVector<Value> values = parts.flatten();
    for (Type state : layout.getStateTypes())
      values.push_back(memref::AllocOp::create(b, getArrayType(state),
                                               adaptor.getCount().front()));
    return Replacements{values};
  }
};

struct LowerBeginPart : OpConversionPattern<BeginPartOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(BeginPartOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto layout = StorageLayout::get(op.getState().getType());
    if (failed(layout) || fillsSegments(*layout))
      return rewriter.notifyMatchFailure(op, "the format cannot be lowered");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    StorageParts part =
        layout->split(splitParts(*layout, adaptor.getParts()).first);
    for (auto [level, state] : llvm::enumerate(part.levels)) {
      SmallVector<Value> own;
      layout->getEmitter<JoinEmitterInterface>(level).beginPart(
          layout->getSite(b, part.sizes, level), state, own);
      state = own;
    }
    part.values = emitInitialValues(b, *layout, /*size=*/nullptr,
                                    /*room=*/nullptr);
    rewriter.replaceOpWithMultiple(op, Replacements{part.flatten()});
    return success();
  }
};

struct LowerEndPart : StoragePattern<EndPartOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(EndPartOp, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts part,
                                ImplicitLocOpBuilder &b) const override {
    if (fillsSegments(layout))
      return failure();
    ValueRange tables = splitParts(layout, adaptor.getParts()).second;
    SmallVector<Value> values = part.flatten();
    for (auto [value, table] : llvm::zip_equal(
             llvm::drop_begin(values, layout.getNumSizes()), tables))
      memref::StoreOp::create(b, value, table, adaptor.getNumber().front());
    return Replacements{};
  }
};

struct LowerJoin : OpConversionPattern<JoinOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(JoinOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto layout = StorageLayout::get(op.getNext().getType());
    if (failed(layout) || fillsSegments(*layout))
      return rewriter.notifyMatchFailure(op, "the format cannot be lowered");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto [forked, tables] = splitParts(*layout, adaptor.getParts());
    StorageParts joined = emitJoin(b, *layout, forked, tables);
    rewriter.replaceOpWithMultiple(op, Replacements{joined.flatten()});
    return success();
  }
};
} // namespace

void weft::populatePartPatterns(const StorageTypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns
      .add<LowerNumThreads, LowerFork, LowerBeginPart, LowerEndPart, LowerJoin>(
          converter, patterns.getContext());
  populateScatterPartPatterns(converter, patterns);
}
