//===- PointTests.cpp - Tests of lattice points -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the conjunctions and disjunctions that points and their unions are, one
// test for each segment that they name.
//
//===----------------------------------------------------------------------===//

#include "PointTests.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;
using analysis::LatticePoint;

/// Both of two tests; null if both are.
static Value emitAnd(OpBuilder &builder, Location loc, Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return arith::AndIOp::create(builder, loc, a, b);
}

/// Whether all members of a point pass the test; null if they always do.
static Value emitPoint(OpBuilder &builder, Location loc,
                       const LatticePoint &point, PointTest test) {
  Value all;
  for (const llvm::SmallBitVector *set : {&point.iterators, &point.locators})
    for (unsigned id : set->set_bits())
      all = emitAnd(builder, loc, all, test(id));
  for (const auto &alternatives : point.unions)
    all = emitAnd(builder, loc, all,
                  emitAnyPoint(builder, loc, alternatives, test));
  return all;
}

Value weft::lattice::emitAnyPoint(OpBuilder &builder, Location loc,
                                  ArrayRef<LatticePoint> points,
                                  PointTest test) {
  Value any;
  for (const LatticePoint &point : points) {
    Value all = emitPoint(builder, loc, point, test);
    // A point without tests always applies.
    if (!all)
      return {};
    any = any ? arith::OrIOp::create(builder, loc, any, all) : all;
  }
  return any;
}
