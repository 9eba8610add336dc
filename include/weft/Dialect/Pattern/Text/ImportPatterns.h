//===- ImportPatterns.h - Programs of patterns as text ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text front end of the pattern dialect, in the syntax of "Generating Fast
// Sparse Matrix Vector Multiplication from a High Level Generic Functional IR"
// (figure 2).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_TEXT_IMPORTPATTERNS_H
#define WEFT_DIALECT_PATTERN_TEXT_IMPORTPATTERNS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace weft {
namespace pattern {

/// Parses definitions `name = nFun(n => fun(x: type => ...))` into programs. An
/// error is emitted at its line and column in `fileName`; null then.
mlir::OwningOpRef<mlir::ModuleOp> importPatterns(llvm::StringRef text,
                                                 llvm::StringRef fileName,
                                                 mlir::MLIRContext *context);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_TEXT_IMPORTPATTERNS_H
