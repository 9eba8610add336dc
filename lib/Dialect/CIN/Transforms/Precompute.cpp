//===- Precompute.cpp - Expressions computed into workspaces ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precompute (thesis, section 6.2). The foralls of the variables are cloned
// into the two sides of a where statement, of which one assigns the expression
// to a workspace and the other computes the original statement from it. What
// each side needs is left by the cleanup (CleanUpWhere.h), and how the
// workspace is stored follows from what the cleanup leaves (WorkspaceChoice.h).
//
// A rewrite of so many steps cannot tell beforehand whether all of them will
// go; so it is done to a copy of the kernel first.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"
#include "weft/Dialect/CIN/Transforms/Transforms.h"

#include "CleanUpWhere.h"
#include "Naming.h"
#include "PrecomputePlan.h"
#include "WorkspaceChoice.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

namespace {
/// Rewrites the statement that an expression is part of.
class Precomputer {
public:
  Precomputer(RewriterBase &rewriter, Value expression,
              ArrayRef<PrecomputedVariable> variables,
              const PrecomputePlan &plan)
      : rewriter(rewriter), expression(expression), variables(variables),
        kernel(variables.front().forall->getParentOfType<KernelOp>()),
        assign(plan.assign), nest(plan.nest), modes(plan.modes) {}

  WhereOp transform(StringRef workspace);
  /// Gives what has been copied, and is there once again, its name back.
  void restoreNames();

private:
  WhereOp createWhere(StringRef workspace);
  void fillProducer(WhereOp where);
  void fillConsumer(WhereOp where);
  /// The value with the workspace's component in place of the expression.
  Value substitute(Value value, DenseMap<Value, Value> &known);

  RewriterBase &rewriter;
  Value expression;
  ArrayRef<PrecomputedVariable> variables;
  KernelOp kernel;
  AssignOp assign;
  SmallVector<ForallOp> nest;
  SmallVector<PrecomputePlan::Mode> modes;
  /// The names of copies, each with that of what was copied.
  llvm::StringMap<StringAttr> originals;
};
} // namespace

WhereOp Precomputer::createWhere(StringRef workspace) {
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  for (PrecomputePlan::Mode mode : modes) {
    // A tile has a component for each of its coordinates, not for all.
    std::optional<int64_t> size = getConstantIntValue(mode.size);
    shape.push_back(size.value_or(ShapedType::kDynamic));
    if (!size)
      sizes.push_back(cast<Value>(mode.size));
  }
  rewriter.setInsertionPoint(nest.front());
  std::string name =
      workspace.empty() ? getFreshWorkspaceName(kernel, "w") : workspace.str();
  return WhereOp::create(
      rewriter, assign.getLoc(), name, sizes,
      RankedTensorType::get(shape, expression.getType()),
      ReasonAttr::get(rewriter.getContext(), WorkspaceReason::Precomputed));
}

/// The names of all variables and workspaces.
static llvm::StringSet<> getNames(KernelOp kernel) {
  llvm::StringSet<> names;
  kernel.walk([&](Operation *op) {
    for (StringAttr name : getIndexNames(op))
      names.insert(name.getValue());
    if (auto where = dyn_cast<WhereOp>(op))
      names.insert(where.getName());
  });
  return names;
}

void Precomputer::restoreNames() {
  llvm::StringSet<> taken = getNames(kernel);
  renameVariables(rewriter, kernel, [&](StringAttr name) {
    auto original = originals.find(name);
    if (original == originals.end() ||
        !taken.insert(original->second.getValue()).second)
      return name;
    return original->second;
  });
}

void Precomputer::fillProducer(WhereOp where) {
  Block &block = where.getProducer().front();
  rewriter.setInsertionPointToEnd(&block);
  IRMapping mapping;
  Operation *copy = rewriter.clone(*nest.front(), mapping);
  auto target = cast<AssignOp>(mapping.lookup(assign.getOperation()));
  auto indices = llvm::map_to_vector(
      modes, [&](auto mode) { return mapping.lookup<Value>(mode.index); });
  rewriter.setInsertionPoint(target);
  AssignOp::create(rewriter, assign.getLoc(), where.getProducerRef(), indices,
                   mapping.lookupOrDefault(expression));
  rewriter.eraseOp(target);

  // What is there twice now gets another name.
  llvm::StringSet<> taken = getNames(kernel);
  for (PrecomputedVariable variable : variables)
    taken.insert(variable.producer);
  renameVariables(rewriter, copy, [&](StringAttr name) {
    for (PrecomputedVariable variable : variables)
      if (name == variable.forall.getName() && !variable.producer.empty() &&
          variable.producer != variable.forall.getName())
        return rewriter.getStringAttr(variable.producer);
    std::string fresh = name.str();
    for (unsigned number = 1; !taken.insert(fresh).second; ++number)
      fresh = (name.getValue() + Twine(number)).str();
    originals[fresh] = name;
    return rewriter.getStringAttr(fresh);
  });
}

Value Precomputer::substitute(Value value, DenseMap<Value, Value> &known) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (!op || isa<AccessOp>(op) || !kernel->isAncestor(op))
    return known[value] = value;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(substitute(operand, known));
  if (llvm::equal(operands, op->getOperands()))
    return known[value] = value;
  Operation *copy = rewriter.clone(*op);
  copy->setOperands(operands);
  for (auto [from, to] : llvm::zip_equal(op->getResults(), copy->getResults()))
    known[from] = to;
  return known.lookup(value);
}

void Precomputer::fillConsumer(WhereOp where) {
  Block &block = where.getConsumer().front();
  rewriter.moveOpBefore(nest.front(), &block, block.end());
  auto indices =
      llvm::map_to_vector(modes, [](auto mode) { return mode.index; });
  rewriter.setInsertionPoint(assign);
  DenseMap<Value, Value> known;
  known[expression] =
      AccessOp::create(rewriter, assign.getLoc(), expression.getType(),
                       where.getConsumerRef(), indices);
  Value value = substitute(assign.getValue(), known);
  rewriter.modifyOpInPlace(assign,
                           [&] { assign.getValueMutable().assign(value); });
  for (PrecomputedVariable variable : variables)
    if (!variable.consumer.empty())
      rewriter.modifyOpInPlace(
          variable.forall, [&] { variable.forall.setName(variable.consumer); });
}

WhereOp Precomputer::transform(StringRef workspace) {
  OpBuilder::InsertionGuard guard(rewriter);
  WhereOp where = createWhere(workspace);
  fillProducer(where);
  fillConsumer(where);
  return where;
}

/// Precomputes an expression into a new workspace, or into the result. Fails in
/// the middle of it if the workspace cannot be stored as it is asked for.
static FailureOr<Operation *>
rewriteKernel(RewriterBase &rewriter, Value expression,
              ArrayRef<PrecomputedVariable> variables, StringRef workspace,
              std::optional<level::Workspace> kind, bool strict,
              bool reusesResult) {
  FailureOr<PrecomputePlan> plan =
      planPrecompute(rewriter, expression, variables, workspace, kind);
  if (failed(plan))
    return failure();
  for (PositionOp position : plan->positions)
    rewriter.modifyOpInPlace(position, [&] { position.setAlone(true); });
  Precomputer precomputer(rewriter, expression, variables, *plan);
  WhereOp where = precomputer.transform(workspace);
  cleanUpWhere(rewriter, where, strict);
  precomputer.restoreNames();
  if (reusesResult)
    return FailureOr<Operation *>(reuseResult(rewriter, where, strict));
  if (failed(chooseWorkspace(rewriter, where, kind)))
    return failure();
  return where.getOperation();
}

FailureOr<Operation *> cin::precompute(RewriterBase &rewriter, Value expression,
                                       ArrayRef<PrecomputedVariable> variables,
                                       StringRef workspace,
                                       std::optional<level::Workspace> kind,
                                       bool strict) {
  assert(!variables.empty() && "expected a variable");
  auto kernel = variables.front().forall->getParentOfType<KernelOp>();
  auto refuse = [&](Operation *at, StringRef why) {
    return rewriter.notifyMatchFailure(at, why);
  };
  for (PrecomputedVariable variable : variables)
    if (variable.forall->getParentOfType<KernelOp>() != kernel)
      return refuse(variable.forall,
                    "cannot precompute over loops of different kernels");
  Operation *definition = expression.getDefiningOp();
  if (!definition || !kernel->isProperAncestor(definition) ||
      isa<IndexType>(expression.getType()))
    return refuse(kernel, "cannot precompute what is no expression of the "
                          "statement of the loops");

  // What is returned has its name from that, which a copy has not.
  FailureOr<PrecomputePlan> plan =
      planPrecompute(rewriter, expression, variables, workspace, kind);
  if (failed(plan))
    return failure();
  bool reusesResult = plan->reusesResult;
  if (reusesResult)
    workspace = "";

  // The rehearsal changes a copy.
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(kernel);
  IRMapping mapping;
  Operation *copy = rewriter.clone(*kernel, mapping);
  SmallVector<PrecomputedVariable> copied(variables);
  for (PrecomputedVariable &variable : copied)
    variable.forall =
        cast<ForallOp>(mapping.lookup(variable.forall.getOperation()));
  FailureOr<Operation *> rehearsed =
      rewriteKernel(rewriter, mapping.lookup(expression), copied, workspace,
                    kind, strict, reusesResult);
  llvm::SmallSetVector<Operation *, 2> added;
  for (Value operand : copy->getOperands())
    if (!llvm::is_contained(kernel->getOperands(), operand))
      added.insert(operand.getDefiningOp());
  rewriter.eraseOp(copy);
  for (Operation *op : added)
    rewriter.eraseOp(op);
  if (failed(rehearsed))
    return failure();
  return rewriteKernel(rewriter, expression, variables, workspace, kind, strict,
                       reusesResult);
}
