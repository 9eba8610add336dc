//===- CheckDeviceAccesses.h - Checks in device code ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the pass that checks accesses which concerns device code.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_CHECKDEVICEACCESSES_H
#define WEFT_CONVERSION_LEVELTOMEMREF_CHECKDEVICEACCESSES_H

#include "mlir/IR/BuiltinOps.h"

namespace weft {

/// Checks the accesses of the kernels that a module launches. Returns how many
/// there are.
int64_t checkDeviceAccesses(mlir::ModuleOp module);

} // namespace weft

#endif // WEFT_CONVERSION_LEVELTOMEMREF_CHECKDEVICEACCESSES_H
