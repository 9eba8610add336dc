//===- ScheduleApplier.h - Commands applied to kernels ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies the commands of a schedule to a function: LoopCommands.cpp those that
// transform loops, and ApplySchedule.cpp all others.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOCIN_SCHEDULEAPPLIER_H
#define WEFT_LIB_CONVERSION_NOTATIONTOCIN_SCHEDULEAPPLIER_H

#include "NewNames.h"

#include "weft/Conversion/NotationToCIN/ApplySchedule.h"
#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"
#include "weft/Dialect/CIN/Transforms/Transforms.h"
#include "weft/Notation/Schedule.h"
#include "weft/Support/TextLocations.h"

namespace weft {

/// Adds the preconditions that do not hold to an error, with notes on where.
void explainFailures(const cin::FailedPreconditions &failures,
                     mlir::InFlightDiagnostic &error);

/// Applies the commands of a schedule, one after the other, to the kernels of a
/// function.
class ScheduleApplier {
public:
  ScheduleApplier(mlir::RewriterBase &rewriter, mlir::func::FuncOp function,
                  llvm::StringRef text, const ScheduleOptions &options)
      : rewriter(rewriter), function(function), text(text), options(options),
        locations(rewriter.getContext(), kScheduleName, text) {}

  mlir::LogicalResult apply(const notation::ScheduleStep &step);
  /// Gives results the workspaces that they need under the schedule.
  mlir::LogicalResult finish();

private:
  /// `alternative` continues the hint if no loop has the name.
  mlir::FailureOr<cin::ForallOp>
  findForall(const notation::Name &name, const llvm::Twine &alternative = "");
  /// Inserts the workspaces that results need.
  mlir::LogicalResult insertWorkspaces(notation::Range range);
  mlir::LogicalResult applyTo(llvm::ArrayRef<cin::ForallOp> foralls,
                              cin::AccessOp access,
                              const notation::ScheduleStep &step);
  /// Applies a command; where it changes the order of loops and inserted
  /// workspaces are in its way, without these.
  mlir::LogicalResult applyToLoops(llvm::ArrayRef<cin::ForallOp> foralls,
                                   cin::AccessOp access,
                                   const notation::ScheduleStep &step);
  mlir::FailureOr<cin::AccessOp> findAccess(cin::ForallOp forall,
                                            const notation::Name &tensor);
  mlir::LogicalResult split(cin::ForallOp forall,
                            const notation::ScheduleStep &step,
                            cin::SplitDirection direction);
  mlir::FailureOr<mlir::Value>
  findExpression(cin::ForallOp forall, const notation::ScheduleStep &step);
  mlir::LogicalResult precompute(llvm::ArrayRef<cin::ForallOp> foralls,
                                 const notation::ScheduleStep &step);
  mlir::LogicalResult configure(const notation::ScheduleStep &step);
  mlir::LogicalResult assemble(const notation::ScheduleStep &step);
  mlir::LogicalResult store(const notation::ScheduleStep &step);
  /// Gives loops the place of the command that has been applied to them, which
  /// is where the lowering refuses them.
  void locate(const notation::ScheduleStep &step);
  /// Notes that a command has been applied to loops, about which the default
  /// schedule says nothing any more.
  void record(const notation::ScheduleStep &step);
  /// Checks that new variables have names that a variable may have.
  mlir::LogicalResult verifyNewNames(const notation::ScheduleStep &step);

  mlir::RewriterBase &rewriter;
  mlir::func::FuncOp function;
  llvm::StringRef text;
  ScheduleOptions options;
  TextLocations locations;
  NewNames names;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOCIN_SCHEDULEAPPLIER_H
