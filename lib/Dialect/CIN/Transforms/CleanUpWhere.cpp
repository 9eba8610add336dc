//===- CleanUpWhere.cpp - What precompute leaves ----------------*- C++ -*-===//
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

#include "CleanUpWhere.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

template <typename OpT> static OpT getOnlyUser(Value ref) {
  OpT found;
  for (Operation *user : ref.getUsers())
    if (auto op = dyn_cast<OpT>(user))
      found = op;
  return found;
}

AssignOp cin::getProducingAssign(WhereOp where) {
  return getOnlyUser<AssignOp>(where.getProducerRef());
}

AccessOp cin::getConsumingAccess(WhereOp where) {
  return getOnlyUser<AccessOp>(where.getConsumerRef());
}

void cin::setWorkspaceType(RewriterBase &rewriter, WhereOp where,
                           RankedTensorType type) {
  rewriter.modifyOpInPlace(where, [&] {
    where.setWorkspace(type);
    for (Value ref : {where.getProducerRef(), where.getConsumerRef()})
      ref.setType(RefType::get(type));
  });
}

//===----------------------------------------------------------------------===//
// What does nothing
//===----------------------------------------------------------------------===//

/// Erases scalars and variables in a region that nobody uses.
static void eraseUnused(RewriterBase &rewriter, Region &region) {
  SmallVector<Operation *> ops;
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isStatement(op) &&
        isa<ForallOp, WhereOp, SequenceOp, MultiOp>(op->getParentOp()))
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
}

/// Puts the statement of a block in place of the statement that it is part of.
static void replaceByPart(RewriterBase &rewriter, Operation *statement,
                          Block &part) {
  for (Operation &op : llvm::make_early_inc_range(part))
    rewriter.moveOpBefore(&op, statement);
  rewriter.eraseOp(statement);
}

/// Leaves the consumers of workspaces in a region that they do not use.
static void dropUnusedWorkspaces(RewriterBase &rewriter, Region &region) {
  SmallVector<WhereOp> wheres;
  region.walk([&](WhereOp where) { wheres.push_back(where); });
  for (WhereOp where : wheres) {
    eraseUnused(rewriter, where.getConsumer());
    if (where.getConsumerRef().use_empty())
      replaceByPart(rewriter, where, where.getConsumer().front());
  }
  eraseUnused(rewriter, region);
}

/// Lets the producer of a scalar that is only stored in a workspace, as in
/// `w(i) = t where ... t += x`, store it there itself.
static void storeDirectly(RewriterBase &rewriter, WhereOp where) {
  AssignOp store = getProducingAssign(where);
  auto access = store.getValue().getDefiningOp<AccessOp>();
  auto inner = dyn_cast<WhereOp>(store->getParentOp());
  if (!access || !inner || access.getRef() != inner.getConsumerRef() ||
      !access.getIndices().empty() || store.isCompound() ||
      !access->hasOneUse() || !inner.getConsumerRef().hasOneUse() ||
      llvm::any_of(inner.getProducerRef().getUsers(),
                   [](Operation *user) { return !isa<AssignOp>(user); }))
    return;
  // What the component is indexed by is bound around the inner statement.
  for (Value index : store.getIndices())
    if (inner->isAncestor(index.getParentBlock()->getParentOp()))
      return;
  for (Operation *user : llvm::to_vector(inner.getProducerRef().getUsers())) {
    auto assign = cast<AssignOp>(user);
    rewriter.modifyOpInPlace(assign, [&] {
      assign.getRefMutable().assign(store.getRef());
      assign.getIndicesMutable().assign(store.getIndices());
    });
  }
  replaceByPart(rewriter, inner, inner.getProducer().front());
}

//===----------------------------------------------------------------------===//
// Foralls that one side uses
//===----------------------------------------------------------------------===//

namespace {
/// Moves foralls around a where statement into one of its sides.
class Distributor {
public:
  Distributor(RewriterBase &rewriter, WhereOp where)
      : rewriter(rewriter), where(where) {}

  void run();

private:
  /// Copies what stands in a forall beside the statement into the sides.
  void sinkScalars(ForallOp forall);
  bool uses(Region &side, ForallOp forall);
  bool canLeaveConsumer(ForallOp forall);
  bool canReduceInProducer(ForallOp forall);
  void reduceInProducer();
  void moveInto(Region &side, ForallOp forall);

  RewriterBase &rewriter;
  WhereOp where;
};
} // namespace

void Distributor::sinkScalars(ForallOp forall) {
  SmallVector<Operation *> scalars;
  for (Operation &op : forall.getBlock()->getOperations())
    if (&op != where)
      scalars.push_back(&op);
  for (Region *side : {&where.getProducer(), &where.getConsumer()}) {
    IRMapping mapping;
    rewriter.setInsertionPointToStart(&side->front());
    for (Operation *op : scalars) {
      Operation *copy = rewriter.clone(*op, mapping);
      for (auto [from, to] :
           llvm::zip_equal(op->getResults(), copy->getResults()))
        rewriter.replaceUsesWithIf(from, to, [&](OpOperand &use) {
          return side->isAncestor(use.getOwner()->getParentRegion());
        });
    }
    eraseUnused(rewriter, *side);
  }
  for (Operation *op : llvm::reverse(scalars))
    rewriter.eraseOp(op);
}

bool Distributor::uses(Region &side, ForallOp forall) {
  return llvm::any_of(forall.getVariable().getUsers(), [&](Operation *user) {
    return side.isAncestor(user->getParentRegion());
  });
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

/// The assignment of what a component of the workspace is part of, if all that
/// is done with the component before distributes over its combiner.
static AssignOp findDistributed(AccessOp access) {
  Value value = access.getValue();
  AssignOp assign;
  SmallVector<OpOperand *> path;
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    if ((assign = dyn_cast<AssignOp>(use.getOwner())))
      break;
    if (use.getOwner()->getNumResults() != 1)
      return {};
    path.push_back(&use);
    value = use.getOwner()->getResult(0);
  }
  if (!assign || !assign.isCompound() ||
      value.getType() != access.getValue().getType())
    return {};
  bool distributes = llvm::all_of(path, [&](OpOperand *use) {
    return distributesOverCombiner(use->getOwner(), use->getOperandNumber(),
                                   assign.getCombiner());
  });
  return distributes ? assign : AssignOp();
}

bool Distributor::canReduceInProducer(ForallOp forall) {
  AssignOp assign = findDistributed(getConsumingAccess(where));
  if (!assign ||
      forall->isProperAncestor(assign.getRef().getParentBlock()->getParentOp()))
    return false;
  Region &combiner = assign.getCombiner();
  if (!isCombinerAssociative(combiner) || !isCombinerCommutative(combiner) ||
      !getCombinerIdentity(combiner, assign.getIdentityAttr()))
    return false;
  // Nobody sees what is combined so far.
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
    sinkScalars(forall);
    bool isProducing = uses(where.getProducer(), forall);
    bool isConsuming = uses(where.getConsumer(), forall);
    if (isProducing == isConsuming)
      return;
    if (isConsuming) {
      if (!canLeaveConsumer(forall))
        return;
      moveInto(where.getConsumer(), forall);
      continue;
    }
    if (!canReduceInProducer(forall))
      return;
    reduceInProducer();
    moveInto(where.getProducer(), forall);
  }
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

/// What an expression is where all of its operands are absent; null if it has
/// no single value there.
static Attribute getFill(Value value) {
  if (Attribute constant = getConstantScalar(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_or_null<AccessOp>(op))
    return level::getFill(access.getRef().getType().getTensor());
  if (!op || op->getNumResults() != 1)
    return {};
  auto fills = llvm::map_to_vector(
      op->getOperands(), [](Value operand) { return getFill(operand); });
  return getResultFill(op, fills);
}

/// Gives the components of a workspace that are not assigned the value that
/// they have.
static void setFill(RewriterBase &rewriter, WhereOp where) {
  AssignOp assign = getProducingAssign(where);
  Attribute fill =
      assign.isCompound()
          ? getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr())
          : getFill(assign.getValue());
  RankedTensorType type = where.getTensorType();
  if (!fill || areSameScalar(fill, level::getZero(type.getElementType())))
    return;
  level::FormatAttr dense =
      level::FormatAttr::getDense(where.getContext(), type.getRank());
  setWorkspaceType(
      rewriter, where,
      RankedTensorType::get(
          type.getShape(), type.getElementType(),
          level::FormatAttr::get(where.getContext(), dense.getDimToLevel(),
                                 dense.getLevelTypes(),
                                 level::FormatAttr::kDefaultWidth,
                                 level::FormatAttr::kDefaultWidth, fill)));
}

/// Lets the consumer set a component that it combined into, if it reduces over
/// nothing any more.
static void setInsteadOfCombining(RewriterBase &rewriter, WhereOp where) {
  AssignOp assign;
  where.getConsumer().walk([&](AssignOp op) {
    if (!where->isProperAncestor(op.getRef().getParentBlock()->getParentOp()))
      assign = op;
  });
  if (!assign || !assign.isCompound())
    return;
  Value ref = assign.getRef();
  for (Operation *op = assign->getParentOp();
       op && !op->isAncestor(ref.getParentBlock()->getParentOp());
       op = op->getParentOp())
    if (auto forall = dyn_cast<ForallOp>(op);
        forall && llvm::none_of(assign.getIndices(), [&](Value index) {
          return isDerivedFrom(index, forall.getVariable());
        }))
      return;
  bool isOnlyAssign = llvm::all_of(ref.getUsers(), [&](Operation *user) {
    return user == assign || !isa<AssignOp>(user);
  });
  Attribute identity =
      getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr());
  if (!isOnlyAssign || !identity ||
      !areSameScalar(identity,
                     level::getFill(assign.getRef().getType().getTensor())))
    return;
  rewriter.setInsertionPoint(assign);
  AssignOp::create(rewriter, assign.getLoc(), ref, assign.getIndices(),
                   assign.getValue());
  rewriter.eraseOp(assign);
}

void cin::cleanUpWhere(RewriterBase &rewriter, WhereOp where) {
  OpBuilder::InsertionGuard guard(rewriter);
  eraseUnused(rewriter, where.getProducer());
  eraseUnused(rewriter, where.getConsumer());
  dropUnusedWorkspaces(rewriter, where.getProducer());
  dropUnusedWorkspaces(rewriter, where.getConsumer());
  storeDirectly(rewriter, where);
  Distributor(rewriter, where).run();
  setInsteadOfCombining(rewriter, where);
  setFill(rewriter, where);
}
