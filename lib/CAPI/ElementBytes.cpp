//===- ElementBytes.cpp - How large elements of arrays are ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the order of arrays that TensorABI.h gives.
//
//===----------------------------------------------------------------------===//

#include "ElementBytes.h"

#include "weft/Runtime/TensorABI.h"

using namespace weft;

/// How many bytes an element of an array of a level has.
static int64_t getLevelBytes(const runtime::Level &level,
                             runtime::ArrayKind kind) {
  switch (kind) {
  case runtime::ArrayKind::Positions:
    return level.positionBits / 8;
  case runtime::ArrayKind::Coordinates:
    return level.coordinateBits / 8;
  case runtime::ArrayKind::Presence:
    return 1;
  }
  return 1;
}

std::vector<int64_t> capi::getElementBytes(const runtime::Format &format,
                                           runtime::ElementType type) {
  std::vector<int64_t> bytes;
  const std::vector<runtime::Level> &levels = format.levels;
  for (size_t number = 0; number < levels.size(); ++number)
    for (const runtime::ArrayInfo &info :
         runtime::arraysOf(levels[number].kind)) {
      bool isPacked = format.packed && info.isForEachPosition &&
                      number + 1 == levels.size();
      if (!isPacked)
        bytes.push_back(getLevelBytes(levels[number], info.kind));
    }
  int64_t valueBytes = runtime::sizeOf(type);
  bytes.push_back(format.packed
                      ? 2 * WEFT_RT_RECORD_HALF(
                                levels.back().coordinateBits / 8, valueBytes)
                      : valueBytes);
  return bytes;
}
