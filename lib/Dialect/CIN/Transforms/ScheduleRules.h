//===- ScheduleRules.h - Rules that choose schedules ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of cin-choose-schedule, each of which transforms a part of a kernel
// or leaves it as it is.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_SCHEDULERULES_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_SCHEDULERULES_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

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

/// Notes on the kernel around an operation what has been chosen, as commands,
/// and by which rule, and records the commands.
void noteChoice(mlir::RewriterBase &rewriter, mlir::Operation *op,
                ScheduleRule rule, llvm::ArrayRef<std::string> commands);

/// Notes on the kernel around an operation which command no rule chooses, and
/// why, and reports it as a remark.
void noteRefusal(mlir::RewriterBase &rewriter, mlir::Operation *op,
                 RefusalReason reason, llvm::StringRef command);

/// Reports a command that no rule chooses and why, as a remark at an operation.
void reportNotChosen(mlir::Operation *op, const llvm::Twine &what);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_SCHEDULERULES_H
