//===- ElementBytes.cpp - Bytes of elements and cache lines ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Determines the bytes of element types.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ElementBytes.h"

using namespace mlir;
using namespace weft;

int64_t weft::getPackedBytes(Type element) {
  if (element.isIndex())
    return 8;
  if (!element.isIntOrFloat())
    return 0;
  unsigned bits = element.getIntOrFloatBitWidth();
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
}
