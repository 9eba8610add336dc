//===- KernelDestinations.h - Kernels that use given memory -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets lowered kernels compute dense results into the memory of the tensors
// that their callers copy the results to.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SPARSIFIER_KERNELS_KERNELDESTINATIONS_H
#define WEFT_LIB_SPARSIFIER_KERNELS_KERNELDESTINATIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace weft {

/// Lets lowered kernels compute results into the memory that
/// `bufferization.materialize_in_destination` writes them to: the kernel takes
/// the memory of the destination as an argument. Preconditions:
///
/// - the result is dense, of order 1 at least, and used for nothing else;
/// - the kernel allocates the memory of the result, once and of its size, and
///   neither frees nor resizes it;
/// - the kernel is called once, in the block of the write and in the region
///   that defines the destination;
/// - the destination is no view, and nothing else uses its contents.
///
/// The write of the result to the destination stays, and is removed by
/// canonicalization after bufferization. `kernels` are the functions of the
/// llvm dialect that calls in `module` name.
void computeIntoDestinations(mlir::ModuleOp module, mlir::ModuleOp kernels);

} // namespace weft

#endif // WEFT_LIB_SPARSIFIER_KERNELS_KERNELDESTINATIONS_H
