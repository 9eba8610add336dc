//===- TileLoop.cpp - The tiles of a dimension ----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is what `split` makes of a variable: its part outside times the width,
// and its part inside (thesis, section 6.2).
//
//===----------------------------------------------------------------------===//

#include "TileLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Recognizing
//===----------------------------------------------------------------------===//

/// What a number is the least of.
static SmallVector<Value> getLeastOf(Value value) {
  if (auto least = value.getDefiningOp<arith::MinUIOp>()) {
    SmallVector<Value> numbers = getLeastOf(least.getLhs());
    llvm::append_range(numbers, getLeastOf(least.getRhs()));
    return numbers;
  }
  return {value};
}

static bool startsAndSteps(scf::ForOp loop) {
  return isConstantIntValue(loop.getLowerBound(), 0) &&
         isConstantIntValue(loop.getStep(), 1) && !loop.getUnsignedCmp();
}

/// Whether a value is `variable` times the width.
static bool isBegin(Value value, Value variable, int64_t width) {
  auto product = value.getDefiningOp<arith::MulIOp>();
  return product && product.getLhs() == variable &&
         isConstantIntValue(product.getRhs(), width);
}

bool TileLoop::isOverTile(scf::ForOp inside) {
  if (!startsAndSteps(inside))
    return false;
  bool isShort = false, isCut = false;
  for (Value number : getLeastOf(inside.getUpperBound())) {
    auto rest = number.getDefiningOp<arith::SubIOp>();
    if (isConstantIntValue(number, width))
      isShort = true;
    else if (rest && isEqualConstantIntOrValue(rest.getLhs(), size) &&
             isBegin(rest.getRhs(), loop.getInductionVar(), width))
      isCut = true;
    else if (!isEqualConstantIntOrValue(number, size))
      return false;
  }
  std::optional<int64_t> number = getConstantIntValue(size);
  return isShort && (isCut || (number && *number % width == 0));
}

bool TileLoop::isInTile(Value coordinate) {
  auto sum = coordinate.getDefiningOp<arith::AddIOp>();
  auto begin = sum ? sum.getLhs().getDefiningOp<arith::MulIOp>() : nullptr;
  auto variable = sum ? dyn_cast<BlockArgument>(sum.getRhs()) : nullptr;
  if (!begin || !variable)
    return false;
  auto inside = dyn_cast<scf::ForOp>(variable.getOwner()->getParentOp());
  std::optional<int64_t> factor = getConstantIntValue(begin.getRhs());
  if (!inside || variable != inside.getInductionVar() || !factor ||
      *factor <= 0 || (width != 0 && width != *factor))
    return false;
  width = *factor;
  if (!isBegin(begin, loop.getInductionVar(), width) || !isOverTile(inside))
    return false;
  if (!overTile)
    overTile = inside;
  return true;
}

bool TileLoop::isWhole() {
  if (!overTile || !startsAndSteps(loop))
    return false;
  auto isNumTiles = [&](Value value) {
    auto quotient = value.getDefiningOp<arith::DivUIOp>();
    auto sum =
        quotient ? quotient.getLhs().getDefiningOp<arith::AddIOp>() : nullptr;
    std::optional<int64_t> number = getConstantIntValue(size);
    return (sum && isConstantIntValue(quotient.getRhs(), width) &&
            sum.getLhs() == size &&
            isConstantIntValue(sum.getRhs(), width - 1)) ||
           (number && isConstantIntValue(
                          value, llvm::divideCeil(uint64_t(*number), width)));
  };
  SmallVector<Value> numbers = getLeastOf(loop.getUpperBound());
  // There are no more tiles than coordinates.
  return llvm::any_of(numbers, isNumTiles) &&
         llvm::all_of(numbers, [&](Value number) {
           return isNumTiles(number) || isEqualConstantIntOrValue(number, size);
         });
}

//===----------------------------------------------------------------------===//
// Emitting
//===----------------------------------------------------------------------===//

/// Computes once more what is computed in a loop.
static Value recompute(OpBuilder &b, Value value, scf::ForOp loop) {
  if (loop.isDefinedOutsideOfLoop(value) || value == loop.getInductionVar())
    return value;
  Operation *op = value.getDefiningOp();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, recompute(b, operand, loop));
  return b.clone(*op, mapping)->getResult(0);
}

Value TileLoop::emitCoordinate(ImplicitLocOpBuilder &b, Value variable) {
  Value begin = arith::MulIOp::create(b, loop.getInductionVar(),
                                      arith::ConstantIndexOp::create(b, width));
  return arith::AddIOp::create(b, begin, variable);
}

ValueRange
TileLoop::emitOverTile(ImplicitLocOpBuilder &b, ValueRange carried,
                       llvm::function_ref<void(Value, ValueRange)> emitBody) {
  // The bounds are made of arithmetic, the loop, and what is before it.
  auto copy = scf::ForOp::create(
      b, recompute(b, overTile.getLowerBound(), loop),
      recompute(b, overTile.getUpperBound(), loop),
      recompute(b, overTile.getStep(), loop), carried,
      [&](OpBuilder &inside, Location, Value variable, ValueRange arguments) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToStart(inside.getBlock());
        emitBody(emitCoordinate(b, variable), arguments);
      });
  if (std::optional<int64_t> lanes = getVector(overTile))
    updateLoopInfo(copy, [&](LoopInfo &info) { info.vector = lanes; });
  return copy.getResults();
}
