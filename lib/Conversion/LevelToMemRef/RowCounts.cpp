//===- RowCounts.cpp - Slots per row ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits sums and maxima of the counts of rows.
//
//===----------------------------------------------------------------------===//

#include "RowCounts.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

void weft::emitFor(ImplicitLocOpBuilder &b, Value end,
                   function_ref<void(Value)> emitBody) {
  auto loop = scf::ForOp::create(b, emitIndex(b, 0), end, emitIndex(b, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  emitBody(loop.getInductionVar());
}

/// A loop over the numbers from `begin` to below `end`, as below.
static Value emitRange(ImplicitLocOpBuilder &b, Value begin, Value end,
                       Value init, function_ref<Value(Value, Value)> emitBody) {
  auto loop = scf::ForOp::create(b, begin, end, emitIndex(b, 1), init);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(
      b, emitBody(loop.getInductionVar(), loop.getRegionIterArg(0)));
  return loop.getResult(0);
}

Value weft::emitFor(ImplicitLocOpBuilder &b, Value end, Value init,
                    function_ref<Value(Value, Value)> emitBody) {
  return emitRange(b, emitIndex(b, 0), end, init, emitBody);
}

RowGroups::RowGroups(ImplicitLocOpBuilder &b, Value counts, Value parents)
    : counts(counts) {
  // Without parents there are no rows, and no division by their number.
  Value divisor = arith::MaxUIOp::create(b, parents, emitIndex(b, 1));
  size = arith::DivUIOp::create(b, emitLength(b, counts), divisor);
}

Value RowGroups::emitBegin(ImplicitLocOpBuilder &b, Value parent) const {
  return arith::MulIOp::create(b, parent, size);
}

Value RowGroups::emitSum(ImplicitLocOpBuilder &b, Value parent) const {
  Value begin = emitBegin(b, parent);
  Value end = arith::AddIOp::create(b, begin, size);
  return emitRange(b, begin, end, emitIndex(b, 0), [&](Value row, Value sum) {
    return arith::AddIOp::create(b, sum, emitLoadIndex(b, counts, row))
        .getResult();
  });
}

Value RowGroups::emitMost(ImplicitLocOpBuilder &b, Value begin,
                          Value end) const {
  return emitRange(b, emitBegin(b, begin), emitBegin(b, end), emitIndex(b, 0),
                   [&](Value row, Value most) {
                     return arith::MaxSIOp::create(
                                b, most, emitLoadIndex(b, counts, row))
                         .getResult();
                   });
}
