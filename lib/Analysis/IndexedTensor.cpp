//===- IndexedTensor.cpp - Tensors and their variables ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from levels to the foralls that bind their coordinates, along the
// operations that derive index variables.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/IndexedTensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

RankedTensorType analysis::getTensorType(Value ref) {
  return cast<cin::RefType>(ref.getType()).getTensor();
}

level::FormatAttr analysis::getFormat(Value ref) {
  return level::getFormat(getTensorType(ref));
}

level::FormatAttr IndexedTensor::getFormat() const {
  return analysis::getFormat(ref);
}

Value IndexedTensor::getVariable(int64_t level) const {
  return cin::getLevelVariable(getFormat().getLevelExpr(level), variables);
}

Value IndexedTensor::getSource(int64_t level) const {
  Value variable = getVariable(level);
  return variable ? variable : variables[getFormat().getLevelExpr(level).dim];
}

cin::AffineOp IndexedTensor::getSum(int64_t level) const {
  Value index = variables[getFormat().getLevelExpr(level).dim];
  return index.getDefiningOp<cin::AffineOp>();
}

bool IndexedTensor::hasSumFrom(int64_t level) const {
  return llvm::any_of(llvm::seq(level, getNumLevels()),
                      [&](int64_t inner) { return getSum(inner) != nullptr; });
}

static void collectForalls(Value variable, SmallVectorImpl<Value> &foralls) {
  if (auto split = variable.getDefiningOp<cin::SplitOp>()) {
    collectForalls(split.getOuter(), foralls);
    collectForalls(split.getInner(), foralls);
  } else if (auto sum = variable.getDefiningOp<cin::AffineOp>()) {
    for (Value part : sum.getVariables())
      collectForalls(part, foralls);
  } else if (isa<BlockArgument>(variable)) {
    foralls.push_back(variable);
  }
}

SmallVector<Value> IndexedTensor::getForalls(int64_t level) const {
  SmallVector<Value> foralls;
  // The slot of an entry that is assigned is no index.
  if (getFormat().getLevelExpr(level).dim ==
      static_cast<int64_t>(variables.size()))
    return foralls;
  collectForalls(getSource(level), foralls);
  return foralls;
}
