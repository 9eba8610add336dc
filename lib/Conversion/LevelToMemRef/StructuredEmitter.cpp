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

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/MissingCapabilities.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The array of a level, which is its state as well.
enum { kCrd };

namespace {
struct StructuredEmitter
    : EmitterModel<StructuredEmitter, level::StructuredAttr,
                   WithoutCoordIterate, WithoutParentOf, WithoutAppend> {
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

  // Assembly.
  bool isSizeFixed(Attribute) const { return true; }
  void getStateTypes(Attribute, Type, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    types.push_back(getArrayType(crdType));
  }
  LogicalResult init(Attribute attr, const LevelSite &site, Value parentSize,
                     ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value parents = parentSize ? parentSize : emitIndex(b, kInitialCapacity);
    Value length = emitCheckedMul(b, parents, emitRoom(attr, b));
    state.push_back(emitFilled(b, length, emitFree(site)));
    return success();
  }
  LogicalResult initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                         ValueVector &state) const {
    state.push_back(emitCopy(site.builder, arrays[kCrd]));
    return success();
  }
  FailureOr<Value> insertCoord(Attribute attr, const LevelSite &site,
                               ValueVector &state, Value parent,
                               ValueRange coords) const {
    // Those that are there are less, or it is there.
    ImplicitLocOpBuilder &b = site.builder;
    bool keeps = site.assembly == level::Assembly::Compute;
    Value begin = emitBegin(attr, site, parent), none = emitIndex(b, -1);
    auto loop = scf::ForOp::create(b, emitIndex(b, 0), emitRoom(attr, b),
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
        {emitRoom(attr, b)});
    if (!keeps)
      emitStoreIndex(b, coords.back(), state[kCrd], position);
    return position;
  }
  LogicalResult
  moveSegment(Attribute attr, const LevelSite &site, ValueRange state,
              Value from, Value to,
              function_ref<LogicalResult(Value, Value)> moveBelow) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value begin = emitBegin(attr, site, from), end = emitBegin(attr, site, to);
    auto loop = scf::ForOp::create(b, emitIndex(b, 0), emitRoom(attr, b),
                                   emitIndex(b, 1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value child = arith::AddIOp::create(b, begin, loop.getInductionVar());
    Value moved = arith::AddIOp::create(b, end, loop.getInductionVar());
    memref::StoreOp::create(b, memref::LoadOp::create(b, state[kCrd], child),
                            state[kCrd], moved);
    memref::StoreOp::create(b, emitFree(site), state[kCrd], child);
    return moveBelow(child, moved);
  }
  LogicalResult reserve(Attribute attr, const LevelSite &site,
                        ValueVector &state, Value parentSize) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value needed = emitCheckedMul(b, parentSize, emitRoom(attr, b));
    state[kCrd] = emitEnsureLength(b, state[kCrd], needed, emitFree(site));
    return success();
  }
  bool isCounted(Attribute) const { return true; }
  LogicalResult scan(Attribute attr, const LevelSite &site, ValueVector &state,
                     Value parentSize) const {
    return site.parentsKnown ? success()
                             : reserve(attr, site, state, parentSize);
  }
  FailureOr<Value> size(Attribute attr, const LevelSite &site, ValueRange,
                        Value parentSize) const {
    return emitCheckedMul(site.builder, parentSize,
                          emitRoom(attr, site.builder));
  }
  LogicalResult finalize(Attribute attr, const LevelSite &site,
                         ValueRange state, Value parentSize,
                         ValueVector &arrays) const {
    arrays.push_back(state[kCrd]);
    if (site.parentsKnown || site.assembly == level::Assembly::Compute)
      return success();
    // Parents whose segments were never written have none.
    if (failed(reserve(attr, site, arrays, parentSize)))
      return failure();
    ImplicitLocOpBuilder &b = site.builder;
    Value length = emitCheckedMul(b, parentSize, emitRoom(attr, b));
    arrays[kCrd] = emitPrefix(b, arrays[kCrd], length);
    return success();
  }

private:
  static Value emitFree(const LevelSite &site) {
    ImplicitLocOpBuilder &b = site.builder;
    return arith::ConstantOp::create(b, b.getIntegerAttr(site.crdType, -1));
  }
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
