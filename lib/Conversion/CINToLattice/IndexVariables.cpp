//===- IndexVariables.cpp - Coordinates of index variables ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the arithmetic of blocks and splits.
//
//===----------------------------------------------------------------------===//

#include "IndexVariables.h"

#include "DerivedSpace.h"
#include "ExpressionEmitter.h"
#include "PositionTiles.h"
#include "Sums.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

bool cin_to_lattice::isBound(const IndexedTensor &tensor, int64_t level,
                             const Scope &scope) {
  return scope.coordinates.contains(tensor.getSource(level));
}

Value cin_to_lattice::emitCoordinate(const EmitContext &context,
                                     const IndexedTensor &tensor, int64_t level,
                                     const Scope &scope) {
  Value coordinate = scope.coordinates.lookup(tensor.getSource(level));
  if (coordinate && tensor.getSum(level))
    coordinate = emitInside(context, tensor, level, coordinate, scope);
  if (!coordinate || tensor.getVariable(level))
    return coordinate;
  OpBuilder &builder = context.builder;
  Location loc = context.info.getKernel().getLoc();
  level::LevelExpr expr = tensor.getFormat().getLevelExpr(level);
  Value block = context.createIndex(expr.block);
  if (expr.part == level::LevelPart::Quotient)
    return arith::DivUIOp::create(builder, loc, coordinate, block);
  return arith::RemUIOp::create(builder, loc, coordinate, block);
}

SmallVector<Value>
cin_to_lattice::emitOuterCoordinates(const EmitContext &context,
                                     const IndexedTensor &tensor, int64_t level,
                                     const Scope &scope) {
  SmallVector<Value> coords;
  for (int64_t outer = 0; outer != level; ++outer)
    coords.push_back(emitCoordinate(context, tensor, outer, scope));
  return coords;
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

static Value emitCeilDiv(const EmitContext &context, Value value,
                         Value divisor) {
  OpBuilder &builder = context.builder;
  Location loc = value.getLoc();
  Value past =
      arith::SubIOp::create(builder, loc, divisor, context.createIndex(1));
  Value last = arith::AddIOp::create(builder, loc, value, past);
  return arith::DivUIOp::create(builder, loc, last, divisor);
}

/// Emits how many values a variable has at most: its extent, or as many as
/// there are combinations or positions of what it counts or is a part of.
static Value emitRange(const EmitContext &context, Value variable,
                       const Scope &scope) {
  if (Value extent = cin::getExtent(variable))
    return ExpressionEmitter(context, scope).emit(extent);
  if (Operation *derivation = context.info.getDerivation(variable))
    return emitCount(context, derivation, scope);
  for (cin::SplitOp split : context.info.getSplits())
    if (split.getOuter() == variable || split.getInner() == variable)
      return emitRange(context, split.getVariable(), scope);
  llvm_unreachable("a forall without an extent has derived variables");
}

/// The size of the universe of a variable that was split: how many values it
/// has at most in any tile of what it is a part of itself.
static Value emitUniverse(const EmitContext &context, cin::SplitOp whole,
                          const Scope &scope) {
  // A part of a number that has no extent is one of its constant number of
  // tiles, or the number of its tiles of a constant size.
  Value variable = whole.getVariable();
  if (!whole.getExtent())
    for (cin::SplitOp split : context.info.getSplits())
      if (split.getOuter() == variable || split.getInner() == variable)
        return emitCeilDiv(context, emitUniverse(context, split, scope),
                           context.createIndex(split.getSize()));
  return emitRange(context, variable, scope);
}

Value cin_to_lattice::emitWidth(const EmitContext &context, cin::SplitOp split,
                                const Scope &scope) {
  Value size = context.createIndex(split.getSize());
  if (split.getDirection() == cin::SplitDirection::Down)
    return size;
  Value width = emitCeilDiv(context, emitUniverse(context, split, scope), size);
  // Nothing is divided by the width of the tiles of nothing.
  return arith::MaxUIOp::create(context.builder, split.getLoc(), width,
                                context.createIndex(1));
}

/// Whether an extent is known to be a multiple of the width of a tile.
static bool isMultipleOf(Value extent, Value width) {
  std::optional<int64_t> divisor = getConstantIntValue(width);
  auto isDivided = [&](Value value) {
    std::optional<int64_t> number = getConstantIntValue(value);
    return divisor && number && *number % *divisor == 0;
  };
  auto product = extent.getDefiningOp<arith::MulIOp>();
  return isDivided(extent) || (product && isDivided(product.getRhs()));
}

/// Emits the width of a tile, or the extent of the variable that was split if
/// that is less.
static Value emitFullTile(const EmitContext &context, cin::SplitOp split,
                          Value width, Value extent) {
  std::optional<int64_t> number = getConstantIntValue(extent);
  bool isKnown = isMultipleOf(extent, width) ||
                 (number && *number >= static_cast<int64_t>(split.getSize()));
  if (isKnown)
    return width;
  return arith::MinUIOp::create(context.builder, split.getLoc(), width, extent);
}

Value cin_to_lattice::emitTileBegin(const EmitContext &context,
                                    cin::SplitOp split, const Scope &scope) {
  OpBuilder &builder = context.builder;
  Location loc = split.getLoc();
  Value width = emitWidth(context, split, scope);
  Value begin = arith::MulIOp::create(
      builder, loc, scope.coordinates.lookup(split.getOuter()), width);
  if (!split.isShifted())
    return begin;
  // The last tile ends with the variable, however it begins.
  Value extent = emitSize(context, split.getVariable(), scope);
  if (isMultipleOf(extent, width))
    return begin;
  Value last = arith::SubIOp::create(
      builder, loc, extent, emitFullTile(context, split, width, extent));
  return arith::MinUIOp::create(builder, loc, begin, last);
}

static void recoverSplit(const EmitContext &context, cin::SplitOp split,
                         Scope &scope) {
  OpBuilder &builder = context.builder;
  Value outer = scope.coordinates.lookup(split.getOuter());
  Value inner = scope.coordinates.lookup(split.getInner());
  // What is balanced is bound by the coiteration of a part.
  if (!outer || !inner || split.isBalanced() ||
      scope.coordinates.contains(split.getVariable()))
    return;
  scope.coordinates[split.getVariable()] = arith::AddIOp::create(
      builder, split.getLoc(), emitTileBegin(context, split, scope), inner);
}

/// Binds what was collapsed into a number that is bound, unless a coiteration
/// has bound it, with the number.
static void recoverCollapsed(const EmitContext &context,
                             cin::CollapseOp collapse, Scope &scope) {
  OpBuilder &builder = context.builder;
  Location loc = collapse.getLoc();
  Value number = scope.coordinates.lookup(collapse.getCollapsed());
  auto isBound = [&](Value variable) {
    return scope.coordinates.contains(variable);
  };
  if (!number ||
      llvm::any_of(cin::getCollapsedVariables(collapse.getCollapsed()),
                   isBound))
    return;
  Value size;
  for (Value inner : emitSizes(
           context, cin::getCollapsedVariables(collapse.getInner()), scope))
    size = size ? arith::MulIOp::create(builder, loc, size, inner) : inner;
  // There is nothing to be divided where a size is zero.
  size = arith::MaxUIOp::create(builder, loc, size, context.createIndex(1));
  scope.coordinates[collapse.getOuter()] =
      arith::DivUIOp::create(builder, loc, number, size);
  scope.coordinates[collapse.getInner()] =
      arith::RemUIOp::create(builder, loc, number, size);
}

void cin_to_lattice::recoverVariables(const EmitContext &context,
                                      Scope &scope) {
  for (Operation *op : context.info.getDerived()) {
    if (auto split = dyn_cast<cin::SplitOp>(op))
      recoverSplit(context, split, scope);
    else
      recoverCollapsed(context, cast<cin::CollapseOp>(op), scope);
  }
  for (cin::AffineOp sum : context.info.getSums())
    if (!scope.coordinates.contains(sum.getIndex()))
      if (Value coordinate = emitSum(context, sum, scope))
        scope.coordinates[sum.getIndex()] = coordinate;
}

/// Whether a variable is a part of one that was split.
static bool isPart(const EmitContext &context, Value variable) {
  return llvm::any_of(context.info.getSplits(), [&](cin::SplitOp split) {
    return split.getOuter() == variable || split.getInner() == variable;
  });
}

/// Whether the extent of a part is known to be the one that the split gives it,
/// or to be none.
static bool hasPartExtent(cin::KernelOp kernel, cin::SplitOp split,
                          Value part) {
  Value extent = cin::getExtent(part);
  if (!extent)
    return true;
  Value known = kernel.getOutsideExtent(extent);
  if (known && split.getPartOfConstantRange() == part)
    return getConstantIntValue(known) == static_cast<int64_t>(split.getSize());
  Value whole =
      split.getExtent() ? kernel.getOutsideExtent(split.getExtent()) : Value();
  return known && whole && cin::isNumTiles(known, whole, split.getSize());
}

/// Emits the minimum of two bounds, unless they are one constant.
static Value emitMin(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  std::optional<int64_t> constant = getConstantIntValue(lhs);
  if (lhs == rhs || (constant && constant == getConstantIntValue(rhs)))
    return lhs;
  return arith::MinUIOp::create(builder, loc, lhs, rhs);
}

/// Limits a bound of the inner part of a split to what keeps the variable below
/// `extent`, its bound. `isKnown` says that the bound follows from the split.
static Value limitInner(const EmitContext &context, cin::SplitOp split,
                        Value extent, Value upper, bool isKnown,
                        const Scope &scope) {
  OpBuilder &builder = context.builder;
  Location loc = split.getLoc();
  Value width = emitWidth(context, split, scope);
  Value outer = scope.coordinates.lookup(split.getOuter());
  upper = isKnown ? width : emitMin(builder, loc, upper, width);
  if (split.isShifted()) {
    Value full = emitFullTile(context, split, width, extent);
    return isKnown ? full : emitMin(builder, loc, upper, full);
  }
  // A variable that is bounded to multiples of the width has full tiles only.
  if (outer && isMultipleOf(extent, width))
    return upper;
  if (!outer)
    return emitMin(builder, loc, upper, extent);
  Value begin = arith::MulIOp::create(builder, loc, outer, width);
  // A tile of tiles may begin behind the end of the tile that it is in.
  if (!isKnown || isPart(context, split.getVariable()))
    extent = arith::MaxUIOp::create(builder, loc, extent, begin);
  return emitMin(builder, loc, upper,
                 arith::SubIOp::create(builder, loc, extent, begin));
}

/// Limits a bound of the outer part of a split to what keeps the variable below
/// `extent`, its bound. `isKnown` says that the bound follows from the split,
/// and `isLimited` that the variable is bounded closer than by its extent.
static Value limitOuter(const EmitContext &context, cin::SplitOp split,
                        Value extent, Value upper, bool isKnown, bool isLimited,
                        const Scope &scope) {
  OpBuilder &builder = context.builder;
  Location loc = split.getLoc();
  Value width = emitWidth(context, split, scope);
  Value inner = scope.coordinates.lookup(split.getInner());
  // Tiles that begin behind `inner` before the end, or all if they are shifted.
  bool isInside = inner && !split.isShifted();
  Value tiles;
  if (isInside) {
    Value past = arith::SubIOp::create(builder, loc, width, inner);
    Value last =
        arith::SubIOp::create(builder, loc, past, context.createIndex(1));
    Value reach = arith::AddIOp::create(builder, loc, extent, last);
    tiles = arith::DivUIOp::create(builder, loc, reach, width);
  } else if (isKnown && !isLimited && cin::getExtent(split.getOuter()) &&
             split.getDirection() == cin::SplitDirection::Down) {
    tiles = upper;
  } else {
    tiles = emitCeilDiv(context, extent, width);
  }
  upper = isKnown ? tiles : emitMin(builder, loc, upper, tiles);
  // A tile of tiles may end before `inner`, where it is not full.
  if (inner && !isInside && isPart(context, split.getVariable())) {
    Value isBefore = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, inner, extent);
    upper = arith::SelectOp::create(builder, loc, isBefore, upper,
                                    context.createIndex(0));
  }
  return upper;
}

/// Limits `range`, the bound of a part of a split that its extent is, to what
/// keeps the variable that was split below its own bound.
static Value limitPart(const EmitContext &context, cin::SplitOp split,
                       bool isOuter, Value range, const Scope &scope);

/// Limits a bound of a variable to what keeps the variables that derive from it
/// below theirs.
static Value limitVariable(const EmitContext &context, Value variable,
                           Value range, const Scope &scope) {
  Value upper;
  for (cin::SplitOp split : context.info.getSplits()) {
    bool isOuter = split.getOuter() == variable;
    if (!isOuter && split.getInner() != variable)
      continue;
    Value limited = limitPart(context, split, isOuter, range, scope);
    upper = upper ? emitMin(context.builder, split.getLoc(), upper, limited)
                  : limited;
  }
  return upper ? upper : range;
}

static Value limitPart(const EmitContext &context, cin::SplitOp split,
                       bool isOuter, Value range, const Scope &scope) {
  if (isOuter && split.getRef())
    return emitNumTiles(context, split, scope);
  if (split.isBalanced())
    return isOuter ? context.createIndex(split.getSize()) : range;
  Value whole = emitRange(context, split.getVariable(), scope);
  Value extent = limitVariable(context, split.getVariable(), whole, scope);
  bool isKnown = hasPartExtent(context.info.getKernel(), split,
                               isOuter ? split.getOuter() : split.getInner());
  if (!isOuter)
    return limitInner(context, split, extent, range, isKnown, scope);
  return limitOuter(context, split, extent, range, isKnown,
                    /*isLimited=*/extent != whole, scope);
}

bool cin_to_lattice::isPlaceInTile(Value variable, const KernelInfo &info) {
  return llvm::any_of(info.getSplits(), [&](cin::SplitOp split) {
    if (split.getDirection() != cin::SplitDirection::Down || split.getRef() ||
        split.isBalanced())
      return false;
    return split.getInner() == variable ||
           (split.getOuter() == variable &&
            isPlaceInTile(split.getVariable(), info));
  });
}

/// Emits how many places a variable has in tiles whose positions are not known
/// yet, since the levels above are bound further inside. Null for others.
static Value emitPlaces(const EmitContext &context, Value variable,
                        const Scope &scope) {
  bool isBefore =
      llvm::any_of(context.info.getPositions(), [&](cin::PositionOp position) {
        return cin::isDerivedFrom(position.getPosition(), variable) &&
               scope.paths[*context.info.getPath(position)].depth <
                   position.getLevels().front();
      });
  if (!isBefore || !isPlaceInTile(variable, context.info))
    return {};
  for (cin::SplitOp split : context.info.getSplits()) {
    Value size = context.createIndex(split.getSize());
    if (split.getInner() == variable)
      return size;
    if (split.getOuter() == variable)
      return emitCeilDiv(context, emitUniverse(context, split, scope), size);
  }
  return {};
}

Value cin_to_lattice::emitSize(const EmitContext &context, Value variable,
                               const Scope &scope) {
  if (Value places = emitPlaces(context, variable, scope))
    return places;
  return limitVariable(context, variable, emitRange(context, variable, scope),
                       scope);
}

Value cin_to_lattice::emitUpper(const EmitContext &context,
                                cin::ForallOp forall, const Scope &scope) {
  return emitSize(context, forall.getVariable(), scope);
}
