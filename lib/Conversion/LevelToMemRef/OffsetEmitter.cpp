//===- OffsetEmitter.cpp - Code of offset levels -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of offset levels (thesis, table 2-13): the one coordinate
// below a parent is the parent's, shifted by the offset of the slot above.
//
//===----------------------------------------------------------------------===//

#include "StoredEmitter.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

using namespace mlir;
using namespace weft;

/// The array of a level.
enum { kOffset };

namespace {
struct OffsetEmitter : StoredEmitter<OffsetEmitter, level::OffsetAttr> {
  /// The coordinate below ancestors, of which the last are a slot and the
  /// parent.
  static Value emitCoordinate(const LevelSite &site, ValueRange arrays,
                              ValueRange ancestors) {
    ImplicitLocOpBuilder &b = site.builder;
    Value slot = ancestors[ancestors.size() - 2];
    Value offset = emitLoadIndex(b, arrays[kOffset], slot);
    return arith::AddIOp::create(b, ancestors.back(), offset);
  }

  FailureOr<ValuePair> posBounds(Attribute, const LevelSite &, ValueRange,
                                 Value parentBegin, Value parentEnd) const {
    return ValuePair{parentBegin, parentEnd};
  }
  FailureOr<ValuePair> posAccess(Attribute, const LevelSite &site,
                                 ValueRange arrays, Value,
                                 ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value found = arith::ConstantOp::create(b, b.getBoolAttr(true));
    return ValuePair{emitCoordinate(site, arrays, coords), found};
  }
  FailureOr<ValuePair> locate(Attribute, const LevelSite &site,
                              ValueRange arrays, Value parent,
                              ValueRange coords) const {
    Value stored = emitCoordinate(site, arrays, coords.drop_back());
    Value found = emitCompare(site.builder, arith::CmpIPredicate::eq, stored,
                              coords.back());
    return ValuePair{parent, found};
  }
  FailureOr<Value> parentOf(Attribute, const LevelSite &, ValueRange,
                            Value position, Value, Value) const {
    return position;
  }

  // Capabilities that offset levels do not have. A search is not told the
  // ancestors that the coordinate depends on.
  FailureOr<Value> search(Attribute, const LevelSite &, ValueRange, Value,
                          Value, Value) const {
    return failure();
  }
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

void weft::registerOffsetEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    level::OffsetAttr::attachInterface<OffsetEmitter>(*context);
  });
}
