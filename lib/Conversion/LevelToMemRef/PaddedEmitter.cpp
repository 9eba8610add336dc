//===- PaddedEmitter.cpp - Code of padded levels -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of padded levels: those of singleton levels (thesis,
// table 2-13) whose coordinate may be missing, which is a negative number.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"
#include "StoredEmitter.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

using namespace mlir;
using namespace weft;

/// The array of a level.
enum { kCrd };

namespace {
struct PaddedEmitter : StoredEmitter<PaddedEmitter, level::PaddedAttr> {
  FailureOr<ValuePair> posBounds(Attribute, const LevelSite &, ValueRange,
                                 Value parentBegin, Value parentEnd) const {
    return ValuePair{parentBegin, parentEnd};
  }
  FailureOr<ValuePair> posAccess(Attribute, const LevelSite &site,
                                 ValueRange arrays, Value position,
                                 ValueRange) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value coordinate = emitLoadIndex(b, arrays[kCrd], position);
    Value found =
        emitCompare(b, arith::CmpIPredicate::sge, coordinate, emitIndex(b, 0));
    return ValuePair{coordinate, found};
  }
  FailureOr<ValuePair> locate(Attribute, const LevelSite &site,
                              ValueRange arrays, Value parent,
                              ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value stored = emitLoadIndex(b, arrays[kCrd], parent);
    Value found =
        emitCompare(b, arith::CmpIPredicate::eq, stored, coords.back());
    return ValuePair{parent, found};
  }
  FailureOr<Value> search(Attribute, const LevelSite &site, ValueRange arrays,
                          Value begin, Value end, Value coordinate) const {
    return emitSearch(site, arrays[kCrd], begin, end, coordinate);
  }
  FailureOr<Value> parentOf(Attribute, const LevelSite &, ValueRange,
                            Value position, Value, Value) const {
    return position;
  }

  // Capabilities that padded levels do not have.
  FailureOr<ValuePair> coordBounds(Attribute, const LevelSite &, ValueRange,
                                   ValueRange) const {
    return failure();
  }
  FailureOr<ValuePair> coordAccess(Attribute, const LevelSite &, ValueRange,
                                   Value, ValueRange) const {
    return failure();
  }
};
} // namespace

void weft::registerPaddedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    level::PaddedAttr::attachInterface<PaddedEmitter>(*context);
  });
}
