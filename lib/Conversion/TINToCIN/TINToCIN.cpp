//===- TINToCIN.cpp - Tensor to concrete index notation ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that concretizes every compute of a function.
//
//===----------------------------------------------------------------------===//

#include "Concretize.h"
#include "OrderChoice.h"
#include "Outline.h"
#include "Slots.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/ResultAssembly.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/Combiner.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTTINTOCIN
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

/// Checks that all tensors have formats that concretization can order.
static LogicalResult verifyFormats(tin::ComputeOp compute) {
  auto verify = [](Operation *op, RankedTensorType type) -> WalkResult {
    level::FormatAttr format = level::getFormat(type);
    if (!format)
      return op->emitOpError(level::describeMissingFormat(type));
    for (int64_t level = 1; level < format.getNumLevels(); ++level)
      if (!format.getLevelType(level - 1).isUnique() &&
          !format.getLevelType(level).isBranchless())
        return op->emitOpError("level ")
               << level << " is not unique, so that the segments of level "
               << level + 1 << " (" << format.getLevelType(level)
               << ") would have to be merged, which is not supported; use "
                  "singleton levels below it or make it unique";
    return WalkResult::advance();
  };
  if (verify(compute, compute.getType()).wasInterrupted())
    return failure();
  return failure(compute
                     .walk([&](tin::AccessOp access) {
                       return verify(access, access.getTensorType());
                     })
                     .wasInterrupted());
}

/// Checks that the result can be assembled in its format.
static LogicalResult verifyResult(tin::ComputeOp compute) {
  level::FormatAttr format = level::getFormat(compute.getType());
  if (!format || format.isAssembled())
    return success();
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    if (!type.hasAppend() && !type.hasInsert())
      return compute.emitOpError("cannot assemble a result whose level ")
             << level + 1 << " (" << type
             << ") can only be read; choose another format for it";
    if (isa<level::MadeOfCountsLevelTypeAttrInterface>(type) &&
        !format.isMadeOfCounts(level))
      return compute.emitOpError("cannot assemble a result whose level ")
             << level + 1 << " (" << type
             << ") needs full levels above it and a level below it that counts "
                "the slots of rows; choose another format for it";
  }
  return compute.emitOpError(
      "cannot assemble a result in slots unless its "
      "levels are full or inserted into in order down to "
      "the one that numbers the slots; choose another "
      "format for it");
}

/// Checks that the value of a reduction does not depend on how it is grouped
/// and that a reduction over no coordinates has one.
static LogicalResult verifyCombiners(tin::ComputeOp compute) {
  WalkResult result = compute.walk([](tin::ReduceOp reduce) -> WalkResult {
    Region &combiner = reduce.getCombiner();
    // Only an operation that stands alone refutes.
    if (!isCombinerAssociative(combiner))
      return reduce.emitOpError("expected a combiner that is associative, got "
                                "'")
             << getSimpleCombinerOp(combiner)->getName() << "'";
    if (!getCombinerIdentity(combiner, reduce.getIdentityAttr()))
      return reduce.emitOpError(
          "the identity of the combiner is not known; 'identity' states it");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Checks that expressions use nothing from outside of a compute that a kernel
/// has no argument for.
static LogicalResult verifyUses(tin::ComputeOp compute) {
  return failure(
      compute
          .walk([&](Operation *op) -> WalkResult {
            if (isa<tin::AccessOp, tin::ReduceOp, tin::ComputeOp>(op))
              return WalkResult::advance();
            for (Value operand : op->getOperands())
              if (!compute.getBody().isAncestor(operand.getParentRegion()) &&
                  !getConstantScalar(operand))
                return op->emitOpError(
                    "uses a number from outside of 'tin.compute' that is not a "
                    "constant; a tensor of order 0 can be accessed");
            return WalkResult::advance();
          })
          .wasInterrupted());
}

namespace {
struct ConvertTINToCIN
    : public weft::impl::ConvertTINToCINBase<ConvertTINToCIN> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<tin::ComputeOp> computes;
    getOperation().walk([&](tin::ComputeOp op) { computes.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (tin::ComputeOp compute : computes)
      if (failed(concretizeWithParts(compute, /*isPart=*/false, rewriter)))
        return signalPassFailure();
  }

  LogicalResult concretizeWithParts(tin::ComputeOp compute, bool isPart,
                                    RewriterBase &rewriter) {
    if (failed(verifyResult(compute)) || failed(verifyFormats(compute)) ||
        failed(verifyCombiners(compute)) || failed(verifyUses(compute)))
      return failure();
    bool drops = (dropFill || compute.getDropFill()) && !isPart;
    bool isNamed = isTwoPhaseResult(compute);
    bool isTwoPhase = twoPhase || isNamed;
    // What is dropped is known when the components are, not when it is counted.
    if (drops && analysis::isCounted(level::getFormat(compute.getType()),
                                     isTwoPhase ? level::Assembly::TwoPhase
                                                : level::Assembly::Fused))
      if (failed(concretizeWithParts(outlineWhole(compute, rewriter),
                                     /*isPart=*/true, rewriter)))
        return failure();
    expandSlots(compute, rewriter);
    Blocking blocking = chooseBlocking(compute);
    bool collects = !keepsStructure && !isTwoPhase && !drops;
    ConcretizeOptions options{isPart, !drops, collects, drops, {}};
    options.first = chooseFirstEdges(compute, blocking, options);
    for (tin::ComputeOp part :
         outlineConflicts(compute, blocking, options, rewriter))
      if (failed(concretizeWithParts(part, /*isPart=*/true, rewriter)))
        return failure();
    FailureOr<cin::KernelOp> kernel =
        concretize(compute, blocking, options, rewriter);
    if (failed(kernel))
      return failure();
    if (drops)
      rewriter.modifyOpInPlace(*kernel, [&] { kernel->setDropFill(true); });
    if (isNamed)
      kernel->setAssembly(level::Assembly::TwoPhase);
    rewriter.replaceOp(compute, *kernel);
    return success();
  }

  /// Whether an option names a result of the function that a compute defines.
  bool isTwoPhaseResult(tin::ComputeOp compute) {
    func::FuncOp function = getOperation();
    return llvm::any_of(compute.getResult().getUses(), [&](OpOperand &use) {
      if (!isa<func::ReturnOp>(use.getOwner()))
        return false;
      auto name = function.getResultAttrOfType<StringAttr>(
          use.getOperandNumber(), kTensorNameAttr);
      return name && llvm::is_contained(twoPhaseResults, name.getValue().str());
    });
  }
};
} // namespace
