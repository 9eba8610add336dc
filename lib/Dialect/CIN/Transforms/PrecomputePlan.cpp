//===- PrecomputePlan.cpp - Plan of a precomputation ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each group of preconditions.
//
//===----------------------------------------------------------------------===//

#include "PrecomputePlan.h"

#include "Dependences.h"
#include "Extents.h"
#include "Naming.h"
#include "WorkspaceChoice.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Analysis/OperatorAlgebra.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

namespace {
class PrecomputePlanner {
public:
  PrecomputePlanner(RewriterBase &rewriter, Value expression,
                    ArrayRef<PrecomputedVariable> variables)
      : rewriter(rewriter), expression(expression), variables(variables),
        kernel(variables.front().forall->getParentOfType<KernelOp>()) {}

  FailureOr<PrecomputePlan> run(StringRef workspace,
                                std::optional<level::Workspace> kind);

private:
  LogicalResult refuse(Operation *at, const Twine &why) {
    StringRef name = ForallOp(variables.front().forall).getName();
    return rewriter.notifyMatchFailure(at, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot precompute over '" << name << "': " << why;
    });
  }
  LogicalResult findAssign();
  LogicalResult findNest();
  LogicalResult verifyNames(StringRef workspace);
  LogicalResult verifyTensorName(StringRef workspace,
                                 const analysis::KernelNames &tensors);
  LogicalResult verifyLoops();
  LogicalResult findModes();
  /// Gives the workspace a mode for a variable of a forall of the nest.
  LogicalResult addMode(ForallOp forall, Value variable);
  LogicalResult findPositions();

  RewriterBase &rewriter;
  Value expression;
  ArrayRef<PrecomputedVariable> variables;
  KernelOp kernel;
  PrecomputePlan plan;
};
} // namespace

LogicalResult PrecomputePlanner::findAssign() {
  if (getConstantScalar(expression))
    return refuse(kernel, "a number needs no computing");
  llvm::SetVector<Value> values;
  values.insert(expression);
  for (size_t next = 0; next != values.size(); ++next)
    for (Operation *user : values[next].getUsers()) {
      auto found = dyn_cast<AssignOp>(user);
      if (!found) {
        values.insert(user->result_begin(), user->result_end());
        continue;
      }
      if (plan.assign && plan.assign != found)
        return refuse(found, "the expression is part of this and of another "
                             "statement");
      plan.assign = found;
    }
  if (!plan.assign)
    return refuse(kernel, "the expression is part of no statement");
  return success();
}

LogicalResult PrecomputePlanner::findNest() {
  llvm::SmallSetVector<Operation *, 4> missing;
  for (PrecomputedVariable variable : variables)
    if (!missing.insert(variable.forall))
      return refuse(variable.forall, "expected each index variable once");
  for (Operation *inner = plan.assign; !missing.empty();) {
    Operation *parent = inner->getParentOp();
    if (auto forall = dyn_cast<ForallOp>(parent)) {
      if (!missing.remove(forall))
        return refuse(forall, "the loop over '" + forall.getName() +
                                  "' is inside of it and not precomputed "
                                  "over; reorder them first");
      plan.nest.insert(plan.nest.begin(), forall);
    } else if (auto where = dyn_cast<WhereOp>(parent);
               !where || inner->getParentRegion() != &where.getConsumer()) {
      return refuse(plan.assign, "the expression is not part of what the loop "
                                 "computes");
    }
    inner = parent;
  }
  return success();
}

LogicalResult PrecomputePlanner::verifyNames(StringRef workspace) {
  llvm::StringSet<> names;
  for (PrecomputedVariable variable : variables)
    for (StringRef name : {variable.producer, variable.consumer}) {
      // A variable may keep its name on one side.
      if (name.empty() || name == variable.forall.getName())
        continue;
      if (failed(verifyNewIndexName(rewriter, kernel, name)))
        return failure();
      if (!names.insert(name).second)
        return refuse(variable.forall, "expected different names");
    }
  WalkResult result = kernel.walk([&](WhereOp where) -> WalkResult {
    if (workspace.empty() || plan.reusesResult || where.getName() != workspace)
      return WalkResult::advance();
    return refuse(where, "there is a workspace '" + workspace + "' already");
  });
  return failure(result.wasInterrupted());
}

LogicalResult
PrecomputePlanner::verifyTensorName(StringRef workspace,
                                    const analysis::KernelNames &tensors) {
  if (workspace.empty() || plan.reusesResult)
    return success();
  for (Value ref : kernel.getBlock()->getArguments())
    if (isa<RefType>(ref.getType()) && tensors.getTensor(ref) == workspace)
      return refuse(kernel, "'" + workspace +
                                "' is a tensor of the kernel; a workspace "
                                "needs another name");
  return success();
}

LogicalResult PrecomputePlanner::verifyLoops() {
  for (ForallOp forall : plan.nest)
    if (forall.getUnit() || forall.getUnroll() || forall.getMerge())
      return refuse(forall, "'" + forall.getName() +
                                "' has a tag; precompute before it is tagged");
  // Each side would cut parts of equal work by what it reads itself.
  for (ForallOp forall : plan.nest)
    if (failed(verifyNoBalancedPart(rewriter, forall,
                                    "cannot precompute over '" +
                                        forall.getName() + "'")))
      return failure();
  return success();
}

/// Whether a variable is all positions of an operation, and not one of the
/// coordinates that they are below.
static bool isPositionOf(Value variable, Operation *op) {
  auto position = dyn_cast<PositionOp>(op);
  return position && position.getPosition() == variable;
}

/// The number of combinations or of positions that a variable is, or that it is
/// a part of; null if it is a coordinate.
static Value findNumber(Value variable) {
  for (Operation *user : variable.getUsers()) {
    if (isa<CollapseOp>(user) || isPositionOf(variable, user))
      return variable;
    if (auto split = dyn_cast<SplitOp>(user))
      if (Value number = findNumber(split.getVariable()))
        return number;
  }
  return {};
}

/// Whether all foralls that bind parts of a variable are among those of a nest.
static bool isBoundIn(Value variable, ArrayRef<ForallOp> nest) {
  if (auto split = variable.getDefiningOp<SplitOp>())
    return isBoundIn(split.getOuter(), nest) &&
           isBoundIn(split.getInner(), nest);
  return llvm::is_contained(
      nest, dyn_cast<ForallOp>(variable.getParentBlock()->getParentOp()));
}

/// The variables that a number of combinations or of positions stands for.
static SmallVector<Value, 2> getNumbered(Value number) {
  for (Operation *user : number.getUsers())
    if (isPositionOf(number, user))
      return getCollapsedVariables(cast<PositionOp>(user).getVariable());
  return getCollapsedVariables(number);
}

LogicalResult PrecomputePlanner::findModes() {
  llvm::SmallSetVector<Value, 4> whole;
  // There are as many components as a tile has places, or as variables have
  // coordinates, but no number of combinations that a workspace could have.
  for (ForallOp forall : plan.nest) {
    Value number = findNumber(forall.getVariable());
    bool isTile = number != forall.getVariable() && getConstantExtent(forall);
    if (!number || isTile)
      continue;
    if (!isBoundIn(number, plan.nest))
      return refuse(forall, "'" + forall.getName() +
                                "' runs over a part of combinations or "
                                "positions, whose number is no constant; "
                                "precompute over all parts");
    whole.insert(number);
  }
  llvm::SmallSetVector<Value, 4> known;
  for (ForallOp forall : plan.nest) {
    Value number = findNumber(forall.getVariable());
    if (!whole.contains(number)) {
      if (std::optional<int64_t> extent = getConstantExtent(forall))
        plan.modes.push_back(
            {forall.getVariable(), rewriter.getIndexAttr(*extent)});
      else if (failed(addMode(forall, forall.getVariable())))
        return failure();
      continue;
    }
    if (known.insert(number))
      for (Value variable : getNumbered(number))
        if (failed(addMode(forall, variable)))
          return failure();
  }
  return success();
}

LogicalResult PrecomputePlanner::addMode(ForallOp forall, Value variable) {
  Value extent = getExtent(variable);
  if (!extent)
    return refuse(forall, "'" + forall.getName() +
                              "' counts positions, whose number is no size of "
                              "a workspace; precompute before the loops are "
                              "combined");
  plan.modes.push_back({variable, extent});
  return success();
}

/// Whether a statement has a component only where there is a position.
static bool isRestrictedTo(AssignOp assign, PositionOp position) {
  return llvm::any_of(position.getRef().getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    return access && isAtPositions(access, position) &&
           findRestricted(access) == assign;
  });
}

LogicalResult PrecomputePlanner::findPositions() {
  WalkResult result =
      plan.nest.front().walk([&](PositionOp position) -> WalkResult {
        plan.positions.push_back(position);
        if (position.getAlone() || isRestrictedTo(plan.assign, position))
          return WalkResult::advance();
        return refuse(position, "the statement has components where there are "
                                "no positions of '" +
                                    position.getName() + "'");
      });
  return failure(result.wasInterrupted());
}

FailureOr<PrecomputePlan>
PrecomputePlanner::run(StringRef workspace,
                       std::optional<level::Workspace> kind) {
  if (failed(findAssign()) || failed(findNest()))
    return failure();
  analysis::KernelNames tensors(kernel);
  plan.reusesResult = !workspace.empty() &&
                      tensors.getTensor(plan.assign.getRef()) == workspace;
  if (plan.reusesResult && kind)
    return refuse(plan.assign, "the result is stored as it is; a workspace "
                               "needs another name");
  if (failed(verifyTensorName(workspace, tensors)) ||
      failed(verifyNames(workspace)) || failed(verifyLoops()) ||
      failed(findModes()) || failed(findPositions()))
    return failure();
  return plan;
}

FailureOr<PrecomputePlan>
cin::planPrecompute(RewriterBase &rewriter, Value expression,
                    ArrayRef<PrecomputedVariable> variables,
                    StringRef workspace, std::optional<level::Workspace> kind) {
  return PrecomputePlanner(rewriter, expression, variables)
      .run(workspace, kind);
}
