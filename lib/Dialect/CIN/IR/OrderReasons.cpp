//===- OrderReasons.cpp - Reasons for the order of loops ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/OrderReasons.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

static ArrayRef<int64_t> getLevels(Operation *op, StringRef name) {
  auto levels = op->getAttrOfType<DenseI64ArrayAttr>(name);
  return levels ? levels.asArrayRef() : ArrayRef<int64_t>();
}

static void setLevels(Operation *op, StringRef name, ArrayRef<int64_t> levels) {
  if (levels.empty())
    op->removeAttr(name);
  else
    op->setAttr(name, DenseI64ArrayAttr::get(op->getContext(), levels));
}

ArrayRef<int64_t> cin::getOrderedLevels(AccessOp access) {
  return getLevels(access, kIteratedLevelsAttr);
}

ArrayRef<int64_t> cin::getOrderedLevels(AssignOp assign) {
  return getLevels(assign, kAppendedLevelsAttr);
}

void cin::setOrderedLevels(AccessOp access, ArrayRef<int64_t> levels) {
  setLevels(access, kIteratedLevelsAttr, levels);
}

void cin::setOrderedLevels(AssignOp assign, ArrayRef<int64_t> levels) {
  setLevels(assign, kAppendedLevelsAttr, levels);
}

SmallVector<int64_t> cin::getIteratedLevels(level::FormatAttr format) {
  SmallVector<int64_t> levels;
  for (int64_t level = 1; level < format.getNumLevels(); ++level)
    if (level::LevelTypeAttrInterface type = format.getLevelType(level);
        !type.isFull() || !type.hasLocate())
      levels.push_back(level);
  return levels;
}

SmallVector<int64_t> cin::getAppendedLevels(level::FormatAttr format) {
  int64_t last = format.getNumLevels() - 1;
  while (last > 0 && format.takesAnyOrder(last))
    --last;
  // Entries of a list with duplicates are sorted when it is complete. Slots are
  // appended to below other levels, which come in any order.
  if (last <= 0 || format.sortsEntries() || format.getNumSlots() != 0)
    return {};
  return llvm::to_vector(llvm::seq<int64_t>(0, last + 1));
}

ReasonAttr cin::explainOrder(MLIRContext *context, const LoopOutOfOrder &loop) {
  if (loop.isReduced) {
    int64_t appended = loop.next;
    while (appended + 1 != loop.numLevels && loop.takesAnyOrder(appended))
      ++appended;
    return ReasonAttr::get(context, WorkspaceReason::ReducedOutside, appended);
  }
  if (!loop.binds(loop.next))
    for (int64_t level = loop.next + 1; level != loop.numLevels; ++level)
      if (loop.binds(level))
        return ReasonAttr::get(context, WorkspaceReason::LevelOrder, level);
  return ReasonAttr::get(context, WorkspaceReason::CoordinateOrder, loop.next);
}
