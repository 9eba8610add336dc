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
#include "weft/Conversion/LevelToMemRef/StoredEmitter.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The array of a level.
enum { kCrd };

namespace {
struct StructuredEmitter
    : StoredEmitter<StructuredEmitter, level::StructuredAttr,
                    WithoutCoordIterate, WithoutParentOf> {
  FailureOr<ValuePair> posBounds(Attribute attr, const LevelSite &site,
                                 ValueRange arrays, Value parentBegin,
                                 Value parentEnd) const {
    return emitIfParent(site, parentBegin, parentEnd, [&]() -> ValuePair {
      return emitSegment(attr, site, arrays, parentBegin);
    });
  }
  FailureOr<ValuePair> posAccess(Attribute, const LevelSite &site,
                                 ValueRange arrays, Value position,
                                 ValueRange) const {
    return emitCoordAt(site, arrays[kCrd], position);
  }
  FailureOr<ValuePair> locate(Attribute attr, const LevelSite &site,
                              ValueRange arrays, Value parent,
                              ValueRange coords) const {
    // No coordinate is less than those of places that are not used.
    ImplicitLocOpBuilder &b = site.builder;
    Value begin = emitBegin(attr, site, parent);
    Value no = arith::ConstantOp::create(b, b.getBoolAttr(false));
    auto loop = scf::ForOp::create(b, emitIndex(b, 0), emitRoom(attr, b),
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
  FailureOr<Value> search(Attribute, const LevelSite &site, ValueRange arrays,
                          Value begin, Value end, Value coordinate,
                          ValueRange) const {
    return emitSearch(site, arrays[kCrd], begin, end, coordinate);
  }

private:
  static Value emitRoom(Attribute attr, ImplicitLocOpBuilder &b) {
    return emitIndex(b, cast<level::StructuredAttr>(attr).getCount());
  }
  static Value emitBegin(Attribute attr, const LevelSite &site, Value parent) {
    ImplicitLocOpBuilder &b = site.builder;
    return arith::MulIOp::create(b, parent, emitRoom(attr, b));
  }
  /// The positions of a parent that are used.
  static ValuePair emitSegment(Attribute attr, const LevelSite &site,
                               ValueRange arrays, Value parent) {
    ImplicitLocOpBuilder &b = site.builder;
    Value begin = emitBegin(attr, site, parent);
    auto loop = scf::ForOp::create(b, emitIndex(b, 0), emitRoom(attr, b),
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
    level::StructuredAttr::attachInterface<StructuredEmitter>(*context);
  });
}
