//===- ArrayAccesses.h - Arrays of device code as pointers ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments of device code.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_ARRAYACCESSES_H
#define WEFT_GPU_ARRAYACCESSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace weft {
namespace gpu {

/// Whether device code writes an array that it takes.
bool isWritten(mlir::BlockArgument array);

/// Makes pointers of the arrays that a kernel takes. Its launches do not agree
/// with it any more.
mlir::LogicalResult convertArrays(mlir::gpu::GPUFuncOp kernel);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_ARRAYACCESSES_H
