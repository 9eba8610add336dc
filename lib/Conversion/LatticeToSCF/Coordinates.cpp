//===- Coordinates.cpp - Tuples of coordinates ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits comparisons of tuples of coordinates and the translation between tuples
// and numbers.
//
//===----------------------------------------------------------------------===//

#include "Coordinates.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

static Value emitCompare(OpBuilder &builder, Location loc,
                         arith::CmpIPredicate predicate, Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
}

Coordinates weft::lattice::emitMin(OpBuilder &builder, Location loc,
                                   ValueRange lhs, ValueRange rhs) {
  if (lhs.size() == 1)
    return {arith::MinUIOp::create(builder, loc, lhs.front(), rhs.front())};
  Value less;
  for (auto [left, right] : llvm::reverse(llvm::zip_equal(lhs, rhs))) {
    Value smaller =
        emitCompare(builder, loc, arith::CmpIPredicate::ult, left, right);
    if (less) {
      Value equal =
          emitCompare(builder, loc, arith::CmpIPredicate::eq, left, right);
      less = arith::AndIOp::create(builder, loc, equal, less);
      less = arith::OrIOp::create(builder, loc, smaller, less);
    } else {
      less = smaller;
    }
  }
  Coordinates minimum;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs))
    minimum.push_back(arith::SelectOp::create(builder, loc, less, left, right));
  return minimum;
}

Value weft::lattice::emitEqual(OpBuilder &builder, Location loc, ValueRange lhs,
                               ValueRange rhs) {
  Value all;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs)) {
    Value equal =
        emitCompare(builder, loc, arith::CmpIPredicate::eq, left, right);
    all = all ? arith::AndIOp::create(builder, loc, all, equal) : equal;
  }
  return all;
}

Value weft::lattice::emitNumber(OpBuilder &builder, Location loc,
                                ValueRange coordinates, ValueRange sizes) {
  Value number = coordinates.front();
  for (unsigned k = 1, e = coordinates.size(); k != e; ++k) {
    number = arith::MulIOp::create(builder, loc, number, sizes[k]);
    number = arith::AddIOp::create(builder, loc, number, coordinates[k]);
  }
  return number;
}

Coordinates weft::lattice::emitTuple(OpBuilder &builder, Location loc,
                                     Value number, ValueRange sizes) {
  if (sizes.empty())
    return {number};
  Coordinates tuple(sizes.size());
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  for (unsigned k = sizes.size() - 1; k != 0; --k) {
    // A size of zero has no tuples, and nothing is to be divided by it.
    Value size = arith::MaxUIOp::create(builder, loc, sizes[k], one);
    tuple[k] = arith::RemUIOp::create(builder, loc, number, size);
    number = arith::DivUIOp::create(builder, loc, number, size);
  }
  tuple.front() = number;
  return tuple;
}

Coordinates weft::lattice::emitNextTuple(OpBuilder &builder, Location loc,
                                         ValueRange coordinates,
                                         ValueRange sizes, Value distance) {
  Coordinates next(coordinates.size());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (unsigned k = coordinates.size() - 1; k != 0; --k) {
    Value sum = arith::AddIOp::create(builder, loc, coordinates[k], distance);
    Value wraps =
        emitCompare(builder, loc, arith::CmpIPredicate::eq, sum, sizes[k]);
    next[k] = arith::SelectOp::create(builder, loc, wraps, zero, sum);
    distance = arith::IndexCastUIOp::create(builder, loc,
                                            builder.getIndexType(), wraps);
  }
  next.front() =
      arith::AddIOp::create(builder, loc, coordinates.front(), distance);
  return next;
}
