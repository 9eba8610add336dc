//===- SegmentedEmitter.h - Segments of coordinates ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of levels that store one segment of coordinates after the
// other, each in order (thesis, tables 2-13 and 2-14). Such levels differ in
// what says where the segments are. While one is assembled, `pos[p + 1]` is the
// number of children of parent `p`, so that parents may be skipped; the sums
// are taken in the end, and turned into what the level stores by its `toBounds`
// and `fromBounds`. What is read has the bounds of compressed levels, `pos`,
// unless a level type brings its own `posBounds`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTEDEMITTER_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTEDEMITTER_H

#include "CoordinateArray.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/MissingCapabilities.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// Turns the numbers of children in `pos` into the bounds of segments and
/// returns their sum.
mlir::Value emitSums(mlir::ImplicitLocOpBuilder &b, mlir::Value pos,
                     mlir::Value parentSize);

/// Ends the kernel if positions up to `end` do not fit their arrays.
void emitPositionCheck(const LevelSite &site, mlir::Value end);

/// Ends the kernel if a structure that is kept does not have the segment
/// `[begin, end)`, whose end is at `segment` in `pos`.
void emitKeptEdgesCheck(const LevelSite &site, mlir::Value pos,
                        mlir::Value segment, mlir::Value begin,
                        mlir::Value end);

/// Makes room in `pos` for the bounds of the segments of `parents` parents.
mlir::Value ensureSegments(const LevelSite &site, mlir::Value pos,
                           mlir::Value parents);

/// `pos` with the bounds of the segments of exactly `parents` parents.
mlir::Value trimSegments(const LevelSite &site, mlir::Value pos,
                         mlir::Value parents);

template <typename Model, typename AttrTy>
struct SegmentedEmitter : EmitterModel<Model, AttrTy, WithoutCoordIterate,
                                       WithoutLocate, WithoutInsert> {
  using Attribute = mlir::Attribute;
  using ImplicitLocOpBuilder = mlir::ImplicitLocOpBuilder;
  using LogicalResult = mlir::LogicalResult;
  using Type = mlir::Type;
  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;
  template <typename T> using FailureOr = mlir::FailureOr<T>;

  /// The arrays of a level, and what its state holds besides.
  enum { kPos, kCrd, kCount };

  /// The bounds of segments from what the level stores about them, and the
  /// other way around, where `pos` is not used any more; both are arrays of
  /// positions.
  static Value toBounds(const LevelSite &, Value pos) { return pos; }
  static Value fromBounds(const LevelSite &, Value pos) { return pos; }

  FailureOr<ValuePair> posBounds(Attribute, const LevelSite &site,
                                 ValueRange arrays, Value parentBegin,
                                 Value parentEnd) const {
    Value begin = emitLoadIndex(site.builder, arrays[kPos], parentBegin);
    Value end = emitLoadIndex(site.builder, arrays[kPos], parentEnd);
    return ValuePair{begin, end};
  }
  FailureOr<ValuePair> posAccess(Attribute, const LevelSite &site,
                                 ValueRange arrays, Value position,
                                 ValueRange) const {
    return emitCoordAt(site, arrays[kCrd], position);
  }
  FailureOr<Value> search(Attribute, const LevelSite &site, ValueRange arrays,
                          Value begin, Value end, Value coordinate,
                          ValueRange) const {
    return emitSearch(site, arrays[kCrd], begin, end, coordinate);
  }
  FailureOr<Value> parentOf(Attribute, const LevelSite &site, ValueRange arrays,
                            Value position, Value parentBegin,
                            Value parentEnd) const {
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
  LogicalResult init(Attribute, const LevelSite &site, Value parentSize,
                     ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value none =
        mlir::arith::ConstantOp::create(b, b.getZeroAttr(site.posType));
    Value initial = emitIndex(b, kInitialCapacity);
    Value segments =
        parentSize ? mlir::arith::AddIOp::create(b, parentSize, emitIndex(b, 1))
                         .getResult()
                   : initial;
    Value pos = emitFilled(b, segments, none);
    bool counts = site.assembly == level::Assembly::Count;
    Value crd = emitAlloc(b, site.crdType, counts ? emitIndex(b, 0) : initial);
    state.append({pos, crd, emitIndex(b, 0)});
    return mlir::success();
  }
  LogicalResult initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                         ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value pos = Model::toBounds(site, emitCopy(b, arrays[kPos]));
    Value crd = emitCopy(b, arrays[kCrd]);
    state.append({pos, crd, emitIndex(b, 0)});
    return mlir::success();
  }
  FailureOr<Value> next(Attribute, const LevelSite &, ValueRange state) const {
    return state[kCount];
  }
  std::optional<unsigned> getReservedArray(Attribute) const { return kCrd; }
  LogicalResult appendCoord(Attribute, const LevelSite &site,
                            ValueVector &state, Value coordinate) const {
    emitAppendCoord(site, state[kCrd], state[kCount], coordinate);
    return mlir::success();
  }
  LogicalResult appendEdges(Attribute, const LevelSite &site,
                            ValueVector &state, Value parent, Value begin,
                            Value end) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value segment = mlir::arith::AddIOp::create(b, parent, one);
    if (site.assembly == level::Assembly::Compute) {
      emitKeptEdgesCheck(site, state[kPos], segment, begin, end);
      return mlir::success();
    }
    if (!site.parentsKnown)
      state[kPos] = ensureSegments(site, state[kPos], segment);
    Value children = mlir::arith::SubIOp::create(b, end, begin);
    emitStoreIndex(b, children, state[kPos], segment);
    return mlir::success();
  }
  LogicalResult reserve(Attribute, const LevelSite &site, ValueVector &state,
                        Value parentSize) const {
    // Edges make their own room, and so does the end of the assembly; but
    // counts are moved with parents that are.
    if (!site.parentsKnown && site.assembly == level::Assembly::Count)
      state[kPos] = ensureSegments(site, state[kPos], parentSize);
    return mlir::success();
  }
  LogicalResult
  moveSegment(Attribute, const LevelSite &site, ValueRange state, Value from,
              Value to, llvm::function_ref<LogicalResult(Value, Value)>) const {
    if (site.assembly != level::Assembly::Count)
      return mlir::failure();
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value old = mlir::arith::AddIOp::create(b, from, one);
    Value moved = mlir::arith::AddIOp::create(b, to, one);
    emitStoreIndex(b, emitLoadIndex(b, state[kPos], old), state[kPos], moved);
    emitStoreIndex(b, emitIndex(b, 0), state[kPos], old);
    return mlir::success();
  }
  bool isCounted(Attribute) const { return true; }
  LogicalResult count(Attribute, const LevelSite &site, ValueVector &state,
                      Value parent, Value children) const {
    ImplicitLocOpBuilder &b = site.builder;
    emitPositionCheck(site, children);
    Value segment = mlir::arith::AddIOp::create(b, parent, emitIndex(b, 1));
    if (!site.parentsKnown)
      state[kPos] = ensureSegments(site, state[kPos], segment);
    emitStoreIndex(b, children, state[kPos], segment);
    state[kCount] = mlir::arith::AddIOp::create(b, state[kCount], children);
    return mlir::success();
  }
  LogicalResult scan(Attribute, const LevelSite &site, ValueVector &state,
                     Value parentSize) const {
    state[kPos] = trimSegments(site, state[kPos], parentSize);
    state[kCount] = emitSums(site.builder, state[kPos], parentSize);
    // What does not fit was stored truncated, and is not read any more.
    emitPositionCheck(site, state[kCount]);
    emitReplaceCoords(site, state[kCrd], state[kCount]);
    return mlir::success();
  }
  LogicalResult addChild(Attribute, const LevelSite &site, ValueVector &state,
                         Value parent) const {
    // A count that has no room is found when there are too many in all.
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value segment = mlir::arith::AddIOp::create(b, parent, one);
    Value count = emitLoadIndex(b, state[kPos], segment);
    emitStoreIndex(b, mlir::arith::AddIOp::create(b, count, one), state[kPos],
                   segment);
    state[kCount] = mlir::arith::AddIOp::create(b, state[kCount], one);
    return mlir::success();
  }
  FailureOr<Value> takeChild(Attribute, const LevelSite &site,
                             ValueVector &state, Value parent,
                             Value coordinate) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value first = emitLoadIndex(b, state[kPos], parent);
    if (site.assembly != level::Assembly::Compute) {
      // Where a segment begins moves on to its end, where the next one begins.
      emitStoreIndex(b, mlir::arith::AddIOp::create(b, first, one), state[kPos],
                     parent);
      return first;
    }
    Value next = mlir::arith::AddIOp::create(b, parent, one);
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
  LogicalResult closeSegments(Attribute, const LevelSite &site,
                              ValueVector &state, Value parentSize) const {
    ImplicitLocOpBuilder &b = site.builder;
    if (site.assembly == level::Assembly::Compute)
      return mlir::success();
    Value zero = emitIndex(b, 0);
    auto loop =
        mlir::scf::ForOp::create(b, zero, parentSize, emitIndex(b, 1), zero);
    {
      mlir::OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value parent = loop.getInductionVar();
      Value end = emitLoadIndex(b, state[kPos], parent);
      emitStoreIndex(b, loop.getRegionIterArg(0), state[kPos], parent);
      mlir::scf::YieldOp::create(b, end);
    }
    return mlir::success();
  }
  FailureOr<Value> segmentBegin(Attribute, const LevelSite &site,
                                ValueRange state, Value parent) const {
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
  LogicalResult place(Attribute, const LevelSite &site, ValueRange state,
                      Value position, Value coordinate) const {
    emitStoreIndex(site.builder, coordinate, state[kCrd], position);
    return mlir::success();
  }
  FailureOr<Value> size(Attribute, const LevelSite &site, ValueRange state,
                        Value parentSize) const {
    if (site.assembly == level::Assembly::Compute)
      return emitLoadIndex(site.builder, state[kPos], parentSize);
    return state[kCount];
  }
  LogicalResult finalize(Attribute, const LevelSite &site, ValueRange state,
                         Value parentSize, ValueVector &arrays) const {
    ImplicitLocOpBuilder &b = site.builder;
    if (site.assembly == level::Assembly::Compute) {
      Value differs = emitCompare(b, mlir::arith::CmpIPredicate::ne,
                                  state[kCount], emitLength(b, state[kCrd]));
      emitFailIf(b, differs, WEFT_RT_STRUCTURE_MISMATCH);
      arrays.append({Model::fromBounds(site, state[kPos]), state[kCrd]});
      return mlir::success();
    }
    if (site.assembly == level::Assembly::Place) {
      arrays.append({Model::fromBounds(site, state[kPos]), state[kCrd]});
      return mlir::success();
    }
    // Room that was made for more than are appended says nothing.
    emitPositionCheck(site, state[kCount]);
    Value pos = trimSegments(site, state[kPos], parentSize);
    emitSums(b, pos, parentSize);
    arrays.append({Model::fromBounds(site, pos),
                   emitPrefix(b, state[kCrd], state[kCount])});
    return mlir::success();
  }
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTEDEMITTER_H
