//===- RemoveWorkspaces.cpp - Undo inserted workspaces ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inverse of precompute (thesis, section 6.2) for workspaces whose consumer
// just copies. A schedule then finds the loops of the expression, whatever the
// result needed before.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Workspaces.h"

#include "CleanUpWhere.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

namespace {
/// The foralls of a consumer that copies a workspace, and the copy.
struct CopyNest {
  SmallVector<ForallOp> foralls;
  AssignOp assign;
  AccessOp access;
};
} // namespace

static bool hasTag(ForallOp forall) {
  return forall.getUnit() || forall.getUnroll() || forall.getMerge() ||
         forall.getConfigAttr();
}

/// The copy that the consumer of a workspace is; nothing if it is something
/// else. Each forall has one mode of the workspace.
static std::optional<CopyNest> findCopy(WhereOp where) {
  CopyNest nest;
  Operation *statement = getStatement(where.getConsumer().front());
  while (auto forall = dyn_cast<ForallOp>(statement)) {
    if (hasTag(forall))
      return std::nullopt;
    nest.foralls.push_back(forall);
    statement = getStatement(*forall.getBlock());
  }
  nest.assign = dyn_cast<AssignOp>(statement);
  if (!nest.assign || nest.foralls.empty())
    return std::nullopt;
  nest.access = nest.assign.getValue().getDefiningOp<AccessOp>();
  if (!nest.access || nest.access.getRef() != where.getConsumerRef() ||
      !where.getConsumerRef().hasOneUse() || !nest.access->hasOneUse())
    return std::nullopt;
  llvm::SmallDenseSet<Value> indices(nest.access.getIndices().begin(),
                                     nest.access.getIndices().end());
  if (indices.size() != nest.access.getIndices().size() ||
      indices.size() != nest.foralls.size())
    return std::nullopt;
  // Each component has a place of its own.
  for (ForallOp forall : nest.foralls)
    if (!indices.contains(forall.getVariable()) ||
        !llvm::is_contained(nest.assign.getIndices(), forall.getVariable()))
      return std::nullopt;
  // Nothing but the copy is computed.
  unsigned numOps = 0;
  where.getConsumer().walk([&](Operation *op) { ++numOps; });
  unsigned numOfCombiner = 0;
  if (nest.assign.isCompound())
    nest.assign.getCombiner().walk([&](Operation *op) { ++numOfCombiner; });
  if (numOps != nest.foralls.size() + 2 + numOfCombiner)
    return std::nullopt;
  return nest;
}

/// The assignment that has the combiner of the producer and that of the copy;
/// null if one combination after the other is not one combination.
static AssignOp findCombining(WhereOp where, AssignOp produced,
                              AssignOp copied) {
  if (!copied.isCompound())
    return produced;
  if (!produced.isCompound())
    return copied;
  if (!areSameCombiner(produced.getCombiner(), copied.getCombiner()))
    return {};
  Attribute identity =
      getCombinerIdentity(produced.getCombiner(), produced.getIdentityAttr());
  return identity &&
                 areSameScalar(identity, level::getFill(where.getTensorType()))
             ? produced
             : AssignOp();
}

bool cin::isCopiedWorkspace(WhereOp where) {
  return findCopy(where).has_value();
}

bool cin::isInsertedWorkspace(WhereOp where) {
  return !where.isFor(WorkspaceReason::Precomputed) && isCopiedWorkspace(where);
}

level::Workspace cin::getWorkspaceKind(level::FormatAttr format) {
  if (format.isAllDense())
    return level::Workspace::Dense;
  Attribute last = format.getLevelType(format.getNumLevels() - 1);
  if (isa<level::BitmapAttr>(last))
    return level::Workspace::Bitmap;
  if (isa<level::SparseSetAttr>(last))
    return level::Workspace::SparseSet;
  return isa<level::HashedAttr>(last) ? level::Workspace::Hashed
                                      : level::Workspace::List;
}

/// Remembers the requested kind of a workspace.
static void rememberKind(RewriterBase &rewriter, WhereOp where) {
  auto kernel = where->getParentOfType<KernelOp>();
  if (!where.isStorageRequested())
    return;
  level::Workspace kind =
      getWorkspaceKind(level::getFormat(where.getTensorType()));
  rewriter.modifyOpInPlace(kernel, [&] {
    kernel->setAttr(kWorkspaceKindAttr,
                    rewriter.getStringAttr(level::stringifyWorkspace(kind)));
  });
}

LogicalResult cin::removeWorkspace(RewriterBase &rewriter, WhereOp where) {
  auto refuse = [&](const Twine &why) {
    return rewriter.notifyMatchFailure(where, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot remove workspace '" << where.getName()
                 << "': " << why;
    });
  };
  std::optional<CopyNest> nest = findCopy(where);
  if (!nest)
    return refuse("its consumer does more than copy it");
  if (!where.getProducerRef().hasOneUse())
    return refuse("it is not assigned once");
  WalkResult tagged = where.getProducer().walk([](ForallOp forall) {
    return forall.getUnit() ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (tagged.wasInterrupted())
    return refuse("a loop in parallel stays where it is");
  AssignOp produced = getProducingAssign(where), copied = nest->assign;
  Value ref = copied.getRef();
  if (!produced || llvm::any_of(ref.getUsers(), [&](Operation *user) {
        return where->isAncestor(user) && user != copied;
      }))
    return refuse("its producer reads what the consumer assigns");
  Attribute fill = level::getFill(where.getTensorType());
  Attribute resultFill = level::getFill(copied.getRef().getType().getTensor());
  if (!fill || !resultFill || !areSameScalar(fill, resultFill))
    return refuse("absent components have another value in it");
  AssignOp combining = findCombining(where, produced, copied);
  if (!combining)
    return refuse("its two sides combine differently");

  rememberKind(rewriter, where);
  OpBuilder::InsertionGuard guard(rewriter);
  IRMapping mapping;
  for (auto [from, to] :
       llvm::zip_equal(nest->access.getIndices(), produced.getIndices()))
    mapping.map(from, to);
  auto indices = llvm::map_to_vector(copied.getIndices(), [&](Value index) {
    return mapping.lookupOrDefault(index);
  });
  rewriter.setInsertionPoint(produced);
  auto direct =
      AssignOp::create(rewriter, produced.getLoc(), ref, indices,
                       produced.getValue(), combining.getIdentityAttr());
  if (combining.isCompound())
    copyCombiner(rewriter, combining.getCombiner(), YieldOp::getOperationName(),
                 direct.getCombiner());
  setOrderedLevels(direct, getOrderedLevels(copied));
  rewriter.eraseOp(produced);
  for (Operation &op : llvm::make_early_inc_range(where.getProducer().front()))
    rewriter.moveOpBefore(&op, where);
  rewriter.eraseOp(where);
  return success();
}

unsigned cin::removeWorkspaces(RewriterBase &rewriter, KernelOp kernel) {
  // One that is copied into another one is removed once that is.
  unsigned numRemoved = 0;
  while (true) {
    SmallVector<WhereOp> wheres;
    kernel.walk<WalkOrder::PreOrder>([&](WhereOp where) {
      if (isInsertedWorkspace(where))
        wheres.push_back(where);
    });
    bool changed = false;
    for (WhereOp where : wheres)
      if (succeeded(removeWorkspace(rewriter, where))) {
        changed = true;
        ++numRemoved;
        break;
      }
    if (!changed)
      return numRemoved;
  }
}
