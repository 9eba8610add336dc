//===- ReorderForalls.cpp - The order of nested foralls ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reorder (thesis, section 6.1) of any number of foralls that are nested
// directly, or in the producer of a where statement that they can leave. It
// does not ask whether tensors can be accessed in the new order: that is for
// the lowering to say, and a step of a schedule may go through an order that no
// tensor allows.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/Requests.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "CleanUpWhere.h"
#include "Dependences.h"

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
      return rewriter.notifyMatchFailure(
          statement, [&](Diagnostic &diagnostic) {
            diagnostic << "cannot move '"
                       << cast<ForallOp>(missing.front()).getName()
                       << "' past '" << nest.foralls.back().getName()
                       << "': they are not nested directly, this statement is "
                          "between or beside them";
          });
    nest.where = where;
    nest.numOutside = nest.foralls.size();
    statement = getStatement(where.getProducer().front());
  }
  if (!nest.where)
    nest.numOutside = nest.foralls.size();
  return nest;
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

LogicalResult cin::reorderForalls(RewriterBase &rewriter,
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
