//===- CollapseForalls.cpp - Collapse two foralls into one ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collapse (thesis, section 6.3; fuse in the transformation framework paper,
// section 5). The results and the order of the iterations stay the same. The
// collapsed forall has no extent: its number of iterations is that
// of the combinations of the variables that `cin.collapse` derives from it. If
// the inner forall produces a workspace inside of the outer one, the workspace
// gets a mode for the outer variable.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Dependences.h"
#include "Extents.h"
#include "Naming.h"
#include "WidenWorkspace.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Says why two foralls are not nested directly, and what to do about it.
static std::string whyNotNested(ForallOp outer, ForallOp inner) {
  std::string first = outer.getName().str(), second = inner.getName().str();
  if (inner->isProperAncestor(outer))
    return "'" + second + "' is around '" + first +
           "'; name the outer one first, or reorder them";
  if (!outer->isProperAncestor(inner))
    return "they are loops of different statements";
  for (Operation *op = inner->getParentOp(); op != outer;
       op = op->getParentOp()) {
    if (auto forall = dyn_cast<ForallOp>(op))
      return "'" + forall.getName().str() +
             "' is between them; reorder them first";
    if (auto where = dyn_cast<WhereOp>(op))
      return "workspace '" + where.getName().str() +
             "' is computed between them";
  }
  return "other statements are between or beside them";
}

FailureOr<CollapseOp> cin::collapseForalls(RewriterBase &rewriter,
                                           ForallOp outer, ForallOp inner,
                                           StringRef name) {
  auto refuse = [&](Operation *at, const Twine &why) {
    return rewriter.notifyMatchFailure(at, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot collapse '" << outer.getName() << "' and '"
                 << inner.getName() << "': " << why;
    });
  };
  Operation *statement = getStatement(*outer.getBlock());
  if (outer == inner)
    return refuse(outer, "expected two loops");
  // What the inner loop produces, it may produce for all of the outer one.
  auto where = dyn_cast<WhereOp>(statement);
  if (where && getStatement(where.getProducer().front()) != inner)
    where = {};
  if (statement != inner && !where)
    return refuse(outer->isProperAncestor(inner) ? statement : inner,
                  whyNotNested(outer, inner));
  for (ForallOp forall : {outer, inner})
    if (forall.getUnit() || forall.getUnroll() || forall.getMerge())
      return refuse(forall,
                    "this one has a tag; collapse loops before they are "
                    "tagged");
  std::string refusal = ("cannot collapse '" + outer.getName() + "' and '" +
                         inner.getName() + "'")
                            .str();
  for (ForallOp forall : {outer, inner})
    if (failed(verifyNoBalancedPart(rewriter, forall, refusal)) ||
        failed(verifyNoOwnEnd(rewriter, forall, refusal)))
      return failure();
  if (where && failed(verifyWidening(rewriter, outer, where, refusal)))
    return failure();
  if (failed(verifyNewIndexName(rewriter, outer->getParentOfType<KernelOp>(),
                                name)))
    return failure();

  OpBuilder::InsertionGuard guard(rewriter);
  if (where)
    widenWorkspace(rewriter, outer, where);
  Block *body = outer.getBlock();
  Value variable = outer.getVariable();
  rewriter.setInsertionPointToStart(body);
  auto collapse = CollapseOp::create(
      rewriter, outer.getLoc(), outer.getNameAttr(), inner.getNameAttr(),
      variable, outer.getExtent(), inner.getExtent());
  guardVariables(rewriter, collapse);
  LoweringConfigAttr innerConfig = inner.getConfigAttr();
  rewriter.replaceAllUsesExcept(variable, collapse.getOuter(), collapse);
  rewriter.replaceAllUsesWith(inner.getVariable(), collapse.getInner());
  for (Operation &op : llvm::make_early_inc_range(*inner.getBlock()))
    rewriter.moveOpBefore(&op, body, body->end());
  rewriter.eraseOp(inner);
  setExtent(rewriter, outer, Value());
  rewriter.modifyOpInPlace(outer, [&] {
    outer.setName(name);
    outer.setConfigAttr(
        mergeLoweringConfigs(outer.getConfigAttr(), innerConfig));
  });
  return collapse;
}
