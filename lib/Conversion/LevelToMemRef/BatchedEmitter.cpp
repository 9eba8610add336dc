//===- BatchedEmitter.cpp - Code of batched levels --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of batched levels. What a tensor stores are positions
// that begin anew with each batch; when it is opened, every parent is given
// where its segment begins and ends in the array of all coordinates. While it
// is assembled, all batches have the same room, which is doubled when one is
// full: the coordinates of the batches before then move, and what is below
// them.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"
#include "EmptyParents.h"
#include "Segments.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The arrays of a level, and what its state holds besides: the room for the
/// coordinates of a batch, the number of batches and of parents in each, the
/// batch of the coordinate that was inserted last, and how many that has.
enum { kPos, kCrd, kRoom, kBatches, kParents, kBatch, kUsed };

/// The initial capacity of a batch, in coordinates.
static constexpr int64_t kInitialBatchCapacity = 4;

/// A number divided among batches, of which there may be none.
static Value emitShare(ImplicitLocOpBuilder &b, Value number, Value batches) {
  Value divisor = arith::MaxSIOp::create(b, batches, emitIndex(b, 1));
  return arith::DivSIOp::create(b, number, divisor);
}

/// Emits code for each number from zero to `end`.
static void emitForEach(ImplicitLocOpBuilder &b, Value end,
                        function_ref<void(Value)> emit) {
  auto loop = scf::ForOp::create(b, emitIndex(b, 0), end, emitIndex(b, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  emit(loop.getInductionVar());
}

namespace {
/// A parent: its batch, where its bounds are, and where the coordinates of the
/// batch begin.
struct BatchedParent {
  BatchedParent(const LevelSite &site, ValueRange state, Value parent) {
    ImplicitLocOpBuilder &b = site.builder;
    batch = emitShare(b, parent, state[kParents]);
    first = arith::AddIOp::create(b, parent, batch);
    second = arith::AddIOp::create(b, first, emitIndex(b, 1));
    base = arith::MulIOp::create(b, batch, state[kRoom]);
  }
  Value batch, first, second, base;
};

template <typename Base> struct BatchedEmitter : StoredCoordinates<Base, kCrd> {
  void open(Attribute, const LevelSite &site, ValueVector &arrays) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1), batches = site.outermostSize;
    Value numBounds = emitLength(b, arrays[kPos]);
    // Of each batch: the bounds, and the room for coordinates.
    Value width = emitShare(b, numBounds, batches);
    Value parents = arith::SubIOp::create(b, width, one);
    Value numCoords = emitLength(b, arrays[kCrd]);
    emitPositionCheck(site, numCoords);
    Value room = emitShare(b, numCoords, batches);
    Value pos = arrays[kPos];
    Value segments = emitAlloc(b, site.posType,
                               arith::AddIOp::create(b, numBounds, numBounds));
    emitForEach(b, batches, [&](Value batch) {
      Value first = arith::MulIOp::create(b, batch, width);
      Value base = arith::MulIOp::create(b, batch, room);
      Value before = arith::MulIOp::create(b, batch, parents);
      emitForEach(b, parents, [&](Value row) {
        Value parent = arith::AddIOp::create(b, before, row);
        Value segment = arith::AddIOp::create(b, parent, parent);
        Value bound = arith::AddIOp::create(b, first, row);
        for (Value at :
             {segment, arith::AddIOp::create(b, segment, one).getResult()}) {
          Value inBatch = emitLoadIndex(b, pos, bound);
          emitStoreIndex(b, arith::AddIOp::create(b, base, inBatch), segments,
                         at);
          bound = arith::AddIOp::create(b, bound, one);
        }
      });
    });
    arrays[kPos] = segments;
  }
  ValuePair posBounds(Attribute, const LevelSite &site, ValueRange arrays,
                      Value parentBegin, Value parentEnd) const {
    return emitOwnBounds(site, arrays[kPos], parentBegin, parentEnd);
  }

  // Assembly.
  bool isSizeFixed(Attribute) const { return false; }
  void getStateTypes(Attribute, Type posType, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    types.append({getArrayType(posType), getArrayType(crdType)});
    types.append(5, IndexType::get(posType.getContext()));
  }
  void init(Attribute, const LevelSite &site, Value parentSize,
            ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value zero = emitIndex(b, 0), batches = site.outermostSize;
    Value none = arith::ConstantOp::create(b, b.getZeroAttr(site.posType));
    Value numBounds = arith::AddIOp::create(b, parentSize, batches);
    state.append({emitFilled(b, numBounds, none),
                  emitAlloc(b, site.crdType, zero), zero, batches,
                  emitShare(b, parentSize, batches), zero, zero});
  }
  void initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value zero = emitIndex(b, 0), batches = site.outermostSize;
    Value width = emitShare(b, emitLength(b, arrays[kPos]), batches);
    state.append({emitCopy(b, arrays[kPos]), emitCopy(b, arrays[kCrd]),
                  emitShare(b, emitLength(b, arrays[kCrd]), batches), batches,
                  arith::SubIOp::create(b, width, emitIndex(b, 1)), zero,
                  zero});
  }
  Value insertCoord(Attribute, const LevelSite &site, ValueVector &state,
                    Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value coordinate = coords.back(), one = emitIndex(b, 1);
    BatchedParent place(site, state, parent);
    if (site.assembly == level::Assembly::Compute ||
        site.assembly == level::Assembly::Place)
      return emitFind(site, state, place, coordinate);
    // It is there if it was inserted last.
    Value used = emitUsed(site, state, place);
    Value next = arith::AddIOp::create(b, place.base, used);
    Value last = arith::MaxSIOp::create(b, arith::SubIOp::create(b, next, one),
                                        emitIndex(b, 0));
    Value count = emitLoadIndex(b, state[kPos], place.second);
    Value hasSome =
        emitCompare(b, arith::CmpIPredicate::ne, count, emitIndex(b, 0));
    Value isSame = emitCompare(b, arith::CmpIPredicate::eq,
                               emitLoadIndex(b, state[kCrd], last), coordinate);
    Value isThere = arith::AndIOp::create(b, hasSome, isSame);
    Value position = arith::SelectOp::create(b, isThere, last, next);
    Value more =
        arith::SelectOp::create(b, isThere, emitIndex(b, 0), one).getResult();
    emitStoreIndex(b, coordinate, state[kCrd], position);
    emitStoreIndex(b, arith::AddIOp::create(b, count, more), state[kPos],
                   place.second);
    state[kBatch] = place.batch;
    state[kUsed] = arith::AddIOp::create(b, used, more);
    return position;
  }
  Value isSegmentFull(Attribute, const LevelSite &site, ValueRange state,
                      Value parent) const {
    if (site.assembly == level::Assembly::Compute ||
        site.assembly == level::Assembly::Place)
      return Value();
    Value used = emitUsed(site, state, BatchedParent(site, state, parent));
    return emitCompare(site.builder, arith::CmpIPredicate::eq, used,
                       state[kRoom]);
  }
  LogicalResult growSegment(Attribute, const LevelSite &site,
                            ValueVector &state, Value parent,
                            const SegmentMover &mover) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value old = state[kRoom], batch = BatchedParent(site, state, parent).batch;
    Value room = arith::MaxSIOp::create(b, arith::AddIOp::create(b, old, old),
                                        emitIndex(b, kInitialBatchCapacity));
    Value needed = emitCheckedMul(b, room, state[kBatches]);
    Value none = arith::ConstantOp::create(b, b.getZeroAttr(site.crdType));
    Value crd = state[kCrd] = emitEnsureLength(
        b, state[kCrd], needed, getMaxSigned(site.posType), none);
    mover.reserve(needed);
    state[kRoom] = room;
    // The last first; what is in the first batch stays.
    LogicalResult moved = success();
    emitForEach(b, batch, [&](Value later) {
      Value moving = arith::SubIOp::create(b, batch, later);
      Value end = arith::MulIOp::create(
          b, arith::AddIOp::create(b, moving, emitIndex(b, 1)), old);
      Value distance =
          arith::MulIOp::create(b, moving, arith::SubIOp::create(b, room, old));
      emitForEach(b, old, [&](Value behind) {
        Value next = arith::SubIOp::create(b, end, behind);
        Value from = arith::SubIOp::create(b, next, emitIndex(b, 1));
        Value to = arith::AddIOp::create(b, from, distance);
        memref::StoreOp::create(b, memref::LoadOp::create(b, crd, from), crd,
                                to);
        moved = mover.move(from, to);
      });
    });
    return moved;
  }
  void scan(Attribute, const LevelSite &site, ValueVector &state, Value) const {
    emitSumsInBatches(site, state);
    state[kCrd] = emitUsedPart(site, state);
  }
  Value size(Attribute, const LevelSite &site, ValueRange state, Value) const {
    return arith::MulIOp::create(site.builder, state[kRoom], state[kBatches]);
  }
  void finalize(Attribute, const LevelSite &site, ValueRange state, Value,
                ValueVector &arrays) const {
    if (site.assembly == level::Assembly::Compute ||
        site.assembly == level::Assembly::Place) {
      arrays.append({state[kPos], state[kCrd]});
      return;
    }
    emitSumsInBatches(site, state);
    arrays.append({state[kPos], emitUsedPart(site, state)});
  }

private:
  /// How many coordinates the batch of a parent has so far.
  static Value emitUsed(const LevelSite &site, ValueRange state,
                        const BatchedParent &place) {
    ImplicitLocOpBuilder &b = site.builder;
    Value isLast =
        emitCompare(b, arith::CmpIPredicate::eq, place.batch, state[kBatch]);
    return arith::SelectOp::create(b, isLast, state[kUsed], emitIndex(b, 0));
  }
  /// The position of a coordinate that is there, or else ends the kernel.
  static Value emitFind(const LevelSite &site, ValueRange state,
                        const BatchedParent &place, Value coordinate) {
    ImplicitLocOpBuilder &b = site.builder;
    auto emitBound = [&](Value bound) -> Value {
      return arith::AddIOp::create(b, place.base,
                                   emitLoadIndex(b, state[kPos], bound));
    };
    Value begin = emitBound(place.first), end = emitBound(place.second);
    Value position = emitSearch(site, state[kCrd], begin, end, coordinate);
    if (site.assembly == level::Assembly::Place)
      return position;
    emitFailIf(b, emitCompare(b, arith::CmpIPredicate::eq, position, end),
               WEFT_RT_STRUCTURE_MISMATCH);
    Value stored = emitLoadIndex(b, state[kCrd], position);
    emitFailIf(b, emitCompare(b, arith::CmpIPredicate::ne, stored, coordinate),
               WEFT_RT_STRUCTURE_MISMATCH);
    return position;
  }
  /// Turns the numbers of children into the bounds of segments, from zero in
  /// each batch.
  static void emitSumsInBatches(const LevelSite &site, ValueRange state) {
    ImplicitLocOpBuilder &b = site.builder;
    Value pos = state[kPos], one = emitIndex(b, 1);
    Value width = arith::AddIOp::create(b, state[kParents], one);
    emitForEach(b, state[kBatches], [&](Value batch) {
      Value first = arith::MulIOp::create(b, batch, width);
      emitForEach(b, state[kParents], [&](Value parent) {
        Value bound = arith::AddIOp::create(b, first, parent);
        Value next = arith::AddIOp::create(b, bound, one);
        Value sum = arith::AddIOp::create(b, emitLoadIndex(b, pos, bound),
                                          emitLoadIndex(b, pos, next));
        emitStoreIndex(b, sum, pos, next);
      });
    });
  }
  /// The coordinates without what was taken for more.
  static Value emitUsedPart(const LevelSite &site, ValueRange state) {
    ImplicitLocOpBuilder &b = site.builder;
    Value length = arith::MulIOp::create(b, state[kRoom], state[kBatches]);
    return emitPrefix(b, state[kCrd], length);
  }
};
} // namespace

void weft::registerBatchedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::BatchedAttr, BatchedEmitter, OpenEmitterInterface,
                  PositionsEmitterInterface, PositionIterateEmitterInterface,
                  SearchEmitterInterface, AssemblyEmitterInterface,
                  KeepEmitterInterface, InsertEmitterInterface,
                  GrowEmitterInterface, ScanEmitterInterface>(*context);
  });
}
