//===- SlotPatterns.cpp - Lowering of slots ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers what a format with slots needs before and while it is assembled: the
// level that numbers the slots is told of every entry first and then asked for
// the slot of each (docs/decisions/slots.md).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

void weft::emitRowCounts(ImplicitLocOpBuilder &b, const StorageLayout &layout,
                         StorageParts &parts, Value numSlots) {
  int64_t numbering = layout.getNumberingLevel();
  if (numbering == layout.getNumLevels())
    return;
  auto counter = layout.getEmitter<RowCountEmitterInterface>(numbering);
  if (!counter)
    return;
  Value first = counter.rowCounts(layout.getSite(b, parts.sizes, numbering),
                                  parts.levels[numbering]);
  Value counts = first, parentSize = emitIndex(b, 1);
  for (int64_t level = 0; level != numbering; ++level) {
    LevelSite site = layout.getSite(b, parts.sizes, level);
    site.numSlots = numSlots;
    SmallVector<Value> &state = parts.levels[level];
    if (auto user = layout.getEmitter<RowUseEmitterInterface>(level)) {
      Value ordered = user.useRowCounts(site, state, parentSize, counts);
      if (ordered != counts && counts != first)
        emitFree(b, counts);
      counts = ordered;
    }
    // Levels of slots are above no other that is made of counts.
    if (layout.isSlotLevel(level))
      break;
    parentSize = layout.getAssembler(level).size(site, state, parentSize);
  }
  if (counts != first)
    emitFree(b, counts);
}

namespace {
/// The coordinates of an entry, by the level that stores them; null for slots.
struct EntryCoordinates {
  EntryCoordinates(const StorageLayout &layout, ValueRange coords) {
    for (int64_t level = 0, end = layout.getNumLevels(); level != end; ++level)
      byLevel.push_back(layout.isSlotLevel(level) ? Value() : coords[next++]);
  }

  /// Those down to a level, without slots.
  SmallVector<Value> getDownTo(int64_t level) const {
    SmallVector<Value> coords;
    for (Value coordinate : ArrayRef(byLevel).take_front(level + 1))
      if (coordinate)
        coords.push_back(coordinate);
    return coords;
  }
  /// Numbers those above a level.
  Value emitRow(ImplicitLocOpBuilder &b, const StorageLayout &layout,
                ValueRange sizes, int64_t level) const {
    Value row = emitIndex(b, 0);
    for (int64_t above = 0; above != level; ++above) {
      if (!byLevel[above])
        continue;
      Value size = layout.emitSize(b, sizes, above);
      Value first = arith::MulIOp::create(b, row, size);
      row = arith::AddIOp::create(b, first, byLevel[above]);
    }
    return row;
  }

  SmallVector<Value> byLevel;

private:
  int64_t next = 0;
};

struct LowerNoteEntry : StoragePattern<NoteEntryOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(NoteEntryOp, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = layout.getNumberingLevel();
    if (level == layout.getNumLevels())
      return failure();
    EntryCoordinates entry(layout, flattenOperands(adaptor.getCoords()));
    layout.getEmitter<SlotsEmitterInterface>(level).noteEntry(
        layout.getSite(b, parts.sizes, level), parts.levels[level],
        entry.emitRow(b, layout, parts.sizes, level), entry.getDownTo(level));
    return Replacements{parts.flatten()};
  }
};

struct LowerNumberSlots : StoragePattern<NumberSlotsOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(NumberSlotsOp, OneToNOpAdaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t numbering = layout.getNumberingLevel(), end = layout.getNumLevels();
    if (numbering == end)
      return failure();
    LevelSite site = layout.getSite(b, parts.sizes, numbering);
    SmallVector<Value> &noted = parts.levels[numbering];
    parts.sizes.back() = site.numSlots =
        layout.getEmitter<SlotsEmitterInterface>(numbering).countSlots(site,
                                                                       noted);
    emitRowCounts(b, layout, parts, site.numSlots);
    // What was noted becomes what slots are taken by, below no parents yet.
    layout.getEmitter<ScanEmitterInterface>(numbering).scan(site, noted,
                                                            emitIndex(b, 0));
    // The level whose entries are counted has room for all parents.
    Value parentSize = emitIndex(b, 1);
    for (int64_t level = 0; level != end; ++level) {
      LevelSite other = layout.getSite(b, parts.sizes, level);
      SmallVector<Value> &state = parts.levels[level];
      if (layout.isCountedInSlots(level)) {
        auto counting = layout.getEmitter<MoveEmitterInterface>(level);
        if (!counting)
          return failure();
        counting.reserve(other, state, parentSize);
        break;
      }
      parentSize = layout.getAssembler(level).size(other, state, parentSize);
    }
    return Replacements{parts.flatten()};
  }
};

struct LowerTakeSlot : StoragePattern<TakeSlotOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(TakeSlotOp, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = layout.getNumberingLevel(), end = layout.getNumLevels();
    if (level == end)
      return failure();
    EntryCoordinates entry(layout, flattenOperands(adaptor.getCoords()));
    Value slot = layout.getEmitter<SlotsEmitterInterface>(level).takeSlot(
        layout.getSite(b, parts.sizes, level), parts.levels[level],
        entry.emitRow(b, layout, parts.sizes, level), entry.getDownTo(level));
    bool counts = layout.getAssembly() == Assembly::Count;
    for (int64_t other = 0; !counts && other != end; ++other) {
      auto user = layout.getEmitter<SlotUseEmitterInterface>(other);
      if (Value coordinate = entry.byLevel[other]; coordinate && user)
        user.noteSlot(layout.getSite(b, parts.sizes, other),
                      parts.levels[other], slot, coordinate,
                      other + 1 == end ? Value() : entry.byLevel[other + 1]);
    }
    return Replacements{parts.flatten(), {slot}};
  }
};
} // namespace

void weft::populateSlotPatterns(const StorageTypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<LowerNoteEntry, LowerNumberSlots, LowerTakeSlot>(
      converter, patterns.getContext());
}
