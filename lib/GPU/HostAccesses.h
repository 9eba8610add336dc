//===- HostAccesses.h - Arrays that host and device share -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array of a launch stays on the device until the host accesses it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_HOSTACCESSES_H
#define WEFT_GPU_HOSTACCESSES_H

#include "weft/GPU/DeviceFunctions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace weft {
namespace gpu {

/// What the host does with an array that launches take.
struct HostUse {
  /// The operations that read or write it, and whether they write it.
  llvm::SmallMapVector<mlir::Operation *, bool, 8> accesses;
  /// Whether all accesses are known, and the array lives until the function
  /// ends or frees it.
  bool isTracked = true;
  bool isWritten = false;
  /// Whether the function allocates it.
  bool isAllocated = false;
};

/// How the kernel of a launch uses an argument.
ArgumentKind findArgumentKind(mlir::gpu::LaunchFuncOp launch,
                              mlir::gpu::GPUFuncOp kernel, unsigned number);

/// The array that a value is a view of, in whole.
mlir::Value getArray(mlir::Value view);
HostUse findHostUse(mlir::Value array);

/// Emits calls of the runtime before accesses of the host, and before a
/// function with launches returns.
mlir::LogicalResult emitHostAccesses(mlir::func::FuncOp function,
                                     mlir::ModuleOp module);

/// The address of an array.
mlir::Value emitPointer(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value array);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_HOSTACCESSES_H
