//===- OffsetEmitter.cpp - Code of offset levels ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of offset levels (thesis, table 2-13): the one coordinate
// below a parent is the parent's, shifted by the offset of the slot above. The
// slots are the diagonals that have entries, in the order of their offsets:
// they are collected in a hash table, since there are few of them, and few
// where the dimensions are large.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"
#include "HashTable.h"
#include "Sorting.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The array of a level, and what its state holds besides: a table of the
/// offsets that there are, the slot of each, and their number.
enum { kOffset, kKeys, kSlots, kCount };

/// The slots that the table begins with.
static constexpr int64_t kInitialSlots = 16;

/// An offset as a key, which is not negative, and back.
static Value emitKey(ImplicitLocOpBuilder &b, Value offset) {
  Value sign = arith::ShRSIOp::create(b, offset, emitIndex(b, 63));
  Value twice = arith::AddIOp::create(b, offset, offset);
  return arith::XOrIOp::create(b, twice, sign);
}
static Value emitOffset(ImplicitLocOpBuilder &b, Value key) {
  Value half = arith::ShRUIOp::create(b, key, emitIndex(b, 1));
  Value isOdd = arith::AndIOp::create(b, key, emitIndex(b, 1));
  Value sign = arith::SubIOp::create(b, emitIndex(b, 0), isOdd);
  return arith::XOrIOp::create(b, half, sign);
}

static TableSlot emitFind(ImplicitLocOpBuilder &b, Value keys, Value key) {
  Value length = emitLength(b, keys);
  return emitSearchTable(b, keys, {emitIndex(b, 0), length, length}, key);
}

static Value emitTable(ImplicitLocOpBuilder &b, Value length) {
  Value none = arith::ConstantOp::create(b, b.getI64IntegerAttr(-1));
  return emitFilled(b, length, none);
}

/// Emits code for each key of a table and its number.
static void emitForKeys(ImplicitLocOpBuilder &b, Value keys,
                        function_ref<void(Value, Value)> emit) {
  Value zero = emitIndex(b, 0);
  auto loop =
      scf::ForOp::create(b, zero, emitLength(b, keys), emitIndex(b, 1), zero);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getRegionIterArg(0);
  Value key = emitLoadIndex(b, keys, loop.getInductionVar());
  Value isKey = emitCompare(b, arith::CmpIPredicate::ne, key, emitIndex(b, -1));
  auto ifOp = scf::IfOp::create(b, isKey, /*withElseRegion=*/false);
  Value more = arith::IndexCastUIOp::create(b, b.getIndexType(), isKey);
  scf::YieldOp::create(b, arith::AddIOp::create(b, number, more).getResult());
  b.setInsertionPointToStart(ifOp.thenBlock());
  emit(key, number);
}

namespace {
template <typename Base> struct OffsetEmitter : Base {
  /// The coordinate below ancestors, of which the last are a slot and the
  /// parent.
  static Value emitCoordinate(const LevelSite &site, ValueRange arrays,
                              ValueRange ancestors) {
    ImplicitLocOpBuilder &b = site.builder;
    Value slot = ancestors[ancestors.size() - 2];
    Value offset = emitLoadIndex(b, arrays[kOffset], slot);
    return arith::AddIOp::create(b, ancestors.back(), offset);
  }

  ValuePair posBounds(Attribute, const LevelSite &, ValueRange,
                      Value parentBegin, Value parentEnd) const {
    return ValuePair{parentBegin, parentEnd};
  }
  ValuePair posAccess(Attribute, const LevelSite &site, ValueRange arrays,
                      Value, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value found = arith::ConstantOp::create(b, b.getBoolAttr(true));
    return ValuePair{emitCoordinate(site, arrays, coords), found};
  }
  ValuePair locate(Attribute, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
    Value stored = emitCoordinate(site, arrays, coords.drop_back());
    Value found = emitCompare(site.builder, arith::CmpIPredicate::eq, stored,
                              coords.back());
    return ValuePair{parent, found};
  }
  Value parentOf(Attribute, const LevelSite &, ValueRange, Value position,
                 Value, Value) const {
    return position;
  }
  Value search(Attribute, const LevelSite &site, ValueRange arrays, Value begin,
               Value end, Value coordinate, ValueRange coords) const {
    // One parent has one child, and an empty range has none.
    ImplicitLocOpBuilder &b = site.builder;
    Value stored = emitCoordinate(site, arrays, coords);
    Value isBefore =
        emitCompare(b, arith::CmpIPredicate::slt, stored, coordinate);
    return arith::SelectOp::create(b, isBefore, end, begin).getResult();
  }

  // Assembly.
  bool isSizeFixed(Attribute) const { return true; }
  void getStateTypes(Attribute, Type, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    Type i64 = IntegerType::get(crdType.getContext(), 64);
    types.append({getArrayType(crdType), getArrayType(i64), getArrayType(i64),
                  IndexType::get(crdType.getContext())});
  }
  void init(Attribute, const LevelSite &site, Value, ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value zero = emitIndex(b, 0);
    Value keys = emitTable(b, emitIndex(b, kInitialSlots));
    state.append({emitAlloc(b, site.crdType, zero), keys,
                  emitAlloc(b, b.getI64Type(), zero), zero});
  }
  void noteEntry(Attribute, const LevelSite &site, ValueVector &state, Value,
                 ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value key = emitKeyOf(b, coords);
    TableSlot slot = emitFind(b, state[kKeys], key);
    Value isNew = emitCompare(b, arith::CmpIPredicate::ne, slot.key, key);
    auto ifOp = scf::IfOp::create(
        b, TypeRange{state[kKeys].getType(), b.getIndexType()}, isNew,
        /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(b, ValueRange{state[kKeys], state[kCount]});
    b.setInsertionPointToStart(ifOp.thenBlock());
    emitStoreIndex(b, key, state[kKeys], slot.position);
    Value count = arith::AddIOp::create(b, state[kCount], emitIndex(b, 1));
    scf::YieldOp::create(b,
                         ValueRange{emitGrown(b, state[kKeys], count), count});
    state[kKeys] = ifOp.getResult(0);
    state[kCount] = ifOp.getResult(1);
  }
  Value countSlots(Attribute, const LevelSite &, ValueRange state) const {
    return state[kCount];
  }
  void scan(Attribute, const LevelSite &site, ValueVector &state, Value) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value zero = emitIndex(b, 0), one = emitIndex(b, 1);
    emitReplaceCoords(site, state[kOffset], state[kCount]);
    emitForKeys(b, state[kKeys], [&](Value key, Value number) {
      emitStoreIndex(b, emitOffset(b, key), state[kOffset], number);
    });
    emitSort(b, state[kCount], state[kOffset]);
    memref::DeallocOp::create(b, state[kSlots]);
    state[kSlots] = emitAlloc(b, b.getI64Type(), emitLength(b, state[kKeys]));
    auto loop = scf::ForOp::create(b, zero, state[kCount], one);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value slot = loop.getInductionVar();
    Value key = emitKey(b, emitLoadIndex(b, state[kOffset], slot));
    Value position = emitFind(b, state[kKeys], key).position;
    emitStoreIndex(b, slot, state[kSlots], position);
  }
  Value takeSlot(Attribute, const LevelSite &site, ValueRange state, Value,
                 ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    TableSlot slot = emitFind(b, state[kKeys], emitKeyOf(b, coords));
    return emitLoadIndex(b, state[kSlots], slot.position);
  }
  Value insertCoord(Attribute, const LevelSite &, ValueVector &, Value parent,
                    ValueRange) const {
    return parent;
  }
  Value size(Attribute, const LevelSite &, ValueRange, Value parentSize) const {
    return parentSize;
  }
  void finalize(Attribute, const LevelSite &site, ValueRange state, Value,
                ValueVector &arrays) const {
    memref::DeallocOp::create(site.builder, state[kKeys]);
    memref::DeallocOp::create(site.builder, state[kSlots]);
    arrays.push_back(state[kOffset]);
  }

private:
  /// The key of the offset between the last two coordinates.
  static Value emitKeyOf(ImplicitLocOpBuilder &b, ValueRange coords) {
    Value offset =
        arith::SubIOp::create(b, coords.back(), coords.drop_back().back());
    return emitKey(b, offset);
  }
  /// The table, or, if it is more than half full, one that is twice as large.
  static Value emitGrown(ImplicitLocOpBuilder &b, Value keys, Value count) {
    Value length = emitLength(b, keys);
    Value twice = arith::AddIOp::create(b, count, count);
    Value isFull = emitCompare(b, arith::CmpIPredicate::ugt, twice, length);
    auto ifOp = scf::IfOp::create(b, TypeRange(keys.getType()), isFull,
                                  /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(b, keys);
    b.setInsertionPointToStart(ifOp.thenBlock());
    Value grown = emitTable(b, arith::AddIOp::create(b, length, length));
    emitForKeys(b, keys, [&](Value key, Value) {
      emitStoreIndex(b, key, grown, emitFind(b, grown, key).position);
    });
    memref::DeallocOp::create(b, keys);
    scf::YieldOp::create(b, grown);
    return ifOp.getResult(0);
  }
};
} // namespace

void weft::registerOffsetEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::OffsetAttr, OffsetEmitter, PositionsEmitterInterface,
                  PositionIterateEmitterInterface, SearchEmitterInterface,
                  RecoverEmitterInterface, LocateEmitterInterface,
                  AssemblyEmitterInterface, InsertEmitterInterface,
                  ScanEmitterInterface, SlotsEmitterInterface>(*context);
  });
}
