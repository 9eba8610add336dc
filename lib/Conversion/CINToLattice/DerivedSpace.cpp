//===- DerivedSpace.cpp - Collapsed variables and positions -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows derivations, and emits the counts that bounds are made of.
//
//===----------------------------------------------------------------------===//

#include "DerivedSpace.h"

#include "DerivedPreconditions.h"
#include "IndexVariables.h"

#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Derivations
//===----------------------------------------------------------------------===//

/// The split whose inner part a variable is, if its outer part is bound.
static cin::SplitOp findTiled(Value variable, const KernelInfo &info,
                              const Scope &scope) {
  for (cin::SplitOp split : info.getSplits())
    if (split.getInner() == variable &&
        scope.coordinates.contains(split.getOuter()))
      return split;
  return {};
}

std::optional<DerivedSpace>
cin_to_lattice::findDerivedSpace(cin::ForallOp forall, const KernelInfo &info,
                                 const Scope &scope) {
  DerivedSpace space;
  Value variable = forall.getVariable();
  while (cin::SplitOp split = findTiled(variable, info, scope)) {
    space.splits.push_back(split);
    variable = split.getVariable();
  }
  space.position =
      dyn_cast_or_null<cin::PositionOp>(info.getDerivation(variable));
  if (space.position)
    variable = space.position.getVariable();
  space.originals = cin::getCollapsedVariables(variable);
  // Tiles of one variable are windows or shifts, unless where they begin has to
  // be found out first.
  bool isBalanced = llvm::any_of(
      space.splits, [](cin::SplitOp split) { return split.isBalanced(); });
  if (!space.position && space.originals.size() == 1 && !isBalanced)
    return std::nullopt;
  return space;
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

SmallVector<Value> cin_to_lattice::emitSizes(const EmitContext &context,
                                             ArrayRef<Value> variables,
                                             const Scope &scope) {
  return llvm::map_to_vector(variables, [&](Value variable) {
    return emitSize(context, variable, scope);
  });
}

/// Emits the positions of the levels that a position variable counts, below
/// what is bound.
static std::pair<Value, Value> emitPositions(const EmitContext &context,
                                             cin::PositionOp position,
                                             const Scope &scope) {
  unsigned number = *context.info.getPath(position);
  const PathState &path = scope.paths[number];
  std::pair<Value, Value> range(path.begin, path.end);
  for (int64_t level : position.getLevels()) {
    auto bounds =
        level::PosBoundsOp::create(context.builder, position.getLoc(),
                                   scope.getTensor(position.getRef()).storage,
                                   level, range.first, range.second);
    range = {bounds.getBegin(), bounds.getEnd()};
  }
  return range;
}

/// The product of two sizes, or the largest index if that is less: as many
/// steps are never done, while those of a product modulo 2^64 would be too few.
static Value emitSaturatingProduct(const EmitContext &context, Location loc,
                                   Value lhs, Value rhs) {
  OpBuilder &builder = context.builder;
  Value largest = context.createIndex(std::numeric_limits<int64_t>::max());
  Value divisor =
      arith::MaxUIOp::create(builder, loc, rhs, context.createIndex(1));
  Value most = arith::DivUIOp::create(builder, loc, largest, divisor);
  Value exceeds =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, lhs, most);
  Value product = arith::MulIOp::create(builder, loc, lhs, rhs);
  return arith::SelectOp::create(builder, loc, exceeds, largest, product);
}

Value cin_to_lattice::emitCount(const EmitContext &context,
                                Operation *derivation, const Scope &scope) {
  OpBuilder &builder = context.builder;
  Location loc = derivation->getLoc();
  if (auto position = dyn_cast<cin::PositionOp>(derivation)) {
    auto [begin, end] = emitPositions(context, position, scope);
    return arith::SubIOp::create(builder, loc, end, begin);
  }
  SmallVector<Value, 2> variables = cin::getCollapsedVariables(
      cast<cin::CollapseOp>(derivation).getCollapsed());
  bool fits = fitsNumber(variables, context.info);
  Value count;
  for (Value size : emitSizes(context, variables, scope)) {
    if (!count)
      count = size;
    else if (fits)
      count = arith::MulIOp::create(builder, loc, count, size);
    else
      count = emitSaturatingProduct(context, loc, count, size);
  }
  return count;
}

Value cin_to_lattice::emitBase(const EmitContext &context, Location loc,
                               const DerivedSpace &space, const Scope &scope) {
  OpBuilder &builder = context.builder;
  Value base;
  auto add = [&](Value part) {
    base = base ? arith::AddIOp::create(builder, loc, base, part) : part;
  };
  if (space.position)
    add(emitPositions(context, space.position, scope).first);
  for (cin::SplitOp split : space.splits)
    add(emitTileBegin(context, split, scope));
  return base;
}
