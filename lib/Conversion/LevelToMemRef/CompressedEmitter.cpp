//===- CompressedEmitter.cpp - Code of compressed levels -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of compressed levels (thesis, tables 2-13 and 2-14).
// While a level is assembled, `pos[p + 1]` is the number of children of parent
// `p`, so that parents may be skipped; the sums are taken in the end.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The arrays of a level, and what its state holds besides.
enum { kPos, kCrd, kCount };

/// Turns the numbers of children in `pos` into the bounds of segments and
/// returns their sum.
static Value emitSums(ImplicitLocOpBuilder &b, Value pos, Value parentSize) {
  Value zero = emitIndex(b, 0), one = emitIndex(b, 1);
  Value end = arith::AddIOp::create(b, parentSize, one);
  auto loop = scf::ForOp::create(b, one, end, one, zero);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value parent = loop.getInductionVar();
  Value sum = arith::AddIOp::create(b, loop.getRegionIterArg(0),
                                    emitLoadIndex(b, pos, parent));
  emitStoreIndex(b, sum, pos, parent);
  scf::YieldOp::create(b, sum);
  return loop.getResult(0);
}

/// Ends the kernel if positions up to `end` do not fit their arrays.
static void emitPositionCheck(const LevelSite &site, Value end) {
  if (site.posType.getWidth() >= 64)
    return;
  ImplicitLocOpBuilder &b = site.builder;
  Value largest = emitIndex(b, getMaxSigned(site.posType));
  emitFailIf(b, emitCompare(b, arith::CmpIPredicate::sgt, end, largest),
             WEFT_RT_INDEX_OVERFLOW, {end, largest});
}

namespace {
struct CompressedEmitter
    : LevelEmitterInterface::ExternalModel<CompressedEmitter,
                                           level::CompressedAttr> {
  FailureOr<ValuePair> posBounds(Attribute, const LevelSite &site,
                                 ValueRange arrays, Value parentBegin,
                                 Value parentEnd) const {
    Value begin = emitLoadIndex(site.builder, arrays[kPos], parentBegin);
    Value end = emitLoadIndex(site.builder, arrays[kPos], parentEnd);
    return ValuePair{begin, end};
  }
  FailureOr<ValuePair> posAccess(Attribute, const LevelSite &site,
                                 ValueRange arrays, Value position,
                                 ValueRange) const {
    return emitCoordAt(site, arrays[kCrd], position);
  }
  FailureOr<Value> search(Attribute, const LevelSite &site, ValueRange arrays,
                          Value begin, Value end, Value coordinate,
                          ValueRange) const {
    return emitSearch(site, arrays[kCrd], begin, end, coordinate);
  }
  FailureOr<Value> parentOf(Attribute, const LevelSite &site, ValueRange arrays,
                            Value position, Value parentBegin,
                            Value parentEnd) const {
    // The parents behind are those whose children begin after the position.
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value next = arith::AddIOp::create(b, position, one);
    Value behind = emitSearch(site, arrays[kPos], parentBegin, parentEnd, next);
    return arith::SubIOp::create(b, behind, one).getResult();
  }

  // Capabilities that compressed levels do not have.
  FailureOr<ValuePair> coordBounds(Attribute, const LevelSite &, ValueRange,
                                   Value, ValueRange) const {
    return failure();
  }
  FailureOr<ValuePair> coordAccess(Attribute, const LevelSite &, ValueRange,
                                   Value, ValueRange) const {
    return failure();
  }
  FailureOr<ValuePair> locate(Attribute, const LevelSite &, ValueRange, Value,
                              ValueRange) const {
    return failure();
  }
  FailureOr<Value> insertCoord(Attribute, const LevelSite &, ValueVector &,
                               Value, ValueRange) const {
    return failure();
  }

  // Assembly.
  bool isSizeFixed(Attribute) const { return false; }
  void getStateTypes(Attribute, Type posType, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    types.append({getArrayType(posType), getArrayType(crdType),
                  IndexType::get(posType.getContext())});
  }
  LogicalResult init(Attribute, const LevelSite &site, Value parentSize,
                     ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value none = arith::ConstantOp::create(b, b.getZeroAttr(site.posType));
    Value initial = emitIndex(b, kInitialCapacity);
    Value segments =
        parentSize
            ? arith::AddIOp::create(b, parentSize, emitIndex(b, 1)).getResult()
            : initial;
    Value pos = emitFilled(b, segments, none);
    bool counts = site.assembly == level::Assembly::Count;
    Value crd = emitAlloc(b, site.crdType, counts ? emitIndex(b, 0) : initial);
    state.append({pos, crd, emitIndex(b, 0)});
    return success();
  }
  LogicalResult initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                         ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value pos = emitCopy(b, arrays[kPos]);
    Value crd = emitCopy(b, arrays[kCrd]);
    state.append({pos, crd, emitIndex(b, 0)});
    return success();
  }
  FailureOr<Value> next(Attribute, const LevelSite &, ValueRange state) const {
    return state[kCount];
  }
  LogicalResult appendCoord(Attribute, const LevelSite &site,
                            ValueVector &state, Value coordinate) const {
    emitAppendCoord(site, state[kCrd], state[kCount], coordinate);
    return success();
  }
  LogicalResult appendEdges(Attribute, const LevelSite &site,
                            ValueVector &state, Value parent, Value begin,
                            Value end) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value segment = arith::AddIOp::create(b, parent, one);
    if (site.assembly == level::Assembly::Compute) {
      Value differs = emitCompare(b, arith::CmpIPredicate::ne, end,
                                  emitLoadIndex(b, state[kPos], segment));
      emitFailIf(b, differs, WEFT_RT_STRUCTURE_MISMATCH);
      return success();
    }
    if (!site.parentsKnown)
      state[kPos] = ensureSegments(site, state[kPos], segment);
    Value children = arith::SubIOp::create(b, end, begin);
    emitStoreIndex(b, children, state[kPos], segment);
    return success();
  }
  LogicalResult reserve(Attribute, const LevelSite &, ValueVector &,
                        Value) const {
    // Edges make their own room, and so does the end of the assembly.
    return success();
  }
  bool isCounted(Attribute) const { return true; }
  LogicalResult count(Attribute, const LevelSite &site, ValueVector &state,
                      Value parent, Value children) const {
    ImplicitLocOpBuilder &b = site.builder;
    emitPositionCheck(site, children);
    Value segment = arith::AddIOp::create(b, parent, emitIndex(b, 1));
    if (!site.parentsKnown)
      state[kPos] = ensureSegments(site, state[kPos], segment);
    emitStoreIndex(b, children, state[kPos], segment);
    state[kCount] = arith::AddIOp::create(b, state[kCount], children);
    return success();
  }
  LogicalResult scan(Attribute, const LevelSite &site, ValueVector &state,
                     Value parentSize) const {
    state[kPos] = trimSegments(site, state[kPos], parentSize);
    state[kCount] = emitSums(site.builder, state[kPos], parentSize);
    // What does not fit was stored truncated, and is not read any more.
    emitPositionCheck(site, state[kCount]);
    emitReplaceCoords(site, state[kCrd], state[kCount]);
    return success();
  }
  FailureOr<Value> segmentBegin(Attribute, const LevelSite &site,
                                ValueRange state, Value parent) const {
    ImplicitLocOpBuilder &b = site.builder;
    if (!site.parentsKnown) {
      // A parent whose children turn out to be none is not stored, and may
      // come after the last.
      Value length = emitLength(b, state[kPos]);
      Value last = arith::SubIOp::create(b, length, emitIndex(b, 1));
      parent = arith::MinSIOp::create(b, parent, last);
    }
    return emitLoadIndex(b, state[kPos], parent);
  }
  LogicalResult place(Attribute, const LevelSite &site, ValueRange state,
                      Value position, Value coordinate) const {
    emitStoreIndex(site.builder, coordinate, state[kCrd], position);
    return success();
  }
  FailureOr<Value> size(Attribute, const LevelSite &site, ValueRange state,
                        Value parentSize) const {
    if (site.assembly == level::Assembly::Compute)
      return emitLoadIndex(site.builder, state[kPos], parentSize);
    return state[kCount];
  }
  LogicalResult finalize(Attribute, const LevelSite &site, ValueRange state,
                         Value parentSize, ValueVector &arrays) const {
    ImplicitLocOpBuilder &b = site.builder;
    if (site.assembly == level::Assembly::Compute) {
      Value differs = emitCompare(b, arith::CmpIPredicate::ne, state[kCount],
                                  emitLength(b, state[kCrd]));
      emitFailIf(b, differs, WEFT_RT_STRUCTURE_MISMATCH);
      arrays.append({state[kPos], state[kCrd]});
      return success();
    }
    if (site.assembly == level::Assembly::Place) {
      arrays.append({state[kPos], state[kCrd]});
      return success();
    }
    Value pos = trimSegments(site, state[kPos], parentSize);
    emitSums(b, pos, parentSize);
    arrays.append({pos, emitPrefix(b, state[kCrd], state[kCount])});
    return success();
  }

private:
  /// `pos` with the bounds of the segments of exactly `parents` parents.
  static Value trimSegments(const LevelSite &site, Value pos, Value parents) {
    if (site.parentsKnown)
      return pos;
    ImplicitLocOpBuilder &b = site.builder;
    pos = ensureSegments(site, pos, parents);
    Value length = arith::AddIOp::create(b, parents, emitIndex(b, 1));
    return emitPrefix(b, pos, length);
  }
  /// Makes room in `pos` for the bounds of the segments of `parents` parents.
  static Value ensureSegments(const LevelSite &site, Value pos, Value parents) {
    ImplicitLocOpBuilder &b = site.builder;
    Value needed = arith::AddIOp::create(b, parents, emitIndex(b, 1));
    Value none = arith::ConstantOp::create(b, b.getZeroAttr(site.posType));
    return emitEnsureLength(b, pos, needed, none);
  }
};
} // namespace

void weft::registerCompressedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    level::CompressedAttr::attachInterface<CompressedEmitter>(*context);
  });
}
