//===- HashedEmitter.cpp - Code of hashed levels ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of hashed levels (thesis, tables 2-13 and 2-14). There,
// all segments have the same number of slots, which somebody has to know. Here
// each segment has its own: `pos` holds where it begins and ends, and a segment
// that becomes half full moves to twice as many slots behind all others, which
// takes constant time for each coordinate on average and leaves other segments
// in place. TensorABI.h says how slots are searched.
//
//===----------------------------------------------------------------------===//

#include "EmptyParents.h"
#include "HashTable.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The arrays of a level, and what its state holds besides: how many
/// coordinates each segment has, and how many slots are taken by segments.
enum { kPos, kCrd, kCounts, kNumSlots };

/// The slots that a segment begins with.
static constexpr int64_t kInitialSlots = 4;

static Value emitFree(const LevelSite &site) {
  ImplicitLocOpBuilder &b = site.builder;
  return arith::ConstantOp::create(b, b.getIntegerAttr(site.crdType, -1));
}

static Value emitNone(const LevelSite &site) {
  ImplicitLocOpBuilder &b = site.builder;
  return arith::ConstantOp::create(b, b.getZeroAttr(site.posType));
}

/// The number of the first of the two bounds of a parent's segment.
static Value emitBoundsAt(ImplicitLocOpBuilder &b, Value parent) {
  return arith::AddIOp::create(b, parent, parent);
}

static TableSegment emitSegment(ImplicitLocOpBuilder &b, Value pos,
                                Value parent) {
  Value first = emitBoundsAt(b, parent);
  Value second = arith::AddIOp::create(b, first, emitIndex(b, 1));
  TableSegment segment;
  segment.begin = emitLoadIndex(b, pos, first);
  segment.end = emitLoadIndex(b, pos, second);
  segment.size = arith::SubIOp::create(b, segment.end, segment.begin);
  return segment;
}

static void emitStoreSegment(ImplicitLocOpBuilder &b, Value begin, Value end,
                             Value pos, Value parent) {
  Value first = emitBoundsAt(b, parent);
  Value second = arith::AddIOp::create(b, first, emitIndex(b, 1));
  emitStoreIndex(b, begin, pos, first);
  emitStoreIndex(b, end, pos, second);
}

namespace {
template <typename Base> struct HashedEmitter : Base {
  ValuePair posBounds(Attribute, const LevelSite &site, ValueRange arrays,
                      Value parentBegin, Value parentEnd) const {
    return emitIfParent(site, parentBegin, parentEnd, [&]() -> ValuePair {
      TableSegment segment =
          emitSegment(site.builder, arrays[kPos], parentBegin);
      return {segment.begin, segment.end};
    });
  }
  ValuePair posAccess(Attribute, const LevelSite &site, ValueRange arrays,
                      Value position, ValueRange) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value coordinate = emitLoadIndex(b, arrays[kCrd], position);
    Value found =
        emitCompare(b, arith::CmpIPredicate::ne, coordinate, emitIndex(b, -1));
    return ValuePair{coordinate, found};
  }
  ValuePair locate(Attribute, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    TableSegment segment = emitSegment(b, arrays[kPos], parent);
    Value some =
        emitCompare(b, arith::CmpIPredicate::ne, segment.size, emitIndex(b, 0));
    return emitPairIf(
        b, some, {b.getIndexType(), b.getI1Type()},
        [&]() -> ValuePair {
          TableSlot slot =
              emitSearchTable(b, arrays[kCrd], segment, coords.back());
          return {slot.position, emitHolds(b, slot, coords.back())};
        },
        [&]() -> ValuePair { return {emitIndex(b, 0), some}; });
  }

  // Assembly.
  bool isSizeFixed(Attribute) const { return false; }
  void getStateTypes(Attribute, Type posType, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    types.append({getArrayType(posType), getArrayType(crdType),
                  getArrayType(posType), IndexType::get(posType.getContext())});
  }
  void init(Attribute, const LevelSite &site, Value parentSize,
            ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value parents = parentSize ? parentSize : emitIndex(b, kInitialCapacity);
    Value numBounds = emitCheckedMul(b, parents, emitIndex(b, 2));
    Value initial = emitIndex(b, kInitialCapacity);
    Value pos = emitFilled(b, numBounds, emitNone(site));
    Value crd = emitFilled(b, initial, emitFree(site));
    Value counts = emitFilled(b, parents, emitNone(site));
    state.append({pos, crd, counts, emitIndex(b, 0)});
  }
  void initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value pos = emitCopy(b, arrays[kPos]);
    Value crd = emitCopy(b, arrays[kCrd]);
    Value counts = emitAlloc(b, site.posType, emitIndex(b, 0));
    state.append({pos, crd, counts, emitLength(b, crd)});
  }
  Value insertCoord(Attribute attr, const LevelSite &site, ValueVector &state,
                    Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    if (site.assembly == level::Assembly::Compute) {
      // The structure that is kept must have the coordinate.
      ValuePair place = locate(attr, site, state, parent, coords);
      emitFailUnless(b, place.second, WEFT_RT_STRUCTURE_MISMATCH);
      return place.first;
    }
    TableSegment segment = emitSegment(b, state[kPos], parent);
    TableSlot slot = emitSearchTable(b, state[kCrd], segment, coords.back());
    emitStoreIndex(b, coords.back(), state[kCrd], slot.position);
    Value isNew =
        emitCompare(b, arith::CmpIPredicate::ne, slot.key, coords.back());
    Value more = arith::IndexCastUIOp::create(b, b.getIndexType(), isNew);
    Value count = emitLoadIndex(b, state[kCounts], parent);
    emitStoreIndex(b, arith::AddIOp::create(b, count, more), state[kCounts],
                   parent);
    return slot.position;
  }
  Value isSegmentFull(Attribute, const LevelSite &site, ValueRange state,
                      Value parent) const {
    if (site.assembly == level::Assembly::Compute ||
        site.assembly == level::Assembly::Place)
      return Value();
    // Half of the slots stay free.
    ImplicitLocOpBuilder &b = site.builder;
    TableSegment segment = emitSegment(b, state[kPos], parent);
    Value count = emitLoadIndex(b, state[kCounts], parent);
    Value twice = arith::AddIOp::create(b, count, count);
    return emitCompare(b, arith::CmpIPredicate::uge, twice, segment.size);
  }
  LogicalResult growSegment(Attribute, const LevelSite &site,
                            ValueVector &state, Value parent,
                            const SegmentMover &mover) const {
    ImplicitLocOpBuilder &b = site.builder;
    TableSegment old = emitSegment(b, state[kPos], parent), grown;
    grown.size =
        arith::MaxUIOp::create(b, arith::AddIOp::create(b, old.size, old.size),
                               emitIndex(b, kInitialSlots));
    grown.begin = state[kNumSlots];
    grown.end = arith::AddIOp::create(b, grown.begin, grown.size);
    state[kCrd] = emitEnsureLength(b, state[kCrd], grown.end,
                                   getMaxSigned(site.posType), emitFree(site));
    state[kNumSlots] = grown.end;
    emitStoreSegment(b, grown.begin, grown.end, state[kPos], parent);
    mover.reserve(grown.end);

    auto loop = scf::ForOp::create(b, old.begin, old.end, emitIndex(b, 1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value from = loop.getInductionVar();
    Value coordinate = emitLoadIndex(b, state[kCrd], from);
    Value taken =
        emitCompare(b, arith::CmpIPredicate::ne, coordinate, emitIndex(b, -1));
    auto ifOp = scf::IfOp::create(b, taken, /*withElseRegion=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
    TableSlot to = emitSearchTable(b, state[kCrd], grown, coordinate);
    emitStoreIndex(b, coordinate, state[kCrd], to.position);
    memref::StoreOp::create(b, emitFree(site), state[kCrd], from);
    return mover.move(from, to.position);
  }
  LogicalResult moveSegment(Attribute, const LevelSite &site, ValueRange state,
                            Value from, Value to,
                            function_ref<LogicalResult(Value, Value)>) const {
    // The slots stay where they are, and so does all that is below them.
    ImplicitLocOpBuilder &b = site.builder;
    TableSegment segment = emitSegment(b, state[kPos], from);
    Value zero = emitIndex(b, 0);
    emitStoreSegment(b, segment.begin, segment.end, state[kPos], to);
    emitStoreSegment(b, zero, zero, state[kPos], from);
    emitStoreIndex(b, emitLoadIndex(b, state[kCounts], from), state[kCounts],
                   to);
    emitStoreIndex(b, zero, state[kCounts], from);
    return success();
  }
  void reserve(Attribute, const LevelSite &site, ValueVector &state,
               Value parentSize) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value numBounds = emitCheckedMul(b, parentSize, emitIndex(b, 2));
    state[kPos] = emitEnsureLength(b, state[kPos], numBounds, emitNone(site));
    state[kCounts] =
        emitEnsureLength(b, state[kCounts], parentSize, emitNone(site));
  }
  // Coordinates are inserted in the first of two phases, and found in the
  // second.
  void scan(Attribute attr, const LevelSite &site, ValueVector &state,
            Value parentSize) const {
    if (!site.parentsKnown)
      reserve(attr, site, state, parentSize);
  }
  Value size(Attribute, const LevelSite &, ValueRange state, Value) const {
    return state[kNumSlots];
  }
  void finalize(Attribute attr, const LevelSite &site, ValueRange state,
                Value parentSize, ValueVector &arrays) const {
    ImplicitLocOpBuilder &b = site.builder;
    SmallVector<Value> last(state);
    if (site.assembly != level::Assembly::Compute) {
      // Parents whose segments were never written have none.
      if (!site.parentsKnown)
        reserve(attr, site, last, parentSize);
      Value numBounds = emitBoundsAt(b, parentSize);
      last[kPos] = emitPrefix(b, last[kPos], numBounds);
      last[kCrd] = emitPrefix(b, last[kCrd], last[kNumSlots]);
    }
    memref::DeallocOp::create(b, last[kCounts]);
    arrays.append({last[kPos], last[kCrd]});
  }

private:
  static Value emitHolds(ImplicitLocOpBuilder &b, const TableSlot &slot,
                         Value coordinate) {
    return emitCompare(b, arith::CmpIPredicate::eq, slot.key, coordinate);
  }
};
} // namespace

void weft::registerHashedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::HashedAttr, HashedEmitter, PositionsEmitterInterface,
                  PositionIterateEmitterInterface, LocateEmitterInterface,
                  AssemblyEmitterInterface, KeepEmitterInterface,
                  InsertEmitterInterface, GrowEmitterInterface,
                  MoveEmitterInterface, ScanEmitterInterface>(*context);
  });
}
