//===- LinalgToTIN.cpp - linalg to tensor index notation --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that converts the linalg operations which have stored tensors.
//
//===----------------------------------------------------------------------===//

#include "Accumulation.h"
#include "ConvertOperation.h"

#include "weft/Sparsifier/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

#include "mlir/IR/Remarks.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTLINALGTOTIN
#include "weft/Sparsifier/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Whether a tensor has a format other than that of tensors without one.
static bool isFormatted(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getEncoding() && level::getFormat(tensor);
}

/// Erases an operation without users that made an empty or filled tensor.
static void eraseUnused(IRRewriter &rewriter, Operation *op) {
  if (!isa_and_nonnull<linalg::FillOp, tensor::EmptyOp>(op) || !op->use_empty())
    return;
  auto fill = dyn_cast<linalg::FillOp>(op);
  Value output = fill ? fill.getOutputs().front() : Value();
  rewriter.eraseOp(op);
  if (output)
    eraseUnused(rewriter, output.getDefiningOp());
}

/// Replaces an operation by its results. One whose output is memory that has
/// contents is copied there, since programs that update a tensor in a loop
/// expect to use its memory.
static void replace(IRRewriter &rewriter, linalg::LinalgOp op,
                    ArrayRef<Value> results) {
  rewriter.setInsertionPoint(op);
  SmallVector<Value> replacements;
  for (auto [result, init] : llvm::zip_equal(results, op.getDpsInits())) {
    auto type = cast<RankedTensorType>(result.getType());
    linalg_to_tin::InitialValue initial = linalg_to_tin::getInitialValue(init);
    bool isKnown = initial.isUndefined || initial.number;
    replacements.push_back(
        type.getEncoding() || isKnown
            ? result
            : bufferization::MaterializeInDestinationOp::create(
                  rewriter, op.getLoc(), type, result, init)
                  .getResult());
  }
  rewriter.replaceOp(op, replacements);
}

namespace {
struct ConvertLinalgToTIN
    : weft::impl::ConvertLinalgToTINBase<ConvertLinalgToTIN> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics() &&
          (dense || llvm::any_of(op->getOperandTypes(), isFormatted)))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      auto computes = linalg_to_tin::emitComputes(rewriter, op);
      if (failed(computes))
        return signalPassFailure();
      remark::passed(op.getLoc(), remark::RemarkOpts::name("LinalgConverted")
                                      .category("convert-linalg-to-tin"))
          << "converted to index notation";
      SmallVector<Value> inits(op.getDpsInits());
      replace(rewriter, op, *computes);
      // What only told sizes and initial values.
      for (Value init : inits)
        eraseUnused(rewriter, init.getDefiningOp());
      ++numConverted;
    }
  }
};
} // namespace
