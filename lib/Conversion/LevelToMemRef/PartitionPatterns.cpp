//===- PartitionPatterns.cpp - Parallel appending in partitions -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the assembly of levels by parallel loops that append: each partition
// of the iterations has separate arrays, which are concatenated at the end
// (Concatenation.h).
//
//===----------------------------------------------------------------------===//

#include "Concatenation.h"
#include "Patterns.h"
#include "ScatterPartitionPatterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// The state of the builder that was forked, and where the states of the
/// partitions are.
static std::pair<ValueRange, ValueRange>
splitPartitions(const StorageLayout &layout, ValueRange partitions) {
  size_t numValues = layout.flatten().size();
  return {partitions.take_front(numValues), partitions.drop_front(numValues)};
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

struct LowerBeginPartition : OpConversionPattern<BeginPartitionOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(BeginPartitionOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto layout = StorageLayout::get(op.getState().getType());
    if (failed(layout) || fillsSegments(*layout))
      return rewriter.notifyMatchFailure(op, "the format cannot be lowered");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    StorageParts partition =
        layout->split(splitPartitions(*layout, adaptor.getPartitions()).first);
    for (auto [level, state] : llvm::enumerate(partition.levels)) {
      SmallVector<Value> own;
      layout->getEmitter<ConcatenateEmitterInterface>(level).beginPartition(
          layout->getSite(b, partition.sizes, level), state, own);
      state = own;
    }
    partition.values = emitInitialValues(b, *layout, /*size=*/nullptr,
                                         /*room=*/nullptr);
    SmallVector<Value> values = partition.flatten();
    nameArrayRoles(op, op.getState().getType(), values);
    rewriter.replaceOpWithMultiple(op, Replacements{values});
    return success();
  }
};

struct LowerEndPartition : StoragePattern<EndPartitionOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(EndPartitionOp, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout,
                                StorageParts partition,
                                ImplicitLocOpBuilder &b) const override {
    if (fillsSegments(layout))
      return failure();
    ValueRange tables = splitPartitions(layout, adaptor.getPartitions()).second;
    SmallVector<Value> values = partition.flatten();
    for (auto [value, table] : llvm::zip_equal(
             llvm::drop_begin(values, layout.getNumSizes()), tables))
      memref::StoreOp::create(b, value, table, adaptor.getNumber().front());
    return Replacements{};
  }
};

struct LowerConcatenate : OpConversionPattern<ConcatenateOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ConcatenateOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto layout = StorageLayout::get(op.getNext().getType());
    if (failed(layout) || fillsSegments(*layout))
      return rewriter.notifyMatchFailure(op, "the format cannot be lowered");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto [forked, tables] = splitPartitions(*layout, adaptor.getPartitions());
    StorageParts joined = emitConcatenation(b, *layout, forked, tables);
    rewriter.replaceOpWithMultiple(op, Replacements{joined.flatten()});
    return success();
  }
};
} // namespace

void weft::populatePartitionPatterns(const StorageTypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<LowerNumThreads, LowerFork, LowerBeginPartition,
               LowerEndPartition, LowerConcatenate>(converter,
                                                    patterns.getContext());
  populateScatterPartitionPatterns(converter, patterns);
}
