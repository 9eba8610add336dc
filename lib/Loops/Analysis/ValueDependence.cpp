//===- ValueDependence.cpp - Dependence of values on others -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Visits the operands of values with a worklist.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ValueDependence.h"

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

bool weft::isComputedFrom(Value value,
                          function_ref<std::optional<bool>(Value)> test) {
  llvm::SmallSetVector<Value, 8> visited;
  visited.insert(value);
  for (size_t next = 0; next < visited.size(); ++next) {
    std::optional<bool> passes = test(visited[next]);
    if (passes && !*passes)
      return false;
    if (passes)
      continue;
    Operation *op = visited[next].getDefiningOp();
    if (!op || op->getNumRegions() != 0)
      return false;
    visited.insert(op->operand_begin(), op->operand_end());
  }
  return true;
}

/// Whether a value is defined outside of an operation with regions.
static bool isInFront(Value value, Operation *loop) {
  return !loop->isAncestor(value.getParentRegion()->getParentOp());
}

bool weft::isInvariant(Value value, Operation *loop, Value variable) {
  return isComputedFrom(value, [&](Value source) -> std::optional<bool> {
    if (source == variable || isInFront(source, loop))
      return true;
    Operation *op = source.getDefiningOp();
    bool isFurther = op && isPure(op) && op->getNumRegions() == 0;
    return isFurther ? std::nullopt : std::optional(false);
  });
}

Value weft::emitBeforeLoop(OpBuilder &b, Value value, Operation *loop,
                           IRMapping &mapping) {
  if (mapping.contains(value))
    return mapping.lookup(value);
  if (isInFront(value, loop))
    return value;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    emitBeforeLoop(b, operand, loop, mapping);
  b.clone(*op, mapping);
  return mapping.lookup(value);
}
