//===- RegisterAll.h - Everything of Weft in a registry ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers all dialects, external models and passes of Weft.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_REGISTERALL_H
#define WEFT_REGISTERALL_H

#include "mlir/IR/DialectRegistry.h"

namespace weft {

/// Registers Weft's dialects and the external models of its interfaces.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers Weft's passes and pipelines by their names.
void registerAllPasses();

} // namespace weft

#endif // WEFT_REGISTERALL_H
