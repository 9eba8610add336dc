//===- GroupedUpdates.cpp - Updates of adjacent positions -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions of the last level are ordered by their ancestors in each level
// above. If an ancestor has coordinates that no other one has, all positions
// below these coordinates are its descendants, which follow each other.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/GroupedUpdates.h"

#include "weft/Analysis/IndexedTensor.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

/// The positions of which consecutive values of a variable are a range: the
/// variable is that of the positions, or iterates a tile of them. Null if there
/// are none.
static cin::PositionOp findPositions(Value variable) {
  while (true) {
    Value whole;
    for (Operation *user : variable.getUsers()) {
      if (auto position = dyn_cast<cin::PositionOp>(user))
        return position.getPosition() == variable ? position
                                                  : cin::PositionOp();
      auto split = dyn_cast<cin::SplitOp>(user);
      // Tiles of positions are not shifted inwards (RepeatedCoordinates.cpp).
      if (split && split.getInner() == variable && !split.getRef())
        whole = split.getVariable();
    }
    if (!whole)
      return {};
    variable = whole;
  }
}

/// Whether the foralls around an assignment iterate all positions, each once.
static bool iteratesOnly(cin::AssignOp assign, cin::PositionOp position) {
  for (auto forall = assign->getParentOfType<cin::ForallOp>(); forall;
       forall = forall->getParentOfType<cin::ForallOp>())
    if (!cin::isDerivedFrom(position.getVariable(), forall.getVariable()))
      return false;
  return true;
}

/// The variables that index the first `numLevels` levels of a tensor; empty if
/// these levels are not indexed by distinct variables.
static SmallVector<Value> getVariables(const IndexedTensor &tensor,
                                       int64_t numLevels) {
  SmallVector<Value> variables;
  for (int64_t level : llvm::seq(numLevels)) {
    Value variable = tensor.getVariable(level);
    if (!variable || llvm::is_contained(variables, variable))
      return {};
    variables.push_back(variable);
  }
  return variables;
}

bool weft::analysis::hasGroupedUpdates(cin::AssignOp assign) {
  auto forall = dyn_cast<cin::ForallOp>(assign->getParentOp());
  cin::PositionOp position =
      forall ? findPositions(forall.getVariable()) : cin::PositionOp();
  if (!position || !iteratesOnly(assign, position))
    return false;
  IndexedTensor target(assign), counted(position);
  int64_t numLevels = target.getNumLevels();
  // Positions of all levels are not those below other variables.
  if (numLevels == 0 || numLevels >= counted.getNumLevels() ||
      static_cast<int64_t>(position.getLevels().size()) !=
          counted.getNumLevels())
    return false;
  SmallVector<Value> assigned = getVariables(target, numLevels);
  SmallVector<Value> above = getVariables(counted, numLevels);
  llvm::SmallPtrSet<void *, 4> known;
  for (Value variable : above)
    known.insert(variable.getAsOpaquePointer());
  if (assigned.empty() || above.empty() ||
      !llvm::all_of(assigned, [&](Value variable) {
        return known.contains(variable.getAsOpaquePointer());
      }))
    return false;
  return llvm::all_of(llvm::seq(numLevels), [&](int64_t level) {
    level::LevelTypeAttrInterface type = counted.getLevelType(level);
    // Equal coordinates of one segment are adjacent if it is ordered.
    return type.isUnique() || (level == numLevels - 1 && type.isOrdered());
  });
}
