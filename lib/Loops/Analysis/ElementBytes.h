//===- ElementBytes.h - Elements in lines of the cache ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many bytes elements take, of which lines of the cache have so many.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_ELEMENTBYTES_H
#define WEFT_LIB_LOOPS_ANALYSIS_ELEMENTBYTES_H

#include "mlir/IR/Types.h"

namespace weft {

/// The bytes of a line of the cache.
inline constexpr int64_t kLineBytes = 64;

/// How many bytes an element takes in an array, and beside others in a vector;
/// zero if these are not the same.
int64_t getPackedBytes(mlir::Type element);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_ELEMENTBYTES_H
