//===- ShiftLoops.cpp - Fold offsets into loop bounds ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites a loop from 0 that adds an offset to its induction variable into a
// loop from the offset.
//
// The loop over a partition of rows counts from 0 and adds the first row of the
// partition. Later passes recognize consecutive rows by loops whose induction
// variable is the row itself.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/BlockReduction.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
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

static constexpr llvm::StringLiteral kTransformation = "shift_loops";

/// The other operand of a sum with the induction variable of a loop, if it is
/// defined outside the loop; null otherwise.
static Value getOffset(scf::ForOp loop, OpOperand &use) {
  auto add = dyn_cast<arith::AddIOp>(use.getOwner());
  if (!add)
    return {};
  Value other = add->getOperand(1 - use.getOperandNumber());
  return loop.isDefinedOutsideOfLoop(other) ? other : Value();
}

/// Whether a loop contains other loops and adds an offset to its induction
/// variable: in all uses, or one that is not a constant, unlike that of `i +
/// 1`.
static bool isCandidate(scf::ForOp loop) {
  auto uses = loop.getInductionVar().getUses();
  if (uses.empty() || loop.getBody()->getOps<scf::ForOp>().empty())
    return false;
  auto hasOffset = [&](OpOperand &use) { return bool(getOffset(loop, use)); };
  auto hasVariableOffset = [&](OpOperand &use) {
    Value offset = getOffset(loop, use);
    return offset && !getConstantIntValue(offset);
  };
  return llvm::all_of(uses, hasOffset) || llvm::any_of(uses, hasVariableOffset);
}

/// The offset that is added to the induction variable in all of its uses.
static FailureOr<Value> findOffset(scf::ForOp loop) {
  Value common;
  for (OpOperand &use : loop.getInductionVar().getUses()) {
    Value offset = getOffset(loop, use);
    if (!offset)
      return reportMissed(loop, kTransformation,
                          "`" + use.getOwner()->getName().getStringRef() +
                              "` uses the induction variable other than to add "
                              "a loop-invariant offset");
    if (common && offset != common)
      return reportMissed(
          loop, kTransformation,
          "the loop adds different offsets to the induction variable");
    common = offset;
  }
  return common;
}

/// Checks that a loop counts from 0 by 1 and has no execution tags.
static LogicalResult verifyForm(scf::ForOp loop) {
  auto refuse = [&](const Twine &reason) {
    return reportMissed(loop, kTransformation, reason);
  };
  if (!loop.getInductionVar().getType().isIndex())
    return refuse("the induction variable is not of type `index`");
  if (loop.getUnsignedCmp())
    return refuse("the loop has unsigned bounds");
  if (hasLoopTags(loop))
    return refuse("the loop " + describeLoopTag(loop));
  if (!isConstantIntValue(loop.getStep(), 1))
    return refuse("the step of the loop is not 1");
  if (!isConstantIntValue(loop.getLowerBound(), 0))
    return refuse("the lower bound of the loop is not 0");
  return success();
}

static void shift(scf::ForOp loop, Value offset) {
  OpBuilder b(loop);
  loop.setUpperBound(
      arith::AddIOp::create(b, loop.getLoc(), offset, loop.getUpperBound()));
  loop.setLowerBound(offset);
  Value induction = loop.getInductionVar();
  SmallVector<Operation *> adds(induction.getUsers());
  for (Operation *add : adds) {
    add->getResult(0).replaceAllUsesWith(induction);
    add->erase();
  }
}

namespace {
struct ShiftLoops : weft::impl::ShiftLoopsBase<ShiftLoops> {
  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) {
      if (!isCandidate(loop) || failed(verifyForm(loop)))
        return;
      FailureOr<Value> offset = findOffset(loop);
      if (failed(offset))
        return;
      reportPassed(loop, kTransformation,
                   "adds the offset of the induction variable to the bounds");
      shift(loop, *offset);
    });
  }
};
} // namespace
