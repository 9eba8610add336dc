//===- TensorStatistics.h - Statistics of tensors of tin --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the statistics that a function states of its arguments, and those that
// the planner estimated of its intermediates.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_TIN_TRANSFORMS_TENSORSTATISTICS_H
#define WEFT_DIALECT_TIN_TRANSFORMS_TENSORSTATISTICS_H

#include "weft/Planner/Statistics.h"

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

namespace weft {
namespace tin {

/// Sets what is known of a tensor, and leaves the rest as it is. Emits an error
/// if `tin.statistics` of the argument does not parse.
mlir::LogicalResult readStatistics(mlir::Value tensor,
                                   planner::Statistics &statistics);

} // namespace tin
} // namespace weft

#endif // WEFT_DIALECT_TIN_TRANSFORMS_TENSORSTATISTICS_H
