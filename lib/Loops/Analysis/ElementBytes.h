//===- ElementBytes.h - Bytes of elements -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Determines how many bytes an element takes in memory.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_ELEMENTBYTES_H
#define WEFT_LIB_LOOPS_ANALYSIS_ELEMENTBYTES_H

#include "mlir/IR/Types.h"

namespace weft {

/// The bytes of an element in an array and in a vector; zero if they differ, or
/// if the element is not 8, 16, 32 or 64 bits wide.
int64_t getPackedBytes(mlir::Type element);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_ELEMENTBYTES_H
