//===- OptionalThreads.h - Threads that nobody asked for --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that a schedule lets threads share is shared, or refused. One that was
// chosen unasked may be, and is no error if it cannot be: its function says so.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_OPTIONALTHREADS_H
#define WEFT_DIALECT_WEFT_IR_OPTIONALTHREADS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace weft {

/// On a function: its parallel loops may be shared by threads where that is
/// possible and pays off, which the runtime decides.
constexpr llvm::StringLiteral kOptionalThreadsAttr = "weft.optional_threads";

/// Whether the function around an operation has it.
inline bool areThreadsOptional(mlir::Operation *op) {
  auto function = op->getParentOfType<mlir::FunctionOpInterface>();
  return function && function->hasAttr(kOptionalThreadsAttr);
}

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_OPTIONALTHREADS_H
