//===- UnrolledCopies.cpp - Copies of the body of a loop ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/UnrolledCopies.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

uint64_t weft::getNumUnrolledCopies(Operation *op) {
  uint64_t copies = 1;
  for (; op; op = op->getParentOp()) {
    uint64_t factor = std::max<int64_t>(1, LoopInfo(getLoopAttr(op)).unroll);
    copies = llvm::SaturatingMultiply(copies, factor);
  }
  return copies;
}
