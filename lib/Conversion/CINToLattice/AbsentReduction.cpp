//===- AbsentReduction.cpp - Reductions of absent operands ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AbsentReduction.h"

#include "IndexVariables.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// Whether the coordinates of a forall are those of its dimension, one after
/// the other: it has no tags, and nothing is derived from its variable.
static bool isPlain(cin::ForallOp forall) {
  return !forall.getUnit() && !forall.getUnroll() &&
         llvm::none_of(forall.getVariable().getUsers(), cin::isDerivation);
}

/// Whether what is absent leaves a number behind that nothing changes any more,
/// so that the loop may end there.
static bool isAnnihilator(Region &combiner, Attribute fill) {
  Operation *op = getSimpleCombinerOp(combiner);
  auto annihilator =
      dyn_cast_or_null<IntegerAttr>(op ? getAnnihilator(op) : Attribute());
  return annihilator && areSameScalar(annihilator, fill);
}

std::optional<AbsentReduction>
cin_to_lattice::findAbsentReduction(cin::ForallOp forall,
                                    DomainAnalysis &domains, bool isOrdered,
                                    const Scope &scope) {
  AbsentReduction reduction;
  Operation *statement = forall;
  while (auto nested = dyn_cast<cin::ForallOp>(statement)) {
    if (!isPlain(nested))
      return std::nullopt;
    if (nested != forall)
      reduction.inner.push_back(nested);
    statement = cin::getStatement(*nested.getBlock());
  }
  // What is reduced may be a reduction itself: that of nothing is its identity.
  while (auto where = dyn_cast<cin::WhereOp>(statement))
    statement = cin::getStatement(where.getConsumer().front());
  reduction.assign = dyn_cast<cin::AssignOp>(statement);
  if (!reduction.assign || !reduction.assign.isCompound() ||
      !scope.getTensor(reduction.assign.getRef()).scalar)
    return std::nullopt;
  Coverage coverage = domains.getCoverage(reduction.assign.getValue());
  Region &combiner = reduction.assign.getCombiner();
  Attribute identity =
      getCombinerIdentity(combiner, reduction.assign.getIdentityAttr());
  if (coverage.full || !coverage.fill ||
      coverage.domain.getKind() == analysis::IterationDomain::Kind::Universe ||
      (identity && areSameScalar(coverage.fill, identity)))
    return std::nullopt;
  bool inAnyOrder = combinesOnce(combiner, coverage.fill);
  reduction.inGaps = isOrdered && combinesOnceInARow(combiner, coverage.fill) &&
                     (!inAnyOrder || isAnnihilator(combiner, coverage.fill));
  if (!inAnyOrder && !reduction.inGaps)
    return std::nullopt;
  reduction.fill = coverage.fill;
  reduction.domain = coverage.domain;
  return reduction;
}

/// Combines what is absent if a value says that something is.
static void combineIf(const EmitContext &context,
                      const AbsentReduction &reduction, Value isAbsent,
                      Scope &scope) {
  OpBuilder &builder = context.builder;
  cin::AssignOp assign = reduction.assign;
  Location loc = assign.getLoc();
  for (cin::ForallOp inner : reduction.inner)
    isAbsent = arith::AndIOp::create(
        builder, loc, isAbsent,
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                              context.createIndex(0),
                              emitUpper(context, inner, scope)));
  TensorState &tensor = scope.tensors[assign.getRef()];
  if (tensor.presence)
    tensor.presence =
        arith::OrIOp::create(builder, loc, tensor.presence, isAbsent);
  // There is no value while entries are counted.
  if (scope.counting)
    return;
  Value fill =
      buildScalar(builder, loc, reduction.fill, tensor.scalar.getType());
  Value combined =
      inlineCombiner(builder, assign.getCombiner(), tensor.scalar, fill);
  tensor.scalar =
      arith::SelectOp::create(builder, loc, isAbsent, combined, tensor.scalar);
}

void cin_to_lattice::combineAbsent(const EmitContext &context,
                                   cin::ForallOp forall,
                                   const AbsentReduction &reduction,
                                   Value visited, Scope &scope) {
  Value isAbsent = arith::CmpIOp::create(
      context.builder, forall.getLoc(), arith::CmpIPredicate::ne,
      visited ? visited : context.createIndex(0),
      emitUpper(context, forall, scope));
  combineIf(context, reduction, isAbsent, scope);
}

void cin_to_lattice::combineGap(const EmitContext &context,
                                const AbsentReduction &reduction,
                                Value coordinate, Value next, Scope &scope) {
  Value isAbsent =
      arith::CmpIOp::create(context.builder, coordinate.getLoc(),
                            arith::CmpIPredicate::ugt, coordinate, next);
  combineIf(context, reduction, isAbsent, scope);
}
