//===- Variables.cpp - Index variables and what levels store -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level stores a dimension whole or in part, and an index variable may be
// split into two that foralls bind. What is here relates the two: which forall
// iterates a level, when the coordinate of a level is known, and how it and the
// variables that were split are recovered from what the foralls bind.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

Value KernelLowering::variableOf(Value ref, ValueRange variables,
                                 int64_t level) {
  return cin::getLevelVariable(formatOf(ref).getLevelExpr(level), variables);
}

bool KernelLowering::isBound(Value ref, ValueRange variables, int64_t level,
                             const Scope &scope) {
  Value variable = variableOf(ref, variables, level);
  if (!variable)
    variable = variables[formatOf(ref).getLevelExpr(level).dim];
  return scope.coordinates.contains(variable);
}

Value KernelLowering::coordinateOf(Value ref, ValueRange variables,
                                   int64_t level, const Scope &scope) {
  if (Value variable = variableOf(ref, variables, level))
    return scope.coordinates.lookup(variable);
  level::LevelExpr expr = formatOf(ref).getLevelExpr(level);
  Value coordinate = scope.coordinates.lookup(variables[expr.dim]);
  if (!coordinate)
    return {};
  Value block = constantIndex(expr.block);
  if (expr.part == level::LevelPart::Quotient)
    return arith::DivUIOp::create(builder, kernel.getLoc(), coordinate, block);
  return arith::RemUIOp::create(builder, kernel.getLoc(), coordinate, block);
}

SmallVector<Value> KernelLowering::outerCoordinates(Value ref,
                                                    ValueRange variables,
                                                    int64_t level,
                                                    const Scope &scope) {
  SmallVector<Value> coords;
  for (int64_t outer = 0; outer != level; ++outer)
    coords.push_back(coordinateOf(ref, variables, outer, scope));
  return coords;
}

SmallVector<Value> KernelLowering::boundBy(Value ref, ValueRange variables,
                                           int64_t level) {
  Value variable = variableOf(ref, variables, level);
  if (!variable)
    variable = variables[formatOf(ref).getLevelExpr(level).dim];
  SmallVector<Value> foralls;
  std::function<void(Value)> collect = [&](Value source) {
    if (auto split = source.getDefiningOp<cin::SplitOp>()) {
      collect(split.getOuter());
      collect(split.getInner());
    } else if (isa<BlockArgument>(source)) {
      foralls.push_back(source);
    }
  };
  collect(variable);
  return foralls;
}

/// What the outer variable of a split is multiplied by.
Value KernelLowering::widthOf(cin::SplitOp split, const Scope &scope) {
  Value size = constantIndex(split.getSize());
  if (split.getDirection() == cin::SplitDirection::Down)
    return size;
  return emitCeilDiv(emit(split.getExtent(), scope), size);
}

Value KernelLowering::emitCeilDiv(Value value, Value divisor) {
  Location loc = value.getLoc();
  Value past = arith::SubIOp::create(builder, loc, divisor, constantIndex(1));
  Value last = arith::AddIOp::create(builder, loc, value, past);
  return arith::DivUIOp::create(builder, loc, last, divisor);
}

void KernelLowering::bindSplits(Scope &scope) {
  for (cin::SplitOp split : splits) {
    Value outer = scope.coordinates.lookup(split.getOuter());
    Value inner = scope.coordinates.lookup(split.getInner());
    if (!outer || !inner || scope.coordinates.contains(split.getVariable()))
      continue;
    Value begin = arith::MulIOp::create(builder, split.getLoc(), outer,
                                        widthOf(split, scope));
    scope.coordinates[split.getVariable()] =
        arith::AddIOp::create(builder, split.getLoc(), begin, inner);
  }
}

Value KernelLowering::emitUpper(cin::ForallOp forall, const Scope &scope) {
  Value upper = emit(forall.getExtent(), scope);
  Location loc = forall.getLoc();
  for (cin::SplitOp split : splits) {
    bool isOuter = split.getOuter() == forall.getVariable();
    if (!isOuter && split.getInner() != forall.getVariable())
      continue;
    // Together, the two variables must not be past the extent of the variable
    // that was split, nor may the inner one reach into the next tile.
    Value extent = emit(split.getExtent(), scope);
    Value width = widthOf(split, scope);
    Value outer = scope.coordinates.lookup(split.getOuter());
    Value inner = scope.coordinates.lookup(split.getInner());
    auto limit = [&](Value bound) {
      if (bound != upper)
        upper = arith::MinUIOp::create(builder, loc, upper, bound);
    };
    if (!isOuter) {
      limit(width);
      if (outer) {
        Value begin = arith::MulIOp::create(builder, loc, outer, width);
        limit(arith::SubIOp::create(builder, loc, extent, begin));
      }
      continue;
    }
    // Tiles that begin behind `inner` before the end.
    if (inner) {
      Value past = arith::SubIOp::create(builder, loc, width, inner);
      Value last = arith::SubIOp::create(builder, loc, past, constantIndex(1));
      Value reach = arith::AddIOp::create(builder, loc, extent, last);
      limit(arith::DivUIOp::create(builder, loc, reach, width));
    } else {
      limit(emitCeilDiv(extent, width));
    }
  }
  return upper;
}

bool KernelLowering::leavesExtent(cin::ForallOp forall,
                                  ArrayRef<unsigned> participants,
                                  const Scope &scope) {
  for (cin::SplitOp split : splits) {
    bool isOuter = split.getOuter() == forall.getVariable();
    if (!isOuter && split.getInner() != forall.getVariable())
      continue;
    Value other = isOuter ? split.getInner() : split.getOuter();
    if (!scope.coordinates.contains(other))
      continue;
    for (unsigned number : participants) {
      const Path &path = scope.paths[number];
      bool isInside = formatOf(path.ref).getLevelType(path.depth).isFull();
      for (int64_t outer = 0; outer != path.depth; ++outer)
        isInside |= variableOf(path.ref, path.variables, outer) == other;
      if (!isInside)
        return true;
    }
  }
  return false;
}

LogicalResult KernelLowering::verifyWindow(cin::ForallOp forall,
                                           ArrayRef<unsigned> participants,
                                           const Scope &scope) {
  for (unsigned number : participants) {
    const Path &path = scope.paths[number];
    level::LevelTypeAttrInterface type =
        formatOf(path.ref).getLevelType(path.depth);
    if (!type.isOrdered() && !type.isFull())
      return forall.emitOpError("cannot access ")
             << nameOf(path.ref) << " in this order of the foralls: level "
             << path.depth << " (" << type
             << ") is not ordered, so that coordinates behind the last block "
                "cannot be left out";
  }
  return success();
}
