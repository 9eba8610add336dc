//===- Naming.h - Names of a kernel -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of index variables and of workspaces are unique in a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_NAMING_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_NAMING_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// The name `base`, or `base` with the first number behind it that makes it one
/// that no index variable, or no workspace, of a kernel has.
std::string getFreshIndexName(KernelOp kernel, llvm::StringRef base);
std::string getFreshWorkspaceName(KernelOp kernel, llvm::StringRef base);

/// Checks that a name is one for an index variable that a kernel does not have.
mlir::LogicalResult verifyNewIndexName(mlir::RewriterBase &rewriter,
                                       KernelOp kernel, llvm::StringRef name);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_NAMING_H
