//===- HoistForalls.cpp - Foralls that leave a producer ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second case of reorder (thesis, section 6.1): what a producer reduces
// over may be reduced over by the consumer instead if what that does with the
// workspace distributes over the combiner.
//
//===----------------------------------------------------------------------===//

#include "CleanUpWhere.h"
#include "Dependences.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// The only assignment and the only access of a workspace; null if there are
/// others, or if its sides do anything else.
static std::pair<AssignOp, AccessOp> getOnlyUses(WhereOp where) {
  // Besides its workspace, the producer may assign those of its own.
  WalkResult result = where.getProducer().walk([&](AssignOp assign) {
    return assign.getRef() == where.getProducerRef() ||
                   where.getProducer().isProperAncestor(
                       assign.getRef().getParentRegion())
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (result.wasInterrupted() || !where.getProducerRef().hasOneUse() ||
      !where.getConsumerRef().hasOneUse())
    return {};
  return {getProducingAssign(where), getConsumingAccess(where)};
}

/// Whether a component begins as the identity of the combiner, and has no other
/// assignment.
static bool startsAsIdentity(AssignOp assign, AssignOp combining) {
  Attribute identity =
      getCombinerIdentity(combining.getCombiner(), combining.getIdentityAttr());
  return identity &&
         areSameScalar(identity,
                       level::getFill(assign.getRef().getType().getTensor())) &&
         llvm::all_of(assign.getRef().getUsers(), [&](Operation *user) {
           return user == assign || !isa<AssignOp>(user);
         });
}

LogicalResult cin::verifyHoisting(RewriterBase &rewriter, WhereOp where,
                                  ArrayRef<ForallOp> foralls, bool strict) {
  ForallOp first = foralls.front();
  auto refuse = [&](Operation *at, StringRef why) {
    return rewriter.notifyMatchFailure(at, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot move '" << first.getName()
                 << "' out of the computation of '" << where.getName()
                 << "': " << why;
    });
  };
  auto [produced, access] = getOnlyUses(where);
  if (!produced)
    return refuse(where, "it is not assigned once and read once");
  for (ForallOp forall : foralls) {
    if (forall.getUnit())
      return refuse(forall, "a loop in parallel stays where it is");
    if (llvm::any_of(produced.getIndices(), [&](Value index) {
          return isDerivedFrom(index, forall.getVariable());
        }))
      return refuse(produced, "it is indexed by the variable");
  }
  DistributedUse use = findUse(access);
  if (!use.assign ||
      where.getProducer().isAncestor(use.assign.getRef().getParentRegion()))
    return refuse(access, "it is not part of one assignment");
  if (strict && isa<FloatType, ComplexType>(produced.getValue().getType()))
    return refuse(produced, "that changes in which order floating-point "
                            "numbers are combined");
  if (!produced.isCompound() || !use.distributesOver(produced.getCombiner()))
    return refuse(access, "what is done with it does not distribute over the "
                          "combiner; precompute it first");
  if (use.assign.isCompound()
          ? !areSameCombiner(use.assign.getCombiner(), produced.getCombiner())
          : !startsAsIdentity(use.assign, produced))
    return refuse(use.assign,
                  "what it is part of has another combiner, or does "
                  "not begin with the identity of the combiner");
  return success();
}

/// Puts the value of a scalar workspace that is just assigned where it is read.
static void replaceByValue(RewriterBase &rewriter, WhereOp where) {
  auto [produced, access] = getOnlyUses(where);
  if (!access.getIndices().empty() || produced.isCompound() ||
      produced->getParentOp() != where)
    return;
  Value value = produced.getValue();
  rewriter.eraseOp(produced);
  rewriter.replaceOp(access, value);
  for (Region *side : {&where.getProducer(), &where.getConsumer()})
    for (Operation &op : llvm::make_early_inc_range(side->front()))
      rewriter.moveOpBefore(&op, where);
  rewriter.eraseOp(where);
}

/// Replaces an assignment by one that has the combiner of another one, or none.
static AssignOp setCombiner(RewriterBase &rewriter, AssignOp assign,
                            AssignOp combining) {
  rewriter.setInsertionPoint(assign);
  auto replacement = AssignOp::create(
      rewriter, assign.getLoc(), assign.getRef(), assign.getIndices(),
      assign.getValue(), combining ? combining.getIdentityAttr() : Attribute());
  if (combining)
    copyCombiner(rewriter, combining.getCombiner(), YieldOp::getOperationName(),
                 replacement.getCombiner());
  setOrderedLevels(replacement, getOrderedLevels(assign));
  rewriter.eraseOp(assign);
  return replacement;
}

void cin::hoistForalls(RewriterBase &rewriter, WhereOp where,
                       ArrayRef<ForallOp> foralls) {
  OpBuilder::InsertionGuard guard(rewriter);
  auto [produced, access] = getOnlyUses(where);
  AssignOp assign = findUse(access).assign;
  if (!assign.isCompound())
    setCombiner(rewriter, assign, produced);

  // The body of the innermost one remains the producer.
  Block &producer = where.getProducer().front();
  rewriter.moveOpBefore(foralls.front(), where);
  ForallOp innermost = foralls.back();
  Block *body = innermost.getBlock();
  for (Operation &op : llvm::make_early_inc_range(*body))
    rewriter.moveOpBefore(&op, &producer, producer.end());
  rewriter.moveOpBefore(where, body, body->end());

  if (reachesOnce(produced))
    setCombiner(rewriter, produced, AssignOp());
  replaceByValue(rewriter, where);
}
