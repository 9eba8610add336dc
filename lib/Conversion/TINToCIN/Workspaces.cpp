//===- Workspaces.cpp - Formats of temporaries ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions behind the choice among workspace formats, and the format that
// marks what is there.
//
//===----------------------------------------------------------------------===//

#include "Workspaces.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

/// Whether a tensor has, above all levels that are not full, one that stores a
/// mode whole.
static bool storesDensely(RankedTensorType type, int64_t mode) {
  level::FormatAttr format = level::getFormat(type);
  for (int64_t level = 0, e = format.getNumLevels();
       level != e && format.getLevelType(level).isFull(); ++level)
    if (format.getLevelDim(level) == mode)
      return true;
  return false;
}

bool weft::isStoredDensely(tin::ComputeOp compute, Value variable) {
  for (auto [mode, free] : llvm::enumerate(compute.getVariables()))
    if (free == variable && storesDensely(compute.getType(), mode))
      return true;
  return llvm::any_of(
      tin::getIndexedModes(variable), [&](const tin::IndexedMode &mode) {
        return storesDensely(cast<RankedTensorType>(mode.tensor.getType()),
                             mode.mode);
      });
}

level::FormatAttr weft::getBitmapFormat(MLIRContext *context, int64_t numDims,
                                        ArrayRef<level::LevelExpr> levels) {
  level::FormatAttr list = level::FormatAttr::getCOO(context, numDims, levels,
                                                     /*uniqueLeaf=*/true);
  SmallVector<Attribute> types(levels.size(), level::DenseAttr::get(context));
  types.back() = level::BitmapAttr::get(context);
  return level::FormatAttr::get(context, list.getDimToLevel(), types);
}

level::FormatAttr weft::getRowFormat(MLIRContext *context,
                                     ArrayRef<level::LevelExpr> levels) {
  level::FormatAttr list =
      level::FormatAttr::getCOO(context, levels.size(), levels,
                                /*uniqueLeaf=*/true);
  SmallVector<Attribute> types(levels.size(), level::DenseAttr::get(context));
  types.back() = level::CompressedAttr::get(context, /*unique=*/true,
                                            /*ordered=*/true);
  return level::FormatAttr::get(context, list.getDimToLevel(), types);
}
