//===- HashTable.cpp - Search in open hash tables ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop over the slots, from the one that the hash of a key numbers.
//
//===----------------------------------------------------------------------===//

#include "HashTable.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

Value weft::emitHash(ImplicitLocOpBuilder &b, Value key) {
  Value multiplier =
      emitIndex(b, static_cast<int64_t>(WEFT_RT_HASH_MULTIPLIER));
  Value product = arith::MulIOp::create(b, key, multiplier);
  Value upper = arith::ShRUIOp::create(b, product, emitIndex(b, 32));
  return arith::XOrIOp::create(b, product, upper);
}

TableSlot weft::emitSearchTable(ImplicitLocOpBuilder &b, Value keys,
                                const TableSegment &table, Value key) {
  Value one = emitIndex(b, 1);
  Value mask = arith::SubIOp::create(b, table.size, one);
  Value first = arith::AndIOp::create(b, emitHash(b, key), mask);

  Type index = b.getIndexType();
  auto loop = scf::WhileOp::create(b, TypeRange{index, index, index}, first);
  OpBuilder::InsertionGuard guard(b);
  Block *before = b.createBlock(&loop.getBefore(), {}, index, {b.getLoc()});
  Value number = before->getArgument(0);
  Value position = arith::AddIOp::create(b, table.begin, number);
  Value stored = emitLoadIndex(b, keys, position);
  Value differs = emitCompare(b, arith::CmpIPredicate::ne, stored, key);
  Value taken =
      emitCompare(b, arith::CmpIPredicate::ne, stored, emitIndex(b, -1));
  scf::ConditionOp::create(b, arith::AndIOp::create(b, differs, taken),
                           ValueRange{number, position, stored});
  Block *after = b.createBlock(&loop.getAfter(), {}, {index, index, index},
                               SmallVector<Location>(3, b.getLoc()));
  Value next = arith::AddIOp::create(b, after->getArgument(0), one);
  scf::YieldOp::create(b, arith::AndIOp::create(b, next, mask).getResult());
  return {loop.getResult(1), loop.getResult(2)};
}
