//===- IntervalEmitter.cpp - Code of interval levels ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of interval levels: below each parent are the coordinates
// of one interval, from a first one that is stored.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/LevelToMemRef/StoredEmitter.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

using namespace mlir;
using namespace weft;

/// The arrays of a level.
enum { kPos, kFirst };

namespace {
/// The interval below a parent: the position and the coordinate that it begins
/// with, and the number of its coordinates.
struct Interval {
  Value position, first, width;
};

struct IntervalEmitter
    : StoredEmitter<IntervalEmitter, level::IntervalAttr, WithoutPosIterate,
                    WithoutParentOf, WithoutSearch> {
  static Interval emitInterval(const LevelSite &site, ValueRange arrays,
                               Value parent) {
    ImplicitLocOpBuilder &b = site.builder;
    Value next = arith::AddIOp::create(b, parent, emitIndex(b, 1));
    Value begin = emitLoadIndex(b, arrays[kPos], parent);
    Value end = emitLoadIndex(b, arrays[kPos], next);
    return {begin, emitLoadIndex(b, arrays[kFirst], parent),
            arith::SubIOp::create(b, end, begin)};
  }

  FailureOr<ValuePair> coordBounds(Attribute, const LevelSite &site,
                                   ValueRange arrays, Value parent,
                                   ValueRange) const {
    Interval interval = emitInterval(site, arrays, parent);
    Value end =
        arith::AddIOp::create(site.builder, interval.first, interval.width);
    return ValuePair{interval.first, end};
  }
  FailureOr<ValuePair> coordAccess(Attribute, const LevelSite &site,
                                   ValueRange arrays, Value parent,
                                   ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value found = arith::ConstantOp::create(b, b.getBoolAttr(true));
    return ValuePair{emitPosition(site, arrays, parent, coords.back()).first,
                     found};
  }
  FailureOr<ValuePair> locate(Attribute, const LevelSite &site,
                              ValueRange arrays, Value parent,
                              ValueRange coords) const {
    return emitPosition(site, arrays, parent, coords.back());
  }

private:
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
    level::IntervalAttr::attachInterface<IntervalEmitter>(*context);
  });
}
