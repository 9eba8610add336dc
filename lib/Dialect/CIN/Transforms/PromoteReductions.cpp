//===- PromoteReductions.cpp - Combine reductions into scalars --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves reductions from components into scalar workspaces: the reverse of the
// simplification of the concretize algorithm (thesis, section 4.4), applied
// once no transformation of the foralls is to come.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Transforms.h"

#include "Dependences.h"
#include "Naming.h"

#include "weft/Analysis/FilledTypes.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/Races.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// The forall that executes an assignment in each iteration, perhaps after
/// computing the workspaces that the assignment reads; null if another
/// statement executes it.
static ForallOp getInnermostForall(AssignOp assign) {
  Operation *statement = assign;
  while (auto where = dyn_cast<WhereOp>(statement->getParentOp())) {
    if (statement->getParentRegion() != &where.getConsumer())
      return {};
    statement = where;
  }
  return dyn_cast<ForallOp>(statement->getParentOp());
}

/// Whether the iterations of a forall have no scalar in common since they run
/// at the same time. Lanes that combine into one component have one with
/// partial results.
static bool isApart(ForallOp forall) {
  return forall.getUnit() && !(analysis::mayCarryPartialResults(forall) &&
                               forall.getRaces() != RaceStrategy::NoRaces);
}

/// The outermost of the foralls around an assignment, starting at the
/// innermost, over which it combines; null if there is none.
static ForallOp getReductionForalls(AssignOp assign) {
  ForallOp outermost;
  for (ForallOp forall = getInnermostForall(assign); forall;
       forall = dyn_cast<ForallOp>(forall->getParentOp())) {
    if (isApart(forall) || llvm::any_of(assign.getIndices(), [&](Value index) {
          return isDerivedFrom(index, forall.getVariable());
        }))
      break;
    outermost = forall;
  }
  return outermost;
}

/// Why `getReductionForalls` finds no forall.
static std::string whyNotPromoted(AssignOp assign) {
  ForallOp forall = getInnermostForall(assign);
  if (!forall)
    return "the assignment is not the statement of a forall";
  std::string name = ("'" + forall.getName() + "'").str();
  if (isApart(forall))
    return "the iterations of " + name +
           " run at the same time, and have no scalar in common";
  return "the innermost variable " + name +
         " determines the component that is assigned";
}

/// Whether threads share what is assigned: one forall around the assignment,
/// inside of where the tensor is, runs on them.
static bool isShared(AssignOp assign) {
  Operation *owner = assign.getRef().getParentBlock()->getParentOp();
  auto forall = assign->getParentOfType<ForallOp>();
  while (forall && owner->isAncestor(forall)) {
    if (forall.getUnit() && !analysis::mayCarryPartialResults(forall))
      return true;
    forall = forall->getParentOfType<ForallOp>();
  }
  return false;
}

/// Whether a sequence around an assignment has set the tensor before, so that
/// the reduction begins with its components.
static bool isSetBefore(AssignOp assign) {
  for (auto sequence = assign->getParentOfType<SequenceOp>(); sequence;
       sequence = sequence->getParentOfType<SequenceOp>())
    for (Operation *user : assign.getRef().getUsers())
      if (auto before = dyn_cast<AssignOp>(user);
          before && !before.isCompound() &&
          sequence.getDefinition().isAncestor(before->getParentRegion()) &&
          sequence.getMutation().isAncestor(assign->getParentRegion()))
        return true;
  return false;
}

bool cin::isStoredReduction(AssignOp assign) {
  return assign.isCompound() &&
         (assign.getRef().getType().getRank() != 0 || isShared(assign));
}

FailureOr<WhereOp> cin::promoteReduction(RewriterBase &rewriter,
                                         AssignOp assign) {
  RefType ref = assign.getRef().getType();
  if (!assign.isCompound())
    return rewriter.notifyMatchFailure(assign, "combines nothing");
  if (isSetBefore(assign))
    return rewriter.notifyMatchFailure(
        assign, "the reduction begins with components that an earlier "
                "statement assigns");
  if (!isStoredReduction(assign))
    return rewriter.notifyMatchFailure(assign, "combines into a scalar");
  Attribute identity =
      getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr());
  if (!identity)
    return rewriter.notifyMatchFailure(
        assign, "the identity of the combiner is not known");
  if (!isCombinerAssociative(assign.getCombiner()))
    return rewriter.notifyMatchFailure(assign,
                                       "the combiner is not associative");
  ForallOp forall = getReductionForalls(assign);
  if (!forall)
    return rewriter.notifyMatchFailure(assign, whyNotPromoted(assign));
  if (failed(verifyNotRead(rewriter, assign.getRef(), forall)))
    return failure();

  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = assign.getLoc();
  rewriter.setInsertionPoint(forall);
  auto where = WhereOp::create(
      rewriter, loc,
      getFreshWorkspaceName(assign->getParentOfType<KernelOp>(), "t"),
      ValueRange(), analysis::getFilledType({}, ref.getElementType(), identity),
      ReasonAttr::get(rewriter.getContext(), WorkspaceReason::Accumulator));
  // The indices of the component are bound outside of the foralls, also if they
  // are derived inside.
  for (Value index : assign.getIndices())
    hoistIndex(rewriter, index, forall, where);
  rewriter.setInsertionPointToEnd(&where.getConsumer().front());
  Value scalar = AccessOp::create(rewriter, loc, ref.getElementType(),
                                  where.getConsumerRef(), ValueRange());
  auto final =
      AssignOp::create(rewriter, loc, assign.getRef(), assign.getIndices(),
                       scalar, assign.getIdentityAttr());
  copyCombiner(rewriter, assign.getCombiner(), YieldOp::getOperationName(),
               final.getCombiner());
  setOrderedLevels(final, getOrderedLevels(assign));
  Block &producer = where.getProducer().front();
  rewriter.moveOpBefore(forall, &producer, producer.end());
  rewriter.setInsertionPoint(assign);
  auto partial =
      AssignOp::create(rewriter, loc, where.getProducerRef(), ValueRange(),
                       assign.getValue(), assign.getIdentityAttr());
  rewriter.inlineRegionBefore(assign.getCombiner(), partial.getCombiner(),
                              partial.getCombiner().end());
  rewriter.eraseOp(assign);
  return where;
}
