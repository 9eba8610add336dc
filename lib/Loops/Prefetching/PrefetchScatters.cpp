//===- PrefetchScatters.cpp - Places that are fetched ahead ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that puts entries into the segments of their coordinates stores to
// places that no processor foresees: each is loaded from an array, at a
// coordinate that is itself loaded. The coordinates follow each other in
// memory, though, so that some steps ahead the place can be looked up as it is
// now, and fetched (decision 169).
//
//===----------------------------------------------------------------------===//

#include "Analysis/IndirectStores.h"
#include "Prefetching/PrefetchProfitability.h"
#include "Prefetching/Prefetching.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace weft;

/// How many steps ahead a place is fetched.
static constexpr int64_t kDistance = 16;
/// The same for the second cache, which waits for more of them.
static constexpr int64_t kFarDistance = 64;
/// From how many entries on the first and second cache do not hold the array.
static constexpr int64_t kMinFarEntries = int64_t(1) << 19;
/// Where coordinates lead no further than this, three lines for each are in the
/// second cache as long as their segments are short.
static constexpr int64_t kNearSpan = 1024;

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// Copies what a value is computed from in a loop.
static Value cloneInto(OpBuilder &builder, scf::ForOp loop, Value value,
                       IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (mapping.contains(value) || !op || op->getBlock() != loop.getBody())
    return mapping.lookupOrDefault(value);
  for (Value operand : op->getOperands())
    cloneInto(builder, loop, operand, mapping);
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

/// Whether there are so many entries, and rows are not short.
static Value emitAreMany(ImplicitLocOpBuilder &b, const IndirectStores &scatter,
                         Value entries, int64_t number) {
  // Short rows have no time to spare, and are of matrices that have neighbours
  // in the cache.
  Value least = scatter.segments.emitSize(b, kMinSegmentLength);
  if (number > 0)
    least = arith::MaxSIOp::create(b, least,
                                   arith::ConstantIndexOp::create(b, number));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sge, entries, least);
}

/// Whether places are worth being fetched, and the position of the last entry.
static std::pair<Value, Value> emitIsWorthIt(ImplicitLocOpBuilder &b,
                                             const IndirectStores &scatter,
                                             int64_t minEntries,
                                             bool toSecondCache) {
  ValueRange bounds = scatter.segments.emitBounds(b);
  Value entries = arith::SubIOp::create(b, bounds[1], bounds[0]);
  Value isWorthIt = emitAreMany(b, scatter, entries, minEntries);
  if (toSecondCache) {
    Value areMany = emitAreMany(b, scatter, entries,
                                std::max(minEntries / 2, kMinCoordinates));
    memref::LoadOp coordinate = scatter.coordinate;
    Value areFar = emitAreFar(b, coordinate.getMemRef(), areMany, kNearSpan);
    isWorthIt = arith::OrIOp::create(b, isWorthIt, areFar);
  }
  Value one = arith::ConstantIndexOp::create(b, 1);
  return {isWorthIt, arith::SubIOp::create(b, bounds[1], one)};
}

static void prefetch(IndirectStores &scatter, int64_t minEntries,
                     bool toSecondCache) {
  ImplicitLocOpBuilder b(scatter.segments.loop.getLoc(),
                         scatter.segments.parents);
  auto [isWorthIt, last] = emitIsWorthIt(b, scatter, minEntries, toSecondCache);
  Value distance = arith::ConstantIndexOp::create(
      b, toSecondCache ? kFarDistance : kDistance);
  // An entry that asked would take a tenth longer.
  emitVersions(b, scatter.segments.parents, isWorthIt);

  scf::ForOp loop = scatter.segments.loop;
  b.setInsertionPointToStart(loop.getBody());
  Value position = loop.getInductionVar();
  Value ahead = arith::AddIOp::create(b, position, distance);
  ahead = arith::MinSIOp::create(b, ahead, last);
  IRMapping mapping;
  mapping.map(position, ahead);
  for (memref::StoreOp store : scatter.stores) {
    Value place = cloneInto(b, loop, store.getIndices().front(), mapping);
    memref::PrefetchOp::create(
        b, store.getMemRef(), place, /*isWrite=*/!toSecondCache,
        /*localityHint=*/toSecondCache ? 2 : 3, /*isDataCache=*/true);
  }
}

void weft::prefetchScatters(func::FuncOp function,
                            const SelectedOptions &selected,
                            int64_t minEntries) {
  // One of each loop over rows, of which there is only one copy.
  llvm::MapVector<Operation *, IndirectStores> scatters;
  function.walk([&](scf::ForOp loop) {
    if (std::optional<IndirectStores> scatter = findIndirectStores(loop))
      scatters.try_emplace(scatter->segments.parents, std::move(*scatter));
  });
  for (auto &[rows, scatter] : scatters) {
    StringRef cache =
        selected.getKeyword(rows, LoweringOption::PrefetchScatters, "l1");
    if (cache.empty())
      continue;
    bool isSecond = cache == "l2";
    int64_t least = minEntries;
    if (least < 0)
      least = isSecond ? kMinFarEntries : 0;
    prefetch(scatter, least, isSecond);
  }
}
