//===- CountedPatterns.cpp - Lowering of counts and places ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers assembly in two phases. A builder that places has the arrays of the
// tensor in their final lengths, and no other state that changes: what is
// stored needs no look at how much room there is, and no order.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

namespace {
struct LowerCount : StoragePattern<CountOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(CountOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    if (failed(layout.getEmitter(level).count(
            layout.getSite(b, parts.sizes, level), parts.levels[level],
            adaptor.getParent().front(), adaptor.getChildren().front())))
      return failure();
    return Replacements{parts.flatten()};
  }
};

struct LowerScan : StoragePattern<ScanOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(ScanOp op, OneToNOpAdaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    Value numSlots;
    if (int64_t level = layout.getNumberingLevel();
        level != layout.getNumLevels()) {
      FailureOr<Value> count = layout.getEmitter(level).countSlots(
          layout.getSite(b, parts.sizes, level), parts.levels[level]);
      if (failed(count))
        return failure();
      numSlots = parts.sizes.back() = *count;
    }
    Value parentSize = emitIndex(b, 1);
    for (int64_t level = 0, end = layout.getNumLevels(); level != end;
         ++level) {
      LevelSite site = layout.getSite(b, parts.sizes, level);
      site.numSlots = numSlots;
      LevelEmitterInterface emitter = layout.getEmitter(level);
      SmallVector<Value> &state = parts.levels[level];
      if (failed(emitter.scan(site, state, parentSize)))
        return failure();
      FailureOr<Value> size = emitter.size(site, state, parentSize);
      if (failed(size))
        return failure();
      parentSize = *size;
    }
    memref::DeallocOp::create(b, parts.values);
    parts.values = layout.isLeafAppended()
                       ? emitAlloc(b, layout.getElementType(), parentSize)
                       : emitFilled(b, parentSize, layout.emitFillValue(b));
    return Replacements{parts.flatten()};
  }
};

struct LowerAddChild : StoragePattern<AddChildOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(AddChildOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    if (failed(layout.getEmitter(level).addChild(
            layout.getSite(b, parts.sizes, level), parts.levels[level],
            adaptor.getParent().front())))
      return failure();
    return Replacements{parts.flatten()};
  }
};

struct LowerTakeChild : StoragePattern<TakeChildOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(TakeChildOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    FailureOr<Value> position = layout.getEmitter(level).takeChild(
        layout.getSite(b, parts.sizes, level), parts.levels[level],
        adaptor.getParent().front(), adaptor.getCoordinate().front());
    if (failed(position))
      return failure();
    return Replacements{parts.flatten(), {*position}};
  }
};

struct LowerCloseSegments : StoragePattern<CloseSegmentsOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(CloseSegmentsOp op, OneToNOpAdaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t closed = op.getLevel();
    FailureOr<Value> parentSize = emitIndex(b, 1);
    for (int64_t level = 0; level != closed; ++level) {
      parentSize =
          layout.getEmitter(level).size(layout.getSite(b, parts.sizes, level),
                                        parts.levels[level], *parentSize);
      if (failed(parentSize))
        return failure();
    }
    if (failed(layout.getEmitter(closed).closeSegments(
            layout.getSite(b, parts.sizes, closed), parts.levels[closed],
            *parentSize)))
      return failure();
    return Replacements{parts.flatten()};
  }
};

struct LowerBegin : StoragePattern<BeginOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(BeginOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    return replaceBy(layout.getEmitter(level).segmentBegin(
        layout.getSite(b, parts.sizes, level), parts.levels[level],
        adaptor.getParent().front()));
  }
};

struct LowerPlace : StoragePattern<PlaceOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(PlaceOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    // Only arrays change, so that what is placed on a condition is the same
    // state.
    OpBuilder::InsertionGuard guard(b);
    if (op.getCondition()) {
      auto ifOp = scf::IfOp::create(b, adaptor.getCondition().front(),
                                    /*withElseRegion=*/false);
      b.setInsertionPointToStart(ifOp.thenBlock());
    }
    int64_t level = op.getLevel();
    if (failed(layout.getEmitter(level).place(
            layout.getSite(b, parts.sizes, level), parts.levels[level],
            adaptor.getPosition().front(), adaptor.getCoordinate().front())))
      return failure();
    return Replacements{parts.flatten()};
  }
};
} // namespace

void weft::populateCountedPatterns(const StorageTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<LowerCount, LowerScan, LowerBegin, LowerPlace, LowerAddChild,
               LowerTakeChild, LowerCloseSegments>(converter,
                                                   patterns.getContext());
}
