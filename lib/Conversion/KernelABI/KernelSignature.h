//===- KernelSignature.h - Lowered kernels and their tensors ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which tensors the arguments and results of a lowered kernel are the sizes and
// arrays of, which the lowering of its tensors records.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_KERNELABI_KERNELSIGNATURE_H
#define WEFT_LIB_CONVERSION_KERNELABI_KERNELSIGNATURE_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <optional>

namespace weft {

/// The arguments that a memory reference of rank 1 has become.
enum { kAllocated, kAligned, kOffset, kSize, kStride, kNumMemRefArguments };

/// A tensor of a kernel's signature.
struct TensorRecord {
  int64_t rank = 0;
  /// The bytes of an element of each array.
  llvm::SmallVector<int64_t> elementBytes;
  /// Whether the elements of the last array are records; then the memory
  /// reference is one of bytes.
  bool endsInRecords = false;

  int64_t getNumArrays() const { return elementBytes.size(); }
  /// Of an array, which may hold records.
  bool holdsRecords(int64_t array) const {
    return endsInRecords && array + 1 == getNumArrays();
  }
};

/// An argument of a kernel's signature: a tensor or the size of a result's
/// mode.
struct ArgumentRecord {
  std::optional<TensorRecord> tensor;
  int64_t result = 0, mode = 0;
};

/// The signature of a kernel in terms of tensors.
struct KernelSignature {
  llvm::SmallVector<TensorRecord> results;
  llvm::SmallVector<ArgumentRecord> arguments;
};

/// Reads the signature of a kernel, and checks that the kernel has it; fails
/// with a diagnostic.
mlir::FailureOr<KernelSignature> readSignature(mlir::LLVM::LLVMFuncOp kernel);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_KERNELABI_KERNELSIGNATURE_H
