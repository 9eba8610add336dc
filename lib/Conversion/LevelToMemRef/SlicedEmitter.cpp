//===- SlicedEmitter.cpp - Code of sliced levels ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of sliced levels: so many parents that follow each other
// are a slice, and have the same coordinates, from zero on. What belongs to one
// coordinate is side by side for all parents of the slice.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

using namespace mlir;
using namespace weft;

/// The array of a level.
enum { kPos };

namespace {
/// The slice of a parent: how many coordinates those before have, and how many
/// it has.
struct Slice {
  Slice(Attribute attr, const LevelSite &site, ValueRange arrays,
        Value parent) {
    ImplicitLocOpBuilder &b = site.builder;
    rows = emitIndex(b, cast<level::SlicedAttr>(attr).getRows());
    Value slice = arith::DivUIOp::create(b, parent, rows);
    Value next = arith::AddIOp::create(b, slice, emitIndex(b, 1));
    begin = emitLoadIndex(b, arrays[kPos], slice);
    width =
        arith::SubIOp::create(b, emitLoadIndex(b, arrays[kPos], next), begin);
  }
  Value rows, begin, width;
};

template <typename Base> struct SlicedEmitter : Base {
  ValuePair coordBounds(Attribute attr, const LevelSite &site,
                        ValueRange arrays, Value parent, ValueRange) const {
    return {emitIndex(site.builder, 0),
            Slice(attr, site, arrays, parent).width};
  }
  ValuePair coordAccess(Attribute attr, const LevelSite &site,
                        ValueRange arrays, Value parent,
                        ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Slice slice(attr, site, arrays, parent);
    Value found = arith::ConstantOp::create(b, b.getBoolAttr(true));
    return {emitPosition(b, slice, parent, coords.back()), found};
  }
  ValuePair locate(Attribute attr, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Slice slice(attr, site, arrays, parent);
    Value found =
        emitCompare(b, arith::CmpIPredicate::ult, coords.back(), slice.width);
    return {emitPosition(b, slice, parent, coords.back()), found};
  }

private:
  static Value emitPosition(ImplicitLocOpBuilder &b, const Slice &slice,
                            Value parent, Value coordinate) {
    Value column = arith::AddIOp::create(b, slice.begin, coordinate);
    Value first = arith::MulIOp::create(b, column, slice.rows);
    Value row = arith::RemUIOp::create(b, parent, slice.rows);
    return arith::AddIOp::create(b, first, row);
  }
};
} // namespace

void weft::registerSlicedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::SlicedAttr, SlicedEmitter,
                  CoordinateIterateEmitterInterface, LocateEmitterInterface>(
        *context);
  });
}
