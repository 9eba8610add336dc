//===- DiagnosticRecorder.h - User errors from MLIR diagnostics -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes report errors at locations of operations; users wrote a text. The
// operations' locations are places in that text, so every error can be shown
// with a caret below it, and nothing is ever printed by the library itself.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_DIAGNOSTICRECORDER_H
#define WEFT_LIB_COMPILER_DIAGNOSTICRECORDER_H

#include "weft/Notation/Diagnostic.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace weft {

/// The first part of a location that is a place in the text.
std::optional<notation::Range> findRange(mlir::Location loc,
                                         llvm::StringRef text);

/// Catches the errors that are emitted in a context while it exists.
class DiagnosticRecorder {
public:
  /// `text` is what the file locations of operations refer to, but for those in
  /// the schedule.
  DiagnosticRecorder(mlir::MLIRContext *context, llvm::StringRef text,
                     llvm::StringRef schedule = "");

  /// Runs passes. The error is about the text where a pass refused something in
  /// it; otherwise it is an internal one that names the pass.
  llvm::Error run(mlir::PassManager &pm, mlir::Operation *op);

  /// The first error that was emitted, with the name of the step that failed
  /// unless it is about the text.
  llvm::Error takeError(llvm::StringRef step);

private:
  llvm::StringRef text, schedule;
  std::optional<std::string> message;
  /// Whether the message is about a place in the text.
  bool located = false;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace weft

#endif // WEFT_LIB_COMPILER_DIAGNOSTICRECORDER_H
