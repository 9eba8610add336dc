//===- Transforms.h - Transformations of concrete notation ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites of `cin` as functions. A function checks its preconditions before it
// changes anything. If one does not hold, it notifies the rewriter's listener
// of the reason, at the operation that violates it, and fails. The caller
// decides what that means: a pass that tries the rewrite ignores it, a command
// of a schedule reports an error, a `transform` operation a silenceable
// failure.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_TRANSFORMS_TRANSFORMS_H
#define WEFT_DIALECT_CIN_TRANSFORMS_TRANSFORMS_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"

namespace weft {
namespace cin {

/// Keeps what transformations say of the preconditions that do not hold.
class FailedPreconditions : public mlir::RewriterBase::ForwardingListener {
public:
  explicit FailedPreconditions(mlir::OpBuilder::Listener *next = nullptr)
      : ForwardingListener(next) {}
  /// Listens to a rewriter, besides its listener, as long as it lives.
  explicit FailedPreconditions(mlir::RewriterBase &rewriter);
  ~FailedPreconditions();

  void notifyMatchFailure(
      mlir::Location loc,
      llvm::function_ref<void(mlir::Diagnostic &)> explain) override;

  llvm::ArrayRef<mlir::Diagnostic> get() const { return diagnostics; }
  /// Reports all as errors.
  void emit();
  /// Adds all to the message of a diagnostic, with notes of where they are.
  template <typename DiagnosticT> void explain(DiagnosticT &diagnostic) {
    for (mlir::Diagnostic &failure : diagnostics) {
      diagnostic << failure.str();
      diagnostic.attachNote(failure.getLocation()) << "the statement is here";
      for (mlir::Diagnostic &note : failure.getNotes())
        diagnostic.attachNote(note.getLocation()) << note.str();
    }
  }

private:
  mlir::RewriterBase *rewriter = nullptr;
  mlir::OpBuilder::Listener *next = nullptr;
  llvm::SmallVector<mlir::Diagnostic, 1> diagnostics;
};

/// Joins two kernels of a block: into a multi statement or, if the second reads
/// a result of the first, into a sequence. What else uses a result of the first
/// must come after the second.
mlir::FailureOr<KernelOp> fuseKernels(mlir::RewriterBase &rewriter,
                                      KernelOp first, KernelOp second);

/// Whether a compound assignment combines into memory: into components of a
/// tensor, or into a scalar that threads share.
bool isStoredReduction(AssignOp assign);

/// Lets a compound assignment combine into a scalar workspace around the
/// foralls over which it reduces. The combiner must be associative and have a
/// known identity.
mlir::FailureOr<WhereOp> promoteReduction(mlir::RewriterBase &rewriter,
                                          AssignOp assign);

/// Chooses what the kernels that define the results of a function make of them,
/// and whether these take the structures of operands (SharedStructure.h). To
/// compute into structures, the function takes them, so that nothing may call
/// it.
mlir::LogicalResult setAssembly(mlir::RewriterBase &rewriter,
                                mlir::func::FuncOp function,
                                level::Assembly assembly, bool dropFill,
                                bool reuse = false);

/// Gives the variables and workspaces of a statement other names.
void renameVariables(
    mlir::RewriterBase &rewriter, mlir::Operation *statement,
    llvm::function_ref<mlir::StringAttr(mlir::StringAttr)> rename);

/// The statements that the multi and sequence statements of a kernel are made
/// of, in their order.
llvm::SmallVector<mlir::Operation *> getParts(KernelOp kernel);

/// Gives each part a kernel of its own, in which variables are numbered, so
/// that kernels which do the same are alike. No two parts may assign one
/// output.
mlir::FailureOr<llvm::SmallVector<KernelOp>>
splitKernel(mlir::RewriterBase &rewriter, KernelOp kernel);

/// Whether a kernel computes into new tensors only.
bool isNewlyAssembled(KernelOp kernel);

/// Whether two kernels do the same to operands of the same types, into new
/// tensors.
bool areAlike(KernelOp first, KernelOp second);

/// Moves what kernels that are alike do into one private function, which is
/// called in their places.
mlir::func::FuncOp shareKernels(mlir::RewriterBase &rewriter,
                                mlir::SymbolTable &symbols,
                                llvm::ArrayRef<KernelOp> alike);

} // namespace cin
} // namespace weft

#endif // WEFT_DIALECT_CIN_TRANSFORMS_TRANSFORMS_H
