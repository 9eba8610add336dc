//===- VersionExtents.cpp - Loops over a few elements ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense operand with one column is a vector, and one with three has rows of
// less than a register, but nobody may know that when its kernel is compiled.
// The loops over the tiles of its columns, and what looks for a full one, stand
// in each row and take as long as the few entries that a sparse row has. The
// nest is copied for these cases, and for tiles that one register holds, once,
// so that none of its iterations asks again.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ValueDependence.h"
#include "Tiling/LoopVersions.h"
#include "Tiling/TileNest.h"
#include "Vectorization/VectorLoop.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Loops/Passes.h"
#include "weft/Support/ExactIdentity.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace weft {
#define GEN_PASS_DEF_VERSIONEXTENTS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The largest extent for which there is a copy where tiles that are not full
/// do not become fast vectors.
static constexpr int64_t kMaxExtent = 4;

//===----------------------------------------------------------------------===//
// Finding extents
//===----------------------------------------------------------------------===//

/// Collects what a bound is computed from but constants, the variables of loops
/// in `nest`, and what is computed. False if some of it is known in the nest
/// alone.
static bool findSources(Value bound, scf::ForOp nest,
                        llvm::SmallSetVector<Value, 2> &sources) {
  return isComputedFrom(bound, [&](Value value) -> std::optional<bool> {
    if (matchPattern(value, m_Constant()))
      return true;
    Operation *op = value.getDefiningOp();
    if (isa_and_present<arith::ArithDialect>(op ? op->getDialect() : nullptr))
      return std::nullopt;
    if (nest.isDefinedOutsideOfLoop(value)) {
      sources.insert(value);
      return true;
    }
    auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
    return loop && value == loop.getInductionVar();
  });
}

/// Whether lanes share a loop whose bound is computed from an extent.
static bool isOver(scf::ForOp loop, scf::ForOp nest, Value extent) {
  llvm::SmallSetVector<Value, 2> sources;
  return isVector(loop) && findSources(loop.getUpperBound(), nest, sources) &&
         sources.contains(extent);
}

/// The only extent of the loops in a nest that lanes share; null if there are
/// none, or several, or it depends on what the nest reads.
static Value findExtent(scf::ForOp nest) {
  llvm::SmallSetVector<Value, 2> sources;
  WalkResult result = nest.getBody()->walk([&](scf::ForOp loop) {
    return !isVector(loop) || findSources(loop.getUpperBound(), nest, sources)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (result.wasInterrupted() || sources.size() != 1 ||
      !sources.front().getType().isIndex())
    return {};
  return sources.front();
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

/// Whether a loop loads an array.
static bool loads(scf::ForOp loop, Value array) {
  return llvm::any_of(
      loop.getBody()->getOps<memref::LoadOp>(),
      [&](memref::LoadOp load) { return load.getMemRef() == array; });
}

/// Whether a loop around lanes does not carry what they add to, or must begin
/// with what is there.
static bool waitsForMemory(memref::StoreOp store) {
  Operation *combiner = store.getValueToStore().getDefiningOp();
  return reloadsElsewhere(store) || !combiner || !getFreeIdentity(combiner);
}

/// Whether lanes add to elements that nothing in the nest has filled. Where not
/// all lanes are there, the elements of two steps may be in one register, and
/// processors wait until the one is stored before they load the other.
static bool addsToElements(scf::ForOp nest, Value extent) {
  llvm::SmallDenseSet<Value, 2> filled, added;
  nest.getBody()->walk([&](scf::ForOp loop) {
    if (isOver(loop, nest, extent))
      for (auto store : loop.getBody()->getOps<memref::StoreOp>()) {
        if (!loads(loop, store.getMemRef()))
          filled.insert(store.getMemRef());
        else if (waitsForMemory(store))
          added.insert(store.getMemRef());
      }
  });
  return llvm::any_of(added,
                      [&](Value array) { return !filled.contains(array); });
}

/// The extents for which a nest is copied.
static SmallVector<int64_t> findNumbers(scf::ForOp nest, Value extent) {
  // What assembles a result around a nest takes longer than to look whether a
  // tile of three elements is full.
  int64_t most = nest->getParentOfType<scf::ForOp>() ? 2 : kMaxExtent;
  int64_t last = addsToElements(nest, extent) ? most : 1;
  return llvm::to_vector(llvm::seq_inclusive<int64_t>(1, last));
}

/// Copies a nest, and what is computed from an extent before it, for a number.
static scf::ForOp cloneFor(OpBuilder &b, scf::ForOp nest, Value extent,
                           int64_t number) {
  IRMapping mapping;
  mapping.map(extent, arith::ConstantIndexOp::create(b, nest.getLoc(), number));
  for (Operation &op :
       llvm::make_range(nest->getBlock()->begin(), nest->getIterator()))
    if (isa<arith::ArithDialect>(op.getDialect()) &&
        llvm::any_of(op.getOperands(),
                     [&](Value operand) { return mapping.contains(operand); }))
      b.clone(op, mapping);
  auto copy = cast<scf::ForOp>(b.clone(*nest, mapping));
  if (number != 1)
    return copy;
  // What is left has loops over sparse rows, for a case that is rare.
  nest.getBody()->walk([&](scf::ForOp loop) {
    Operation *made = mapping.lookup(loop.getOperation());
    if (isOver(loop, nest, extent)) {
      updateLoopInfo(made, [](LoopInfo &info) { info.vector.reset(); });
    } else if (!isVector(loop)) {
      markModestLoop(made);
    }
  });
  return copy;
}

namespace {
/// Loops over tiles, the only one of which may be what one register holds.
struct NarrowTiles {
  SmallVector<TileNest> loops;
  int64_t lanes = 0;
};
} // namespace

/// How many lanes a register has for a loop; 0 if they may not be left out.
static int64_t getMaskedLanes(scf::ForOp loop, bool strict) {
  LaneAnalysis analysis(loop, /*quiet=*/true);
  return succeeded(analysis.run(strict)) && canMaskTile(loop, analysis)
             ? getRegisterLanes(analysis)
             : 0;
}

/// Finds the loops over tiles in a nest, if all loops that lanes share are in
/// one of them, inside of each step of the nest.
static std::optional<NarrowTiles> findNarrowTiles(scf::ForOp nest, Value extent,
                                                  bool strict) {
  NarrowTiles tiles;
  nest.getBody()->walk([&](scf::ForOp loop) {
    if (std::optional<TileNest> found = TileNest::find(loop))
      if (found->getExtent() == extent)
        tiles.loops.push_back(std::move(*found));
  });
  WalkResult result = nest.getBody()->walk([&](scf::ForOp loop) {
    if (!isVector(loop))
      return WalkResult::advance();
    int64_t lanes = getMaskedLanes(loop, strict);
    if (lanes == 0 || !llvm::any_of(tiles.loops, [&](const TileNest &around) {
          return around.isOverTile(loop);
        }))
      return WalkResult::interrupt();
    tiles.lanes = tiles.lanes == 0 ? lanes : std::min(tiles.lanes, lanes);
    return WalkResult::advance();
  });
  if (result.wasInterrupted() || tiles.lanes == 0)
    return std::nullopt;
  return tiles;
}

/// Lets a nest be for extents that one register holds, and a copy of it for
/// others.
static void narrow(scf::ForOp nest, Value extent, NarrowTiles &tiles) {
  ImplicitLocOpBuilder b(nest.getLoc(), nest);
  // An extent of zero has no tile.
  Value last =
      arith::SubIOp::create(b, extent, arith::ConstantIndexOp::create(b, 1));
  Value isNarrow =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, last,
                            arith::ConstantIndexOp::create(b, tiles.lanes));
  emitVersions(b, nest, isNarrow);
  for (TileNest &loop : tiles.loops)
    loop.promoteOnlyTile();
  nest.walk([&](scf::ForOp loop) {
    if (isVector(loop))
      markPartialTile(loop, tiles.lanes);
  });
}

/// Lets copies of a nest run where its extent is small.
static LogicalResult specialize(scf::ForOp nest, Value extent,
                                const FrozenRewritePatternSet &folding) {
  ImplicitLocOpBuilder b(nest.getLoc(), nest);
  SmallVector<int64_t> numbers = findNumbers(nest, extent);
  auto choice = scf::IndexSwitchOp::create(b, nest.getResultTypes(), extent,
                                           numbers, numbers.size());
  for (auto [number, region] : llvm::zip(numbers, choice.getCaseRegions())) {
    b.setInsertionPointToStart(&region.emplaceBlock());
    scf::ForOp copy = cloneFor(b, nest, extent, number);
    scf::YieldOp::create(b, copy.getResults());
  }
  nest.replaceAllUsesWith(choice.getResults());
  b.setInsertionPointToStart(&choice.getDefaultRegion().emplaceBlock());
  nest->moveBefore(scf::YieldOp::create(b, nest.getResults()));
  SmallVector<Operation *> ops;
  for (Region &region : choice.getCaseRegions())
    region.walk([&](Operation *op) { ops.push_back(op); });
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  return applyOpPatternsGreedily(ops, folding, config);
}

/// Whether a nest calls functions, as those that make room.
static bool calls(scf::ForOp nest) {
  return nest->walk([](func::CallOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {
struct VersionExtents : weft::impl::VersionExtentsBase<VersionExtents> {
  using VersionExtentsBase::VersionExtentsBase;
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    scf::ForOp::getCanonicalizationPatterns(patterns, context);
    folding = std::move(patterns);
    return success();
  }
  void runOnOperation() override {
    SmallVector<scf::ForOp> nests;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      // What assembles a sparse result around them is not copied.
      if (calls(loop))
        return WalkResult::advance();
      nests.push_back(loop);
      return WalkResult::skip();
    });
    for (scf::ForOp nest : nests) {
      StringRef how = getChosenKeyword(nest, LoweringOption::VersionExtents,
                                       hasMasks ? "masked" : "unmasked");
      if (how.empty())
        continue;
      if (Value extent = findExtent(nest)) {
        if (failed(specialize(nest, extent, folding)))
          return signalPassFailure();
        if (how == "masked")
          if (auto tiles = findNarrowTiles(nest, extent, strict))
            narrow(nest, extent, *tiles);
      }
    }
  }

private:
  FrozenRewritePatternSet folding;
};
} // namespace
