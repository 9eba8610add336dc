//===- IndexSum.cpp - Indices of arrays as sums -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Additions wrap around, so that the order of the addends does not matter.
//
//===----------------------------------------------------------------------===//

#include "weft/Support/IndexSum.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace weft;

/// Adds the addends of a value to a sum.
static void addTo(IndexSum &sum, Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value)) {
    sum.constant += *constant;
    return;
  }
  if (auto addition = value.getDefiningOp<arith::AddIOp>()) {
    addTo(sum, addition.getLhs());
    addTo(sum, addition.getRhs());
    return;
  }
  sum.addends.push_back(value);
}

IndexSum IndexSum::of(Value index) {
  IndexSum sum;
  addTo(sum, index);
  return sum;
}

SmallVector<Value> IndexSum::getSortedAddends() const {
  SmallVector<Value> sorted(addends);
  llvm::sort(sorted, [](Value left, Value right) {
    return left.getAsOpaquePointer() < right.getAsOpaquePointer();
  });
  return sorted;
}

std::optional<int64_t> weft::getConstantDistance(Value from, Value to) {
  IndexSum first = IndexSum::of(from), second = IndexSum::of(to);
  if (first.getSortedAddends() != second.getSortedAddends())
    return std::nullopt;
  return second.constant - first.constant;
}
