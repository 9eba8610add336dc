//===- ScatterOps.cpp - Segments that threads fill --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of segments that threads fill, and which formats have
// such segments: bounds for all parents are there before anything is counted.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/LevelScatter.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

#define GET_OP_CLASSES
#include "weft/Dialect/Level/IR/LevelScatterOps.cpp.inc"

bool level::fillsSegments(BuilderType builder) {
  return builder.isCounting() || builder.isPlacing();
}

std::optional<int64_t> level::getFilledLevel(FormatAttr format) {
  for (int64_t level = 0; format && level != format.getNumLevels(); ++level) {
    LevelTypeAttrInterface type = format.getLevelType(level);
    if (!type.hasInsert())
      return type.hasScatter() ? std::optional(level) : std::nullopt;
    if (!type.isFull())
      break;
  }
  return std::nullopt;
}

LogicalResult CountedPartitionsOp::verify() {
  if (getFilledLevel(getState().getType().getFormat()))
    return success();
  return emitOpError("expected a level whose segments are filled in any order "
                     "of their parents, got ")
         << getState().getType();
}
