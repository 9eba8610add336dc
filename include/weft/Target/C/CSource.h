//===- CSource.h - Kernels in C ---------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a kernel of loops over arrays (the level `memref`) as a C99 file that
// needs libc and libm alone, as somebody would write it who wants to read it:
// structured control flow, expressions, and names that come from the text.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TARGET_C_CSOURCE_H
#define WEFT_TARGET_C_CSOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace weft {

/// An array of a tensor in C.
struct CArray {
  std::string name;
  /// Whether the elements are known not to be negative.
  bool isNonNegative = false;
};

/// A tensor in the signature of a kernel.
struct CTensor {
  /// The name of the tensor, and of the argument that it comes in.
  std::string name, argument;
  std::vector<CArray> arrays;
};

/// What the IR does not say of a kernel.
struct CKernel {
  std::string name;
  /// Lines that stand above the kernel in a comment.
  std::vector<std::string> comment;
  std::vector<CTensor> results, operands;
};

/// Prints the kernel of a module, and the functions that it calls. What C does
/// not have is refused with a diagnostic.
mlir::LogicalResult printCSource(mlir::ModuleOp module, const CKernel &kernel,
                                 llvm::raw_ostream &os);

/// Prints the kernel of a module, and the functions that it calls, in CUDA C++.
/// Functions with `gpu.kernel`, as `weft-outline-device-functions` makes them,
/// run on a device.
mlir::LogicalResult printCUDASource(mlir::ModuleOp module,
                                    const CKernel &kernel,
                                    llvm::raw_ostream &os);

/// Prints all functions of a module, which take and return numbers and arrays.
/// One that takes memory is refused.
mlir::LogicalResult printCFunctions(mlir::ModuleOp module,
                                    llvm::raw_ostream &os);

} // namespace weft

#endif // WEFT_TARGET_C_CSOURCE_H
