//===- StatisticsAttributes.h - Attributes of statistics --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes that state and estimate how many entries tensors have.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_TIN_IR_STATISTICSATTRIBUTES_H
#define WEFT_DIALECT_TIN_IR_STATISTICSATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace weft {
namespace tin {

/// On an argument of a function: its statistics, a string.
constexpr llvm::StringLiteral kStatisticsAttr = "tin.statistics";

/// On a compute: the estimated number of entries of its result, a number of
/// type f64.
constexpr llvm::StringLiteral kEntriesAttr = "tin.entries";

} // namespace tin
} // namespace weft

#endif // WEFT_DIALECT_TIN_IR_STATISTICSATTRIBUTES_H
