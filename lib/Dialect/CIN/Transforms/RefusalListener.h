//===- RefusalListener.h - Reasons of rules that fail -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of the default schedule call the functions of its commands, which
// notify a rewriter of the precondition that does not hold. The passes report
// it as a remark.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_REFUSALLISTENER_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_REFUSALLISTENER_H

#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/IR/PatternMatch.h"

#include <string>

namespace weft {
namespace cin {

/// Keeps the last reason for which a transformation does not apply.
class RefusalListener : public mlir::RewriterBase::Listener {
public:
  void notifyMatchFailure(
      mlir::Location loc,
      llvm::function_ref<void(mlir::Diagnostic &)> explain) override {
    mlir::Diagnostic diagnostic(loc, mlir::DiagnosticSeverity::Remark);
    explain(diagnostic);
    reason = diagnostic.str();
  }

  /// Reports that the transformation does not apply to an operation.
  void report(mlir::Operation *op, llvm::StringRef transformation) const {
    if (!reason.empty())
      (void)reportMissed(op, transformation, reason);
  }

  /// The reason; empty if there is none.
  const std::string &getReason() const { return reason; }

private:
  std::string reason;
};

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_REFUSALLISTENER_H
