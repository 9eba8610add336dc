//===- ReadOnlyArrays.h - Arrays that a function does not write -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Determines whether loads from an array may move to other places of a function
// or be repeated.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_READONLYARRAYS_H
#define WEFT_LIB_LOOPS_ANALYSIS_READONLYARRAYS_H

#include "mlir/IR/Value.h"

namespace weft {

/// Whether an array is an argument that the function and its callees only load,
/// copy from or prefetch. Arguments do not alias.
bool isReadOnly(mlir::Value array);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_READONLYARRAYS_H
