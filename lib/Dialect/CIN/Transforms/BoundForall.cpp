//===- BoundForall.cpp - Bounds of extents ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bound (thesis, section 6.5). What is promised of the extent of a variable is
// required before the kernel runs; then the forall has an extent that shows it,
// as a constant or as a multiple of one, from which the lowering reads what is
// full and what needs no guard.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Extents.h"
#include "Naming.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::cin;

namespace {
/// What a bound says of the size of a whole variable.
struct Promise {
  level::Bound bound;
  int64_t number;
  /// The width of the tiles whose number is promised, instead of a size.
  int64_t width = 1;
  /// Whether it is true whatever the size.
  bool isKnown = false;
};
} // namespace

/// The split that a variable is a part of; null if it is a whole one.
static SplitOp getSplit(Value variable) {
  for (Operation *user : variable.getUsers())
    if (auto split = dyn_cast<SplitOp>(user))
      return split;
  return {};
}

/// Whether a variable numbers something else than coordinates.
static bool isNumber(Value variable) {
  return llvm::any_of(variable.getUsers(),
                      llvm::IsaPred<CollapseOp, PositionOp>);
}

/// Whether a bound holds of a number.
static bool holds(level::Bound bound, int64_t number, int64_t size) {
  switch (bound) {
  case level::Bound::Exactly:
    return size == number;
  case level::Bound::AtMost:
    return size <= number;
  case level::Bound::MultipleOf:
    return size % number == 0;
  }
  llvm_unreachable("all bounds are handled");
}

/// What the bound of a part says of the variable that was split; nothing if it
/// is false of a part whose size is known.
static std::optional<Promise> findPromise(SplitOp split, Value part,
                                          level::Bound bound, int64_t number) {
  int64_t size = split.getSize();
  bool isDown = split.getDirection() == SplitDirection::Down;
  if (split.getPartOfConstantRange() != part) {
    // The tiles are counted; or parts have as many coordinates, all of them.
    if (isDown)
      return Promise{bound, number, size};
    bool isKnown = bound == level::Bound::MultipleOf && number == 1;
    return Promise{bound, number * size, 1, isKnown};
  }
  if (!holds(bound, number, size))
    return std::nullopt;
  // There are as many parts; but the last tile may have fewer coordinates.
  bool isKnown = !isDown || bound == level::Bound::AtMost;
  int64_t divisor = bound == level::Bound::Exactly ? size : number;
  return Promise{level::Bound::MultipleOf, divisor, 1, isKnown};
}

/// Emits a size of which a promise is true, and which is the given one if it is
/// true of that.
static Value emitBounded(RewriterBase &rewriter, Location loc, Value size,
                         Promise promise) {
  Value constant = arith::ConstantIndexOp::create(
      rewriter, loc, promise.number * promise.width);
  if (promise.width != 1)
    return promise.bound == level::Bound::MultipleOf
               ? size
               : arith::MinUIOp::create(rewriter, loc, size, constant)
                     .getResult();
  switch (promise.bound) {
  case level::Bound::Exactly:
    return constant;
  case level::Bound::AtMost:
    return arith::MinUIOp::create(rewriter, loc, size, constant);
  case level::Bound::MultipleOf:
    return arith::MulIOp::create(
        rewriter, loc, arith::DivUIOp::create(rewriter, loc, size, constant),
        constant);
  }
  llvm_unreachable("all bounds are handled");
}

/// Emits what a promise is checked of.
static Value emitMeasured(RewriterBase &rewriter, Location loc, Value size,
                          Promise promise) {
  if (promise.width == 1)
    return size;
  Value width = arith::ConstantIndexOp::create(rewriter, loc, promise.width);
  return arith::CeilDivUIOp::create(rewriter, loc, size, width);
}

LogicalResult cin::boundForall(RewriterBase &rewriter, ForallOp forall,
                               StringRef name, level::Bound bound,
                               int64_t number, Location loc) {
  auto refuse = [&](const Twine &why) {
    return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot bound '" << forall.getName() << "': " << why;
    });
  };
  if (number < 1 || number > std::numeric_limits<int32_t>::max())
    return refuse("expected a number from 1 to 2147483647");
  if (forall.getUnit() || forall.getUnroll() || forall.getMerge())
    return refuse("it has a tag; bound it before it is tagged");
  SplitOp split = getSplit(forall.getVariable());
  Value whole = forall.getVariable();
  if (split)
    whole = split.getVariable();
  if (isNumber(whole))
    return refuse("it counts combinations or positions, whose number is the "
                  "size of no dimension; bound variables before");
  Promise promise{bound, number};
  if (split) {
    for (Value part : {split.getOuter(), split.getInner()}) {
      if (split.isBalanced() || getSplit(whole) || !isa<BlockArgument>(part))
        return refuse("it is a part of a part, or of equal work; bound the "
                      "variable before it is split");
    }
    if (split.getDirection() == SplitDirection::Up &&
        split.getInner() == forall.getVariable() &&
        bound == level::Bound::MultipleOf && number != 1)
      return refuse("the last of its parts may have fewer coordinates than the "
                    "others; bound the variable before it is split");
    std::optional<Promise> found =
        findPromise(split, forall.getVariable(), bound, number);
    if (!found)
      return refuse("it has " + Twine(split.getSize()) +
                    " coordinates, as it was split");
    promise = *found;
  }
  auto kernel = forall->getParentOfType<KernelOp>();
  Value size = kernel.getOutsideExtent(getExtent(whole));
  if (!size)
    return refuse("its extent is not an argument of the kernel");
  if (name != forall.getName() &&
      failed(verifyNewIndexName(rewriter, kernel, name)))
    return failure();

  rewriter.modifyOpInPlace(forall, [&] { forall.setName(name); });
  if (promise.isKnown)
    return success();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(kernel);
  level::RequireOp::create(rewriter, loc,
                           emitMeasured(rewriter, loc, size, promise),
                           promise.bound, promise.number);
  Value bounded = emitBounded(rewriter, forall.getLoc(), size, promise);
  Value extent = addExtent(rewriter, kernel, bounded);
  if (!split) {
    setExtent(rewriter, forall, extent);
    return success();
  }
  rewriter.modifyOpInPlace(split,
                           [&] { split.getExtentMutable().assign(extent); });
  PartExtents parts = addPartExtents(rewriter, kernel, split.getDirection(),
                                     split.getSize(), extent);
  setExtent(rewriter, getForall(split.getOuter()), parts.outer);
  setExtent(rewriter, getForall(split.getInner()), parts.inner);
  return success();
}
