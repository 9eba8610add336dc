//===- ReadOnlyArrays.h - Arrays that are read alone ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is loaded from an array in which nothing changes is the same at any
// time: ahead, behind, or again.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_READONLYARRAYS_H
#define WEFT_LIB_LOOPS_ANALYSIS_READONLYARRAYS_H

#include "mlir/IR/Value.h"

namespace weft {

/// Whether nothing that is known of an array changes it: it is an argument of a
/// function that reads it alone, one by one, in vectors or to copy it, or loads
/// it ahead. Arguments are different arrays, also those that are copied to.
bool isNeverWritten(mlir::Value array);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_READONLYARRAYS_H
