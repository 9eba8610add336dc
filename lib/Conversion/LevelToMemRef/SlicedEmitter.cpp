//===- SlicedEmitter.cpp - Code of sliced levels ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of sliced levels: so many parents that follow each other
// are a slice, and have the same coordinates, from zero on. What belongs to one
// coordinate is side by side for all parents of the slice.
//
//===----------------------------------------------------------------------===//

#include "RowCounts.h"
#include "Segments.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

using namespace mlir;
using namespace weft;

/// The array of a level.
enum { kPos };

namespace {
/// The slice of a parent: how many coordinates those before have, and how many
/// it has.
struct Slice {
  Slice(Attribute attr, const LevelSite &site, ValueRange arrays,
        Value parent) {
    ImplicitLocOpBuilder &b = site.builder;
    rows = emitIndex(b, cast<level::SlicedAttr>(attr).getRows());
    Value slice = arith::DivUIOp::create(b, parent, rows);
    Value next = arith::AddIOp::create(b, slice, emitIndex(b, 1));
    begin = emitLoadIndex(b, arrays[kPos], slice);
    width =
        arith::SubIOp::create(b, emitLoadIndex(b, arrays[kPos], next), begin);
  }
  Value rows, begin, width;
};

template <typename Base> struct SlicedEmitter : Base {
  ValuePair coordBounds(Attribute attr, const LevelSite &site,
                        ValueRange arrays, Value parent, ValueRange) const {
    return {emitIndex(site.builder, 0),
            Slice(attr, site, arrays, parent).width};
  }
  ValuePair coordAccess(Attribute attr, const LevelSite &site,
                        ValueRange arrays, Value parent,
                        ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Slice slice(attr, site, arrays, parent);
    Value found = arith::ConstantOp::create(b, b.getBoolAttr(true));
    return {emitPosition(b, slice, parent, coords.back()), found};
  }
  ValuePair locate(Attribute attr, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Slice slice(attr, site, arrays, parent);
    Value found =
        emitCompare(b, arith::CmpIPredicate::ult, coords.back(), slice.width);
    return {emitPosition(b, slice, parent, coords.back()), found};
  }

  // Assembly: slices have their widths when rows are counted.
  bool isSizeFixed(Attribute) const { return false; }
  void getStateTypes(Attribute, Type posType, Type,
                     SmallVectorImpl<Type> &types) const {
    types.push_back(getArrayType(posType));
  }
  void init(Attribute attr, const LevelSite &site, Value parentSize,
            ValueVector &state) const {
    state.push_back(emitCounts(
        site, parentSize ? emitNumSlices(attr, site, parentSize) : Value()));
  }
  Value useRowCounts(Attribute attr, const LevelSite &site, ValueVector &state,
                     Value parentSize, Value counts) const {
    ImplicitLocOpBuilder &b = site.builder;
    // No slice is wider than there are slots.
    emitPositionCheck(site, site.numSlots);
    RowGroups groups(b, counts, parentSize);
    Value rows = emitIndex(b, cast<level::SlicedAttr>(attr).getRows());
    Value numSlices = emitNumSlices(attr, site, parentSize);
    emitEnsureSegments(site, state[kPos], numSlices);
    Value pos = state[kPos];
    emitFor(b, numSlices, [&](Value slice) {
      Value begin = arith::MulIOp::create(b, slice, rows);
      Value end = arith::MinSIOp::create(
          b, arith::AddIOp::create(b, begin, rows), parentSize);
      Value segment = arith::AddIOp::create(b, slice, emitIndex(b, 1));
      emitStoreIndex(b, groups.emitMost(b, begin, end), pos, segment);
    });
    return counts;
  }
  void scan(Attribute attr, const LevelSite &site, ValueVector &state,
            Value parentSize) const {
    Value sum =
        emitSums(site, state[kPos], emitNumSlices(attr, site, parentSize));
    Value rows =
        emitIndex(site.builder, cast<level::SlicedAttr>(attr).getRows());
    emitPositionCheck(site, emitCheckedMul(site.builder, sum, rows));
  }
  Value insertCoord(Attribute attr, const LevelSite &site, ValueVector &state,
                    Value parent, ValueRange coords) const {
    return emitPosition(site.builder, Slice(attr, site, state, parent), parent,
                        coords.back());
  }
  Value size(Attribute attr, const LevelSite &site, ValueRange state,
             Value) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value last =
        arith::SubIOp::create(b, emitLength(b, state[kPos]), emitIndex(b, 1));
    Value rows = emitIndex(b, cast<level::SlicedAttr>(attr).getRows());
    return emitCheckedMul(b, emitLoadIndex(b, state[kPos], last), rows);
  }
  void finalize(Attribute, const LevelSite &, ValueRange state, Value,
                ValueVector &arrays) const {
    arrays.push_back(state[kPos]);
  }

private:
  static Value emitNumSlices(Attribute attr, const LevelSite &site,
                             Value parents) {
    int64_t rows = cast<level::SlicedAttr>(attr).getRows();
    ImplicitLocOpBuilder &b = site.builder;
    Value last = arith::AddIOp::create(b, parents, emitIndex(b, rows - 1));
    return arith::DivUIOp::create(b, last, emitIndex(b, rows));
  }
  static Value emitPosition(ImplicitLocOpBuilder &b, const Slice &slice,
                            Value parent, Value coordinate) {
    Value column = arith::AddIOp::create(b, slice.begin, coordinate);
    Value first = arith::MulIOp::create(b, column, slice.rows);
    Value row = arith::RemUIOp::create(b, parent, slice.rows);
    return arith::AddIOp::create(b, first, row);
  }
};
} // namespace

void weft::registerSlicedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::SlicedAttr, SlicedEmitter,
                  CoordinateIterateEmitterInterface, LocateEmitterInterface,
                  AssemblyEmitterInterface, InsertEmitterInterface,
                  ScanEmitterInterface, RowUseEmitterInterface>(*context);
  });
}
