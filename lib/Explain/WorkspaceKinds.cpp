//===- WorkspaceKinds.cpp - Why workspaces are stored so --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why a workspace is a list, a bitmap, a table or an array: the reasons of
// docs/decisions/workspaces.md and docs/decisions/coordinate-lists.md, read off
// the statement that has it.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "weft/Dialect/CIN/IR/Requests.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

/// The names of the foralls around a statement, from the outermost.
static std::string getLoopsAround(cin::WhereOp where) {
  SmallVector<std::string> names;
  for (Operation *op = where->getParentOp(); op && !isa<cin::KernelOp>(op);
       op = op->getParentOp())
    if (auto forall = dyn_cast<cin::ForallOp>(op))
      names.push_back(forall.getName().str());
  std::reverse(names.begin(), names.end());
  return llvm::join(names, ", ");
}

std::string weft::explain::explainKind(cin::WhereOp where) {
  RankedTensorType type = where.getTensorType();
  level::FormatAttr format = level::getFormat(type);
  if (type.getRank() == 0 || !format)
    return "";
  auto kernel = where->getParentOfType<cin::KernelOp>();
  if (cin::isRequested(kernel, cin::kStoredAttr, where.getName()))
    return "as asked for";
  if (format.isAllDense())
    return "nothing asks what is absent from it";
  level::LevelTypeAttrInterface last =
      format.getLevelType(format.getNumLevels() - 1);
  if (isa<level::BitmapAttr>(last))
    return "it is read once, and no larger than what is stored anyway or "
           "fits a cache";
  if (isa<level::HashedAttr>(last))
    return "no order is asked of it";
  if (!format.isCoordinateList())
    return "";
  if (cin::isRequested(kernel, cin::kPrecomputedAttr, where.getName()))
    return "a dense array would not tell what is absent, which is asked";
  std::string around = getLoopsAround(where);
  return around.empty()
             ? "nothing stored has memory for all of its dimensions"
             : "memory for all of its dimensions would be passed over for "
               "each " +
                   around;
}
