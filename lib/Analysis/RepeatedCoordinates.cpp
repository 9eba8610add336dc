//===- RepeatedCoordinates.cpp - Coordinates computed repeatedly ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement is looked at from outside: what it stores, and whether another
// coordinate would store something else at the same place. Tensors that are
// made anew for each tile do not matter, since a tile has each coordinate once.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/RepeatedCoordinates.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/Races.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

namespace {
class RepetitionFinder {
public:
  explicit RepetitionFinder(Value variable);

  std::optional<Repetition> run();

private:
  std::string getName(Value ref) { return names.getTensor(ref).str(); }
  /// Whether a tensor is another one in each tile.
  bool isOfTile(Value ref) const;
  std::optional<Repetition> findNumber() const;
  std::optional<Repetition> findUseOfParts();
  std::optional<Repetition> checkAssign(cin::AssignOp assign);
  std::optional<Repetition> checkAccess(cin::AccessOp access);
  /// Whether the indices of an assignment tell the coordinate, so that no other
  /// one stores at the same place.
  bool tellsCoordinate(cin::AssignOp assign);

  Value variable;
  cin::SplitOp split;
  cin::KernelOp kernel;
  KernelNames names;
  /// The foralls that bind what the variable is derived from, from the
  /// outermost on, and those of them that say which tile it is.
  SmallVector<cin::ForallOp> foralls, tiles;
};
} // namespace

/// The kernel around where a variable is defined.
static cin::KernelOp getKernel(Value variable) {
  Operation *around = variable.getParentBlock()->getParentOp();
  if (auto kernel = dyn_cast<cin::KernelOp>(around))
    return kernel;
  return around->getParentOfType<cin::KernelOp>();
}

RepetitionFinder::RepetitionFinder(Value variable)
    : variable(variable), split(variable.getDefiningOp<cin::SplitOp>()),
      kernel(getKernel(variable)), names(kernel) {
  kernel.walk<WalkOrder::PreOrder>([&](cin::ForallOp forall) {
    if (!cin::isDerivedFrom(variable, forall.getVariable()))
      return;
    foralls.push_back(forall);
    if (!split || cin::isDerivedFrom(split.getOuter(), forall.getVariable()))
      tiles.push_back(forall);
  });
}

/// What a consumer reads is what its producer assigns.
static Value getTensor(Value ref) {
  auto where = dyn_cast<cin::WhereOp>(ref.getParentBlock()->getParentOp());
  return where ? where.getProducerRef() : ref;
}

static Operation *getOwner(Value ref) {
  return ref.getParentBlock()->getParentOp();
}

bool RepetitionFinder::isOfTile(Value ref) const {
  return llvm::all_of(tiles, [&](cin::ForallOp forall) {
    return forall->isAncestor(getOwner(ref));
  });
}

/// Combinations and positions are found in an order, from where the last one
/// was.
std::optional<Repetition> RepetitionFinder::findNumber() const {
  SmallVector<Value> open{variable};
  while (!open.empty()) {
    Value number = open.pop_back_val();
    for (Operation *user : number.getUsers()) {
      auto position = dyn_cast<cin::PositionOp>(user);
      if (isa<cin::CollapseOp>(user) ||
          (position && position.getPosition() == number))
        return Repetition{user, "it numbers combinations or positions"};
      if (auto whole = dyn_cast<cin::SplitOp>(user))
        open.push_back(whole.getVariable());
    }
  }
  return std::nullopt;
}

static Repetition usesPart(Operation *statement) {
  return Repetition{statement, "the statement uses a part of it"};
}

/// What tells tiles apart may differ for a coordinate that two of them have.
std::optional<Repetition> RepetitionFinder::findUseOfParts() {
  if (!split)
    return std::nullopt;
  for (Value part : {split.getOuter(), split.getInner()})
    for (Operation *user : part.getUsers()) {
      Value ref;
      if (auto access = dyn_cast<cin::AccessOp>(user))
        ref = access.getRef();
      else if (auto assign = dyn_cast<cin::AssignOp>(user))
        ref = assign.getRef();
      if (!isa<cin::SplitOp, cin::GuardOp>(user) && !(ref && isOfTile(ref)))
        return usesPart(user);
    }
  return std::nullopt;
}

bool RepetitionFinder::tellsCoordinate(cin::AssignOp assign) {
  SmallVector<Value> known(assign.getIndices());
  Value ref = getTensor(assign.getRef());
  for (Operation *around = getOwner(ref); around;
       around = around->getParentOp())
    if (auto forall = dyn_cast<cin::ForallOp>(around))
      known.push_back(forall.getVariable());
  return tellsVariable(kernel, known, variable);
}

std::optional<Repetition> RepetitionFinder::checkAssign(cin::AssignOp assign) {
  Value ref = assign.getRef();
  if (isOfTile(ref))
    return std::nullopt;
  bool isInside = foralls.back()->isAncestor(assign);
  bool isCounted =
      assign.isCompound() && (!isCombinerIdempotent(assign.getCombiner()) ||
                              !isCombinerAssociative(assign.getCombiner()) ||
                              !isCombinerCommutative(assign.getCombiner()));
  if (isCounted)
    return Repetition{assign,
                      "the statement combines into " + getName(ref) +
                          ", where coordinates of two tiles would count twice"};
  if (!isInside)
    return std::nullopt;
  RankedTensorType type = assign.getRef().getType().getTensor();
  level::FormatAttr format = level::getFormat(type);
  if (type.getRank() != 0 && (!format || !format.isAllDense()))
    return Repetition{assign, getName(ref) +
                                  " is not dense, so that a component that "
                                  "is assigned twice would be stored twice"};
  // It is assigned at all of the coordinate, or at parts of it.
  if (!assign.isCompound() && !tellsCoordinate(assign))
    return usesPart(assign);
  return std::nullopt;
}

std::optional<Repetition> RepetitionFinder::checkAccess(cin::AccessOp access) {
  Value ref = getTensor(access.getRef());
  if (foralls.front()->isAncestor(getOwner(ref)))
    return std::nullopt;
  for (Operation *user : ref.getUsers())
    if (isa<cin::AssignOp>(user) && foralls.front()->isAncestor(user))
      return Repetition{access, getName(access.getRef()) +
                                    " is read here, and would have been "
                                    "assigned already"};
  return std::nullopt;
}

std::optional<Repetition> RepetitionFinder::run() {
  if (std::optional<Repetition> found = findNumber())
    return found;
  if (std::optional<Repetition> found = findUseOfParts())
    return found;
  // Nothing binds the variable of a level in a kernel that is not one of ours.
  if (foralls.empty())
    return Repetition{kernel, "no forall binds it"};
  std::optional<Repetition> found;
  foralls.front().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto assign = dyn_cast<cin::AssignOp>(op))
      found = checkAssign(assign);
    else if (auto access = dyn_cast<cin::AccessOp>(op))
      found = checkAccess(access);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

std::optional<Repetition> weft::analysis::findRepetition(Value variable) {
  return RepetitionFinder(variable).run();
}
