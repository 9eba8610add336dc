//===- StructuredEmitter.cpp - Code of structured levels --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of structured levels, which have room for a fixed number
// of coordinates below each parent. What is not used of it is at its end.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"
#include "EmptyParents.h"
#include "PlacesEmitter.h"

#include "weft/Runtime/TensorABI.h"

using namespace mlir;
using namespace weft;

/// The array of a level, which is its state as well.
enum { kCrd };

namespace {
struct StructuredPlaces {
  static Value emitRoom(Attribute attr, const LevelSite &site) {
    int64_t count = cast<level::StructuredAttr>(attr).getCount();
    return emitIndex(site.builder, count);
  }
  static Value emitFree(const LevelSite &site) {
    ImplicitLocOpBuilder &b = site.builder;
    return arith::ConstantOp::create(b, b.getIntegerAttr(site.crdType, -1));
  }
  static Type getElementType(Type crdType) { return crdType; }
};

template <typename Base>
struct StructuredEmitter
    : PlacesEmitter<StoredCoordinates<Base, kCrd>, StructuredPlaces> {
  ValuePair posBounds(Attribute attr, const LevelSite &site, ValueRange arrays,
                      Value parentBegin, Value parentEnd) const {
    return emitIfParent(site, parentBegin, parentEnd, [&]() -> ValuePair {
      return emitSegment(attr, site, arrays, parentBegin);
    });
  }
  ValuePair locate(Attribute attr, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
    // No coordinate is less than those of places that are not used.
    ImplicitLocOpBuilder &b = site.builder;
    Value begin = this->emitBegin(attr, site, parent);
    Value no = arith::ConstantOp::create(b, b.getBoolAttr(false));
    auto loop = scf::ForOp::create(b, emitIndex(b, 0),
                                   StructuredPlaces::emitRoom(attr, site),
                                   emitIndex(b, 1), ValueRange{begin, no});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value position = arith::AddIOp::create(b, begin, loop.getInductionVar());
    Value isHere =
        emitCompare(b, arith::CmpIPredicate::eq,
                    emitLoadIndex(b, arrays[kCrd], position), coords.back());
    Value where =
        arith::SelectOp::create(b, isHere, position, loop.getRegionIterArg(0));
    Value found = arith::OrIOp::create(b, isHere, loop.getRegionIterArg(1));
    scf::YieldOp::create(b, ValueRange{where, found});
    return ValuePair{loop.getResult(0), loop.getResult(1)};
  }

  Value insertCoord(Attribute attr, const LevelSite &site, ValueVector &state,
                    Value parent, ValueRange coords) const {
    // Those that are there are less, or it is there.
    ImplicitLocOpBuilder &b = site.builder;
    bool keeps = site.assembly == level::Assembly::Compute;
    Value begin = this->emitBegin(attr, site, parent), none = emitIndex(b, -1);
    auto loop = scf::ForOp::create(b, emitIndex(b, 0),
                                   StructuredPlaces::emitRoom(attr, site),
                                   emitIndex(b, 1), none);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value position = arith::AddIOp::create(b, begin, loop.getInductionVar());
      Value stored = emitLoadIndex(b, state[kCrd], position);
      Value fits =
          emitCompare(b, arith::CmpIPredicate::eq, stored, coords.back());
      if (!keeps)
        fits = arith::OrIOp::create(
            b, fits,
            emitCompare(b, arith::CmpIPredicate::slt, stored, emitIndex(b, 0)));
      Value isOpen = emitCompare(b, arith::CmpIPredicate::slt,
                                 loop.getRegionIterArg(0), emitIndex(b, 0));
      Value takes = arith::AndIOp::create(b, fits, isOpen);
      Value found =
          arith::SelectOp::create(b, takes, position, loop.getRegionIterArg(0));
      scf::YieldOp::create(b, found);
    }
    Value position = loop.getResult(0);
    emitFailIf(
        b, emitCompare(b, arith::CmpIPredicate::slt, position, emitIndex(b, 0)),
        keeps ? WEFT_RT_STRUCTURE_MISMATCH : WEFT_RT_NO_ROOM,
        {StructuredPlaces::emitRoom(attr, site)});
    if (!keeps)
      emitStoreIndex(b, coords.back(), state[kCrd], position);
    return position;
  }

private:
  /// The positions of a parent that are used.
  static ValuePair emitSegment(Attribute attr, const LevelSite &site,
                               ValueRange arrays, Value parent) {
    ImplicitLocOpBuilder &b = site.builder;
    Value begin = StructuredEmitter::emitBegin(attr, site, parent);
    auto loop = scf::ForOp::create(b, emitIndex(b, 0),
                                   StructuredPlaces::emitRoom(attr, site),
                                   emitIndex(b, 1), begin);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value position = arith::AddIOp::create(b, begin, loop.getInductionVar());
    Value isUsed =
        emitCompare(b, arith::CmpIPredicate::sge,
                    emitLoadIndex(b, arrays[kCrd], position), emitIndex(b, 0));
    Value one = arith::IndexCastUIOp::create(b, b.getIndexType(), isUsed);
    scf::YieldOp::create(
        b, arith::AddIOp::create(b, loop.getRegionIterArg(0), one).getResult());
    return {begin, loop.getResult(0)};
  }
};
} // namespace

void weft::registerStructuredEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<
        level::StructuredAttr, StructuredEmitter, PositionsEmitterInterface,
        PositionIterateEmitterInterface, SearchEmitterInterface,
        LocateEmitterInterface, AssemblyEmitterInterface, KeepEmitterInterface,
        InsertEmitterInterface, MoveEmitterInterface, ScanEmitterInterface>(
        *context);
  });
}
