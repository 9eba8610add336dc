//===- RunLengthEmitter.cpp - Code of run-length levels ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of run-length levels: neighbouring coordinates share a
// position, which a search among the ends of the runs finds. What is appended
// next to a run whose component is equal becomes part of it; so components are
// stored before their coordinates. While it is assembled, `pos[p + 1]` is the
// number of runs of parent `p`.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"
#include "EmptyParents.h"
#include "Segments.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The arrays of a level, and what its state holds besides: how many runs there
/// are, and how many when the last segment began.
enum { kPos, kFirst, kLast, kCount, kBegin };

/// The bits of a number, as integers.
static SmallVector<Value> emitBits(ImplicitLocOpBuilder &b, Value number) {
  if (auto type = dyn_cast<ComplexType>(number.getType())) {
    SmallVector<Value> bits =
        emitBits(b, complex::ReOp::create(b, type.getElementType(), number));
    bits.append(
        emitBits(b, complex::ImOp::create(b, type.getElementType(), number)));
    return bits;
  }
  if (auto type = dyn_cast<FloatType>(number.getType()))
    return {
        arith::BitcastOp::create(b, b.getIntegerType(type.getWidth()), number)};
  return {number};
}

/// Whether two components have the same bits: NaN is equal to itself, and zero
/// has a sign.
static Value emitIsSame(ImplicitLocOpBuilder &b, Value components, Value left,
                        Value right) {
  SmallVector<Value> lhs =
      emitBits(b, memref::LoadOp::create(b, components, left));
  SmallVector<Value> rhs =
      emitBits(b, memref::LoadOp::create(b, components, right));
  Value same;
  for (auto [one, other] : llvm::zip_equal(lhs, rhs)) {
    Value equal = emitCompare(b, arith::CmpIPredicate::eq, one, other);
    same = same ? arith::AndIOp::create(b, same, equal) : equal;
  }
  return same;
}

namespace {
template <typename Base> struct RunLengthEmitter : Base {
  ValuePair coordBounds(Attribute, const LevelSite &site, ValueRange arrays,
                        Value parent, ValueRange) const {
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
  ValuePair coordAccess(Attribute, const LevelSite &site, ValueRange arrays,
                        Value parent, ValueRange coords) const {
    // Inside of the bounds, some run ends at the coordinate or behind it.
    ValuePair runs = emitRuns(site, arrays, parent);
    Value run =
        emitSearch(site, arrays[kLast], runs.first, runs.second, coords.back());
    return ValuePair{run, emitContains(site, arrays, run, coords.back())};
  }
  ValuePair locate(Attribute, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
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

  // Assembly.
  bool isSizeFixed(Attribute) const { return false; }
  void getStateTypes(Attribute, Type posType, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    Type index = IndexType::get(posType.getContext());
    types.append({getArrayType(posType), getArrayType(crdType),
                  getArrayType(crdType), index, index});
  }
  void init(Attribute, const LevelSite &site, Value parentSize,
            ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value initial = emitIndex(b, kInitialCapacity), zero = emitIndex(b, 0);
    state.append({emitCounts(site, parentSize),
                  emitAlloc(b, site.crdType, initial),
                  emitAlloc(b, site.crdType, initial), zero, zero});
  }
  Value next(Attribute, const LevelSite &, ValueRange state) const {
    return state[kCount];
  }
  void appendCoord(Attribute, const LevelSite &site, ValueVector &state,
                   Value coordinate) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value one = emitIndex(b, 1);
    Value last = arith::SubIOp::create(b, state[kCount], one);
    Value continues = arith::ConstantOp::create(b, b.getBoolAttr(false));
    // What is below a level in between is not compared.
    if (site.components)
      continues = emitContinues(site, state, last, coordinate);
    SmallVector<Type> types = {state[kFirst].getType(), state[kLast].getType(),
                               b.getIndexType()};
    auto ifOp = scf::IfOp::create(b, types, continues, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.thenBlock());
    emitStoreIndex(b, coordinate, state[kLast], last);
    scf::YieldOp::create(
        b, ValueRange{state[kFirst], state[kLast], state[kCount]});
    b.setInsertionPointToStart(ifOp.elseBlock());
    Value count = arith::AddIOp::create(b, state[kCount], one);
    int64_t limit = getMaxSigned(site.posType);
    Value first = emitEnsureLength(b, state[kFirst], count, limit);
    Value ends = emitEnsureLength(b, state[kLast], count, limit);
    emitStoreIndex(b, coordinate, first, state[kCount]);
    emitStoreIndex(b, coordinate, ends, state[kCount]);
    scf::YieldOp::create(b, ValueRange{first, ends, count});
    state[kFirst] = ifOp.getResult(0);
    state[kLast] = ifOp.getResult(1);
    state[kCount] = ifOp.getResult(2);
  }
  void appendEdges(Attribute, const LevelSite &site, ValueVector &state,
                   Value parent, Value begin, Value end) const {
    Value runs = arith::SubIOp::create(site.builder, end, begin);
    emitStoreCount(site, state[kPos], parent, runs);
    state[kBegin] = end;
  }
  void reserve(Attribute, const LevelSite &site, ValueVector &state,
               Value parentSize) const {
    emitEnsureSegments(site, state[kPos], parentSize);
  }
  LogicalResult moveSegment(Attribute, const LevelSite &site, ValueRange state,
                            Value from, Value to,
                            function_ref<LogicalResult(Value, Value)>) const {
    emitMoveCount(site, state[kPos], from, to);
    return success();
  }
  Value size(Attribute, const LevelSite &, ValueRange state, Value) const {
    return state[kCount];
  }
  void finalize(Attribute, const LevelSite &site, ValueRange state,
                Value parentSize, ValueVector &arrays) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value pos = state[kPos];
    emitSums(site, pos, parentSize);
    arrays.append({pos, emitPrefix(b, state[kFirst], state[kCount]),
                   emitPrefix(b, state[kLast], state[kCount])});
  }

private:
  /// Whether a coordinate whose component was stored behind the last run is the
  /// next of that run.
  static Value emitContinues(const LevelSite &site, ValueRange state,
                             Value last, Value coordinate) {
    ImplicitLocOpBuilder &b = site.builder;
    Value hasRun =
        emitCompare(b, arith::CmpIPredicate::ugt, state[kCount], state[kBegin]);
    auto ifOp =
        scf::IfOp::create(b, b.getI1Type(), hasRun, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.thenBlock());
    Value behind = arith::AddIOp::create(
        b, emitLoadIndex(b, state[kLast], last), emitIndex(b, 1));
    Value isNext = emitCompare(b, arith::CmpIPredicate::eq, behind, coordinate);
    Value isSame = emitIsSame(b, site.components, last, state[kCount]);
    scf::YieldOp::create(b,
                         arith::AndIOp::create(b, isNext, isSame).getResult());
    b.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(b, hasRun);
    return ifOp.getResult(0);
  }
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
    attachEmitter<level::RunLengthAttr, RunLengthEmitter,
                  CoordinateIterateEmitterInterface, LocateEmitterInterface,
                  AssemblyEmitterInterface, AppendEmitterInterface,
                  MoveEmitterInterface>(*context);
  });
}
