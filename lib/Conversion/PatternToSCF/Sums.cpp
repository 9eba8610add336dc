//===- Sums.cpp - Sums of lengths -------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sums become that have no closed form: loops, or elements of tables of
// prefix sums.
//
//===----------------------------------------------------------------------===//

#include "NatEmitter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_scf;

using Kind = Nat::Kind;

/// Whether an expression is about the program alone, so that it is known before
/// its loops.
bool NatEmitter::isClosed(const Nat &nat) const {
  bool closed = true;
  nat.walk([&](const Nat::Atom &atom, unsigned) {
    closed &= atom.kind != Kind::Variable || numbers.contains(atom.name);
  });
  return closed;
}

std::optional<Nat> NatEmitter::findLength(const Nat &count) const {
  if (isClosed(count))
    return count;
  for (const auto &list : {positions, prefixes})
    for (const auto &[position, length] : list)
      if (position == count && isClosed(length))
        return length;
  return std::nullopt;
}

void NatEmitter::fillTable(Location loc, Value memory, const Nat &body,
                           const Nat &length) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value end = emit(loc, length);
  auto loop = scf::ForOp::create(builder, loc, zero, end, one, zero);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value sum = loop.getRegionIterArg(0);
    memref::StoreOp::create(builder, loc, sum, memory, loop.getInductionVar());
    Nat position = defineVariable("k", loop.getInductionVar(), length);
    Value next = emit(loc, body.instantiate(position));
    scf::YieldOp::create(
        builder, loc,
        arith::AddIOp::create(builder, loc, sum, next).getResult());
  }
  memref::StoreOp::create(builder, loc, loop.getResult(0), memory, end);
}

void NatEmitter::setTablePoint(Location loc) {
  tablePoint = arith::ConstantIndexOp::create(builder, loc, 0);
}

/// Makes the array of a table: the caller of the function does, or a kernel by
/// itself.
Value NatEmitter::createTable(const Nat &body, const Nat &length) {
  auto type = MemRefType::get(ShapedType::kDynamic, builder.getIndexType());
  Location loc = function.getLoc();
  if (!options.isKernel) {
    unsigned number = function.getNumArguments();
    (void)function.insertArgument(
        number, type, {}, NameLoc::get(builder.getStringAttr("table"), loc));
    return function.getArgument(number);
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(tablePoint);
  Value size = emit(loc, length + 1);
  Value memory = memref::AllocOp::create(builder, loc, type, size);
  fillTable(loc, memory, body, length);
  return memory;
}

Value NatEmitter::getTable(const Nat &body, const Nat &length) {
  for (const Table &table : tables)
    if (table.body == body && table.length == length)
      return table.array;
  PatternSums sums = std::exchange(options.sums, PatternSums::Closed);
  Value array = createTable(body, length);
  options.sums = sums;
  tables.push_back({body, length, array});
  return array;
}

Value NatEmitter::emitSum(Location loc, const Nat::Atom &atom) {
  const Nat &count = atom.operands[0], &body = atom.operands[1];
  std::optional<Nat> length = findLength(count);
  if (options.sums != PatternSums::Table || !isClosed(body) || !length)
    return emitSumLoop(loc, count, body);
  Value table = getTable(body, *length);
  Value index = emitNat(loc, count);
  return memref::LoadOp::create(builder, loc, table, index);
}

Value NatEmitter::emitSumLoop(Location loc, const Nat &count, const Nat &body) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value end = emitNat(loc, count);
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ForOp::create(builder, loc, zero, end, one, zero);
  builder.setInsertionPointToStart(loop.getBody());
  Nat variable = defineVariable("k", loop.getInductionVar(), count);
  Value value =
      emitNat(loc, simplifyInRanges(body.instantiate(variable), ranges));
  Value total =
      arith::AddIOp::create(builder, loc, loop.getRegionIterArg(0), value);
  scf::YieldOp::create(builder, loc, total);
  return loop.getResult(0);
}
