//===- AppliedSchedule.h - The schedule that a kernel has -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each command that transforms the loops of a function, given by a person or
// chosen by a pass, is recorded in `weft.schedule` of the function. With the
// lowering configuration of the module, these are the schedule that the
// function has: applied to the same kernels, with nothing chosen, they give the
// same IR.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_TRANSFORMS_APPLIEDSCHEDULE_H
#define WEFT_DIALECT_CIN_TRANSFORMS_APPLIEDSCHEDULE_H

#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Dialect/Weft/IR/LoweringConfig.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// What a schedule calls a forall: its variable or, if the function has several
/// of the same name, also a tensor that is assigned inside, as in `y.i`.
std::string getLoopName(ForallOp forall);

/// What a schedule calls a workspace: its name or, if the function has several
/// of the same name, also a tensor that is assigned in its kernel, as in `C.w`.
std::string getWorkspaceName(WhereOp where);

/// Whether a statement inside of a forall or a where statement, or of its
/// kernel, assigns a tensor of a name.
bool assigns(mlir::Operation *statement, llvm::StringRef tensor,
             bool inKernel = false);

/// Records a command that has been applied to the function around an operation.
void recordCommand(mlir::RewriterBase &rewriter, mlir::Operation *op,
                   llvm::StringRef command);

/// Describes the value of an option with its unit: `8 positions`, `masked`, or
/// nothing.
std::string describeOptionValue(LoweringOption option, mlir::Attribute value);

/// Reports as a remark that a schedule sets a lowering option to a value for
/// the loops of an operation, or turns it off.
void reportOption(mlir::Operation *op, LoweringOption option,
                  mlir::Attribute value);

/// Reports as a remark that an option is off for the loops of an operation. As
/// one that it is on, it says nothing of a loop that was found.
void reportOptionOff(mlir::Operation *op, LoweringOption option,
                     const llvm::Twine &reason);

/// Prints the schedule of all functions in an operation in its `only` form, a
/// command on each line.
void printSchedule(mlir::Operation *root, llvm::raw_ostream &os);

} // namespace cin
} // namespace weft

#endif // WEFT_DIALECT_CIN_TRANSFORMS_APPLIEDSCHEDULE_H
