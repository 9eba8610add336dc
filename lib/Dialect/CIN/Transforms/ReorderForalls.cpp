//===- ReorderForalls.cpp - The order of nested foralls ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reorder (thesis, section 6.1) of any number of foralls that are nested
// directly, or in the producers of where statements that they can leave. It
// does not ask whether tensors can be accessed in the new order: that is for
// the lowering to say, and a step of a schedule may go through an order that no
// tensor allows.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/Requests.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "CleanUpWhere.h"
#include "Dependences.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

namespace {
/// Nested foralls, from the outermost to the innermost of those listed.
struct Nest {
  SmallVector<ForallOp> foralls;
  /// The where statement in whose producer the last of them are; null if they
  /// are nested directly.
  WhereOp where;
  unsigned numOutside = 0;
};
} // namespace

/// A statement is in the way of a forall that is to be moved past another one.
static LogicalResult refusePast(RewriterBase &rewriter, Operation *statement,
                                ForallOp forall, ForallOp past) {
  return rewriter.notifyMatchFailure(statement, [&](Diagnostic &diagnostic) {
    diagnostic << "cannot move '" << forall.getName() << "' past '"
               << past.getName() << "': they are not nested directly, ";
    if (auto where = dyn_cast<WhereOp>(statement))
      diagnostic << "workspace '" << where.getName()
                 << "' is computed between them";
    else
      diagnostic << "this statement is between or beside them";
  });
}

static FailureOr<Nest> getNest(RewriterBase &rewriter,
                               ArrayRef<ForallOp> order) {
  ForallOp outermost = order.front();
  for (ForallOp forall : order)
    if (forall->isProperAncestor(outermost))
      outermost = forall;
  llvm::SmallSetVector<Operation *, 8> missing(order.begin(), order.end());
  if (missing.size() != order.size())
    return rewriter.notifyMatchFailure(
        outermost, "expected each index variable once in a new order");
  for (ForallOp forall : order)
    if (forall != outermost && !outermost->isProperAncestor(forall))
      return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
        diagnostic << "cannot nest '" << forall.getName() << "' and '"
                   << outermost.getName()
                   << "', which are loops of different statements";
      });
  Nest nest;
  for (Operation *statement = outermost;;) {
    if (auto forall = dyn_cast<ForallOp>(statement)) {
      nest.foralls.push_back(forall);
      missing.remove(forall);
      if (missing.empty())
        break;
      statement = getStatement(*forall.getBlock());
      continue;
    }
    auto where = dyn_cast<WhereOp>(statement);
    if (!where || nest.where ||
        !where.getProducer().isAncestor(missing.front()->getParentRegion()))
      return refusePast(rewriter, statement, cast<ForallOp>(missing.front()),
                        nest.foralls.back());
    nest.where = where;
    nest.numOutside = nest.foralls.size();
    statement = getStatement(where.getProducer().front());
  }
  if (!nest.where)
    nest.numOutside = nest.foralls.size();
  return nest;
}

/// The innermost of nested foralls.
static ForallOp getInnermost(ArrayRef<ForallOp> order) {
  ForallOp innermost = order.front();
  for (ForallOp forall : order)
    if (innermost->isProperAncestor(forall))
      innermost = forall;
  return innermost;
}

/// The where statements between the outermost and the innermost of several
/// foralls, from the inside outwards.
static SmallVector<WhereOp> getWheres(ArrayRef<ForallOp> order) {
  SmallVector<WhereOp> wheres;
  Operation *innermost = getInnermost(order);
  for (Operation *op = innermost; op; op = op->getParentOp()) {
    auto isInside = [&](ForallOp forall) { return op->isAncestor(forall); };
    if (llvm::all_of(order, isInside))
      break;
    if (auto where = dyn_cast<WhereOp>(op))
      wheres.push_back(where);
  }
  return wheres;
}

/// Moves a forall, with those around it, out of the where statement in whose
/// producer they are.
static LogicalResult leaveWhere(RewriterBase &rewriter, WhereOp where,
                                ForallOp innermost, bool strict) {
  SmallVector<ForallOp> inside;
  Operation *statement = getStatement(where.getProducer().front());
  while (inside.empty() || inside.back() != innermost) {
    auto forall = dyn_cast<ForallOp>(statement);
    if (!forall)
      return refusePast(rewriter, statement, innermost,
                        where->getParentOfType<ForallOp>());
    inside.push_back(forall);
    statement = getStatement(*forall.getBlock());
  }
  if (failed(verifyHoisting(rewriter, where, inside, strict)))
    return failure();
  hoistForalls(rewriter, where, inside);
  return success();
}

/// Checks that no iteration of a forall reads what another one assigns.
static LogicalResult verifyReads(RewriterBase &rewriter, ForallOp forall) {
  WalkResult result = forall.walk([&](AssignOp assign) -> WalkResult {
    if (forall.getBody().isAncestor(assign.getRef().getParentRegion()))
      return WalkResult::advance();
    return verifyNotRead(rewriter, assign.getRef(), forall);
  });
  return failure(result.wasInterrupted());
}

/// Reorders foralls that have one where statement between them, or none.
static LogicalResult reorderNest(RewriterBase &rewriter,
                                 ArrayRef<ForallOp> order, bool strict) {
  FailureOr<Nest> found = getNest(rewriter, order);
  if (failed(found) ||
      failed(verifyReductions(rewriter, found->foralls.front(),
                              "cannot reorder the foralls around this")) ||
      failed(verifyReads(rewriter, found->foralls.front())))
    return failure();
  ArrayRef<ForallOp> nest = found->foralls;
  if (found->where) {
    ArrayRef<ForallOp> inside = nest.drop_front(found->numOutside);
    if (failed(verifyHoisting(rewriter, found->where, inside, strict)))
      return failure();
    hoistForalls(rewriter, found->where, inside);
  }
  // What stands between the foralls is a scalar: it is computed innermost.
  ForallOp outermost = nest.front();
  ForallOp last = nest.back();
  Block *innermost = last.getBlock();
  for (ForallOp forall : llvm::reverse(nest.drop_back()))
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(*forall.getBlock())))
      if (!isStatement(&op))
        rewriter.moveOpBefore(&op, innermost, innermost->begin());

  // The listed foralls take the places of one another.
  SmallVector<ForallOp> reordered(nest);
  auto next = order.begin();
  for (ForallOp &forall : reordered)
    if (llvm::is_contained(order, forall))
      forall = *next++;

  // All are taken apart, then nested anew, so that each remains what it was.
  for (ForallOp forall : nest.drop_front())
    rewriter.moveOpBefore(forall, outermost);
  Block *body = reordered.back().getBlock();
  if (body != innermost)
    for (Operation &op : llvm::make_early_inc_range(*innermost))
      rewriter.moveOpBefore(&op, body, body->end());
  for (auto [outer, inner] :
       llvm::zip(reordered, ArrayRef(reordered).drop_front())) {
    Block *block = outer.getBlock();
    rewriter.moveOpBefore(inner, block, block->end());
  }
  noteRequest(rewriter, reordered.front(), kReorderedAttr,
              llvm::map_to_vector(
                  order, [](ForallOp forall) { return forall.getName(); }));
  return success();
}

/// Reorders foralls, and fails in the middle of it if they cannot leave one of
/// several where statements.
static LogicalResult leaveAndReorder(RewriterBase &rewriter,
                                     ArrayRef<ForallOp> order, bool strict) {
  for (SmallVector<WhereOp> wheres = getWheres(order); wheres.size() > 1;
       wheres = getWheres(order))
    if (failed(
            leaveWhere(rewriter, wheres.front(), getInnermost(order), strict)))
      return failure();
  return reorderNest(rewriter, order, strict);
}

LogicalResult cin::reorderForalls(RewriterBase &rewriter,
                                  ArrayRef<ForallOp> order, bool strict) {
  auto kernel = order.front()->getParentOfType<KernelOp>();
  auto isOther = [&](ForallOp forall) { return !kernel->isAncestor(forall); };
  // Those of several kernels have no nest, whatever they are in.
  if (llvm::any_of(order, isOther) || getWheres(order).size() < 2)
    return reorderNest(rewriter, order, strict);
  // A rehearsal changes a copy.
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(kernel);
  IRMapping mapping;
  Operation *copy = rewriter.clone(*kernel, mapping);
  auto copied = llvm::map_to_vector(order, [&](ForallOp forall) {
    return cast<ForallOp>(mapping.lookup(forall.getOperation()));
  });
  LogicalResult rehearsed = leaveAndReorder(rewriter, copied, strict);
  rewriter.eraseOp(copy);
  if (failed(rehearsed))
    return failure();
  return leaveAndReorder(rewriter, order, strict);
}
