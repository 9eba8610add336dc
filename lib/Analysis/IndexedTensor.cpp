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

/// The variable of a dimension that has a level of a variable.
static Value getWhole(const level::LevelExpr &level, Value variable) {
  if (level.part == level::LevelPart::Whole)
    return variable;
  for (Operation *user : variable.getUsers())
    if (auto split = dyn_cast<cin::SplitOp>(user)) {
      SmallVector<Value> indices(level.dim + 1, split.getVariable());
      if (cin::getLevelVariable(level, indices) == variable)
        return split.getVariable();
    }
  return {};
}

IndexedTensor::IndexedTensor(cin::PositionOp position)
    : ref(position.getRef()) {
  SmallVector<Value> levels(position.getOuter());
  llvm::append_range(levels,
                     cin::getCollapsedVariables(position.getVariable()));
  variables.resize(getFormat().getNumDims() + getFormat().getNumSlots());
  for (auto [level, variable] : llvm::enumerate(levels)) {
    level::LevelExpr expr = getFormat().getLevelExpr(level);
    variables[expr.dim] = getWhole(expr, variable);
  }
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
  return index ? index.getDefiningOp<cin::AffineOp>() : cin::AffineOp();
}

bool IndexedTensor::hasSumFrom(int64_t level) const {
  return llvm::any_of(llvm::seq(level, getNumLevels()),
                      [&](int64_t inner) { return getSum(inner) != nullptr; });
}

/// Adds the variables of foralls, or those that are numbered by them.
static void collectBound(Value variable, bool ofForalls,
                         SmallVectorImpl<Value> &bound) {
  auto collect = [&](Value from) { collectBound(from, ofForalls, bound); };
  Operation *op = variable.getDefiningOp();
  if (auto split = dyn_cast_or_null<cin::SplitOp>(op)) {
    collect(split.getOuter());
    collect(split.getInner());
  } else if (auto sum = dyn_cast_or_null<cin::AffineOp>(op)) {
    llvm::for_each(sum.getVariables(), collect);
  } else if (isa_and_nonnull<cin::CollapseOp, cin::PositionOp>(op) &&
             ofForalls) {
    collect(op->getOperand(0));
  } else if (!isa_and_nonnull<cin::LiteralOp>(op)) {
    bound.push_back(variable);
  }
}

/// Those of the index that the coordinates of a level come from.
static SmallVector<Value> getBound(const IndexedTensor &tensor, int64_t level,
                                   bool ofForalls) {
  SmallVector<Value> bound;
  // The slot of an entry that is assigned is no index.
  if (tensor.getFormat().getLevelExpr(level).dim !=
      static_cast<int64_t>(tensor.variables.size()))
    collectBound(tensor.getSource(level), ofForalls, bound);
  return bound;
}

SmallVector<Value> IndexedTensor::getForalls(int64_t level) const {
  return ::getBound(*this, level, /*ofForalls=*/true);
}

SmallVector<Value> IndexedTensor::getBound(int64_t level) const {
  return ::getBound(*this, level, /*ofForalls=*/false);
}
