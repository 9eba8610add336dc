//===- IteratePositions.cpp - Iterate positions instead of coordinates ----===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command `pos` (transformation framework paper, sections 3 and 5): the
// forall iterates over the positions of a tensor instead of coordinates.
// Positions can be split into parts with equal numbers of entries. Followed by
// a split, this is the split of thesis section 6.4 with respect to a coordinate
// tree.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Dependences.h"
#include "Extents.h"
#include "Naming.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

SmallVector<int64_t> cin::findPositionLevels(ForallOp forall, AccessOp access) {
  level::FormatAttr format =
      level::getFormat(access.getRef().getType().getTensor());
  SmallVector<Value, 2> variables = getCollapsedVariables(forall.getVariable());
  int64_t number = variables.size();
  for (int64_t first = 0; format && first + number <= format.getNumLevels();
       ++first) {
    auto levels = llvm::seq(first, first + number);
    if (llvm::all_of(levels, [&](int64_t level) {
          return getLevelVariable(format.getLevelExpr(level),
                                  access.getIndices()) ==
                 variables[level - first];
        }))
      return llvm::to_vector(levels);
  }
  return {};
}

FailureOr<PositionOp> cin::iteratePositions(RewriterBase &rewriter,
                                            ForallOp forall, StringRef name,
                                            AccessOp access) {
  auto refuse = [&](Operation *at, const Twine &why) {
    return rewriter.notifyMatchFailure(at, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot iterate over positions instead of '"
                 << forall.getName() << "': " << why;
    });
  };
  if (forall.getUnit() || forall.getUnroll() || forall.getMerge())
    return refuse(forall, "it has a tag; do so before it is tagged");
  if (!forall->isProperAncestor(access))
    return refuse(access, "the tensor is not accessed in this loop");
  level::FormatAttr format =
      level::getFormat(access.getRef().getType().getTensor());
  if (!format)
    return refuse(access, level::describeMissingFormat(
                              access.getRef().getType().getTensor()));
  for (Operation *user : access.getRef().getUsers())
    if (isa<AssignOp>(user) && forall->isAncestor(user))
      return refuse(user, "the tensor is assigned in this loop");
  std::string refusal =
      ("cannot iterate over positions instead of '" + forall.getName() + "'")
          .str();
  if (failed(verifyNoBalancedPart(rewriter, forall, refusal)) ||
      failed(verifyNoOwnEnd(rewriter, forall, refusal)))
    return failure();
  Value variable = forall.getVariable();
  for (Operation *user : variable.getUsers())
    if (auto position = dyn_cast<PositionOp>(user);
        position && position.getPosition() == variable)
      return refuse(user, "it counts positions already");
  SmallVector<int64_t> levels = findPositionLevels(forall, access);
  if (levels.empty())
    return refuse(access,
                  "the tensor has no levels that store its coordinates, "
                  "and nothing else, in their order");
  SmallVector<Value> outer;
  for (int64_t level = 0; level != levels.front(); ++level) {
    Value above =
        getLevelVariable(format.getLevelExpr(level), access.getIndices());
    if (!above || forall.getBody().isAncestor(above.getParentRegion()))
      return refuse(access, "what the level above stores is not bound around "
                            "this loop");
    outer.push_back(above);
  }
  if (failed(verifyNewIndexName(rewriter, forall->getParentOfType<KernelOp>(),
                                name)))
    return failure();

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(forall.getBlock());
  auto position = PositionOp::create(
      rewriter, forall.getLoc(), forall.getNameAttr(), variable,
      forall.getExtent(), access.getRef(), levels, outer);
  rewriter.replaceAllUsesExcept(variable, position.getVariable(), position);
  guardVariables(rewriter, position);
  rewriter.modifyOpInPlace(forall, [&] { forall.setName(name); });
  // Positions of dense levels count the coordinates.
  if (!position.hasDenseLevels())
    setExtent(rewriter, forall, Value());
  return position;
}
