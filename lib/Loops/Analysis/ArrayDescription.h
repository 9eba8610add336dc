//===- ArrayDescription.h - Descriptions of arrays in remarks ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes arrays for remarks, by the tensor that they belong to and their
// role.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_ARRAYDESCRIPTION_H
#define WEFT_LIB_LOOPS_ANALYSIS_ARRAYDESCRIPTION_H

#include "mlir/IR/Value.h"

#include <string>

namespace weft {

/// Describes the array of which `array` is a view, or that it was before it was
/// reallocated or carried by a loop: "the values of 'A'", "the level 1
/// coordinates of tensor 0", "argument 2" of the function, "an allocated array"
/// or "an array". Without a remark engine, all arrays are "an array".
std::string describeArray(mlir::Value array);

/// Describes a loop bound that is not loaded: "the constant 0", "a result of
/// `arith.addi`" or "a block argument".
std::string describeBound(mlir::Value bound);

/// Describes the array that an operation allocates: "the values of 'w'", or
/// "the array" if it has no name.
std::string describeAllocation(mlir::Operation *alloc);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_ARRAYDESCRIPTION_H
