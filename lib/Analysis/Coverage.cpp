//===- Coverage.cpp - Iteration domains of expressions ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the algebra of an operator what its operands mean for iteration (thesis,
// section 3.2).
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/Coverage.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

/// Drops the fill of an operand if the result is its own fill without it, as
/// that of a selection is among two absent values, whatever the condition.
static bool dropFill(Operation *op, unsigned operand,
                     SmallVectorImpl<Attribute> &fills, Attribute resultFill) {
  Attribute dropped = std::exchange(fills[operand], nullptr);
  Attribute fill = getResultFill(op, fills);
  if (fill && areSameScalar(fill, resultFill))
    return true;
  fills[operand] = dropped;
  return false;
}

OperatorCoverage
weft::analysis::getOperatorCoverage(Operation *op, ArrayRef<Attribute> fills,
                                    const llvm::SmallBitVector &full) {
  // An operand that is never absent has no fill.
  SmallVector<Attribute> absent(fills);
  for (unsigned operand : full.set_bits())
    absent[operand] = nullptr;

  OperatorCoverage result;
  result.fill = getResultFill(op, absent);
  for (unsigned operand = 0, e = absent.size(); operand != e; ++operand)
    result.roles.push_back(absent[operand] &&
                                   getFillEffect(op, operand, absent) ==
                                       FillEffect::Annihilates
                               ? OperandRole::Restricts
                               : OperandRole::LookedUp);
  if (result.isRestricted())
    return result;
  // The result is its fill where all operands are absent; without a fill, it is
  // computed at every coordinate.
  result.full = !result.fill;
  for (auto [operand, role] : llvm::enumerate(result.roles))
    if (result.full ||
        (!full.test(operand) && !dropFill(op, operand, absent, result.fill)))
      role = OperandRole::Adds;
  return result;
}

Attribute weft::analysis::getNeutralValue(cin::AssignOp assign, bool isFirst) {
  if (assign.isCompound())
    return getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr());
  if (isFirst)
    return level::getFill(assign.getRef().getType().getTensor());
  return nullptr;
}

Coverage<IterationDomain> weft::analysis::getOperationCoverage(
    Operation *op, ArrayRef<Coverage<IterationDomain>> operands) {
  return combineCoverage<IterationDomain>(
      getOperatorCoverage(op, operands), operands,
      [](const Coverage<IterationDomain> &operand) {
        return operand.domain.getKind() == IterationDomain::Kind::Universe
                   ? operand.domain
                   : IterationDomain::unite(operand.domain,
                                            IterationDomain::universe());
      });
}

IterationDomain
weft::analysis::getAssignedDomain(const Coverage<IterationDomain> &value,
                                  Attribute neutral) {
  return getAssignedSet<IterationDomain>(
      value, neutral, [](const Coverage<IterationDomain> &value) {
        return IterationDomain::unite(IterationDomain::universe(),
                                      value.domain);
      });
}
