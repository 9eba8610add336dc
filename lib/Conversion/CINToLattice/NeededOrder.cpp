//===- NeededOrder.cpp - Assignments that need an order ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the levels that an assignment has still to go through.
//
//===----------------------------------------------------------------------===//

#include "NeededOrder.h"

#include "IndexVariables.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// Whether an assignment adds up components as they are stored, or copies them
/// to where they are added up.
static bool isAddedUp(cin::AssignOp assign) {
  if (!assign.getValue().getDefiningOp<cin::AccessOp>())
    return false;
  return assign.isCompound() ? isSumCombiner(assign.getCombiner())
                             : getFormat(assign.getRef()).sortsEntries();
}

/// Whether an assignment combines the same into a component in whichever order
/// the coordinates of a forall come.
static bool combinesInAnyOrder(cin::AssignOp assign, cin::ForallOp forall) {
  return !assign.isCompound() || isCombinerCommutative(assign.getCombiner()) ||
         llvm::any_of(assign.getIndices(), [&](Value index) {
           return cin::isDerivedFrom(index, forall.getVariable());
         });
}

/// Whether a forall has a variable of a level of an assignment's tensor.
static bool isOfLevel(cin::ForallOp forall, cin::AssignOp assign,
                      int64_t level) {
  return llvm::is_contained(IndexedTensor(assign).getForalls(level),
                            forall.getVariable());
}

/// Whether all levels that are not at a coordinate yet take every coordinate
/// once, in any order.
static bool inserts(cin::ForallOp forall, cin::AssignOp assign, int64_t depth,
                    const Scope &scope) {
  level::FormatAttr format = getFormat(assign.getRef());
  // An entry in slots may come in any order of what other levels store.
  bool isInSlots = format.getNumSlots() != 0;
  return llvm::all_of(llvm::seq(depth, format.getNumLevels()),
                      [&](int64_t level) {
                        // One whose coordinate is bound already has no order
                        // left.
                        return format.takesAnyOrder(level) ||
                               (format.getLevelType(level).hasInsert() &&
                                isBound(IndexedTensor(assign), level, scope)) ||
                               (isInSlots && !isOfLevel(forall, assign, level));
                      });
}

/// Whether coordinates are looked up in the segment that they belong to. The
/// parents of segments come in order.
static bool collects(cin::ForallOp forall, cin::AssignOp assign,
                     const KernelInfo &info) {
  if (!info.isCollected(assign.getRef()))
    return false;
  int64_t first = analysis::getFirstAppended(getFormat(assign.getRef()));
  return llvm::none_of(llvm::seq(first), [&](int64_t level) {
    return isOfLevel(forall, assign, level);
  });
}

/// Whether coordinates may come in any order, and more than once if they are
/// not `unique`.
static bool takesAnyOrder(cin::ForallOp forall, cin::AssignOp assign,
                          bool unique, const KernelInfo &info,
                          const Scope &scope) {
  Value ref = assign.getRef();
  int64_t depth = scope.targets.lookup(assign).depth;
  // A coordinate list takes whatever comes, and so do positions of an operand,
  // which are there.
  if (info.isSorted(ref) || info.getStructure(ref) ||
      inserts(forall, assign, depth, scope) || collects(forall, assign, info))
    return unique || isAddedUp(assign);
  // A level without order that the forall appends to takes each once.
  return unique && !getFormat(ref).getLevelType(depth).isOrdered() &&
         IndexedTensor(assign).getVariable(depth) == forall.getVariable();
}

cin::AssignOp cin_to_lattice::findOrdered(cin::ForallOp forall, bool unique,
                                          const KernelInfo &info,
                                          const Scope &scope) {
  cin::AssignOp found;
  forall.walk([&](cin::AssignOp assign) -> WalkResult {
    if (!scope.getTensor(assign.getRef()).getMutable() ||
        (takesAnyOrder(forall, assign, unique, info, scope) &&
         combinesInAnyOrder(assign, forall)))
      return WalkResult::advance();
    found = assign;
    return WalkResult::interrupt();
  });
  return found;
}
