//===- SlotOrder.h - Slots in the order of coordinates ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whose absence is that of an operand, and what the slots of the operand say of
// the order and the number of its components.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_SLOTORDER_H
#define WEFT_ANALYSIS_SLOTORDER_H

#include "weft/Dialect/Level/IR/Level.h"

#include <optional>

namespace weft {
namespace analysis {

/// The use of a value that is absent wherever `value` is, behind all operations
/// that this annihilates; null if one of them is used elsewhere, too. `fill` is
/// that of the value, and becomes that of the one that is used.
mlir::OpOperand *followAbsence(mlir::Value value, mlir::Attribute &fill);

/// Levels of a format in one slot of which each component is: coordinates of
/// `ascending` ascend from one slot to the next, below one coordinate of the
/// level above it.
struct SlotOrder {
  int64_t slot, ascending;
  int64_t getParent() const { return ascending - 1; }
};

/// None if the format has no slots, or components in any of them.
std::optional<SlotOrder> getSlotOrder(level::FormatAttr format);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_SLOTORDER_H
