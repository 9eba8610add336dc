//===- ApplySchedule.h - Schedules applied to kernels -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrow from the text of a schedule to concrete notation: each command
// (weft/Notation/Schedule.h) is one of the functions of
// weft/Dialect/CIN/Transforms/Scheduling.h.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_NOTATIONTOCIN_APPLYSCHEDULE_H
#define WEFT_CONVERSION_NOTATIONTOCIN_APPLYSCHEDULE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {

/// What locations call the text of a schedule.
constexpr llvm::StringLiteral kScheduleName = "schedule";

struct ScheduleOptions {
  /// Keep floating-point reductions as they are.
  bool strictFloatingPoint = false;
  /// Let `IgnoreRaces` ignore races that may change the result.
  bool allowRaces = false;
};

/// Applies the commands of a schedule, one after the other, to the kernels of a
/// function, whose index variables they name. What is refused is emitted as an
/// error at its place in the text, and the commands before it stay applied.
mlir::LogicalResult applySchedule(mlir::RewriterBase &rewriter,
                                  mlir::func::FuncOp function,
                                  llvm::StringRef text,
                                  const ScheduleOptions &options = {});

/// The results that a schedule, which may have mistakes, assembles in two
/// phases: loops are chosen for that.
llvm::SmallVector<std::string> getTwoPhaseResults(llvm::StringRef text);

} // namespace weft

#endif // WEFT_CONVERSION_NOTATIONTOCIN_APPLYSCHEDULE_H
