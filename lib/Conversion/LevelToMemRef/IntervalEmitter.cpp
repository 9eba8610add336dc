//===- IntervalEmitter.cpp - Code of interval levels ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of interval levels: below each parent are the coordinates
// of one interval, from a first one that is stored. Coordinates are inserted in
// order, so that the interval that grows is the last; while it is assembled,
// `pos[p + 1]` is the number of coordinates of parent `p`.
//
//===----------------------------------------------------------------------===//

#include "Segments.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

using namespace mlir;
using namespace weft;

/// The arrays of a level, and what its state holds besides: how many positions
/// there are.
enum { kPos, kFirst, kCount };

namespace {
/// The interval below a parent: the position and the coordinate that it begins
/// with, and the number of its coordinates.
struct Interval {
  Value position, first, width;
};

template <typename Base> struct IntervalEmitter : Base {
  static Interval emitInterval(const LevelSite &site, ValueRange arrays,
                               Value parent) {
    ImplicitLocOpBuilder &b = site.builder;
    Value next = arith::AddIOp::create(b, parent, emitIndex(b, 1));
    Value begin = emitLoadIndex(b, arrays[kPos], parent);
    Value end = emitLoadIndex(b, arrays[kPos], next);
    return {begin, emitLoadIndex(b, arrays[kFirst], parent),
            arith::SubIOp::create(b, end, begin)};
  }

  ValuePair coordBounds(Attribute, const LevelSite &site, ValueRange arrays,
                        Value parent, ValueRange) const {
    Interval interval = emitInterval(site, arrays, parent);
    Value end =
        arith::AddIOp::create(site.builder, interval.first, interval.width);
    return ValuePair{interval.first, end};
  }
  ValuePair coordAccess(Attribute, const LevelSite &site, ValueRange arrays,
                        Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value found = arith::ConstantOp::create(b, b.getBoolAttr(true));
    return ValuePair{emitPosition(site, arrays, parent, coords.back()).first,
                     found};
  }
  ValuePair locate(Attribute, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
    return emitPosition(site, arrays, parent, coords.back());
  }

  // Assembly.
  bool isSizeFixed(Attribute) const { return false; }
  void getStateTypes(Attribute, Type posType, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    types.append({getArrayType(posType), getArrayType(crdType),
                  IndexType::get(posType.getContext())});
  }
  void init(Attribute, const LevelSite &site, Value parentSize,
            ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value parents = parentSize ? parentSize : emitIndex(b, kInitialCapacity);
    state.append({emitCounts(site, parents),
                  emitFilled(b, parents, emitZeroCoord(site)),
                  emitIndex(b, 0)});
  }
  void initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    state.append({emitCopy(b, arrays[kPos]), emitCopy(b, arrays[kFirst]),
                  emitIndex(b, 0)});
  }
  Value insertCoord(Attribute, const LevelSite &site, ValueVector &state,
                    Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value coordinate = coords.back(), one = emitIndex(b, 1);
    if (site.assembly == level::Assembly::Place)
      return emitPosition(site, state, parent, coordinate).first;
    if (site.assembly == level::Assembly::Compute) {
      // The structure that is kept must have the coordinate.
      ValuePair place = emitPosition(site, state, parent, coordinate);
      emitFailUnless(b, place.second, WEFT_RT_STRUCTURE_MISMATCH);
      return place.first;
    }
    Value segment = arith::AddIOp::create(b, parent, one);
    emitRoom(site, state, segment);
    Value width = emitLoadIndex(b, state[kPos], segment);
    Value isFirst =
        emitCompare(b, arith::CmpIPredicate::eq, width, emitIndex(b, 0));
    Value first = arith::SelectOp::create(
        b, isFirst, coordinate, emitLoadIndex(b, state[kFirst], parent));
    Value distance = arith::SubIOp::create(b, coordinate, first);
    Value begin = arith::SubIOp::create(b, state[kCount], width);
    width = arith::MaxSIOp::create(b, width,
                                   arith::AddIOp::create(b, distance, one));
    state[kCount] = arith::AddIOp::create(b, begin, width);
    emitPositionCheck(site, state[kCount]);
    emitStoreIndex(b, width, state[kPos], segment);
    emitStoreIndex(b, first, state[kFirst], parent);
    return arith::AddIOp::create(b, begin, distance).getResult();
  }
  LogicalResult moveSegment(Attribute, const LevelSite &site, ValueRange state,
                            Value from, Value to,
                            function_ref<LogicalResult(Value, Value)>) const {
    // Positions follow from the sums of all widths, which are taken later.
    ImplicitLocOpBuilder &b = site.builder;
    emitMoveCount(site, state[kPos], from, to);
    emitStoreIndex(b, emitLoadIndex(b, state[kFirst], from), state[kFirst], to);
    return success();
  }
  void reserve(Attribute, const LevelSite &site, ValueVector &state,
               Value parentSize) const {
    emitRoom(site, state, parentSize);
  }
  void scan(Attribute, const LevelSite &site, ValueVector &state,
            Value parentSize) const {
    emitRoom(site, state, parentSize);
    state[kCount] = emitSums(site, state[kPos], parentSize);
  }
  Value size(Attribute, const LevelSite &site, ValueRange state,
             Value parentSize) const {
    return emitNumPositions(site, state[kPos], state[kCount], parentSize);
  }
  void finalize(Attribute, const LevelSite &site, ValueRange state,
                Value parentSize, ValueVector &arrays) const {
    SmallVector<Value> last(state);
    if (site.assembly != level::Assembly::Compute) {
      if (site.assembly != level::Assembly::Place) {
        emitRoom(site, last, parentSize);
        emitSums(site, last[kPos], parentSize);
      }
      if (!site.parentsKnown)
        last[kFirst] = emitPrefix(site.builder, last[kFirst], parentSize);
    }
    arrays.append({last[kPos], last[kFirst]});
  }

private:
  static Value emitZeroCoord(const LevelSite &site) {
    ImplicitLocOpBuilder &b = site.builder;
    return arith::ConstantOp::create(b, b.getZeroAttr(site.crdType));
  }
  /// Makes room for the intervals of `parents` parents.
  static void emitRoom(const LevelSite &site, ValueVector &state,
                       Value parents) {
    if (site.parentsKnown)
      return;
    emitEnsureSegments(site, state[kPos], parents);
    state[kFirst] = emitEnsureLength(site.builder, state[kFirst], parents,
                                     emitZeroCoord(site));
  }
  /// The position of a coordinate, and whether it is in the interval.
  static ValuePair emitPosition(const LevelSite &site, ValueRange arrays,
                                Value parent, Value coordinate) {
    ImplicitLocOpBuilder &b = site.builder;
    Interval interval = emitInterval(site, arrays, parent);
    Value distance = arith::SubIOp::create(b, coordinate, interval.first);
    // A negative distance is a very large number.
    Value found =
        emitCompare(b, arith::CmpIPredicate::ult, distance, interval.width);
    return {arith::AddIOp::create(b, interval.position, distance), found};
  }
};
} // namespace

void weft::registerIntervalEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<
        level::IntervalAttr, IntervalEmitter, CoordinateIterateEmitterInterface,
        LocateEmitterInterface, AssemblyEmitterInterface, KeepEmitterInterface,
        InsertEmitterInterface, MoveEmitterInterface, ScanEmitterInterface>(
        *context);
  });
}
