//===- KernelVersion.h - Versions of kernels --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two functions may compute the same results by different loops. Statistics of
// an operand choose one of them when the kernel runs.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_KERNELVERSION_H
#define WEFT_DIALECT_WEFT_IR_KERNELVERSION_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace weft {

/// An attribute of a function that is a version of another one: a dictionary
/// with the fields of a `KernelVersion`.
constexpr llvm::StringLiteral kVersionAttr = "weft.version";

/// Which function a version replaces, and the segments that choose it: it runs
/// if those of a level of an operand are even (`weft_rt_has_even_segments`).
struct KernelVersion {
  /// The name of the other function.
  mlir::StringAttr of;
  /// The number of the argument, and of its level.
  int64_t operand = 0, level = 0;
  /// The number of the array that stores the positions of the segments, among
  /// the arrays of the operand, and the bits of a position. -1 and 0 before
  /// tensors are lowered to arrays.
  int64_t array = -1, bits = 0;

  mlir::Attribute getAttr(mlir::MLIRContext *context) const;
};

/// The version that an attribute describes; nothing if it describes none.
std::optional<KernelVersion> readVersion(mlir::Attribute attr);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_KERNELVERSION_H
