//===- Requests.h - Requests of a schedule ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel does not show whether formats and expressions or a schedule ordered
// its foralls. Notes on the kernel name what a schedule requested, and what was
// chosen for want of a schedule.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_IR_REQUESTS_H
#define WEFT_DIALECT_CIN_IR_REQUESTS_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// On a kernel: the names of the variables that `reorder` has put in an order.
constexpr llvm::StringLiteral kReorderedAttr = "cin.reordered";
/// On a kernel: the names of the variables whose order a plan states.
constexpr llvm::StringLiteral kPlannedAttr = "cin.planned";
/// On a kernel: a `ChoiceAttr` for each list of commands that a pass of the
/// default schedule has applied.
constexpr llvm::StringLiteral kChosenAttr = "cin.chosen";
/// On a kernel: a `RefusalAttr` for each command that a pass of the default
/// schedule considered and did not apply.
constexpr llvm::StringLiteral kNotChosenAttr = "cin.not_chosen";

/// The attributes above that name variables of the kernel.
llvm::ArrayRef<llvm::StringLiteral> getVariableNoteNames();

/// The names of all these attributes.
llvm::ArrayRef<llvm::StringLiteral> getNoteNames();

/// The attributes of a kernel but for those above, which say nothing of what it
/// computes and how.
mlir::DictionaryAttr getAttributesWithoutNotes(KernelOp kernel);

/// Adds names to such an attribute of the kernel around an operation.
void noteRequest(mlir::RewriterBase &rewriter, mlir::Operation *op,
                 llvm::StringRef attribute,
                 llvm::ArrayRef<llvm::StringRef> names);

/// The same on a kernel that is being made.
void noteRequest(KernelOp kernel, llvm::StringRef attribute,
                 llvm::ArrayRef<llvm::StringRef> names);

/// Adds a choice of the default schedule to a kernel, or to that around another
/// operation.
void addChoice(mlir::RewriterBase &rewriter, mlir::Operation *op,
               ChoiceAttr choice);

/// Adds why a rule of the default schedule does not apply to a kernel, or to
/// that around another operation.
void addRefusal(mlir::RewriterBase &rewriter, mlir::Operation *op,
                RefusalAttr refusal);

/// Removes the refusals of commands on the loop of a name from a kernel, since
/// a command has been applied to the loop.
void dropRefusals(mlir::RewriterBase &rewriter, KernelOp kernel,
                  llvm::StringRef loop);

/// Whether such an attribute of a kernel has a name.
bool isRequested(KernelOp kernel, llvm::StringRef attribute,
                 llvm::StringRef name);

} // namespace cin
} // namespace weft

#endif // WEFT_DIALECT_CIN_IR_REQUESTS_H
