//===- PrefetchProfitability.cpp - Whether what is loaded is far ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What coordinates lead to is far if it is large, unless it was there just
// before: where coordinates some entries apart are near each other, and each
// part is loaded several times (decision 186).
//
//===----------------------------------------------------------------------===//

#include "Prefetching/PrefetchProfitability.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;

/// Where coordinates so many entries apart are no further from each other, what
/// they lead to was there a little before, unless it is the first time.
static constexpr int64_t kNearEntries = 256;
static constexpr int64_t kNearSpan = 4096;
/// How many times as much as there is of an operand is loaded then, at least.
static constexpr int64_t kMinReuse = 8;

static bool isInFront(Value value, Operation *op) {
  return !op->isAncestor(value.getParentBlock()->getParentOp());
}

/// The outermost operation around a loop in front of which there is all of some
/// values.
static Operation *findFirstUse(scf::ForOp loop, ArrayRef<Value> values) {
  Operation *first = loop;
  while (!isa<func::FuncOp>(first->getParentOp())) {
    Operation *around = first->getParentOp();
    if (!llvm::all_of(values,
                      [&](Value value) { return isInFront(value, around); }))
      break;
    first = around;
  }
  return first;
}

static Value emitConstant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

static Value emitSize(ImplicitLocOpBuilder &b, Value array) {
  return memref::DimOp::create(b, array, int64_t(0));
}

static Value emitHas(ImplicitLocOpBuilder &b, Value array, Value length) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sge, emitSize(b, array),
                               length);
}

/// Whether the coordinate some entries behind one is near it.
static Value emitIsNarrow(ImplicitLocOpBuilder &b, Value coordinates,
                          Value first, int64_t nearSpan) {
  Value second = arith::AddIOp::create(b, first, emitConstant(b, kNearEntries));
  auto emitLoad = [&](Value position) -> Value {
    Value loaded = memref::LoadOp::create(b, coordinates, position);
    return loaded.getType().isIndex()
               ? loaded
               : arith::IndexCastOp::create(b, b.getIndexType(), loaded);
  };
  Value span = arith::SubIOp::create(b, emitLoad(second), emitLoad(first));
  // From so much less to so much more.
  return arith::CmpIOp::create(
      b, arith::CmpIPredicate::ult,
      arith::AddIOp::create(b, span, emitConstant(b, nearSpan)),
      emitConstant(b, 2 * nearSpan));
}

Value weft::emitAreFar(ImplicitLocOpBuilder &b, Value coordinates,
                       Value areMany, int64_t span) {
  auto branch = scf::IfOp::create(b, b.getI1Type(), areMany,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, areMany);
  b.setInsertionPointToStart(branch.thenBlock());
  Value third =
      arith::DivUIOp::create(b, emitSize(b, coordinates), emitConstant(b, 3));
  Value isFirst = emitIsNarrow(b, coordinates, third, span);
  Value isSecond = emitIsNarrow(b, coordinates,
                                arith::AddIOp::create(b, third, third), span);
  Value areNarrow = arith::AndIOp::create(b, isFirst, isSecond);
  scf::YieldOp::create(
      b, arith::XOrIOp::create(b, areNarrow, areMany).getResult());
  return branch.getResult(0);
}

/// Whether an array is large, and what is loaded of it was not there just
/// before: coordinates are far from each other, or there are so few that each
/// leads to something else.
Value FarQuestions::emitIsFar(const FoundArray &found, Value areMany,
                              Value areFar) {
  Value isLarge = arith::AndIOp::create(
      b, areMany, emitHas(b, found.array, emitConstant(b, found.farLength)));
  if (!found.isFarIfNew)
    return arith::AndIOp::create(b, isLarge, areFar);
  Value few = emitSize(b, found.coordinates);
  if (found.stride)
    few = arith::MulIOp::create(b, few, found.stride);
  Value most = arith::MulIOp::create(b, emitSize(b, found.array),
                                     emitConstant(b, kMinReuse));
  Value areFew = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, few, most);
  return arith::AndIOp::create(b, isLarge,
                               arith::OrIOp::create(b, areFar, areFew));
}

Value FarQuestions::ask(scf::ForOp loop, SmallVector<FoundArray> arrays) {
  SmallVector<Value> values;
  for (const FoundArray &found : arrays)
    values.append({found.array, found.coordinates});
  Operation *before = findFirstUse(loop, values);
  for (FoundArray &found : arrays)
    if (found.stride && !isInFront(found.stride, before))
      found.stride = {};
  auto *known = llvm::find_if(questions, [&](const Question &question) {
    return question.before == before && question.arrays == arrays;
  });
  if (known != questions.end())
    return known->answer;
  b.setLoc(loop.getLoc());
  b.setInsertionPoint(before);
  Value isFar;
  for (const FoundArray &found : arrays) {
    auto &[areMany, areFar] = answers[{before, found.coordinates}];
    if (!areMany) {
      areMany = emitHas(b, found.coordinates, emitConstant(b, kMinCoordinates));
      areFar = emitAreFar(b, found.coordinates, areMany, kNearSpan);
    }
    Value isOneFar = emitIsFar(found, areMany, areFar);
    isFar =
        isFar ? arith::OrIOp::create(b, isFar, isOneFar).getResult() : isOneFar;
  }
  questions.push_back({before, arrays, isFar});
  return isFar;
}
