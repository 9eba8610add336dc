//===- GatherEmitter.cpp - Prefetches of indirect loads -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits prefetches of the elements that indirect loads `a[crd[p + d]]` of later
// positions will load.
//
//===----------------------------------------------------------------------===//

#include "Prefetching/GatherLoop.h"

#include "weft/Dialect/Weft/IR/Machine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;

/// The locality hint of a memref.prefetch for level zero of the caches; a lower
/// hint is for a farther cache.
static constexpr int64_t kNearestHint = 4;

namespace {
/// Emits the prefetches of a loop.
class PrefetchEmitter {
public:
  PrefetchEmitter(Location loc, ArrayRef<GatheredElement> elements);
  void emit(const GatheredElement &element);

private:
  Value emitConstant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// Emits the load of a coordinate `distance` positions ahead of an iteration,
  /// or of one of the last coordinates.
  Value emitAhead(memref::LoadOp coordinate, int64_t distance);
  /// Emits the index of an element for coordinates ahead.
  Value emitIndex(Value index, const GatheredElement &element,
                  IRMapping &mapping);

  ImplicitLocOpBuilder b;
  /// The largest constant behind a position at which a loop loads coordinates,
  /// by array and position.
  llvm::SmallDenseMap<std::pair<Value, Value>, int64_t, 4> spans;
  /// The positions by array, position and distance, and the coordinates by
  /// load and distance, that have been emitted.
  llvm::SmallDenseMap<std::tuple<Value, Value, int64_t>, Value, 4> positions;
  llvm::SmallDenseMap<std::pair<Operation *, int64_t>, Value, 4> ahead;
};
} // namespace

/// Splits a position into another one and a constant that is added to it.
static std::pair<Value, int64_t> splitPosition(Value position) {
  if (auto sum = position.getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> behind = getConstantIntValue(sum.getRhs());
        behind && *behind > 0)
      return {sum.getLhs(), *behind};
  return {position, 0};
}

PrefetchEmitter::PrefetchEmitter(Location loc,
                                 ArrayRef<GatheredElement> elements)
    : b(loc, loc.getContext()) {
  for (const GatheredElement &element : elements)
    for (Operation *op : element.coordinates) {
      auto load = cast<memref::LoadOp>(op);
      auto [position, behind] = splitPosition(load.getIndices().front());
      int64_t &span = spans[{load.getMemRef(), position}];
      span = std::max(span, behind);
    }
}

Value PrefetchEmitter::emitAhead(memref::LoadOp coordinate, int64_t distance) {
  Value &other = ahead[{coordinate, distance}];
  if (other)
    return other;
  OpBuilder::InsertionGuard guard(b);
  Value coordinates = coordinate.getMemRef();
  auto [position, behind] = splitPosition(coordinate.getIndices().front());
  Value &further = positions[{coordinates, position, distance}];
  if (!further) {
    b.setInsertionPointAfterValue(position);
    // The loop loads `numBehind` coordinates from this position on.
    int64_t numBehind = 1 + spans.lookup({coordinates, position});
    Value last = arith::SubIOp::create(
        b, memref::DimOp::create(b, coordinates, int64_t(0)),
        emitConstant(numBehind));
    further = arith::AddIOp::create(b, position, emitConstant(distance));
    further = arith::MinSIOp::create(b, further, last);
  }
  b.setInsertionPoint(coordinate);
  Value at = arith::AddIOp::create(b, further, emitConstant(behind));
  return other = memref::LoadOp::create(b, coordinates, at);
}

Value PrefetchEmitter::emitIndex(Value index, const GatheredElement &element,
                                 IRMapping &mapping) {
  Operation *op = index.getDefiningOp();
  if (mapping.contains(index))
    return mapping.lookup(index);
  if (element.coordinates.contains(op)) {
    Value other =
        emitAhead(cast<memref::LoadOp>(op), element.parameters.distance);
    mapping.map(index, other);
    return other;
  }
  // A value that no coordinate determines is the same ahead.
  mapping.map(index, index);
  if (!element.computed.contains(op))
    return index;
  bool isOther = false;
  for (Value operand : op->getOperands())
    isOther |= emitIndex(operand, element, mapping) != operand;
  if (isOther)
    mapping.map(index, b.clone(*op, mapping)->getResult(0));
  return mapping.lookup(index);
}

void PrefetchEmitter::emit(const GatheredElement &element) {
  b.setInsertionPoint(element.load);
  IRMapping mapping;
  Value index = emitIndex(element.indices.front(), element, mapping);
  Value last;
  if (element.count)
    last = arith::SubIOp::create(b, element.count, emitConstant(1));
  int64_t lineElements = std::max<int64_t>(
      1, Machine::of(element.load).cacheLineBytes / element.bytes);
  for (int64_t first = 0; first < element.numElements; first += lineElements) {
    Value offset = emitConstant(first);
    if (last)
      offset = arith::MinSIOp::create(b, offset, last);
    memref::PrefetchOp::create(
        b, element.array, arith::AddIOp::create(b, index, offset).getResult(),
        /*isWrite=*/false, kNearestHint - element.parameters.cache,
        /*isDataCache=*/true);
  }
}

void weft::emitPrefetches(Location loc, ArrayRef<GatheredElement> elements) {
  PrefetchEmitter emitter(loc, elements);
  for (const GatheredElement &element : elements)
    emitter.emit(element);
}
