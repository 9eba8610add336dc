//===- Estimates.h - Attributes of estimates --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes in which a cost model notes what it estimated for kernels.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_ESTIMATES_H
#define WEFT_DIALECT_WEFT_IR_ESTIMATES_H

#include "llvm/ADT/StringRef.h"

namespace weft {

/// On a function: the schedule that a cost model chose for its compute, a
/// string.
constexpr llvm::StringLiteral kEstimatedScheduleAttr =
    "weft.estimated_schedule";

/// On the tensor.empty that a result takes its sizes from: the estimated number
/// of entries of the result, of type i64.
constexpr llvm::StringLiteral kEstimatedEntriesAttr = "weft.estimated_entries";

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_ESTIMATES_H
