//===- AssemblyOrder.cpp - Foralls in the order of results ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the foralls from the outermost on, as the lowering does
// (CINToLattice/TargetSegments.cpp): each binds the coordinates of the next
// level that is appended to, or of levels that are inserted into.
//
//===----------------------------------------------------------------------===//

#include "AssemblyOrder.h"

#include "weft/Analysis/ResultAssembly.h"
#include "weft/Analysis/SharedStructure.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;

SmallVector<ForallOp> cin::getForallsAround(Operation *op) {
  SmallVector<ForallOp> foralls;
  for (auto forall = op->getParentOfType<ForallOp>(); forall;
       forall = forall->getParentOfType<ForallOp>())
    foralls.push_back(forall);
  return {foralls.rbegin(), foralls.rend()};
}

namespace {
/// Follows the levels of a result from one forall to the next.
class LevelOrder {
public:
  explicit LevelOrder(AssignOp assign) : tensor(assign) {}

  /// Binds the variable of the next forall; whether it is in order.
  bool bind(Value variable);
  /// Whether no index variable of the result is bound in part.
  bool bindsWholeVariables() const;
  /// Why the variable that was bound last is out of order.
  ReasonAttr explain(Value variable) const;

private:
  void skipBound();
  /// The variables that a forall binds at once, by combinations or positions;
  /// none if it binds one coordinate.
  SmallVector<Value> findNumbered(Value variable) const;
  bool bindsLevels(ArrayRef<Value> variables) const;

  IndexedTensor tensor;
  int64_t depth = 0;
  llvm::SmallDenseSet<Value> bound;
};
} // namespace

void LevelOrder::skipBound() {
  auto isBound = [&](Value variable) { return bound.contains(variable); };
  while (depth != tensor.getNumLevels() &&
         tensor.getLevelType(depth).hasInsert() &&
         llvm::all_of(tensor.getForalls(depth), isBound))
    ++depth;
}

SmallVector<Value> LevelOrder::findNumbered(Value variable) const {
  bool isBalanced = false;
  auto findSplit = [&](Value inner) {
    for (Operation *user : inner.getUsers())
      if (auto split = dyn_cast<SplitOp>(user);
          split && split.getInner() == inner &&
          bound.contains(split.getOuter()))
        return split;
    return SplitOp();
  };
  while (SplitOp split = findSplit(variable)) {
    isBalanced |= split.isBalanced();
    variable = split.getVariable();
  }
  bool isPosition = false;
  for (Operation *user : llvm::to_vector(variable.getUsers()))
    if (auto position = dyn_cast<PositionOp>(user);
        position && position.getPosition() == variable) {
      isPosition = true;
      variable = position.getVariable();
      break;
    }
  SmallVector<Value, 2> originals = getCollapsedVariables(variable);
  if (!isPosition && !isBalanced && originals.size() == 1)
    return {};
  return llvm::to_vector(originals);
}

bool LevelOrder::bindsLevels(ArrayRef<Value> variables) const {
  int64_t level = depth;
  for (Value variable : variables) {
    if (level == tensor.getNumLevels() ||
        tensor.getVariable(level) != variable ||
        !tensor.getLevelType(level).hasInsert())
      return false;
    ++level;
  }
  return true;
}

bool LevelOrder::bind(Value variable) {
  skipBound();
  bool takesAnyOrder =
      llvm::all_of(llvm::seq(depth, tensor.getNumLevels()), [&](int64_t level) {
        return level::insertsInAnyOrder(tensor.getLevelType(level));
      });
  SmallVector<Value> numbered = findNumbered(variable);
  bound.insert(variable);
  if (takesAnyOrder)
    return true;
  SmallVector<Value> left = tensor.getForalls(depth);
  llvm::erase_if(left, [&](Value other) {
    return other != variable && bound.contains(other);
  });
  bool isNext = !left.empty() && left.front() == variable;
  if (tensor.getLevelType(depth).hasInsert())
    return numbered.empty() ? isNext : bindsLevels(numbered);
  Value whole = tensor.getVariable(depth);
  if (!isNext || !whole ||
      !(numbered.empty() ||
        (numbered.size() == 1 && numbered.front() == whole)))
    return false;
  depth += left.size() == 1;
  return true;
}

bool LevelOrder::bindsWholeVariables() const {
  return llvm::all_of(
      llvm::seq<int64_t>(0, tensor.getNumLevels()), [&](int64_t level) {
        SmallVector<Value> foralls = tensor.getForalls(level);
        auto numBound = llvm::count_if(
            foralls, [&](Value variable) { return bound.contains(variable); });
        return numBound == 0 || static_cast<size_t>(numBound) == foralls.size();
      });
}

ReasonAttr LevelOrder::explain(Value variable) const {
  auto binds = [&](int64_t level) {
    return llvm::is_contained(tensor.getForalls(level), variable);
  };
  auto takesAnyOrder = [&](int64_t level) {
    return level::insertsInAnyOrder(tensor.getLevelType(level));
  };
  int64_t end = tensor.getNumLevels();
  bool isReduced = llvm::none_of(llvm::seq(depth, end), binds);
  return explainOrder(variable.getContext(),
                      {depth, end, isReduced, binds, takesAnyOrder});
}

std::optional<Disorder> cin::findDisorder(KernelOp kernel, Value ref) {
  SmallVector<AssignOp> assigns;
  for (Operation *user : ref.getUsers())
    if (auto assign = dyn_cast<AssignOp>(user))
      assigns.push_back(assign);
  level::FormatAttr format = analysis::getFormat(ref);
  if (!format || assigns.size() != 1 || format.getNumSlots() != 0 ||
      analysis::isSorted(assigns) ||
      analysis::isScattered(assigns, /*reducesInside=*/true) ||
      analysis::isCollected(assigns) ||
      (kernel.getReuse() &&
       analysis::findSharedStructure(kernel, ref, assigns)))
    return std::nullopt;
  AssignOp assign = assigns.front();
  LevelOrder order(assign);
  unsigned numInOrder = 0;
  for (auto [number, forall] : llvm::enumerate(getForallsAround(assign))) {
    if (!order.bind(forall.getVariable()))
      return Disorder{assign, numInOrder, order.explain(forall.getVariable())};
    if (order.bindsWholeVariables())
      numInOrder = number + 1;
  }
  return std::nullopt;
}
