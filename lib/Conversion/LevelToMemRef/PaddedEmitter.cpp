//===- PaddedEmitter.cpp - Code of padded levels ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of padded levels: those of singleton levels (thesis,
// table 2-13) whose coordinate may be missing, which is a negative number. The
// slots of a row are taken one after the other, so that there are as many as
// the fullest row has entries.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"
#include "GrowthFunctions.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The array of a level, and what its state holds besides: how many entries
/// each row has, of those that were noted or have a slot.
enum { kCrd, kCounts };

namespace {
template <typename Base> struct PaddedEmitter : CoordinateOfParent<Base> {
  ValuePair posAccess(Attribute, const LevelSite &site, ValueRange arrays,
                      Value position, ValueRange) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value coordinate = emitLoadIndex(b, arrays[kCrd], position);
    Value found =
        emitCompare(b, arith::CmpIPredicate::sge, coordinate, emitIndex(b, 0));
    return ValuePair{coordinate, found};
  }
  ValuePair locate(Attribute, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value stored = emitLoadIndex(b, arrays[kCrd], parent);
    Value found =
        emitCompare(b, arith::CmpIPredicate::eq, stored, coords.back());
    return ValuePair{parent, found};
  }

  // Assembly.
  bool isSizeFixed(Attribute) const { return true; }
  void getStateTypes(Attribute, Type, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    Type i64 = IntegerType::get(crdType.getContext(), 64);
    types.append({getArrayType(crdType), getArrayType(i64)});
  }
  void init(Attribute, const LevelSite &site, Value, ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value crd = emitAlloc(b, site.crdType, emitIndex(b, 0));
    state.append({crd, emitFilled(b, site.numRows, emitNone(b))});
  }
  void noteEntry(Attribute, const LevelSite &site, ValueVector &state,
                 Value row, ValueRange) const {
    emitTakeNext(site, state, row);
  }
  Value countSlots(Attribute, const LevelSite &site, ValueRange state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value zero = emitIndex(b, 0);
    auto loop = scf::ForOp::create(b, zero, emitLength(b, state[kCounts]),
                                   emitIndex(b, 1), zero);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value count = emitLoadIndex(b, state[kCounts], loop.getInductionVar());
    Value most = arith::MaxSIOp::create(b, loop.getRegionIterArg(0), count);
    scf::YieldOp::create(b, most);
    return loop.getResult(0);
  }
  Value rowCounts(Attribute, const LevelSite &, ValueRange state) const {
    return state[kCounts];
  }
  void scan(Attribute, const LevelSite &site, ValueVector &state,
            Value parentSize) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value missing =
        arith::ConstantOp::create(b, b.getIntegerAttr(site.crdType, -1));
    memref::DeallocOp::create(b, state[kCrd]);
    state[kCrd] = emitFilled(b, parentSize, missing);
    emitFill(b, state[kCounts], emitIndex(b, 0), emitLength(b, state[kCounts]),
             emitNone(b));
  }
  Value takeSlot(Attribute, const LevelSite &site, ValueRange state, Value row,
                 ValueRange) const {
    return emitTakeNext(site, state, row);
  }
  Value insertCoord(Attribute, const LevelSite &site, ValueVector &state,
                    Value parent, ValueRange coords) const {
    emitStoreIndex(site.builder, coords.back(), state[kCrd], parent);
    return parent;
  }
  Value size(Attribute, const LevelSite &, ValueRange, Value parentSize) const {
    return parentSize;
  }
  void finalize(Attribute, const LevelSite &site, ValueRange state, Value,
                ValueVector &arrays) const {
    memref::DeallocOp::create(site.builder, state[kCounts]);
    arrays.push_back(state[kCrd]);
  }

private:
  static Value emitNone(ImplicitLocOpBuilder &b) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(0));
  }
  /// How many entries a row has so far; one more from then on.
  static Value emitTakeNext(const LevelSite &site, ValueRange state,
                            Value row) {
    ImplicitLocOpBuilder &b = site.builder;
    Value count = emitLoadIndex(b, state[kCounts], row);
    Value more = arith::AddIOp::create(b, count, emitIndex(b, 1));
    emitStoreIndex(b, more, state[kCounts], row);
    return count;
  }
};
} // namespace

void weft::registerPaddedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::PaddedAttr, PaddedEmitter, PositionsEmitterInterface,
                  PositionIterateEmitterInterface, SearchEmitterInterface,
                  RecoverEmitterInterface, LocateEmitterInterface,
                  AssemblyEmitterInterface, InsertEmitterInterface,
                  ScanEmitterInterface, SlotsEmitterInterface,
                  RowCountEmitterInterface>(*context);
  });
}
