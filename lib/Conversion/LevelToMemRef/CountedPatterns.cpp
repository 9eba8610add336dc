//===- CountedPatterns.cpp - Lowering of counts and places ------*- C++ -*-===//
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
struct LowerCount : LevelPattern<CountOp, CountEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(CountOp, OneToNOpAdaptor adaptor, Emitter emitter,
                          LevelSite site, ValueVector &state) const override {
    emitter.count(site, state, adaptor.getParent().front(),
                  adaptor.getChildren().front());
    return {};
  }
};

struct LowerScan : StoragePattern<ScanOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(ScanOp op, OneToNOpAdaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    Value numSlots;
    if (int64_t level = layout.getNumberingLevel();
        level != layout.getNumLevels())
      numSlots = parts.sizes.back() =
          layout.getEmitter<SlotsEmitterInterface>(level).countSlots(
              layout.getSite(b, parts.sizes, level), parts.levels[level]);
    // Slots that entries were counted in were numbered before.
    if (!layout.countsInSlots())
      emitRowCounts(b, layout, parts, numSlots);
    Value parentSize = emitIndex(b, 1);
    for (int64_t level = 0, end = layout.getNumLevels(); level != end;
         ++level) {
      LevelSite site = layout.getSite(b, parts.sizes, level);
      site.numSlots = numSlots;
      site.scattered = op.getScattered();
      SmallVector<Value> &state = parts.levels[level];
      layout.getEmitter<ScanEmitterInterface>(level).scan(site, state,
                                                          parentSize);
      parentSize = layout.getAssembler(level).size(site, state, parentSize);
    }
    memref::DeallocOp::create(b, parts.values);
    parts.values = layout.isLeafAppended()
                       ? emitAlloc(b, layout.getElementType(), parentSize)
                       : emitFilled(b, parentSize, layout.emitFillValue(b));
    return Replacements{parts.flatten()};
  }
};

struct LowerAddChild : LevelPattern<AddChildOp, ScatterEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(AddChildOp, OneToNOpAdaptor adaptor, Emitter emitter,
                          LevelSite site, ValueVector &state) const override {
    emitter.addChild(site, state, adaptor.getParent().front());
    return {};
  }
};

struct LowerAppendChildren
    : LevelPattern<AppendChildrenOp, ScatterEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(AppendChildrenOp op, OneToNOpAdaptor adaptor,
                          Emitter emitter, LevelSite site,
                          ValueVector &state) const override {
    emitter.appendChildren(site, state, adaptor.getParent().front(),
                           adaptor.getCount().front(), op.getShared());
    return {};
  }
};

struct LowerTakeChild : LevelPattern<TakeChildOp, ScatterEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(TakeChildOp, OneToNOpAdaptor adaptor, Emitter emitter,
                          LevelSite site, ValueVector &state) const override {
    return {emitter.takeChild(site, state, adaptor.getParent().front(),
                              adaptor.getCoordinate().front())};
  }
};

struct LowerBegin : LevelPattern<BeginOp, CountEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(BeginOp, OneToNOpAdaptor adaptor, Emitter emitter,
                          LevelSite site, ValueVector &state) const override {
    return {emitter.segmentBegin(site, state, adaptor.getParent().front())};
  }
};

struct LowerPlace : LevelPattern<PlaceOp, PlaceEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(PlaceOp op, OneToNOpAdaptor adaptor, Emitter emitter,
                          LevelSite site, ValueVector &state) const override {
    // Only arrays change, so that what is placed on a condition is the same
    // state.
    ImplicitLocOpBuilder &b = site.builder;
    OpBuilder::InsertionGuard guard(b);
    if (op.getCondition()) {
      auto ifOp = scf::IfOp::create(b, adaptor.getCondition().front(),
                                    /*withElseRegion=*/false);
      b.setInsertionPointToStart(ifOp.thenBlock());
    }
    emitter.place(site, state, adaptor.getPosition().front(),
                  adaptor.getCoordinate().front());
    return {};
  }
};
} // namespace

void weft::populateCountedPatterns(const StorageTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<LowerCount, LowerScan, LowerBegin, LowerPlace, LowerAddChild,
               LowerAppendChildren, LowerTakeChild>(converter,
                                                    patterns.getContext());
}
