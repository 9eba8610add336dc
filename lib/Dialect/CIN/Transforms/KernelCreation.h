//===- KernelCreation.h - Kernels like others -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that are made of others compute in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_KERNELCREATION_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_KERNELCREATION_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace cin {

/// Makes a kernel of these operands whose body has arguments and no statement
/// yet. All else that is said of it is what is said of `model`.
KernelOp createLike(mlir::OpBuilder &builder, mlir::Location loc,
                    KernelOp model, mlir::ValueRange inputs,
                    mlir::ValueRange outputs, mlir::ValueRange extents);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_KERNELCREATION_H
