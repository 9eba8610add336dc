//===- ApplyEstimatedSchedules.cpp - Schedules that were chosen -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost model does not know the preconditions of transformations. So a
// schedule that it chose is applied to a copy of the function, and a copy of
// that is lowered to lattices, where the last preconditions are checked. If one
// does not hold, the function has the default schedule.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Passes.h"

#include "weft/Compiler/Pipelines.h"
#include "weft/Conversion/NotationToCIN/ApplySchedule.h"
#include "weft/Dialect/Weft/IR/Estimates.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Threading.h"

namespace weft {
#define GEN_PASS_DEF_WEFTAPPLYESTIMATEDSCHEDULES
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct ApplyEstimatedSchedules
    : weft::impl::WeftApplyEstimatedSchedulesBase<ApplyEstimatedSchedules> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    makeDefaultSchedule().getDependentDialects(registry);
    makeTrial().getDependentDialects(registry);
  }

  void runOnOperation() override {
    OpPassManager passes = makeDefaultSchedule();
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      auto schedule =
          function->getAttrOfType<StringAttr>(kEstimatedScheduleAttr);
      function->removeAttr(kEstimatedScheduleAttr);
      if (schedule && succeeded(apply(function, schedule.getValue()))) {
        ++numApplied;
        continue;
      }
      numRefused += schedule != nullptr;
      if (failed(runPipeline(passes, function)))
        return signalPassFailure();
    }
  }

private:
  /// Replaces a function by a copy with a schedule. Fails without a diagnostic,
  /// and leaves the function as it is, if the schedule is refused.
  LogicalResult apply(func::FuncOp function, StringRef schedule);
  LogicalResult tryLowering(func::FuncOp function);
  /// A copy of a function, beside it and under another name.
  func::FuncOp copy(func::FuncOp function);

  LoweringOptions getLowering() const {
    LoweringOptions options;
    options.strictFloatingPoint = strict;
    options.vectors = vectors;
    options.threads = threads;
    options.gpu = gpu;
    options.deterministic = deterministic;
    options.gallop = gallop;
    return options;
  }
  OpPassManager makeDefaultSchedule() const {
    OpPassManager passes(func::FuncOp::getOperationName());
    addDefaultSchedulePasses(passes, getLowering());
    return passes;
  }
  OpPassManager makeTrial() const {
    OpPassManager passes(func::FuncOp::getOperationName());
    addLatticePasses(passes, getLowering());
    return passes;
  }
};
} // namespace

func::FuncOp ApplyEstimatedSchedules::copy(func::FuncOp function) {
  func::FuncOp clone = function.clone();
  SymbolTable(getOperation()).insert(clone, function->getIterator());
  return clone;
}

LogicalResult ApplyEstimatedSchedules::tryLowering(func::FuncOp function) {
  func::FuncOp trial = copy(function);
  OpPassManager passes = makeTrial();
  LogicalResult result = runPipeline(passes, trial);
  trial.erase();
  return result;
}

LogicalResult ApplyEstimatedSchedules::apply(func::FuncOp function,
                                             StringRef schedule) {
  func::FuncOp scheduled = copy(function);
  std::string reason;
  LogicalResult result = success();
  {
    // Handlers see the diagnostics of all threads of the context: kernels of
    // other modules may be compiled at the same time.
    uint64_t thread = llvm::get_threadid();
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &message) {
      if (llvm::get_threadid() != thread ||
          message.getSeverity() != DiagnosticSeverity::Error)
        return failure();
      if (reason.empty())
        reason = message.str();
      return success();
    });
    IRRewriter rewriter(&getContext());
    result = applySchedule(rewriter, scheduled, schedule,
                           {strict, /*allowRaces=*/false});
    if (succeeded(result))
      result = tryLowering(scheduled);
  }
  if (failed(result)) {
    scheduled.erase();
    return reportMissed(function, "schedule",
                        "the schedule " + schedule + " is refused: " + reason);
  }
  StringAttr name = function.getSymNameAttr();
  function.erase();
  scheduled.setSymNameAttr(name);
  return success();
}
