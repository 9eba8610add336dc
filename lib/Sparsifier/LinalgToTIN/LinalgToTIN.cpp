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

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Sparsifier/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

#include "mlir/IR/Remarks.h"

#include "llvm/ADT/TypeSwitch.h"

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

/// Whether conversion takes an operation of the dialect with these tensors.
static bool hasFormattedTensor(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isFormatted) ||
         llvm::any_of(op->getResultTypes(), isFormatted);
}

/// What to write in the place of an operation that has no loops.
static StringRef getAlternative(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](linalg::PackOp) {
        return "use 'tensor.pad', 'tensor.expand_shape' and 'linalg.transpose'";
      })
      .Case([](linalg::UnPackOp) {
        return "use 'linalg.transpose', 'tensor.collapse_shape' and "
               "'tensor.extract_slice'";
      })
      .Default([](Operation *) {
        return "use 'linalg.generic', whose loops are stated";
      });
}

/// Decomposes operations with stored tensors that stand for several operations
/// with loops; an error at one that has none and cannot be decomposed.
static LogicalResult decomposeAggregates(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isa<linalg::LinalgDialect>(op->getDialect()) &&
        !isa<linalg::LinalgOp>(op) && hasFormattedTensor(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    auto aggregate = dyn_cast<linalg::AggregatedOpInterface>(op);
    FailureOr<SmallVector<Value>> results = failure();
    if (aggregate)
      results = aggregate.decomposeOperation(rewriter);
    if (failed(results))
      return op->emitOpError("cannot be converted to index notation: ")
             << getAlternative(op);
    rewriter.replaceOp(op, *results);
  }
  return success();
}

namespace {
struct ConvertLinalgToTIN
    : weft::impl::ConvertLinalgToTINBase<ConvertLinalgToTIN> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(decomposeAggregates(getOperation())))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics() &&
          (dense || op->hasAttr(kScheduleAttr) || hasFormattedTensor(op)))
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
