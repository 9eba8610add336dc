//===- BitmapEmitter.cpp - Code of bitmap levels ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of bitmap levels: those of dense levels (thesis, tables
// 2-13 and 2-14), with a byte for each position that says whether its
// coordinate is stored. Iteration visits all coordinates of the dimension and
// says which of them exist.
//
//===----------------------------------------------------------------------===//

#include "PlacesEmitter.h"

#include "weft/Runtime/TensorABI.h"

using namespace mlir;
using namespace weft;

/// The array of a level, which is its state as well.
enum { kPresent };

/// A presence as it is stored.
static Value emitPresence(ImplicitLocOpBuilder &b, bool present) {
  return arith::ConstantOp::create(b, b.getI8IntegerAttr(present));
}

namespace {
struct Presences {
  static Value emitRoom(Attribute, const LevelSite &site) { return site.size; }
  static Value emitFree(const LevelSite &site) {
    return emitPresence(site.builder, false);
  }
  static Type getElementType(Type type) {
    return IntegerType::get(type.getContext(), 8);
  }
};

template <typename Base> struct BitmapEmitter : PlacesEmitter<Base, Presences> {
  ValuePair coordBounds(Attribute, const LevelSite &site, ValueRange, Value,
                        ValueRange) const {
    return ValuePair{emitIndex(site.builder, 0), site.size};
  }
  ValuePair coordAccess(Attribute, const LevelSite &site, ValueRange arrays,
                        Value parent, ValueRange coords) const {
    Value position = emitDensePosition(site, parent, coords.back());
    return ValuePair{position, emitIsPresent(site, arrays, position)};
  }
  ValuePair locate(Attribute attr, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
    return coordAccess(attr, site, arrays, parent, coords);
  }

  Value insertCoord(Attribute, const LevelSite &site, ValueVector &state,
                    Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value position = emitDensePosition(site, parent, coords.back());
    if (site.assembly == level::Assembly::Compute) {
      // The structure that is kept must have the coordinate.
      emitFailUnless(b, emitIsPresent(site, state, position),
                     WEFT_RT_STRUCTURE_MISMATCH);
      return position;
    }
    memref::StoreOp::create(b, emitPresence(b, true), state[kPresent],
                            position);
    return position;
  }

private:
  static Value emitIsPresent(const LevelSite &site, ValueRange arrays,
                             Value position) {
    ImplicitLocOpBuilder &b = site.builder;
    Value presence = memref::LoadOp::create(b, arrays[kPresent], position);
    return emitCompare(b, arith::CmpIPredicate::ne, presence,
                       emitPresence(b, false));
  }
};
} // namespace

void weft::registerBitmapEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<
        level::BitmapAttr, BitmapEmitter, CoordinateIterateEmitterInterface,
        LocateEmitterInterface, AssemblyEmitterInterface, KeepEmitterInterface,
        InsertEmitterInterface, MoveEmitterInterface, ScanEmitterInterface>(
        *context);
  });
}
