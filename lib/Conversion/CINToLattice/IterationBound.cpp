//===- IterationBound.cpp - Bounds of trip counts ---------------*- C++ -*-===//
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
// All runs of a forall together visit at most as many coordinates as operands
// have entries that store all variables around (docs/decisions/memory.md).
//
//===----------------------------------------------------------------------===//

#include "IterationBound.h"

#include "CountedPaths.h"

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
      !level::canIteratePositions(tensor.getLevelType(last)))
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

/// Emits the bound on a domain that follows from those on its segments.
static Value emitBound(const EmitContext &context,
                       const IterationDomain &domain,
                       llvm::function_ref<Value(unsigned)> emitLength) {
  switch (domain.getKind()) {
  case IterationDomain::Kind::Empty:
    return context.createIndex(0);
  case IterationDomain::Kind::Universe:
    return Value();
  case IterationDomain::Kind::Segment:
    return emitLength(domain.getSegment());
  case IterationDomain::Kind::Intersection:
  case IterationDomain::Kind::Union:
    break;
  }
  bool isUnion = domain.getKind() == IterationDomain::Kind::Union;
  Value left = emitBound(context, domain.getLeft(), emitLength);
  if (!left && isUnion)
    return Value();
  Value right = emitBound(context, domain.getRight(), emitLength);
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
  return ::emitBound(context, plan.domain, [&](unsigned segment) {
    return emitLength(context, plan, segment, scope);
  });
}

//===----------------------------------------------------------------------===//
// All runs
//===----------------------------------------------------------------------===//

/// The variables of a forall and of those around it.
static SmallVector<Value> getVariables(cin::ForallOp forall) {
  SmallVector<Value> variables;
  for (; forall; forall = forall->getParentOfType<cin::ForallOp>())
    variables.push_back(forall.getVariable());
  return variables;
}

/// Emits how many entries a tensor has in the levels up to `last`; null if that
/// cannot be counted, or the tensor is not opened before `begin`.
static Value emitNumEntries(const EmitContext &context,
                            const IndexedTensor &tensor, int64_t last,
                            Value storage, Operation *begin) {
  Operation *opened = storage ? storage.getDefiningOp() : nullptr;
  if (!opened || opened->getBlock() != begin->getBlock() ||
      !opened->isBeforeInBlock(begin))
    return Value();
  // Coordinates of a list have the positions of those above.
  auto isCounted = [&](int64_t level) {
    level::LevelTypeAttrInterface type = tensor.getLevelType(level);
    return type.isBranchless() ||
           isCountable(type, /*hasOneParent=*/level == 0);
  };
  if (!llvm::all_of(llvm::seq(last + 1), isCounted))
    return Value();
  OpBuilder &builder = context.builder;
  Location loc = context.info.getKernel().getLoc();
  Value first = context.createIndex(0), end = context.createIndex(1);
  for (int64_t level : llvm::seq(last + 1)) {
    if (tensor.getLevelType(level).isBranchless())
      continue;
    auto bounds =
        level::PosBoundsOp::create(builder, loc, storage, level, first, end);
    first = bounds.getBegin();
    end = bounds.getEnd();
  }
  return arith::SubIOp::create(builder, loc, end, first);
}

Value cin_to_lattice::emitTotalBound(const EmitContext &context,
                                     cin::ForallOp forall,
                                     const ForallPlan &plan, const Scope &scope,
                                     Operation *begin) {
  // Coordinates of several variables at a time are not those of one level each.
  if (plan.space)
    return Value();
  SmallVector<Value> variables = getVariables(forall);
  return ::emitBound(context, plan.domain, [&](unsigned segment) -> Value {
    unsigned number = plan.paths[segment];
    const IndexedTensor &tensor = context.info.getPaths()[number];
    int64_t last = scope.paths[number].depth;
    if (plan.segments[segment].full || !plan.segments[segment].iterable)
      return Value();
    // What stores a part of the variables is visited for each of the others.
    for (Value variable : variables)
      if (llvm::none_of(llvm::seq(last + 1), [&](int64_t level) {
            return tensor.getVariable(level) == variable;
          }))
        return Value();
    return emitNumEntries(context, tensor, last,
                          scope.getTensor(tensor.ref).storage, begin);
  });
}
