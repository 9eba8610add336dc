//===- RangeEmitter.cpp - Code of range levels ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of range levels (thesis, table 2-13): bounds of
// coordinates are computed from the offset of a diagonal, and positions as
// those of a dense level. A coordinate is located by a look at the bounds.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

using namespace mlir;
using namespace weft;

/// The array of a level.
enum { kOffset };

namespace {
template <typename Base> struct RangeEmitter : Base {
  /// The bounds below the last of the coordinates.
  static ValuePair emitBounds(const LevelSite &site, ValueRange arrays,
                              Value slot) {
    ImplicitLocOpBuilder &b = site.builder;
    Value offset = emitLoadIndex(b, arrays[kOffset], slot);
    Value zero = emitIndex(b, 0);
    Value before = arith::SubIOp::create(b, zero, offset);
    Value behind = arith::SubIOp::create(b, site.sizeBelow, offset);
    return {arith::MaxSIOp::create(b, zero, before),
            arith::MinSIOp::create(b, site.size, behind)};
  }

  ValuePair coordBounds(Attribute, const LevelSite &site, ValueRange arrays,
                        Value, ValueRange coords) const {
    return emitBounds(site, arrays, coords.back());
  }
  ValuePair coordAccess(Attribute, const LevelSite &site, ValueRange,
                        Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value position = emitDensePosition(site, parent, coords.back());
    Value found = arith::ConstantOp::create(b, b.getBoolAttr(true));
    return ValuePair{position, found};
  }
  ValuePair locate(Attribute, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value coordinate = coords.back();
    ValuePair bounds = emitBounds(site, arrays, coords.drop_back().back());
    Value isBehind =
        emitCompare(b, arith::CmpIPredicate::sge, coordinate, bounds.first);
    Value isBefore =
        emitCompare(b, arith::CmpIPredicate::slt, coordinate, bounds.second);
    Value found = arith::AndIOp::create(b, isBehind, isBefore);
    return ValuePair{emitDensePosition(site, parent, coordinate), found};
  }

  // Assembly: the offset of a slot is that of any entry in it.
  bool isSizeFixed(Attribute) const { return true; }
  void getStateTypes(Attribute, Type, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    types.push_back(getArrayType(crdType));
  }
  void init(Attribute, const LevelSite &site, Value, ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    state.push_back(emitAlloc(b, site.crdType, emitIndex(b, 0)));
  }
  void scan(Attribute, const LevelSite &site, ValueVector &state, Value) const {
    emitReplaceCoords(site, state[kOffset], site.numSlots);
  }
  void noteSlot(Attribute, const LevelSite &site, ValueRange state, Value slot,
                Value coordinate, Value below) const {
    ImplicitLocOpBuilder &b = site.builder;
    emitStoreIndex(b, arith::SubIOp::create(b, below, coordinate),
                   state[kOffset], slot);
  }
  Value insertCoord(Attribute, const LevelSite &site, ValueVector &,
                    Value parent, ValueRange coords) const {
    return emitDensePosition(site, parent, coords.back());
  }
  Value size(Attribute, const LevelSite &site, ValueRange,
             Value parentSize) const {
    return emitCheckedMul(site.builder, parentSize, site.size);
  }
  void finalize(Attribute, const LevelSite &, ValueRange state, Value,
                ValueVector &arrays) const {
    arrays.push_back(state[kOffset]);
  }
};
} // namespace

void weft::registerRangeEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::RangeAttr, RangeEmitter,
                  CoordinateIterateEmitterInterface, LocateEmitterInterface,
                  AssemblyEmitterInterface, InsertEmitterInterface,
                  ScanEmitterInterface, SlotUseEmitterInterface>(*context);
  });
}
