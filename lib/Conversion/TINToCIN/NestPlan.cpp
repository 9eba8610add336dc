//===- NestPlan.cpp - The loops of a kernel ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A topological order of the index variables under the formats of operands and,
// if it leaves one, that of the result (thesis, section 4.4). Where the result
// cannot be assembled in that order, the assignment goes into a workspace, as
// the precompute transformation would have it (section 6.2), which the consumer
// reads in the order of the result.
//
//===----------------------------------------------------------------------===//

#include "NestPlan.h"

#include "Computes.h"
#include "OrderChoice.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

namespace {
class NestPlanner {
public:
  NestPlanner(tin::ComputeOp compute, const Blocking &blocking,
              ConcretizeOptions options)
      : compute(compute), blocking(blocking), options(options),
        format(level::getFormat(compute.getType())) {
    nest = getNestVariables(compute, plan.body);
    plan.top = getTopReduction(compute);
  }

  FailureOr<NestPlan> run();

private:
  /// Whether it holds at first what the top reduction starts at.
  bool startsAtFill();
  /// Finds the order of the loops of the reductions inside of the expression.
  void orderReductions();
  /// Finds the order of the loops, whether it is all that the result needs and,
  /// if not, how many of them, from the outermost, are in the order of the
  /// result's levels.
  void chooseOrder();
  /// What orders two loops of the nest that are next to each other: the
  /// attribute of the kernel that says so; none if levels order them. The
  /// `operands` are all that is demanded but for what the result demands.
  std::optional<StringRef> findOrderReason(const OrderEdge &loops,
                                           const LoopOrder &operands,
                                           const LoopOrder &all);
  /// Adds what orders adjacent loops of a list to the plan.
  void addOrderReasons(ArrayRef<LoopVariable> loops, const LoopOrder &operands,
                       const LoopOrder &all);
  /// Why the result is assembled from a workspace.
  cin::ReasonAttr getReason();
  /// Why the loops are not in the order of the result.
  cin::ReasonAttr getOrderReason();
  FailureOr<WorkspacePlan> planWorkspace();

  tin::ComputeOp compute;
  const Blocking &blocking;
  ConcretizeOptions options;
  level::FormatAttr format;
  SmallVector<Value> nest;
  NestPlan plan;
  LoopVariables order;
  bool isInOrder = false;
  int64_t numOrdered = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

bool NestPlanner::startsAtFill() {
  // The initial components are assigned first.
  if (compute.getInitial())
    return true;
  Attribute fill = level::getFill(compute.getType());
  Attribute initial = plan.top ? getInitial(plan.top) : fill;
  return initial && fill && areSameScalar(initial, fill);
}

void NestPlanner::orderReductions() {
  // In the order for which all that does not fit was outlined.
  LoopOrder loops = getLoopsOf(compute, nest, blocking);
  (void)loops.tryAdd(options.first);
  (void)addAccessEdges(compute, blocking, loops);
  loops.preferBlocks();
  for (const LoopVariable &loop : loops.get())
    if (!llvm::is_contained(nest, loop.variable))
      plan.reductions.push_back(loop);
  addOrderReasons(plan.reductions, loops, loops);
}

/// Whether a variable numbers slots of an operand, which the text does not
/// name.
static bool isOfSlots(Value variable) {
  return llvm::any_of(variable.getUsers(), [&](Operation *user) {
    auto access = dyn_cast<tin::AccessOp>(user);
    return access && llvm::is_contained(access.getIndices().drop_front(
                                            access.getTensorType().getRank()),
                                        variable);
  });
}

std::optional<StringRef> NestPlanner::findOrderReason(const OrderEdge &loops,
                                                      const LoopOrder &operands,
                                                      const LoopOrder &all) {
  auto [outer, inner] = loops;
  LoopOrder reductions({outer, inner});
  addReductionEdges(compute, blocking, reductions);
  if (reductions.isOrdered(outer, inner))
    return cin::kCombinerOrderAttr;
  if (!all.isOrdered(outer, inner)) {
    if (isOfSlots(outer.variable) || isOfSlots(inner.variable))
      return std::nullopt;
    return cin::kTextOrderAttr;
  }
  auto isFree = [&](const LoopVariable &loop) {
    return llvm::is_contained(compute.getVariables(), loop.variable);
  };
  if (!operands.isOrdered(outer, inner) && isFree(outer) && !isFree(inner))
    return cin::kReducedInsideAttr;
  return std::nullopt;
}

void NestPlanner::addOrderReasons(ArrayRef<LoopVariable> loops,
                                  const LoopOrder &operands,
                                  const LoopOrder &all) {
  for (size_t inner = 1; inner < loops.size(); ++inner) {
    OrderEdge pair(loops[inner - 1], loops[inner]);
    if (auto reason = findOrderReason(pair, operands, all))
      plan.orderReasons.emplace_back(pair, *reason);
  }
}

void NestPlanner::chooseOrder() {
  // What conflicts was outlined before, in an order of all loops.
  LoopOrder loops = getLoopsOf(compute, nest, blocking);
  (void)loops.tryAdd(options.first);
  (void)addAccessEdges(compute, blocking, loops);
  const LoopOrder operands = loops;
  isInOrder = addResultEdges(compute, blocking, options, loops) !=
              ResultOrder::Collected;
  loops.preferBlocks();
  for (const LoopVariable &loop : loops.get())
    if (llvm::is_contained(nest, loop.variable))
      order.push_back(loop);
  plan.orderedLevels = loops.getOrderedLevels();
  if (!statesOrder(compute))
    addOrderReasons(order, operands, loops);
  if (isInOrder)
    return;
  numOrdered = countLoopsInOrder(compute, order);
  // A workspace is copied in the order of the levels.
  plan.orderedLevels[compute] = collectsSegments(compute, options, order)
                                    ? getCollectedLevels(compute)
                                    : cin::getAppendedLevels(format);
}

//===----------------------------------------------------------------------===//
// Workspaces
//===----------------------------------------------------------------------===//

/// What indexes a workspace that has the coordinates of `loops`: a variable all
/// of whose loops are among them, and a loop on its own otherwise.
static LoopVariables getWorkspaceModes(ArrayRef<LoopVariable> loops) {
  LoopVariables modes;
  for (LoopVariable mode : loops) {
    if (llvm::is_contained(loops, mode.getPart(level::LevelPart::Quotient)) &&
        llvm::is_contained(loops, mode.getPart(level::LevelPart::Remainder)))
      mode = {mode.variable, level::LevelPart::Whole, 1};
    if (!llvm::is_contained(modes, mode))
      modes.push_back(mode);
  }
  return modes;
}

cin::ReasonAttr NestPlanner::getOrderReason() {
  int64_t end = format.getNumLevels(), next = numOrdered;
  while (next != end && format.isSlotLevel(next))
    ++next;
  if (next == end || numOrdered == static_cast<int64_t>(order.size()))
    return cin::ReasonAttr::get(compute.getContext(),
                                cin::WorkspaceReason::CompleteComponents);
  // The first loop that is not that of the next level.
  Value variable = order[numOrdered].variable;
  auto binds = [&](int64_t level) {
    return !format.isSlotLevel(level) &&
           compute.getVariables()[format.getLevelExpr(level).dim] == variable;
  };
  auto takesAnyOrder = [&](int64_t level) {
    return format.takesAnyOrder(level);
  };
  bool isReduced = !llvm::is_contained(compute.getVariables(), variable);
  return cin::explainOrder(compute.getContext(),
                           {next, end, isReduced, binds, takesAnyOrder});
}

cin::ReasonAttr NestPlanner::getReason() {
  if (!isInOrder)
    return getOrderReason();
  return cin::ReasonAttr::get(compute.getContext(),
                              startsAtFill()
                                  ? cin::WorkspaceReason::CompleteComponents
                                  : cin::WorkspaceReason::InitialValue);
}

FailureOr<WorkspacePlan> NestPlanner::planWorkspace() {
  WorkspacePlan workspace;
  workspace.reason = getReason();
  LoopVariables &consumer = workspace.consumer;
  bool needsOrder = false;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    if (format.isSlotLevel(level))
      continue;
    level::LevelExpr expr = format.getLevelExpr(level);
    Value variable = compute.getVariables()[expr.dim];
    // Part of the variable is bound already.
    bool isBegun = llvm::any_of(plan.outer, [&](const LoopVariable &loop) {
      return loop.variable == variable;
    });
    LoopVariables loops = {{variable, expr.part, expr.block}};
    if (isBegun)
      loops = blocking.getLoops(variable, expr);
    for (const LoopVariable &loop : loops) {
      if (llvm::is_contained(plan.outer, loop))
        continue;
      level::LevelTypeAttrInterface type = format.getLevelType(level);
      needsOrder |= type.isOrdered() && !type.hasInsert();
      if (!llvm::is_contained(consumer, loop))
        consumer.push_back(loop);
    }
  }
  workspace.modes = getWorkspaceModes(consumer);
  // Full levels below others are stored if anything in them is.
  bool isFull = consumer.empty() || format.isAllDense();
  FailureOr<WorkspaceFormat> storage = chooseWorkspaceFormat(
      compute, {consumer, workspace.modes, isFull,
                /*isReadOnce=*/plan.outer.empty(), needsOrder});
  if (failed(storage))
    return failure();
  workspace.storage = *storage;
  return workspace;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

FailureOr<NestPlan> NestPlanner::run() {
  orderReductions();
  chooseOrder();
  if (isInOrder && startsAtFill() && takesUpdates(compute, options)) {
    plan.outer = order;
    return plan;
  }
  // Foralls around the workspace: those in the order of the result, as long as
  // no reduction is outside of them.
  size_t numOuter = numOrdered;
  if (isInOrder)
    while (numOuter != order.size() &&
           llvm::is_contained(compute.getVariables(), order[numOuter].variable))
      ++numOuter;
  plan.outer.assign(order.begin(), order.begin() + numOuter);
  plan.inner.assign(order.begin() + numOuter, order.end());
  if (!isInOrder && collectsSegments(compute, options, order)) {
    plan.outer = order;
    plan.inner.clear();
    return plan;
  }
  FailureOr<WorkspacePlan> workspace = planWorkspace();
  if (failed(workspace))
    return failure();
  plan.workspace = *workspace;
  return plan;
}

FailureOr<NestPlan> tin_to_cin::planNest(tin::ComputeOp compute,
                                         const Blocking &blocking,
                                         ConcretizeOptions options) {
  return NestPlanner(compute, blocking, options).run();
}
