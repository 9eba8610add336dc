//===- CountedPaths.cpp - Operands whose positions are work -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions are counted where a search finds how many come before a coordinate:
// in levels that are in the order of the variables that are balanced.
//
//===----------------------------------------------------------------------===//

#include "CountedPaths.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

bool cin_to_lattice::isCountable(level::LevelTypeAttrInterface type,
                                 bool hasOneParent) {
  return type.isOrdered() && type.isCompact() &&
         (type.hasPositionIterate() || (type.isFull() && type.hasRecover())) &&
         (hasOneParent || type.hasRecover());
}

/// The levels of a path that are counted; nothing if all that is stored there
/// follows from its coordinates.
static std::optional<CountedPath> findCounted(unsigned number,
                                              ArrayRef<Value> originals,
                                              const KernelInfo &info,
                                              const Scope &scope) {
  const IndexedTensor &tensor = info.getPaths()[number];
  const PathState &path = scope.paths[number];
  if (!scope.getTensor(tensor.ref).storage || path.absent)
    return std::nullopt;
  int64_t level = path.depth, numLevels = tensor.getNumLevels();
  bool tells = false;
  auto count = [&] {
    bool hasOneParent =
        level == path.depth &&
        (level == 0 || tensor.getLevelType(level - 1).isUnique());
    if (level == numLevels ||
        !isCountable(tensor.getLevelType(level), hasOneParent))
      return false;
    tells |= !tensor.getLevelType(level++).isFull();
    return true;
  };
  // What stores a part of a combination is gone over for each of the others.
  for (Value original : originals)
    if (level == numLevels || tensor.getVariable(level) != original || !count())
      return std::nullopt;
  int64_t inside = level;
  while (count())
    ;
  if (!tells)
    return std::nullopt;
  return CountedPath{number, path.depth, inside, level};
}

SmallVector<CountedPath>
cin_to_lattice::findCountedPaths(cin::ForallOp forall,
                                 ArrayRef<Value> originals,
                                 const KernelInfo &info, const Scope &scope) {
  SmallVector<CountedPath> counted;
  for (unsigned number : info.getPathsIn(forall))
    if (std::optional<CountedPath> found =
            findCounted(number, originals, info, scope))
      counted.push_back(*found);
  return counted;
}
