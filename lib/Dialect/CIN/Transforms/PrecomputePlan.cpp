//===- PrecomputePlan.cpp - What is precomputed over what -------*- C++ -*-===//
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

/// Whether variables that were combined derive from one, as they are or from
/// the variable that it is a part of.
static bool isOfCombination(Value variable) {
  return llvm::any_of(variable.getUsers(), [](Operation *user) {
    auto split = dyn_cast<SplitOp>(user);
    return isa<CollapseOp>(user) ||
           (split && isOfCombination(split.getVariable()));
  });
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
  // The modes of a workspace have the sizes of tiles and of variables.
  for (ForallOp forall : plan.nest)
    if (!getConstantRange(forall) && isOfCombination(forall.getVariable()))
      return refuse(forall, "'" + forall.getName() +
                                "' runs over combinations of variables; "
                                "precompute before they are combined");
  WalkResult result =
      plan.nest.front().walk([&](PositionOp position) -> WalkResult {
        return refuse(position, "it iterates over positions, which are those "
                                "of one loop; precompute before there are any");
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
      failed(verifyNames(workspace)) || failed(verifyLoops()))
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
