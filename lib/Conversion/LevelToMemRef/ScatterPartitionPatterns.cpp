//===- ScatterPartitionPatterns.cpp - Scattering ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the partitions of builders that count and place. All arrays are those
// of the tensor, but what a partition says of the one level whose segments are
// filled.
//
//===----------------------------------------------------------------------===//

#include "ScatterPartitionPatterns.h"

#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/PartitionEmitter.h"
#include "weft/Dialect/Level/IR/LevelScatter.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

bool weft::fillsSegments(const StorageLayout &layout) {
  return level::fillsSegments(
      BuilderType::get(layout.getTensor(), layout.getAssembly()));
}

namespace {
/// The level of a tensor whose segments partitions fill.
class FilledLevel {
public:
  FilledLevel(ImplicitLocOpBuilder &b, const StorageLayout &layout,
              ValueRange values)
      : parts(layout.split(values)),
        level(*getFilledLevel(level::getFormat(layout.getTensor()))),
        emitter(layout.getEmitter<ScatterPartitionsEmitterInterface>(level)),
        site(layout.getSite(b, parts.sizes, level)), parents(emitIndex(b, 1)) {
    for (int64_t above = 0; above != level; ++above)
      parents = layout.getAssembler(above).size(
          layout.getSite(b, parts.sizes, above), parts.levels[above], parents);
  }

  SmallVector<Value> &getState() { return parts.levels[level]; }
  Replacements getReplacements() const { return {parts.flatten()}; }

private:
  StorageParts parts;
  int64_t level;

public:
  ScatterPartitionsEmitterInterface emitter;
  LevelSite site;
  /// How many parents there are.
  Value parents;
};

/// Lowers an operation on a builder, or its partitions, that fills segments.
template <typename OpTy> struct FillPattern : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;
  using OneToNOpAdaptor = typename OpConversionPattern<OpTy>::OneToNOpAdaptor;

  virtual Replacements lower(OneToNOpAdaptor adaptor, FilledLevel &filled,
                             const StorageLayout &layout,
                             ImplicitLocOpBuilder &b) const = 0;

  LogicalResult
  matchAndRewrite(OpTy op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    auto layout = StorageLayout::get(op->getOperand(0).getType());
    if (failed(layout) || !fillsSegments(*layout))
      return rewriter.notifyMatchFailure(op, "no segments are filled");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    FilledLevel filled(b, *layout, adaptor.getOperands()[0]);
    rewriter.replaceOpWithMultiple(op, lower(adaptor, filled, *layout, b));
    return success();
  }
};

struct LowerFork : FillPattern<ForkOp> {
  using FillPattern::FillPattern;
  Replacements lower(OneToNOpAdaptor adaptor, FilledLevel &filled,
                     const StorageLayout &layout,
                     ImplicitLocOpBuilder &) const override {
    // What partitions have counted is there when they place.
    if (layout.getAssembly() == Assembly::Count)
      filled.emitter.forkCounts(filled.site, filled.getState(), filled.parents,
                                adaptor.getCount().front());
    return filled.getReplacements();
  }
};

struct LowerBeginPartition : FillPattern<BeginPartitionOp> {
  using FillPattern::FillPattern;
  Replacements lower(OneToNOpAdaptor, FilledLevel &filled,
                     const StorageLayout &,
                     ImplicitLocOpBuilder &) const override {
    filled.emitter.beginCounts(filled.site, filled.getState(), filled.parents);
    return filled.getReplacements();
  }
};

struct LowerResumePartition : FillPattern<ResumePartitionOp> {
  using FillPattern::FillPattern;
  Replacements lower(OneToNOpAdaptor adaptor, FilledLevel &filled,
                     const StorageLayout &,
                     ImplicitLocOpBuilder &) const override {
    filled.emitter.beginPlaces(filled.site, filled.getState(), filled.parents,
                               adaptor.getNumber().front());
    return filled.getReplacements();
  }
};

struct LowerEndPartition : FillPattern<EndPartitionOp> {
  using FillPattern::FillPattern;
  Replacements lower(OneToNOpAdaptor adaptor, FilledLevel &filled,
                     const StorageLayout &layout,
                     ImplicitLocOpBuilder &b) const override {
    if (layout.getAssembly() == Assembly::Count) {
      FilledLevel tensor(b, layout, adaptor.getPartitions());
      tensor.emitter.keepCounts(tensor.site, tensor.getState(),
                                filled.getState(), tensor.parents,
                                adaptor.getNumber().front());
    } else {
      filled.emitter.endPlaces(filled.site, filled.getState());
    }
    return {};
  }
};

struct LowerConcatenate : FillPattern<ConcatenateOp> {
  using FillPattern::FillPattern;
  Replacements lower(OneToNOpAdaptor, FilledLevel &filled,
                     const StorageLayout &layout,
                     ImplicitLocOpBuilder &) const override {
    if (layout.getAssembly() == Assembly::Count)
      filled.emitter.concatenateCounts(filled.site, filled.getState(),
                                       filled.parents);
    else
      filled.emitter.concatenatePlaces(filled.site, filled.getState(),
                                       filled.parents);
    return filled.getReplacements();
  }
};

struct LowerCountedPartitions : FillPattern<CountedPartitionsOp> {
  using FillPattern::FillPattern;
  Replacements lower(OneToNOpAdaptor, FilledLevel &filled,
                     const StorageLayout &,
                     ImplicitLocOpBuilder &) const override {
    return replaceBy(filled.emitter.numPartitions(
        filled.site, filled.getState(), filled.parents));
  }
};
} // namespace

void weft::populateScatterPartitionPatterns(
    const StorageTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerFork, LowerBeginPartition, LowerResumePartition,
               LowerEndPartition, LowerConcatenate, LowerCountedPartitions>(
      converter, patterns.getContext());
}
