//===- SlotOrder.cpp - Slots in the order of coordinates --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads off level types whether slots tell components apart, and off the
// algebra of operators what is absent with an operand.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/SlotOrder.h"

#include "weft/Analysis/OperatorAlgebra.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

OpOperand *analysis::followAbsence(Value value, Attribute &fill) {
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    Operation *op = use.getOwner();
    SmallVector<Attribute> fills(op->getNumOperands());
    fills[use.getOperandNumber()] = fill;
    if (op->getNumResults() != 1 ||
        getFillEffect(op, use.getOperandNumber(), fills) !=
            FillEffect::Annihilates)
      return &use;
    fill = getResultFill(op, fills);
    value = op->getResult(0);
  }
  return nullptr;
}

std::optional<SlotOrder> analysis::getSlotOrder(level::FormatAttr format) {
  std::optional<int64_t> slot;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    if (format.isSlotLevel(level))
      slot = level;
    else if (slot && isa<level::SlotOrderLevelTypeAttrInterface>(
                         format.getLevelType(level)))
      return SlotOrder{*slot, level};
  }
  return std::nullopt;
}
