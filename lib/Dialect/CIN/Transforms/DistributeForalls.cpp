//===- DistributeForalls.cpp - Foralls that one side uses -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forall that only the consumer uses would compute the same workspace again
// and again, so that it moves behind the producer. One that only the producer
// uses is a loop that the statement reduces over: its values may be combined in
// the workspace already if what the consumer does with the workspace
// distributes over the combiner. Where it does not, the forall stays around
// both, which is right as well.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Transforms.h"

#include "CleanUpWhere.h"
#include "Dependences.h"
#include "Naming.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

namespace {
/// Moves foralls around a where statement into one of its sides.
class Distributor {
public:
  Distributor(RewriterBase &rewriter, WhereOp where, bool strict)
      : rewriter(rewriter), where(where), strict(strict) {}

  void run();

private:
  /// Copies what stands in a forall beside the statement into the sides, and
  /// the guards of its variable into the side that the forall goes to.
  void sinkScalars(ForallOp forall, Region &into);
  /// Whether a side uses the variable of a forall, or what derives from it.
  bool uses(Region &side, ForallOp forall);
  bool canLeaveConsumer(ForallOp forall);
  bool canReduceInProducer(ForallOp forall);
  void reduceInProducer();
  void moveInto(Region &side, ForallOp forall);

  RewriterBase &rewriter;
  WhereOp where;
  bool strict;
};
} // namespace

/// Gives variables that both sides of a where statement derive other names in
/// the producer.
static void renameDerived(RewriterBase &rewriter, WhereOp where) {
  llvm::StringSet<> consumed;
  where.getConsumer().walk([&](Operation *op) {
    for (StringAttr name : getIndexNames(op))
      consumed.insert(name.getValue());
  });
  auto kernel = where->getParentOfType<KernelOp>();
  where.getProducer().walk([&](Operation *op) {
    if (llvm::any_of(getIndexNames(op), [&](StringAttr name) {
          return consumed.contains(name.getValue());
        }))
      renameVariables(rewriter, op, [&](StringAttr name) {
        return consumed.contains(name.getValue())
                   ? rewriter.getStringAttr(
                         getFreshIndexName(kernel, name.getValue()))
                   : name;
      });
  });
}

/// Moves the derivations of variables of loops around a forall, and their
/// guards, out of the forall.
static void hoistGuards(RewriterBase &rewriter, ForallOp forall) {
  for (GuardOp guard : llvm::to_vector(forall.getBody().getOps<GuardOp>()))
    if (llvm::none_of(guard.getVariables(), [&](Value variable) {
          return isDerivedFrom(variable, forall.getVariable());
        }))
      for (Value variable : guard.getVariables())
        hoistIndex(rewriter, variable, forall, forall);
}

void Distributor::sinkScalars(ForallOp forall, Region &into) {
  hoistGuards(rewriter, forall);
  SmallVector<Operation *> scalars;
  for (Operation &op : forall.getBlock()->getOperations())
    if (&op != where)
      scalars.push_back(&op);
  for (Region *side : {&where.getProducer(), &where.getConsumer()}) {
    IRMapping mapping;
    SmallVector<Operation *> copies;
    rewriter.setInsertionPointToStart(&side->front());
    for (Operation *op : scalars) {
      if (isa<GuardOp>(op) && side != &into)
        continue;
      copies.push_back(rewriter.clone(*op, mapping));
      for (auto [from, to] :
           llvm::zip_equal(op->getResults(), copies.back()->getResults()))
        rewriter.replaceUsesWithIf(from, to, [&](OpOperand &use) {
          return side->isAncestor(use.getOwner()->getParentRegion());
        });
    }
    for (Operation *copy : llvm::reverse(copies))
      if (isOpTriviallyDead(copy))
        rewriter.eraseOp(copy);
  }
  for (Operation *op : llvm::reverse(scalars))
    rewriter.eraseOp(op);
  renameDerived(rewriter, where);
}

bool Distributor::uses(Region &side, ForallOp forall) {
  SmallVector<Value> values = {forall.getVariable()};
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      if (side.isAncestor(user->getParentRegion()))
        return true;
      if (user->getBlock() == forall.getBlock())
        llvm::append_range(values, user->getResults());
    }
  return false;
}

/// Whether the producer computes the same in all iterations: it reads nothing
/// that they assign.
bool Distributor::canLeaveConsumer(ForallOp) {
  llvm::SmallDenseSet<Value> assigned;
  where.getConsumer().walk(
      [&](AssignOp assign) { assigned.insert(assign.getRef()); });
  return !where.getProducer()
              .walk([&](AccessOp access) {
                return assigned.contains(access.getRef())
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

DistributedUse cin::findUse(AccessOp access) {
  DistributedUse use;
  Value value = access.getValue();
  while (value.hasOneUse()) {
    OpOperand &operand = *value.use_begin();
    if (auto assign = dyn_cast<AssignOp>(operand.getOwner())) {
      if (value.getType() == access.getValue().getType())
        use.assign = assign;
      break;
    }
    if (operand.getOwner()->getNumResults() != 1)
      break;
    use.path.push_back(&operand);
    value = operand.getOwner()->getResult(0);
  }
  return use;
}

bool DistributedUse::distributesOver(Region &combiner) const {
  return llvm::all_of(path, [&](OpOperand *use) {
    return distributesOverCombiner(use->getOwner(), use->getOperandNumber(),
                                   combiner);
  });
}

/// The compound assignment that a component of the workspace is part of, if all
/// that is done with the component before distributes over its combiner.
static AssignOp findDistributed(AccessOp access) {
  DistributedUse use = findUse(access);
  return use.assign && use.assign.isCompound() &&
                 use.distributesOver(use.assign.getCombiner())
             ? use.assign
             : AssignOp();
}

bool Distributor::canReduceInProducer(ForallOp forall) {
  AssignOp assign = findDistributed(getConsumingAccess(where));
  if (!assign ||
      forall->isProperAncestor(assign.getRef().getParentBlock()->getParentOp()))
    return false;
  if (strict && isa<FloatType, ComplexType>(assign.getValue().getType()))
    return false;
  Region &combiner = assign.getCombiner();
  if (!isCombinerAssociative(combiner) || !isCombinerCommutative(combiner) ||
      !getCombinerIdentity(combiner, assign.getIdentityAttr()))
    return false;
  // The partial result must not be observed.
  return !forall
              .walk([&](AccessOp access) {
                return access.getRef() == assign.getRef()
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Lets the producer combine as the consumer does.
void Distributor::reduceInProducer() {
  AssignOp produced = getProducingAssign(where);
  if (produced.isCompound())
    return;
  AssignOp assign = findDistributed(getConsumingAccess(where));
  rewriter.setInsertionPoint(produced);
  auto combined = AssignOp::create(
      rewriter, produced.getLoc(), produced.getRef(), produced.getIndices(),
      produced.getValue(), assign.getIdentityAttr());
  copyCombiner(rewriter, assign.getCombiner(), YieldOp::getOperationName(),
               combined.getCombiner());
  rewriter.eraseOp(produced);
}

void Distributor::moveInto(Region &side, ForallOp forall) {
  rewriter.moveOpBefore(where, forall);
  Block &block = side.front();
  for (Operation &op : llvm::make_early_inc_range(block))
    rewriter.moveOpBefore(&op, forall.getBlock(), forall.getBlock()->end());
  rewriter.moveOpBefore(forall, &block, block.end());
}

void Distributor::run() {
  while (auto forall = dyn_cast<ForallOp>(where->getParentOp())) {
    // Iterations at the same time have a workspace each.
    if (forall.getUnit())
      return;
    bool isProducing = uses(where.getProducer(), forall);
    bool isConsuming = uses(where.getConsumer(), forall);
    if (isProducing == isConsuming)
      return;
    if (isConsuming) {
      if (!canLeaveConsumer(forall))
        return;
      sinkScalars(forall, where.getConsumer());
      moveInto(where.getConsumer(), forall);
      continue;
    }
    if (!canReduceInProducer(forall))
      return;
    sinkScalars(forall, where.getProducer());
    reduceInProducer();
    moveInto(where.getProducer(), forall);
  }
}

void cin::distributeForalls(RewriterBase &rewriter, WhereOp where,
                            bool strict) {
  Distributor(rewriter, where, strict).run();
}
