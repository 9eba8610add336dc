//===- PrefetchGathers.cpp - Prefetch indirect loads ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefetches indirect loads `a[crd[p + d]]` of elements or rows of a dense
// array. An out-of-order processor overlaps such misses within its reorder
// window only, which a mispredicted end of a segment cuts off, and its first
// cache has few outstanding-miss slots. The pass versions the loop. The version
// that runs if the array exceeds the caches prefetches into the second cache,
// which has more slots (docs/decisions/prefetching.md).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Prefetching/GatherLoop.h"
#include "Prefetching/PrefetchProfitability.h"
#include "Prefetching/Prefetching.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "llvm/ADT/MapVector.h"

#include <vector>

using namespace mlir;
using namespace weft;

/// The factor of a coordinate in an index; null if it has none.
static Value findStride(const GatheredElement &element) {
  auto isCoordinate = [&](Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (element.coordinates.contains(op))
        return true;
      if (!isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
        return false;
      value = op->getOperand(0);
    }
    return false;
  };
  for (Operation *op : element.computed)
    if (isa<arith::MulIOp>(op))
      for (unsigned number : {0, 1})
        if (isCoordinate(op->getOperand(number)) &&
            op->getOperand(1 - number).getType().isIndex())
          return op->getOperand(1 - number);
  return {};
}

/// The arrays of elements. The elements of a loop with a larger step are
/// adjacent to those of the step before where coordinates are close to each
/// other, and hardware prefetchers cover them, also where they are new.
static SmallVector<GatheredArray> findArrays(ArrayRef<GatheredElement> elements,
                                             bool isStrided) {
  llvm::SmallMapVector<Value, GatheredArray, 4> arrays;
  for (const GatheredElement &element : elements) {
    GatheredArray &gathered = arrays[element.array];
    int64_t length = element.parameters.farBytes / element.bytes;
    gathered.farLength =
        gathered.array ? std::min(gathered.farLength, length) : length;
    gathered.array = element.array;
    gathered.lineLength = std::max<int64_t>(
        Machine::of(element.load).cacheLineBytes / element.bytes, 1);
    auto load = cast<memref::LoadOp>(element.coordinates.front());
    gathered.coordinates = load.getMemRef();
    gathered.stride = findStride(element);
    gathered.isFarIfNew = !isStrided;
  }
  return llvm::map_to_vector(arrays, [](auto &entry) { return entry.second; });
}

/// Reports the arrays that a loop prefetches.
static void reportPrefetches(const GatherLoop &gather, LoweringOption option) {
  llvm::SmallSetVector<Value, 4> arrays;
  for (const GatheredElement &element : gather.elements) {
    if (!arrays.insert(element.array))
      continue;
    const PrefetchParameters &parameters = element.parameters;
    reportPassed(gather.loop, option,
                 "prefetches " + describeArray(element.array) + " " +
                     Twine(parameters.distance) + " positions ahead into L" +
                     Twine(parameters.cache) +
                     " in a loop version for arrays of at least " +
                     Twine(parameters.farBytes) + " bytes");
  }
}

static void prefetch(const GatherLoop &gather, Value isFar) {
  ImplicitLocOpBuilder b(gather.root->getLoc(), gather.root);
  // The first version contains the loads themselves, the other one clones.
  versionOperation(b, gather.root, isFar);
  emitPrefetches(gather.root->getLoc(), gather.elements);
}

void weft::prefetchGathers(func::FuncOp function, bool strided) {
  std::vector<GatherLoop> gathers;
  LoweringOption option = strided ? LoweringOption::PrefetchStridedGathers
                                  : LoweringOption::PrefetchGathers;
  function.walk([&](scf::ForOp loop) {
    if (!isChosen(loop, option))
      return;
    if (std::optional<GatherLoop> gather = findGatherLoop(loop, option))
      gathers.push_back(std::move(*gather));
  });
  PrefetchProfitability profitability(function);
  for (const GatherLoop &gather : gathers) {
    reportPrefetches(gather, option);
    prefetch(gather, profitability.emitGuard(
                         gather.loop, findArrays(gather.elements, strided)));
  }
}
