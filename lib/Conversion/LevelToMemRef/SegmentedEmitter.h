//===- SegmentedEmitter.h - Segments of coordinates -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of levels that store one segment of coordinates after the
// other, each in order (thesis, tables 2-13 and 2-14). Such levels differ in
// what says where the segments are. Under assembly all of them have the array
// of bounds that Segments.h describes, from and to which a policy turns what
// the level stores. What is read has these bounds, `pos`, unless a level type
// brings its own `posBounds`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTEDEMITTER_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTEDEMITTER_H

#include "CoordinateArray.h"
#include "SegmentPartitions.h"
#include "Segments.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// What says where segments are if the level stores the bounds themselves.
struct PlainBounds {
  /// The bounds of segments from what the level stores about them, and the
  /// other way around, where `pos` is not used any more; both are arrays of
  /// positions.
  static mlir::Value from(const LevelSite &, mlir::Value pos) { return pos; }
  static mlir::Value to(const LevelSite &, mlir::Value pos) { return pos; }
};

template <typename Base, typename Bounds = PlainBounds>
struct SegmentedEmitter
    : FilledSegments<StoredCoordinates<Base, /*Crd=*/1>, /*Pos=*/0,
                     /*Count=*/2> {
  using Attribute = mlir::Attribute;
  using ImplicitLocOpBuilder = mlir::ImplicitLocOpBuilder;
  using LogicalResult = mlir::LogicalResult;
  using Type = mlir::Type;
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;
  /// The arrays of a level, and what its state holds besides.
  enum { kPos, kCrd, kCount };

  ValuePair posBounds(Attribute, const LevelSite &site, ValueRange arrays,
                      Value parentBegin, Value parentEnd) const {
    Value begin = emitLoadIndex(site.builder, arrays[kPos], parentBegin);
    Value end = emitLoadIndex(site.builder, arrays[kPos], parentEnd);
    return ValuePair{begin, end};
  }
  Value parentOf(Attribute, const LevelSite &site, ValueRange arrays,
                 Value position, Value parentBegin, Value parentEnd) const {
    // The parents behind are those whose children begin after the position.
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value next = mlir::arith::AddIOp::create(b, position, one);
    Value behind = emitSearch(site, arrays[kPos], parentBegin, parentEnd, next);
    return mlir::arith::SubIOp::create(b, behind, one).getResult();
  }

  // Assembly.
  bool isSizeFixed(Attribute) const { return false; }
  void getStateTypes(Attribute, Type posType, Type crdType,
                     llvm::SmallVectorImpl<Type> &types) const {
    types.append({getArrayType(posType), getArrayType(crdType),
                  mlir::IndexType::get(posType.getContext())});
  }
  void init(Attribute, const LevelSite &site, Value parentSize,
            ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value pos = emitCounts(site, parentSize);
    bool counts = site.assembly == level::Assembly::Count;
    Value room =
        counts ? emitIndex(b, 0) : emitInitialEntries(b, site.initialCapacity);
    state.append({pos, emitAlloc(b, site.crdType, room), emitIndex(b, 0)});
  }
  void initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value pos = Bounds::from(site, emitCopy(b, arrays[kPos]));
    Value crd = emitCopy(b, arrays[kCrd]);
    state.append({pos, crd, emitIndex(b, 0)});
  }
  Value next(Attribute, const LevelSite &, ValueRange state) const {
    return state[kCount];
  }
  unsigned getReservedArray(Attribute) const { return kCrd; }
  void keepCoords(Attribute, const LevelSite &, ValueVector &state,
                  Value count) const {
    state[kCount] = count;
  }
  void appendCoord(Attribute, const LevelSite &site, ValueVector &state,
                   Value coordinate) const {
    emitAppendCoord(site, state[kCrd], state[kCount], coordinate);
  }
  void appendEdges(Attribute, const LevelSite &site, ValueVector &state,
                   Value parent, Value begin, Value end) const {
    if (site.assembly == level::Assembly::Compute)
      return emitKeptEdgesCheck(site, state[kPos], parent, begin, end);
    Value children = mlir::arith::SubIOp::create(site.builder, end, begin);
    emitStoreCount(site, state[kPos], parent, children);
  }
  void beginPartition(Attribute, const LevelSite &site, ValueRange state,
                      ValueVector &partition) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value pos = site.parentsKnown ? state[kPos] : emitCounts(site, Value());
    Value room = emitIndex(b, kInitialCapacity);
    partition.append({pos, emitAlloc(b, site.crdType, room), emitIndex(b, 0)});
  }
  void reservePartitions(Attribute, const LevelSite &site, ValueVector &state,
                         Value parents, Value positions) const {
    emitEnsureSegments(site, state[kPos], parents);
    emitReservePartitions(site, state[kCrd], state[kCount], positions);
  }
  void copyPartition(Attribute, const LevelSite &site, ValueRange state,
                     ValueRange partition, Value parent, Value numParents,
                     Value begin, Value count) const {
    if (!site.parentsKnown)
      emitCopyCounts(site, state[kPos], partition[kPos], parent, numParents);
    emitCopyRange(site.builder, partition[kCrd], emitIndex(site.builder, 0),
                  state[kCrd], begin, count);
  }
  void endPartition(Attribute, const LevelSite &site,
                    ValueRange partition) const {
    if (!site.parentsKnown)
      emitFree(site.builder, partition[kPos]);
    emitFree(site.builder, partition[kCrd]);
  }
  std::optional<unsigned> getCounter(Attribute) const { return kCount; }
  PartitionArrays getPartitionArrays(Attribute) const {
    return {{kPos, /*isOfParents=*/true}, {kCrd, /*isOfParents=*/false}};
  }
  // Edges make their own room, and so does the end of the assembly; but counts
  // are moved with parents that are. Segments stay where they are.
  void reserve(Attribute, const LevelSite &site, ValueVector &state,
               Value parentSize) const {
    emitEnsureSegments(site, state[kPos], parentSize);
  }
  LogicalResult
  moveSegment(Attribute, const LevelSite &site, ValueRange state, Value from,
              Value to, llvm::function_ref<LogicalResult(Value, Value)>) const {
    emitMoveCount(site, state[kPos], from, to);
    return mlir::success();
  }
  void count(Attribute, const LevelSite &site, ValueVector &state, Value parent,
             Value children) const {
    emitPositionCheck(site, children);
    emitStoreCount(site, state[kPos], parent, children);
    state[kCount] =
        mlir::arith::AddIOp::create(site.builder, state[kCount], children);
  }
  void scan(Attribute, const LevelSite &site, ValueVector &state,
            Value parentSize) const {
    // Counts that were too many for the array began again, which their number
    // did not.
    if (site.scattered)
      emitPositionCheck(site, state[kCount]);
    state[kCount] = site.scattered ? emitBegins(site, state[kPos], parentSize)
                                   : emitSums(site, state[kPos], parentSize);
    // What does not fit was stored truncated, and is not read any more.
    emitPositionCheck(site, state[kCount]);
    emitReplaceCoords(site, state[kCrd], state[kCount]);
  }
  void addChild(Attribute, const LevelSite &site, ValueVector &state,
                Value parent) const {
    // Whether all of them fit is asked when they are counted.
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    emitAddCount(site, state[kPos], parent, one, /*isShared=*/false);
    state[kCount] = mlir::arith::AddIOp::create(b, state[kCount], one);
  }
  void appendChildren(Attribute, const LevelSite &site, ValueVector &state,
                      Value parent, Value count, bool isShared) const {
    emitAddCount(site, state[kPos], parent, count, isShared);
  }
  Value takeChild(Attribute, const LevelSite &site, ValueVector &state,
                  Value parent, Value coordinate) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value next = mlir::arith::AddIOp::create(b, parent, one);
    if (site.assembly != level::Assembly::Compute) {
      // Where its next child stands moves on to the end of the segment, which
      // is where it is stored.
      Value place = emitLoadIndex(b, state[kPos], next);
      emitStoreIndex(b, mlir::arith::AddIOp::create(b, place, one), state[kPos],
                     next);
      return place;
    }
    Value first = emitLoadIndex(b, state[kPos], parent);
    Value end = emitLoadIndex(b, state[kPos], next);
    Value position = emitSearch(site, state[kCrd], first, end, coordinate);
    emitFailIf(b, emitCompare(b, mlir::arith::CmpIPredicate::eq, position, end),
               WEFT_RT_STRUCTURE_MISMATCH);
    Value differs =
        emitCompare(b, mlir::arith::CmpIPredicate::ne,
                    emitLoadIndex(b, state[kCrd], position), coordinate);
    emitFailIf(b, differs, WEFT_RT_STRUCTURE_MISMATCH);
    state[kCount] = mlir::arith::AddIOp::create(b, state[kCount], one);
    return position;
  }
  Value segmentBegin(Attribute, const LevelSite &site, ValueRange state,
                     Value parent) const {
    ImplicitLocOpBuilder &b = site.builder;
    if (!site.parentsKnown) {
      // A parent whose children turn out to be none is not stored, and may
      // come after the last.
      Value length = emitLength(b, state[kPos]);
      Value last = mlir::arith::SubIOp::create(b, length, emitIndex(b, 1));
      parent = mlir::arith::MinSIOp::create(b, parent, last);
    }
    return emitLoadIndex(b, state[kPos], parent);
  }
  void place(Attribute, const LevelSite &site, ValueRange state, Value position,
             Value coordinate) const {
    emitStoreIndex(site.builder, coordinate, state[kCrd], position);
  }
  Value size(Attribute, const LevelSite &site, ValueRange state,
             Value parentSize) const {
    return emitNumPositions(site, state[kPos], state[kCount], parentSize);
  }
  void finalize(Attribute, const LevelSite &site, ValueRange state,
                Value parentSize, ValueVector &arrays) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value pos = state[kPos], crd = state[kCrd];
    if (site.assembly == level::Assembly::Compute) {
      Value differs = emitCompare(b, mlir::arith::CmpIPredicate::ne,
                                  state[kCount], emitLength(b, crd));
      emitFailIf(b, differs, WEFT_RT_STRUCTURE_MISMATCH);
    } else if (site.assembly != level::Assembly::Place) {
      // Room that was made for more than are appended says nothing.
      emitPositionCheck(site, state[kCount]);
      emitSums(site, pos, parentSize);
      crd = emitPrefix(b, crd, state[kCount]);
    }
    arrays.append({Bounds::to(site, pos), crd});
  }
};

/// Attaches the emitter of a level type with segments, which may have more.
template <typename AttrTy, template <typename> class Emitter,
          typename... Others>
void attachSegmentedEmitter(mlir::MLIRContext &context) {
  attachEmitter<
      AttrTy, Emitter, PositionsEmitterInterface,
      PositionIterateEmitterInterface, SearchEmitterInterface,
      AssemblyEmitterInterface, KeepEmitterInterface, AppendEmitterInterface,
      RoomEmitterInterface, MoveEmitterInterface, ConcatenateEmitterInterface,
      ScanEmitterInterface, CountEmitterInterface, PlaceEmitterInterface,
      ScatterEmitterInterface, ScatterPartitionsEmitterInterface, Others...>(
      context);
}

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTEDEMITTER_H
