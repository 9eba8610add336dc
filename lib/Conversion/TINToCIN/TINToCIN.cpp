//===- TINToCIN.cpp - Tensor to concrete index notation ------*- C++ -*-===//
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
#include "Prepare.h"

#include "weft/Conversion/Passes.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTTINTOCIN
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Checks that all tensors have formats that concretization can order.
static LogicalResult verifyFormats(tin::ComputeOp compute) {
  auto verify = [](Operation *op, RankedTensorType type) -> WalkResult {
    level::FormatAttr format = level::getFormat(type);
    if (format && format.isPermutation())
      return WalkResult::advance();
    return op->emitOpError("expected a tensor with a level format that stores "
                           "each dimension whole, got ")
           << type;
  };
  if (verify(compute, compute.getType()).wasInterrupted())
    return failure();
  return failure(compute
                     .walk([&](tin::AccessOp access) {
                       return verify(access, access.getTensorType());
                     })
                     .wasInterrupted());
}

namespace {
struct ConvertTINToCIN : public weft::impl::ConvertTINToCINBase<ConvertTINToCIN> {
  void runOnOperation() override {
    SmallVector<tin::ComputeOp> computes;
    getOperation().walk([&](tin::ComputeOp op) { computes.push_back(op); });
    for (tin::ComputeOp compute : computes)
      if (failed(concretizeWithParts(compute)))
        return signalPassFailure();
  }

  LogicalResult concretizeWithParts(tin::ComputeOp compute) {
    if (failed(verifyFormats(compute)))
      return failure();
    expandBoundLevels(compute);
    SmallVector<tin::ComputeOp> parts;
    if (failed(outlineConflicts(compute, parts)))
      return failure();
    for (tin::ComputeOp part : parts)
      if (failed(concretizeWithParts(part)))
        return failure();
    cin::KernelOp kernel = concretize(compute);
    compute.replaceAllUsesWith(kernel.getResult(0));
    compute.erase();
    return success();
  }
};
} // namespace
