//===- ReorderForalls.cpp - The order of nested foralls ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reorder (thesis, section 6.1, the first case) of any number of foralls that
// are nested directly. It does not ask whether tensors can be accessed in the
// new order: that is for the lowering to say, and a step of a schedule may go
// through an order that no tensor allows.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Dependences.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// The foralls from the outermost to the innermost of those listed, if they are
/// nested in each other without other statements between them.
static FailureOr<SmallVector<ForallOp>> getNest(RewriterBase &rewriter,
                                                ArrayRef<ForallOp> order) {
  ForallOp outermost = order.front();
  for (ForallOp forall : order)
    if (forall->isProperAncestor(outermost))
      outermost = forall;
  llvm::SmallSetVector<Operation *, 8> missing(order.begin(), order.end());
  if (missing.size() != order.size())
    return rewriter.notifyMatchFailure(
        outermost, "expected each index variable once in a new order");
  SmallVector<ForallOp> nest;
  for (Operation *statement = outermost;;
       statement = getStatement(*nest.back().getBlock())) {
    auto forall = dyn_cast<ForallOp>(statement);
    if (!forall)
      return rewriter.notifyMatchFailure(
          statement, [&](Diagnostic &diagnostic) {
            diagnostic << "cannot move '"
                       << cast<ForallOp>(missing.front()).getName()
                       << "' past '" << nest.back().getName()
                       << "': they are not nested directly, this statement is "
                          "between or beside them";
          });
    nest.push_back(forall);
    missing.remove(forall);
    if (missing.empty())
      return nest;
  }
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
                                  ArrayRef<ForallOp> order) {
  FailureOr<SmallVector<ForallOp>> nest = getNest(rewriter, order);
  if (failed(nest) ||
      failed(verifyReductions(rewriter, nest->front(),
                              "cannot reorder the foralls around this")) ||
      failed(verifyReads(rewriter, nest->front())))
    return failure();
  // What stands between the foralls is a scalar: it is computed innermost.
  Block *innermost = nest->back().getBlock();
  for (ForallOp forall : llvm::reverse(ArrayRef(*nest).drop_back()))
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(*forall.getBlock())))
      if (!isStatement(&op))
        rewriter.moveOpBefore(&op, innermost, innermost->begin());

  // The listed foralls take the places of one another.
  SmallVector<ForallOp> reordered(*nest);
  auto next = order.begin();
  for (ForallOp &forall : reordered)
    if (llvm::is_contained(order, forall))
      forall = *next++;

  // All are taken apart, then nested anew, so that each remains what it was.
  for (ForallOp forall : ArrayRef(*nest).drop_front())
    rewriter.moveOpBefore(forall, nest->front());
  Block *body = reordered.back().getBlock();
  if (body != innermost)
    for (Operation &op : llvm::make_early_inc_range(*innermost))
      rewriter.moveOpBefore(&op, body, body->end());
  for (auto [outer, inner] :
       llvm::zip(reordered, ArrayRef(reordered).drop_front())) {
    Block *block = outer.getBlock();
    rewriter.moveOpBefore(inner, block, block->end());
  }
  return success();
}
