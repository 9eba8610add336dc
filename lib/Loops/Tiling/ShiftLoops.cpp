//===- ShiftLoops.cpp - Loops over the rows of a part ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of the rows has a loop that counts from zero, and adds where the part
// begins. Passes that ask which rows follow each other look for loops that
// count rows, so that the loop counts these.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace weft {
#define GEN_PASS_DEF_SHIFTLOOPS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// What is added to all that a loop counts, which is used for nothing else;
/// null if there is no such number.
static Value getOffset(scf::ForOp loop) {
  Value number = loop.getInductionVar(), offset;
  for (OpOperand &use : number.getUses()) {
    auto add = dyn_cast<arith::AddIOp>(use.getOwner());
    if (!add)
      return {};
    Value other = add->getOperand(1 - use.getOperandNumber());
    if (!loop.isDefinedOutsideOfLoop(other) || (offset && other != offset))
      return {};
    offset = other;
  }
  return offset;
}

/// Whether a loop counts from zero, by one, over what other loops go through,
/// and nothing is noted on it.
static bool countsRows(scf::ForOp loop) {
  return loop.getInductionVar().getType().isIndex() && !loop.getUnsignedCmp() &&
         !hasLoopTags(loop) && isConstantIntValue(loop.getStep(), 1) &&
         isConstantIntValue(loop.getLowerBound(), 0) &&
         !loop.getBody()->getOps<scf::ForOp>().empty();
}

static void shift(scf::ForOp loop, Value offset) {
  OpBuilder b(loop);
  loop.setUpperBound(
      arith::AddIOp::create(b, loop.getLoc(), offset, loop.getUpperBound()));
  loop.setLowerBound(offset);
  Value number = loop.getInductionVar();
  SmallVector<Operation *> adds(number.getUsers());
  for (Operation *add : adds) {
    add->getResult(0).replaceAllUsesWith(number);
    add->erase();
  }
}

namespace {
struct ShiftLoops : weft::impl::ShiftLoopsBase<ShiftLoops> {
  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) {
      if (Value offset = countsRows(loop) ? getOffset(loop) : Value())
        shift(loop, offset);
    });
  }
};
} // namespace
