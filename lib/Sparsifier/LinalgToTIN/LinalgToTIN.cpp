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
#include "weft/Sparsifier/DestinationWrites.h"
#include "weft/Sparsifier/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

#include "mlir/IR/Remarks.h"

#include "llvm/ADT/SetVector.h"
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

/// Erases the operations without users that made tensors, empty or filled ones.
/// Several tensors may be one, or fill the same one.
static void eraseUnused(IRRewriter &rewriter, ValueRange tensors) {
  llvm::SetVector<Operation *> fills, empties;
  for (Value tensor : tensors) {
    auto fill = tensor.getDefiningOp<linalg::FillOp>();
    for (; fill; fill = tensor.getDefiningOp<linalg::FillOp>()) {
      fills.insert(fill);
      tensor = fill.getOutputs().front();
    }
    if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
      empties.insert(empty);
  }
  for (const auto &ops : {fills, empties})
    for (Operation *op : ops)
      if (op->use_empty())
        rewriter.eraseOp(op);
}

/// Whether a result may be stored in the memory of an output, whatever
/// bufferization makes of the rest: nothing else reads the output, and it is no
/// constant and no view of another tensor.
static bool mayOverwrite(OpOperand &init) {
  Operation *definition = init.get().getDefiningOp();
  return (!definition || isDestinationWrite(definition) ||
          isa<func::FuncDialect, scf::SCFDialect, linalg::LinalgDialect>(
              definition->getDialect())) &&
         llvm::all_of(init.get().getUses(), [&](OpOperand &use) {
           return &use == &init || isa<tensor::DimOp>(use.getOwner());
         });
}

/// Whether no compute but that of `result` reads an output. Computes of other
/// results may run when the output has been overwritten.
static bool isReadByAlone(Value init, Value result) {
  return llvm::all_of(init.getUsers(), [&](Operation *user) {
    return !isa<tin::AccessOp, tin::ComputeOp>(user) ||
           result.getDefiningOp()->isAncestor(user);
  });
}

/// The memref of the program that an output is, when it has been filled with a
/// number, as a tensor; null if the output is new memory, or used otherwise.
static Value getFilledMemory(OpOperand &init) {
  auto fill = init.get().getDefiningOp<linalg::FillOp>();
  Value tensor = fill ? fill.getOutputs().front() : Value();
  auto memory = tensor ? tensor.getDefiningOp<bufferization::ToTensorOp>()
                       : bufferization::ToTensorOp();
  bool isGiven = memory && memory.getWritable() && tensor.hasOneUse() &&
                 llvm::all_of(init.get().getUses(), [&](OpOperand &use) {
                   return &use == &init || isa<tensor::DimOp>(use.getOwner());
                 });
  return isGiven ? tensor : Value();
}

/// Replaces an operation by its results. One whose output is memory that has
/// contents is copied there, since programs that update a tensor in a loop
/// expect to use its memory. `overwritten` are the outputs for which that is
/// forced, and `memories` what a result is copied to if its output is filled
/// with a number before.
static void replace(IRRewriter &rewriter, linalg::LinalgOp op,
                    ArrayRef<Value> results, ArrayRef<bool> overwritten,
                    ArrayRef<Value> memories) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  // A result has the sizes of its output.
  for (auto [result, init] :
       llvm::zip_equal(op->getResults(), op.getDpsInits()))
    for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
      if (auto size = dyn_cast<tensor::DimOp>(user))
        rewriter.modifyOpInPlace(
            size, [&, init = init] { size.getSourceMutable().assign(init); });
  SmallVector<Value> replacements;
  for (auto [result, init, isForced, memory] :
       llvm::zip_equal(results, op.getDpsInits(), overwritten, memories)) {
    auto type = cast<RankedTensorType>(result.getType());
    linalg_to_tin::InitialValue initial = linalg_to_tin::getInitialValue(init);
    if (memory && initial.number && memory.getType() == type)
      replacements.push_back(bufferization::MaterializeInDestinationOp::create(
                                 rewriter, loc, type, result, memory)
                                 .getResult());
    else if (type.getEncoding() || initial.isUndefined || initial.number)
      replacements.push_back(result);
    else if (isForced && isReadByAlone(init, result))
      replacements.push_back(bufferization::MaterializeInDestinationOp::create(
                                 rewriter, loc, type, result, init)
                                 .getResult());
    else
      replacements.push_back(
          linalg::CopyOp::create(rewriter, loc, result, init).getResult(0));
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

/// Warns about an operation of linalg that is not converted.
static void warnUnconverted(Operation *op) {
  // The parts of an operation are no operations by themselves.
  if (!isa<linalg::LinalgDialect>(op->getDialect()) ||
      isa<linalg::YieldOp, linalg::IndexOp>(op))
    return;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  bool isOfTensors = !structured || structured.hasPureTensorSemantics();
  op->emitWarning() << "'" << op->getName() << "' op is not converted: "
                    << (isOfTensors
                            ? "none of its tensors has a format, and it "
                              "has no schedule"
                            : "it has memrefs");
}

/// An error at an operation of linalg with a schedule that no kernel will have.
static LogicalResult verifyScheduled(Operation *root) {
  auto verify = [](Operation *op) -> WalkResult {
    if (!op->hasAttr(kScheduleAttr) ||
        !isa<linalg::LinalgDialect>(op->getDialect()))
      return WalkResult::advance();
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (structured && structured.hasPureTensorSemantics())
      return WalkResult::advance();
    return op->emitOpError("has a schedule, but ")
           << (structured ? "its operands are memrefs; expected tensors"
                          : "no loops; give it to an operation that has");
  };
  return failure(root->walk(verify).wasInterrupted());
}

namespace {
struct ConvertLinalgToTIN
    : weft::impl::ConvertLinalgToTINBase<ConvertLinalgToTIN> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(verifyScheduled(getOperation())) ||
        failed(decomposeAggregates(getOperation())))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics() &&
          (dense || op->hasAttr(kScheduleAttr) || hasFormattedTensor(op)))
        ops.push_back(op);
    });
    if (warn)
      getOperation()->walk([&](Operation *op) {
        auto structured = dyn_cast<linalg::LinalgOp>(op);
        if (!structured || !llvm::is_contained(ops, structured))
          warnUnconverted(op);
      });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      SmallVector<bool> overwritten = llvm::map_to_vector(
          llvm::make_pointer_range(op.getDpsInitsMutable()),
          [](OpOperand *init) { return mayOverwrite(*init); });
      SmallVector<Value> memories = llvm::map_to_vector(
          llvm::make_pointer_range(op.getDpsInitsMutable()),
          [](OpOperand *init) { return getFilledMemory(*init); });
      auto computes = linalg_to_tin::emitComputes(rewriter, op, strict);
      if (failed(computes))
        return signalPassFailure();
      remark::passed(op.getLoc(), remark::RemarkOpts::name("LinalgConverted")
                                      .category("convert-linalg-to-tin"))
          << "converted to index notation";
      SmallVector<Value> inits(op.getDpsInits());
      replace(rewriter, op, *computes, overwritten, memories);
      // What only told sizes and initial values.
      eraseUnused(rewriter, inits);
      ++numConverted;
    }
  }
};
} // namespace
