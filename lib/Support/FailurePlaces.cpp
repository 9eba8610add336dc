//===- FailurePlaces.cpp - Source places of failures ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs a line and columns into a number, as TensorABI.h says.
//
//===----------------------------------------------------------------------===//

#include "weft/Support/FailurePlaces.h"

#include "weft/Runtime/TensorABI.h"
#include "weft/Support/TextLocations.h"

using namespace mlir;
using namespace weft;

int64_t weft::getPlace(Location loc) {
  int64_t place = 0;
  getOriginalLocation(loc)->walk([&](Location part) {
    auto range = dyn_cast<FileLineColRange>(part);
    if (!range)
      return WalkResult::advance();
    auto fits = [](int64_t number) { return number < WEFT_RT_PLACE_SIZE; };
    int64_t line = range.getStartLine(), begin = range.getStartColumn();
    int64_t end = range.getEndLine() == range.getStartLine()
                      ? int64_t(range.getEndColumn())
                      : begin;
    if (fits(line) && fits(begin) && fits(end))
      place = (line * WEFT_RT_PLACE_SIZE + begin) * WEFT_RT_PLACE_SIZE + end;
    return WalkResult::interrupt();
  });
  return place;
}
