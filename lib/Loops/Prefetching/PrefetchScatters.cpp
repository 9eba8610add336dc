//===- PrefetchScatters.cpp - Prefetch scatter destinations ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefetches the destinations of indirect stores `a[places[crd[p]]]`, as in a
// loop that appends entries to the segments of their coordinates. Hardware
// prefetchers do not predict these addresses. The coordinates are adjacent in
// memory, so that the loop loads `places[crd[p + d]]` and prefetches `a` there.
// Iterations before `p + d` may still increment that place, by few elements as
// a rule (docs/decisions/prefetching.md).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/IndirectStores.h"
#include "Prefetching/PrefetchProfitability.h"
#include "Prefetching/Prefetching.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace weft;

namespace {
/// The options for a loop.
struct ScatterOptions {
  /// The least number of positions: the first and second cache hold the stored
  /// array of fewer.
  int64_t minEntries;
  /// The second cache has more outstanding-miss slots than the first.
  bool toSecondCache;
  /// The prefetch distance in positions.
  int64_t distance;
  /// The largest difference of sampled coordinates, in elements, that counts as
  /// reuse: the second cache holds three lines for each of so many segments
  /// while the segments are short.
  int64_t reuseSpan;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

/// The load in a loop from which an index is computed by casts and additions;
/// null if the index is not computed so.
static memref::LoadOp findIndexLoad(scf::ForOp loop, Value index) {
  while (Operation *op = index.getDefiningOp()) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return load->getBlock() == loop.getBody() && load.getIndices().size() == 1
                 ? load
                 : memref::LoadOp();
    if (!isa<arith::AddIOp, arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return {};
    index = op->getOperand(0);
  }
  return {};
}

/// Why the destination of a store is not found ahead, for a loop in which
/// `findIndirectStores` finds nothing. Empty for a store that is not indirect.
static std::string whyNotFoundAhead(scf::ForOp loop, memref::StoreOp store) {
  if (store.getIndices().size() != 1)
    return {};
  memref::LoadOp place = findIndexLoad(loop, store.getIndices().front());
  if (!place)
    return {};
  if (isCoordinate(place, loop))
    return "the store index is the coordinate; no index array is loaded at the "
           "coordinate";
  memref::LoadOp coordinate = findIndexLoad(loop, place.getIndices().front());
  if (!coordinate)
    return {};
  if (!loop.isDefinedOutsideOfLoop(store.getMemRef()) ||
      !loop.isDefinedOutsideOfLoop(place.getMemRef()))
    return "the stored array or the index array is defined in the loop";
  if (!isCoordinate(coordinate, loop))
    return "the index array is loaded at an element of " +
           describeArray(coordinate.getMemRef()) +
           ", which is not the coordinate at the induction variable";
  if (findSequentialSegments(loop))
    return "a non-constant value is added to a loaded index";
  return whyNotSequential(loop);
}

/// Reports why a loop with indirect stores does not prefetch, once for each
/// reason.
static void reportMissedStores(scf::ForOp loop) {
  SmallVector<std::string> reasons;
  for (auto store : loop.getBody()->getOps<memref::StoreOp>())
    if (std::string reason = whyNotFoundAhead(loop, store);
        !reason.empty() && !llvm::is_contained(reasons, reason))
      reasons.push_back(std::move(reason));
  for (const std::string &reason : reasons)
    (void)reportMissed(loop, LoweringOption::PrefetchScatters, reason);
}

static void reportPrefetches(const IndirectStores &scatter,
                             const ScatterOptions &options) {
  std::string least =
      options.minEntries > 0
          ? (" and have at least " + Twine(options.minEntries) + " in total")
                .str()
          : "";
  scf::ForOp loop = scatter.segments.loop;
  reportPassed(loop, LoweringOption::PrefetchScatters,
               "prefetches scatter destinations " + Twine(options.distance) +
                   " positions ahead into L" +
                   Twine(options.toSecondCache ? 2 : 1) +
                   " where segments average at least " +
                   Twine(kMinSegmentLength) + " positions" + least);
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// Clones the operations of a loop from which a value is computed.
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

/// Emits whether there are at least `minEntries` positions, and segments are
/// not short.
static Value emitHasEntries(ImplicitLocOpBuilder &b,
                            const IndirectStores &scatter, Value entries,
                            int64_t minEntries) {
  // A short segment hides no latency, and belongs to a matrix with a band,
  // whose destinations stay in the cache.
  Value least = scatter.segments.emitSize(b, kMinSegmentLength);
  if (minEntries > 0)
    least = arith::MaxSIOp::create(
        b, least, arith::ConstantIndexOp::create(b, minEntries));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sge, entries, least);
}

/// Emits whether prefetches are profitable, and the last position of all
/// segments.
static std::pair<Value, Value> emitIsProfitable(ImplicitLocOpBuilder &b,
                                                const IndirectStores &scatter,
                                                const ScatterOptions &options) {
  ValueRange bounds = scatter.segments.emitBounds(b);
  Value entries = arith::SubIOp::create(b, bounds[1], bounds[0]);
  Value isProfitable = emitHasEntries(b, scatter, entries, options.minEntries);
  if (options.toSecondCache) {
    Value areMany = emitHasEntries(
        b, scatter, entries, std::max(options.minEntries / 2, kMinCoordinates));
    memref::LoadOp coordinate = scatter.coordinate;
    Value areFar =
        emitAreFar(b, coordinate.getMemRef(), areMany, options.reuseSpan);
    isProfitable = arith::OrIOp::create(b, isProfitable, areFar);
  }
  Value one = arith::ConstantIndexOp::create(b, 1);
  return {isProfitable, arith::SubIOp::create(b, bounds[1], one)};
}

static void prefetch(IndirectStores &scatter, const ScatterOptions &options) {
  ImplicitLocOpBuilder b(scatter.segments.loop.getLoc(),
                         scatter.segments.parents);
  auto [isProfitable, last] = emitIsProfitable(b, scatter, options);
  Value distance = arith::ConstantIndexOp::create(b, options.distance);
  // A guard in each iteration would take a tenth longer than a loop version.
  versionOperation(b, scatter.segments.parents, isProfitable);

  scf::ForOp loop = scatter.segments.loop;
  b.setInsertionPointToStart(loop.getBody());
  Value position = loop.getInductionVar();
  Value ahead = arith::AddIOp::create(b, position, distance);
  ahead = arith::MinSIOp::create(b, ahead, last);
  IRMapping mapping;
  mapping.map(position, ahead);
  for (memref::StoreOp store : scatter.stores) {
    Value place = cloneInto(b, loop, store.getIndices().front(), mapping);
    // Processors ignore prefetches for writing into the second cache.
    memref::PrefetchOp::create(
        b, store.getMemRef(), place, /*isWrite=*/!options.toSecondCache,
        /*localityHint=*/options.toSecondCache ? 2 : 3, /*isDataCache=*/true);
  }
}

/// The options for a loop over parents; nothing if the lowering option is off.
static std::optional<ScatterOptions> getOptions(scf::ForOp parents,
                                                const SelectedOptions &selected,
                                                int64_t minEntries) {
  StringRef cache =
      selected.getKeyword(parents, LoweringOption::PrefetchScatters, "l1");
  if (cache.empty())
    return std::nullopt;
  bool toSecondCache = cache == "l2";
  Machine machine = Machine::of(parents);
  if (minEntries < 0)
    minEntries = toSecondCache ? machine.l2ScatterPrefetchMinEntries : 0;
  int64_t distance =
      getChosenDistance(parents, LoweringOption::PrefetchScatters,
                        toSecondCache ? machine.l2ScatterPrefetchDistance
                                      : machine.l1ScatterPrefetchDistance);
  return ScatterOptions{minEntries, toSecondCache, distance,
                        machine.scatterReuseSpan};
}

void weft::prefetchScatters(func::FuncOp function,
                            const SelectedOptions &selected,
                            int64_t minEntries) {
  // By loop over parents, which is versioned once.
  llvm::MapVector<Operation *, IndirectStores> scatters;
  function.walk([&](scf::ForOp loop) {
    std::optional<IndirectStores> scatter = findIndirectStores(loop);
    if (scatter &&
        scatters.try_emplace(scatter->segments.parents, std::move(*scatter))
            .second)
      return;
    if (!getOptions(loop, selected, minEntries))
      return;
    if (!scatter)
      return reportMissedStores(loop);
    (void)reportMissed(loop, LoweringOption::PrefetchScatters,
                       "another loop with indirect stores in the same "
                       "enclosing loop is prefetched instead");
  });
  for (auto &[parents, scatter] : scatters) {
    std::optional<ScatterOptions> options =
        getOptions(scatter.segments.parents, selected, minEntries);
    if (!options)
      continue;
    reportPrefetches(scatter, *options);
    prefetch(scatter, *options);
  }
}
