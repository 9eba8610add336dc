//===- ChooseVersion.h - Entries of kernels with versions -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the entry of a kernel with two versions, which calls one of them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_KERNELABI_CHOOSEVERSION_H
#define WEFT_LIB_CONVERSION_KERNELABI_CHOOSEVERSION_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace weft {
namespace kernel_abi {

/// The array that stores the positions of the segments that choose a version:
/// the number of its tensor in the signature, its own number among the arrays
/// of this tensor, and the bits of a position.
struct PositionArray {
  int64_t tensor, array, bits;
};

/// Replaces the entry of a kernel by a function that calls the entry of its
/// version if the segments are even, and the original entry otherwise. Fails if
/// a function of the runtime cannot be declared.
mlir::LogicalResult chooseVersion(mlir::LLVM::LLVMFuncOp entry,
                                  mlir::LLVM::LLVMFuncOp version,
                                  PositionArray positions);

} // namespace kernel_abi
} // namespace weft

#endif // WEFT_LIB_CONVERSION_KERNELABI_CHOOSEVERSION_H
