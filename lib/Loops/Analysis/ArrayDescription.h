//===- ArrayDescription.h - Descriptions of arrays in remarks ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes arrays for remarks. The names of SSA values are lost when IR is
// parsed, so a description consists of the role of the array.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_ARRAYDESCRIPTION_H
#define WEFT_LIB_LOOPS_ANALYSIS_ARRAYDESCRIPTION_H

#include "mlir/IR/Value.h"

#include <string>

namespace weft {

/// Describes the array of which `array` is a view: "the values of tensor 0",
/// "the level 1 coordinates of tensor 0", "argument 2" of the function, "an
/// allocated array" or "an array".
std::string describeArray(mlir::Value array);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_ARRAYDESCRIPTION_H
