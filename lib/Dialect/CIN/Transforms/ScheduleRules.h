//===- ScheduleRules.h - Rules that choose schedules ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of cin-choose-schedule, each of which transforms a part of a kernel
// or leaves it as it is; and how passes of the default schedule state what they
// choose and what they leave out.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_SCHEDULERULES_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_SCHEDULERULES_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// The name of the remarks of `cin-choose-schedule`.
constexpr llvm::StringLiteral kChooseSchedule = "choose_schedule";

/// Whether a level has all coordinates, at places that they tell.
inline bool isDense(level::LevelTypeAttrInterface type) {
  return type.isFull() && type.hasLocate();
}

/// Whether each component of a tensor of some order has a place that its
/// coordinates determine.
bool hasPlaces(level::FormatAttr format);

/// Whether a result has the structure of an operand, at whose positions its
/// components are.
bool keepsStructure(KernelOp kernel, mlir::Value ref);

/// The assignments inside of a forall.
llvm::SmallVector<AssignOp> getAssigns(ForallOp forall);

/// Puts tiles of the innermost mode of what is assigned inside of the foralls
/// around the assignment, as lanes unless components are complex. `tail` says
/// how the last tile ends.
void chooseLanes(mlir::RewriterBase &rewriter, AssignOp assign,
                 std::optional<TailStrategy> tail);

/// Lets threads share an outermost forall. Floating-point operations keep their
/// order if it is `strict`.
void chooseThreads(mlir::RewriterBase &rewriter, ForallOp forall, bool strict);

/// Lets the units of a GPU run an outermost forall and what is inside of it.
/// Floating-point operations keep their order if it is `strict`, and have the
/// same one each time if it is `deterministic`.
void chooseGPU(mlir::RewriterBase &rewriter, ForallOp forall, bool strict,
               bool deterministic);

/// The access whose last level has segments that threads of a GPU share, if
/// `chooseGPU` splits an outermost forall by the entries of its tensor, which
/// has two levels; null otherwise.
AccessOp findRowEntries(mlir::RewriterBase &rewriter, ForallOp forall,
                        bool strict, bool deterministic);

/// Has a warp of a GPU compute each segment of `findRowEntries`.
mlir::LogicalResult chooseGPURows(mlir::RewriterBase &rewriter,
                                  ForallOp forall);

/// The command by which threads, or the blocks of a GPU, share a forall.
std::string getSharingCommand(ForallOp forall, bool gpu);

/// Why a forall without another one around it is not the only outermost
/// statement of its kernel; null if it is.
RefusalAttr whyNotOutermost(ForallOp forall, bool gpu);

/// A reason why a command on the innermost forall around an assignment does not
/// apply to the factors that this combines.
RefusalAttr refuseFactors(llvm::StringRef command, AssignOp assign,
                          RefusalReason reason);

/// States in the kernel around an operation which commands a pass of the
/// default schedule has applied, and by which rule, records the commands, and
/// reports them as a remark of the transformation.
void noteChoice(mlir::RewriterBase &rewriter, mlir::Operation *op,
                llvm::StringRef transformation, ScheduleRule rule,
                llvm::ArrayRef<std::string> commands);

/// States in the kernel around an operation which command a pass of the default
/// schedule does not apply, and why, and reports it as a remark of the
/// transformation.
void noteRefusal(mlir::RewriterBase &rewriter, mlir::Operation *op,
                 llvm::StringRef transformation, RefusalAttr refusal);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_SCHEDULERULES_H
