//===- PartitionOps.cpp - Operations of assembly in partitions --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Partitions are joined once, when all of them have ended: a join moves what
// they have, and leaves nothing to begin, to end or to join again.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/LevelScatter.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// The operation in the block of a join that a use of its partitions is in;
/// null if it is elsewhere.
static Operation *findInBlock(ConcatenateOp join, Operation *use) {
  return join->getBlock()->findAncestorOpInBlock(*use);
}

LogicalResult ForkOp::verify() {
  FormatAttr format = getState().getType().getFormat();
  if (!format)
    return emitOpError(describeMissingFormat(getState().getType().getTensor()));
  auto isAppended = [&](int64_t level) {
    return format.getLevelType(level).hasAppend();
  };
  if (llvm::none_of(llvm::seq(format.getNumLevels()), isAppended))
    return emitOpError("expected a level that is appended to, got ") << format;
  if (fillsSegments(getState().getType()) && !getFilledLevel(format))
    return emitOpError(
               "expected a level whose segments are filled in any order "
               "of their parents, got ")
           << format;

  ConcatenateOp join;
  for (Operation *user : getPartitions().getUsers()) {
    if (isa<BeginPartitionOp>(user) && getState().getType().isPlacing())
      return emitOpError(
          "expected partitions that place to be resumed, by number");
    auto found = dyn_cast<ConcatenateOp>(user);
    if (!found)
      continue;
    if (join) {
      InFlightDiagnostic diagnostic =
          emitOpError("expected partitions that are joined once");
      diagnostic.attachNote(found.getLoc()) << "they are joined here";
      diagnostic.attachNote(join.getLoc()) << "they are joined here";
      return diagnostic;
    }
    join = found;
  }
  if (!join)
    return success();
  for (Operation *user : getPartitions().getUsers()) {
    Operation *use = findInBlock(join, user);
    if (user == join || !use || use->isBeforeInBlock(join))
      continue;
    InFlightDiagnostic diagnostic =
        emitOpError("expected partitions that are not used after their join");
    diagnostic.attachNote(user->getLoc()) << "they are used here";
    return diagnostic;
  }
  return success();
}
