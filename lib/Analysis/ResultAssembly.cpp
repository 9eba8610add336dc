//===- ResultAssembly.cpp - Assembly of results -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads off the foralls around an assignment in which order they reach the
// segments of a result, and from that in how many phases it is assembled.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/ResultAssembly.h"

#include "weft/Analysis/Coverage.h"
#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/SharedStructure.h"
#include "weft/Analysis/SlotOrder.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

int64_t analysis::getFirstAppended(level::FormatAttr format) {
  int64_t level = 0;
  while (level != format.getNumLevels() &&
         format.getLevelType(level).hasInsert())
    ++level;
  return level;
}

/// What a variable numbers, together with the parts of the number that are
/// bound right around it, which are dropped: the variables that were collapsed
/// into it, or one that is found at its positions; none if it is one itself.
static SmallVector<Value, 2> takeNumbered(Value variable,
                                          SmallVectorImpl<Value> &around) {
  size_t numTiles = 0;
  auto findSplit = [&](Value inner) {
    for (Operation *user : inner.getUsers())
      if (auto split = dyn_cast<cin::SplitOp>(user);
          split && split.getInner() == inner && numTiles < around.size() &&
          around[around.size() - numTiles - 1] == split.getOuter())
        return split;
    return cin::SplitOp();
  };
  while (cin::SplitOp split = findSplit(variable)) {
    variable = split.getVariable();
    ++numTiles;
  }
  Value numbered = variable;
  for (Operation *user : variable.getUsers())
    if (auto position = dyn_cast<cin::PositionOp>(user);
        position && position.getPosition() == variable)
      numbered = position.getVariable();
  SmallVector<Value, 2> variables = cin::getCollapsedVariables(numbered);
  if (variables.front() == variable)
    return {};
  around.pop_back_n(numTiles);
  return variables;
}

namespace {
/// The foralls around an assignment, inside of where its tensor is, and those
/// that bind the coordinates of its levels, from the outermost on.
class ForallOrder {
public:
  explicit ForallOrder(cin::AssignOp assign);

  /// Leaves out what is inside of all foralls that bind coordinates.
  void leaveReductions();
  /// Whether they reach each component once, if it is in one of the given
  /// slots, which they number from the outermost on.
  bool isOnce(ArrayRef<Value> slots) const;
  /// Whether they are in the order of the levels, each of which is appended to
  /// by the forall of what it stores.
  bool isThatOfLevels(int64_t first) const;
  /// Whether they reach components in the order of the levels.
  bool isInOrder() const;
  /// Whether the coordinates of a level and those below come in order, wherever
  /// the foralls of others are.
  bool isInOrderBelow(int64_t first) const;
  /// Whether the outermost ones bind the coordinates of the levels above one,
  /// in order, and those inside of them reach its coordinates in another.
  bool isCollected(int64_t first) const;

private:
  IndexedTensor tensor;
  /// The variables of each level.
  SmallVector<SmallVector<Value>> levels;
  /// Those that are bound around, for combinations and positions the ones that
  /// they number, which are `numbered`.
  SmallVector<Value> around;
  llvm::SmallDenseSet<Value> numbered;
};
} // namespace

ForallOrder::ForallOrder(cin::AssignOp assign) : tensor(assign) {
  for (int64_t level = 0; level != tensor.getNumLevels(); ++level)
    levels.push_back(tensor.getBound(level));
  Region *region = assign.getRef().getParentRegion();
  SmallVector<Value> foralls;
  for (auto forall = assign->getParentOfType<cin::ForallOp>();
       forall && region->isAncestor(forall->getParentRegion());
       forall = forall->getParentOfType<cin::ForallOp>())
    foralls.push_back(forall.getVariable());
  for (Value variable : llvm::reverse(foralls)) {
    SmallVector<Value, 2> variables = takeNumbered(variable, around);
    numbered.insert_range(variables);
    if (variables.empty())
      variables.push_back(variable);
    llvm::append_range(around, variables);
  }
}

/// The variables of some levels, once each.
static llvm::SetVector<Value> unite(ArrayRef<SmallVector<Value>> levels) {
  llvm::SetVector<Value> variables;
  for (ArrayRef<Value> bound : levels)
    variables.insert(bound.begin(), bound.end());
  return variables;
}

void ForallOrder::leaveReductions() {
  llvm::SetVector<Value> bound = unite(levels);
  while (!around.empty() && !bound.contains(around.back()))
    around.pop_back();
}

bool ForallOrder::isOnce(ArrayRef<Value> slots) const {
  llvm::SetVector<Value> expected = unite(levels);
  SmallVector<Value> others, own;
  for (Value variable : around)
    (expected.contains(variable) ? own : others).push_back(variable);
  return llvm::none_of(levels, [](auto &bound) { return bound.empty(); }) &&
         own.size() == expected.size() && ArrayRef(others) == slots;
}

bool ForallOrder::isThatOfLevels(int64_t first) const {
  for (int64_t level = first; level != tensor.getNumLevels(); ++level)
    if (tensor.getVariable(level) != levels[level].front() ||
        numbered.contains(levels[level].front()))
      return false;
  return ArrayRef(around) == unite(levels).getArrayRef();
}

bool ForallOrder::isInOrder() const {
  // A variable goes from one block to the next and back where it is that of two
  // levels.
  auto hasVariable = [&](int64_t level) {
    return tensor.getVariable(level) != nullptr;
  };
  return llvm::all_of(llvm::seq(tensor.getNumLevels()), hasVariable) &&
         ArrayRef(around) == unite(levels).getArrayRef();
}

bool ForallOrder::isInOrderBelow(int64_t first) const {
  llvm::SetVector<Value> chain = unite(ArrayRef(levels).drop_front(first));
  return llvm::equal(
      llvm::make_filter_range(
          around, [&](Value variable) { return chain.contains(variable); }),
      chain);
}

bool ForallOrder::isCollected(int64_t first) const {
  llvm::SetVector<Value> above = unite(ArrayRef(levels).take_front(first));
  auto binds = [&](ArrayRef<Value> variables, size_t begin) {
    return ArrayRef(around).drop_front(begin).take_front(variables.size()) ==
           variables;
  };
  if (!binds(above.getArrayRef(), 0) ||
      llvm::any_of(levels, [](auto &bound) { return bound.empty(); }) ||
      llvm::any_of(above,
                   [&](Value bound) { return numbered.contains(bound); }))
    return false;
  auto haveVariables = [&](int64_t end) {
    return llvm::all_of(llvm::seq(end), [&](int64_t level) {
      return tensor.getVariable(level) != nullptr;
    });
  };
  // A variable that is bound whole comes to the same block again, and only
  // parents in the last of the levels still ascend then.
  if (first > 0 && !haveVariables(first - 1))
    return false;
  return !haveVariables(first + 1) || !binds(levels[first], above.size());
}

/// The variables that number the slots of an operand which has each component
/// in one slot, if a result is assigned where that operand is stored alone, and
/// its one appended level has the coordinates that ascend over the slots.
static SmallVector<Value> findSlots(cin::AssignOp assign) {
  IndexedTensor result(assign);
  int64_t last = result.getNumLevels() - 1;
  Attribute neutral = getNeutralValue(assign, /*isFirst=*/true);
  if (!neutral || getFirstAppended(result.getFormat()) != last)
    return {};
  SmallVector<Value> slots;
  assign->getParentOfType<cin::KernelOp>().walk([&](cin::AccessOp access) {
    IndexedTensor tensor(access);
    std::optional<SlotOrder> order = getSlotOrder(tensor.getFormat());
    if (!order)
      return WalkResult::advance();
    Attribute fill = level::getFill(getTensorType(access.getRef()));
    OpOperand *use = followAbsence(access.getValue(), fill);
    Value parent = tensor.getVariable(order->getParent());
    bool isOfResult =
        parent && tensor.getVariable(order->ascending) &&
        tensor.getVariable(order->ascending) == result.getVariable(last) &&
        llvm::any_of(llvm::seq(last), [&](int64_t level) {
          return result.getVariable(level) == parent;
        });
    if (!use || use->getOwner() != assign || use->get() != assign.getValue() ||
        !fill || !areSameScalar(fill, neutral) || !isOfResult)
      return WalkResult::advance();
    slots = tensor.getBound(order->slot);
    return WalkResult::interrupt();
  });
  return slots;
}

bool analysis::isScattered(ArrayRef<cin::AssignOp> assigns,
                           bool reducesInside) {
  if (assigns.size() != 1)
    return false;
  cin::AssignOp assign = assigns.front();
  Value ref = assign.getRef();
  auto kernel = assign->getParentOfType<cin::KernelOp>();
  if (!llvm::is_contained(kernel.getOutputRefs(), ref))
    return false;
  // Below full levels, one segment that the last level ends.
  level::FormatAttr format = getFormat(ref);
  int64_t first = getFirstAppended(format), end = format.getNumLevels();
  if (first == end || format.sortsEntries() || format.getNumSlots() != 0 ||
      !format.getLevelType(first).hasScatter())
    return false;
  for (int64_t level = 0; level != end; ++level)
    if (level < first
            ? !format.getLevelType(level).isFull()
            : level > first && !format.getLevelType(level).isBranchless())
      return false;
  // A structure that is kept is searched for the first of the coordinates.
  if (kernel.getAssembly() == level::Assembly::Compute && first + 1 != end)
    return false;
  ForallOrder order(assign);
  if (reducesInside)
    order.leaveReductions();
  return (order.isOnce({}) || order.isOnce(findSlots(assign))) &&
         order.isInOrderBelow(first) && !order.isThatOfLevels(first);
}

bool analysis::isInRuns(ArrayRef<cin::AssignOp> assigns) {
  if (!isScattered(assigns))
    return false;
  cin::AssignOp assign = assigns.front();
  auto kernel = assign->getParentOfType<cin::KernelOp>();
  // What is dropped turns out when it is stored, and not before.
  return kernel.getAssembly() == level::Assembly::Fused &&
         !kernel.getDropFill() && ForallOrder(assign).isInOrder();
}

bool analysis::collectsAt(level::FormatAttr format, int64_t level) {
  int64_t end = format.getNumLevels();
  // Coordinates alone, without blocks below, are less than what a table takes.
  if (level + 1 >= end || format.getNumSlots() != 0 ||
      !level::collectsSegments(format.getLevelType(level)))
    return false;
  return llvm::all_of(llvm::seq(end), [&](int64_t other) {
    return other == level || (format.getLevelType(other).isFull() &&
                              format.getLevelType(other).hasInsert());
  });
}

bool analysis::isCollected(ArrayRef<cin::AssignOp> assigns) {
  if (assigns.size() != 1)
    return false;
  cin::AssignOp assign = assigns.front();
  level::FormatAttr format = getFormat(assign.getRef());
  auto kernel = assign->getParentOfType<cin::KernelOp>();
  if (!format || kernel.getDropFill() ||
      (kernel.getAssembly() != level::Assembly::Fused &&
       kernel.getAssembly() != level::Assembly::Assemble))
    return false;
  int64_t first = getFirstAppended(format);
  return collectsAt(format, first) && ForallOrder(assign).isCollected(first);
}

bool analysis::isSorted(ArrayRef<cin::AssignOp> assigns) {
  cin::AssignOp assign = assigns.front();
  level::FormatAttr format = getFormat(assign.getRef());
  if (!format.isCoordinateList() || format.sortsEntries())
    return format.isCoordinateList();
  if (assigns.size() != 1 || assign.isCompound())
    return false;
  // A result has a place for each component in a structure that is kept, and is
  // without what is absent, which nothing is in a copy.
  auto kernel = assign->getParentOfType<cin::KernelOp>();
  if (llvm::is_contained(kernel.getOutputRefs(), assign.getRef()) &&
      (kernel.getAssembly() == level::Assembly::Compute ||
       !assign.getValue().getDefiningOp<cin::AccessOp>()))
    return false;
  ForallOrder order(assign);
  return order.isOnce({}) && !order.isThatOfLevels(/*first=*/0);
}

/// Whether segments that follow each other are below a level without an order,
/// so that they are counted first.
static bool isCountedFirst(level::FormatAttr format) {
  bool isOrdered = true;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    if (!isOrdered && !level::insertsInAnyOrder(type))
      return true;
    isOrdered &= type.isOrdered() || !level::insertsInAnyOrder(type);
  }
  return false;
}

/// Whether the positions of a format can be counted before components are
/// known, and there is something to count.
static bool canCount(level::FormatAttr format) {
  bool isFull = true, isShared = false;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    isFull &= format.getLevelType(level).isFull();
    isShared |= format.getLevelType(level).sharesPositions();
  }
  return !isFull && !isShared;
}

bool analysis::isCounted(level::FormatAttr format, level::Assembly assembly) {
  // How many slots there are is known once all entries are.
  if (format.getNumSlots() != 0)
    return true;
  if (isCountedFirst(format) && assembly != level::Assembly::Compute)
    return true;
  return assembly == level::Assembly::TwoPhase && canCount(format);
}

std::optional<LevelConflict> analysis::findConflict(level::FormatAttr format,
                                                    bool counts) {
  int64_t unordered = -1, inOrder = -1;
  bool isCountable = counts && canCount(format);
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level) {
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    bool isFree = level::insertsInAnyOrder(type);
    bool isCounted = isCountable && inOrder < 0;
    bool follows = type.isBranchless() || type.isFull();
    if (isFree && !type.isOrdered())
      unordered = level;
    if (unordered >= 0 && ((!isFree && !isCounted && !follows) ||
                           (isFree && inOrder >= 0 && !follows)))
      return LevelConflict{level, unordered};
    if (unordered >= 0 && !isFree && inOrder < 0)
      inOrder = level;
  }
  return std::nullopt;
}

bool analysis::canAssemble(level::FormatAttr format) {
  return format.isAssembled() && !findConflict(format, /*counts=*/true);
}

level::Assembly analysis::getResultAssembly(cin::KernelOp kernel, Value ref,
                                            ArrayRef<cin::AssignOp> assigns) {
  level::FormatAttr format = getFormat(ref);
  level::Assembly assembly = kernel.getAssembly();
  if (kernel.getReuse() && findSharedStructure(kernel, ref, assigns))
    return level::Assembly::Reuse;
  if (isCounted(format, assembly) ||
      (isScattered(assigns) && !isInRuns(assigns) &&
       assembly != level::Assembly::Compute))
    return level::Assembly::Count;
  return assembly == level::Assembly::TwoPhase ? level::Assembly::Fused
                                               : assembly;
}
