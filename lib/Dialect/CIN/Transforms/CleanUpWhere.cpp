//===- CleanUpWhere.cpp - Clean-up after precompute -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the cleanup that leave what is computed where it is: scalars,
// where statements and combiners that do nothing, and the fill of the
// workspace.
//
//===----------------------------------------------------------------------===//

#include "CleanUpWhere.h"

#include "Dependences.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Support/Combiner.h"

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
  // The consumer iterates over what the new levels store.
  SmallVector<int64_t> levels = getIteratedLevels(level::getFormat(type));
  for (Operation *user : where.getConsumerRef().getUsers())
    if (auto access = dyn_cast<AccessOp>(user))
      rewriter.modifyOpInPlace(access,
                               [&] { setOrderedLevels(access, levels); });
}

//===----------------------------------------------------------------------===//
// What does nothing
//===----------------------------------------------------------------------===//

/// Whether a guard bounds loops of a region; those outside of it are bounded
/// where they are.
static bool boundsLoopsOf(Region &region, GuardOp guard) {
  return region
      .walk([&](ForallOp forall) {
        return llvm::any_of(guard.getVariables(),
                            [&](Value index) {
                              return isDerivedFrom(index, forall.getVariable());
                            })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void cin::eraseUnused(RewriterBase &rewriter, Region &side) {
  SmallVector<Operation *> ops;
  side.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isStatement(op) &&
        isa<ForallOp, WhereOp, SequenceOp, MultiOp>(op->getParentOp()))
      ops.push_back(op);
  });
  auto where = cast<WhereOp>(side.getParentOp());
  for (Operation *op : llvm::reverse(ops)) {
    auto guard = dyn_cast<GuardOp>(op);
    if (!guard) {
      if (isOpTriviallyDead(op))
        rewriter.eraseOp(op);
      continue;
    }
    if (boundsLoopsOf(side, guard))
      continue;
    if (&side == &where.getProducer()) {
      rewriter.eraseOp(guard);
      continue;
    }
    for (Value variable : guard.getVariables())
      hoistIndex(rewriter, variable, where, where);
  }
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
// All of it
//===----------------------------------------------------------------------===//

Attribute cin::getAbsentValue(Value value) {
  if (Attribute constant = getConstantScalar(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_or_null<AccessOp>(op))
    return level::getFill(access.getRef().getType().getTensor());
  if (!op || op->getNumResults() != 1)
    return {};
  auto fills = llvm::map_to_vector(
      op->getOperands(), [](Value operand) { return getAbsentValue(operand); });
  return getResultFill(op, fills);
}

/// Gives the components of a workspace that are not assigned the value that
/// they have.
static void setFill(RewriterBase &rewriter, WhereOp where) {
  AssignOp assign = getProducingAssign(where);
  Attribute fill =
      assign.isCompound()
          ? getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr())
          : getAbsentValue(assign.getValue());
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
  if (!reachesOnce(assign))
    return;
  Value ref = assign.getRef();
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
  auto setting = AssignOp::create(rewriter, assign.getLoc(), ref,
                                  assign.getIndices(), assign.getValue());
  setOrderedLevels(setting, getOrderedLevels(assign));
  rewriter.eraseOp(assign);
}

void cin::cleanUpWhere(RewriterBase &rewriter, WhereOp where, bool strict) {
  OpBuilder::InsertionGuard guard(rewriter);
  eraseUnused(rewriter, where.getProducer());
  eraseUnused(rewriter, where.getConsumer());
  dropUnusedWorkspaces(rewriter, where.getProducer());
  dropUnusedWorkspaces(rewriter, where.getConsumer());
  storeDirectly(rewriter, where);
  distributeForalls(rewriter, where, strict);
  setInsteadOfCombining(rewriter, where);
  setFill(rewriter, where);
}
