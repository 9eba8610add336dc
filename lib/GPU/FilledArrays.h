//===- FilledArrays.h - Arrays that the host fills --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results that a loop of the host fills in whole before a launch updates them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_FILLEDARRAYS_H
#define WEFT_GPU_FILLEDARRAYS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {
namespace gpu {

/// The constant that each element of an array has before a launch, which is
/// executed once after a loop of the host has filled it; null if that is not
/// known.
mlir::TypedAttr getFill(mlir::Value array, mlir::gpu::LaunchOp launch);

/// Has the blocks of a GPU fill arrays that launches use and that the host only
/// fills. Gives the loops over blocks, which replace those of the host.
llvm::SmallVector<mlir::scf::ForOp> shareFills(mlir::func::FuncOp function,
                                               int64_t threads);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_FILLEDARRAYS_H
