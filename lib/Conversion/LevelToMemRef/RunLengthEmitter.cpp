//===- RunLengthEmitter.cpp - Code of run-length levels ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of run-length levels: neighbouring coordinates share a
// position, which a search among the ends of the runs finds.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"
#include "EmptyParents.h"
#include "weft/Conversion/LevelToMemRef/StoredEmitter.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

using namespace mlir;
using namespace weft;

/// The arrays of a level.
enum { kPos, kFirst, kLast };

namespace {
struct RunLengthEmitter
    : StoredEmitter<RunLengthEmitter, level::RunLengthAttr, WithoutPosIterate,
                    WithoutParentOf, WithoutSearch> {
  FailureOr<ValuePair> coordBounds(Attribute, const LevelSite &site,
                                   ValueRange arrays, Value parent,
                                   ValueRange) const {
    // From the first coordinate of the first run to the last of the last.
    ImplicitLocOpBuilder &b = site.builder;
    ValuePair runs = emitRuns(site, arrays, parent);
    Value zero = emitIndex(b, 0), one = emitIndex(b, 1);
    Value some =
        emitCompare(b, arith::CmpIPredicate::ult, runs.first, runs.second);
    return emitPairIf(
        b, some, {b.getIndexType(), b.getIndexType()},
        [&]() -> ValuePair {
          Value end = arith::SubIOp::create(b, runs.second, one);
          Value last = emitLoadIndex(b, arrays[kLast], end);
          return {emitLoadIndex(b, arrays[kFirst], runs.first),
                  arith::AddIOp::create(b, last, one)};
        },
        [&]() -> ValuePair { return {zero, zero}; });
  }
  FailureOr<ValuePair> coordAccess(Attribute, const LevelSite &site,
                                   ValueRange arrays, Value parent,
                                   ValueRange coords) const {
    // Inside of the bounds, some run ends at the coordinate or behind it.
    ValuePair runs = emitRuns(site, arrays, parent);
    Value run =
        emitSearch(site, arrays[kLast], runs.first, runs.second, coords.back());
    return ValuePair{run, emitContains(site, arrays, run, coords.back())};
  }
  FailureOr<ValuePair> locate(Attribute, const LevelSite &site,
                              ValueRange arrays, Value parent,
                              ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    ValuePair runs = emitRuns(site, arrays, parent);
    Value run =
        emitSearch(site, arrays[kLast], runs.first, runs.second, coords.back());
    Value isThere = emitCompare(b, arith::CmpIPredicate::ult, run, runs.second);
    return emitPairIf(
        b, isThere, {b.getIndexType(), b.getI1Type()},
        [&]() -> ValuePair {
          return {run, emitContains(site, arrays, run, coords.back())};
        },
        [&]() -> ValuePair { return {run, isThere}; });
  }

  // Capabilities that run-length levels do not have: several coordinates have
  // one position.

private:
  /// The positions of the runs below a parent.
  static ValuePair emitRuns(const LevelSite &site, ValueRange arrays,
                            Value parent) {
    ImplicitLocOpBuilder &b = site.builder;
    Value next = arith::AddIOp::create(b, parent, emitIndex(b, 1));
    return {emitLoadIndex(b, arrays[kPos], parent),
            emitLoadIndex(b, arrays[kPos], next)};
  }
  /// Whether a run that does not end before a coordinate begins before it.
  static Value emitContains(const LevelSite &site, ValueRange arrays, Value run,
                            Value coordinate) {
    ImplicitLocOpBuilder &b = site.builder;
    return emitCompare(b, arith::CmpIPredicate::sle,
                       emitLoadIndex(b, arrays[kFirst], run), coordinate);
  }
};
} // namespace

void weft::registerRunLengthEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    level::RunLengthAttr::attachInterface<RunLengthEmitter>(*context);
  });
}
