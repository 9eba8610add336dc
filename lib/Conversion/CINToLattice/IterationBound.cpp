//===- IterationBound.cpp - How often a forall iterates ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A union has at most as many coordinates as its operands together, an
// intersection as the smaller one. A segment with all coordinates of the
// dimension has as many, too, but few of them may be visited with effect: room
// for all would be memory in proportion to a dimension that is not stored.
//
//===----------------------------------------------------------------------===//

#include "IterationBound.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::cin_to_lattice;

/// Emits the number of entries of a segment; null if all coordinates are there
/// or positions do not number them.
static Value emitLength(const EmitContext &context, const ForallPlan &plan,
                        unsigned segment, const Scope &scope) {
  unsigned number = plan.paths[segment];
  const IndexedTensor &tensor = context.info.getPaths()[number];
  const PathState &path = scope.paths[number];
  // Of several levels, the entries of the last are counted below the others.
  int64_t last =
      path.depth + (plan.space ? plan.dimensions[segment].size() : 1) - 1;
  if (plan.segments[segment].full || !plan.segments[segment].iterable ||
      !tensor.getLevelType(last).hasPositionIterate())
    return Value();
  OpBuilder &builder = context.builder;
  Location loc = context.info.getKernel().getLoc();
  Value begin = path.begin, end = path.end;
  for (int64_t level = path.depth; level <= last; ++level) {
    auto bounds = level::PosBoundsOp::create(
        builder, loc, scope.getTensor(tensor.ref).storage, level, begin, end);
    begin = bounds.getBegin();
    end = bounds.getEnd();
  }
  return arith::SubIOp::create(builder, loc, end, begin);
}

static Value emitBound(const EmitContext &context, const ForallPlan &plan,
                       const IterationDomain &domain, const Scope &scope) {
  switch (domain.getKind()) {
  case IterationDomain::Kind::Empty:
    return context.createIndex(0);
  case IterationDomain::Kind::Universe:
    return Value();
  case IterationDomain::Kind::Segment:
    return emitLength(context, plan, domain.getSegment(), scope);
  case IterationDomain::Kind::Intersection:
  case IterationDomain::Kind::Union:
    break;
  }
  bool isUnion = domain.getKind() == IterationDomain::Kind::Union;
  Value left = emitBound(context, plan, domain.getLeft(), scope);
  if (!left && isUnion)
    return Value();
  Value right = emitBound(context, plan, domain.getRight(), scope);
  if (!left || !right)
    return isUnion ? Value() : left ? left : right;
  OpBuilder &builder = context.builder;
  Location loc = context.info.getKernel().getLoc();
  if (isUnion)
    return arith::AddIOp::create(builder, loc, left, right);
  return arith::MinUIOp::create(builder, loc, left, right);
}

Value cin_to_lattice::emitBound(const EmitContext &context,
                                const ForallPlan &plan, const Scope &scope) {
  return ::emitBound(context, plan, plan.domain, scope);
}
