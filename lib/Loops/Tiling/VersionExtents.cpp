//===- VersionExtents.cpp - Version nests for small extents ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Versions loop nests for small extents of a dense mode that vector loops, or
// loops over tiles of complex numbers, iterate.
//
// A dense operand with one column is a vector, and the rows of one with three
// columns are shorter than a register, but the extent is unknown when the
// kernel is compiled. The loops over tiles of the columns, and the branches
// that test for full tiles, run in each row and take as long as the few entries
// of a sparse row. The pass clones the nest for extents of a few constants, and
// for extents of at most one register, and selects the version once, before the
// nest.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ValueDependence.h"
#include "Tiling/LoopVersions.h"
#include "Tiling/TileNest.h"
#include "Vectorization/VectorLoop.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"
#include "weft/Support/ExactIdentity.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
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

/// The largest constant extent for which the nest is versioned where partial
/// tiles do not become masked vectors (docs/decisions/register-tiles.md).
static constexpr int64_t kMaxExtent = 4;

static LogicalResult refuse(Operation *op, const Twine &reason) {
  return reportMissed(op, LoweringOption::VersionExtents, reason);
}

//===----------------------------------------------------------------------===//
// Finding extents
//===----------------------------------------------------------------------===//

using ExtentSet = llvm::SmallSetVector<Value, 2>;

/// Collects the values defined outside a nest from which a bound is computed
/// with constants, arithmetic and induction variables of the nest. Returns a
/// value of the nest that is computed otherwise; null if there is none.
static Value collectExtents(Value bound, scf::ForOp nest, ExtentSet &extents) {
  Value other;
  (void)isComputedFrom(bound, [&](Value value) -> std::optional<bool> {
    if (matchPattern(value, m_Constant()))
      return true;
    Operation *op = value.getDefiningOp();
    if (isa_and_present<arith::ArithDialect>(op ? op->getDialect() : nullptr))
      return std::nullopt;
    if (nest.isDefinedOutsideOfLoop(value)) {
      extents.insert(value);
      return true;
    }
    auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
    if (loop && value == loop.getInductionVar())
      return true;
    other = value;
    return false;
  });
  return other;
}

static bool isInTile(scf::ForOp loop) {
  for (auto parent = loop->getParentOfType<scf::ForOp>(); parent;
       parent = parent->getParentOfType<scf::ForOp>())
    if (TileNest::isTagged(parent))
      return true;
  return false;
}

/// Whether a loop stores elements, and none that have vectors.
static bool storesScalars(scf::ForOp loop) {
  auto stores = loop.getBody()->getOps<memref::StoreOp>();
  return !stores.empty() && llvm::none_of(stores, [](memref::StoreOp store) {
    return VectorType::isValidElementType(
        store.getMemRefType().getElementType());
  });
}

/// Whether a loop stores elements of a tile that have no vectors, and ends with
/// the tile or the extent.
static bool isScalarTileLoop(scf::ForOp loop) {
  return storesScalars(loop) &&
         loop.getUpperBound().getDefiningOp<arith::MinUIOp>() && isInTile(loop);
}

/// Whether a loop iterates over elements of a tile: a vector loop, or one whose
/// elements have no vectors.
static bool isElementLoop(scf::ForOp loop) {
  return isVector(loop) || isScalarTileLoop(loop);
}

/// Whether a loop over elements has a bound that is computed from an extent.
static bool isElementLoopOver(scf::ForOp loop, scf::ForOp nest, Value extent) {
  ExtentSet extents;
  return isElementLoop(loop) &&
         !collectExtents(loop.getUpperBound(), nest, extents) &&
         extents.contains(extent);
}

static bool contains(scf::ForOp nest,
                     llvm::function_ref<bool(scf::ForOp)> isLoop) {
  return nest.getBody()
      ->walk([&](scf::ForOp loop) {
        return isLoop(loop) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Names how the nest computes a value.
static std::string describe(Value value) {
  Operation *op = value.getDefiningOp();
  return op ? ("`" + op->getName().getStringRef() + "` in the nest").str()
            : "a loop-carried value";
}

/// The only extent of the loops over elements in a nest, on which versions
/// depend.
static FailureOr<Value> findExtent(scf::ForOp nest) {
  if (!contains(nest, isElementLoop))
    return failure();
  ExtentSet extents;
  WalkResult result = nest.getBody()->walk([&](scf::ForOp loop) {
    Value other = isElementLoop(loop)
                      ? collectExtents(loop.getUpperBound(), nest, extents)
                      : Value();
    return WalkResult(
        other ? refuse(nest, "the extent of a vector loop depends on " +
                                 describe(other))
              : success());
  });
  if (result.wasInterrupted())
    return failure();
  if (extents.empty())
    return refuse(nest, "the extents of the vector loops are constants");
  if (extents.size() != 1)
    return refuse(nest, "the vector loops have " + Twine(extents.size()) +
                            " different extents");
  if (!extents.front().getType().isIndex())
    return refuse(nest, "the extent is not of type `index`");
  return extents.front();
}

//===----------------------------------------------------------------------===//
// Versions for constant extents
//===----------------------------------------------------------------------===//

/// Whether a loop loads an array.
static bool loads(scf::ForOp loop, Value array) {
  return llvm::any_of(
      loop.getBody()->getOps<memref::LoadOp>(),
      [&](memref::LoadOp load) { return load.getMemRef() == array; });
}

/// Whether each iteration of the loop around a vector loop loads the
/// accumulator from memory and stores it: the accumulator cannot be carried in
/// registers, or cannot start from an identity.
static bool accumulatesInMemory(memref::StoreOp store) {
  Operation *combiner = store.getValueToStore().getDefiningOp();
  return reloadsElsewhere(store) || !combiner || !getFreeIdentity(combiner);
}

/// Whether vector loops accumulate into elements in memory that no loop of the
/// nest initializes. With partial tiles, the elements of two iterations may
/// share a register, so that a load waits for the store before it.
static bool accumulatesIntoArgument(scf::ForOp nest, Value extent) {
  llvm::SmallDenseSet<Value, 2> initialized, accumulated;
  nest.getBody()->walk([&](scf::ForOp loop) {
    if (isElementLoopOver(loop, nest, extent))
      for (auto store : loop.getBody()->getOps<memref::StoreOp>()) {
        if (!loads(loop, store.getMemRef()))
          initialized.insert(store.getMemRef());
        else if (accumulatesInMemory(store))
          accumulated.insert(store.getMemRef());
      }
  });
  return llvm::any_of(
      accumulated, [&](Value array) { return !initialized.contains(array); });
}

/// The constant extents for which a nest gets versions.
static SmallVector<int64_t> chooseConstants(scf::ForOp nest, Value extent) {
  // In a loop that assembles a result, the assembly takes longer than the test
  // for a full tile of three elements.
  int64_t most = nest->getParentOfType<scf::ForOp>() ? 2 : kMaxExtent;
  // Without vectors, each iteration of a tile takes a branch.
  bool hasMore =
      contains(nest, isScalarTileLoop) || accumulatesIntoArgument(nest, extent);
  int64_t last = hasMore ? most : 1;
  return llvm::to_vector(llvm::seq_inclusive<int64_t>(1, last));
}

/// Clones a nest, and the arithmetic on an extent before it in its block, for a
/// constant extent.
static scf::ForOp cloneForConstant(OpBuilder &b, scf::ForOp nest, Value extent,
                                   int64_t constant) {
  IRMapping mapping;
  mapping.map(extent,
              arith::ConstantIndexOp::create(b, nest.getLoc(), constant));
  for (Operation &op :
       llvm::make_range(nest->getBlock()->begin(), nest->getIterator()))
    if (isa<arith::ArithDialect>(op.getDialect()) &&
        llvm::any_of(op.getOperands(),
                     [&](Value operand) { return mapping.contains(operand); }))
      b.clone(op, mapping);
  auto copy = cast<scf::ForOp>(b.clone(*nest, mapping));
  if (constant != 1)
    return copy;
  // One column is a rare case: LLVM vectorizes its loops over sparse rows
  // without interleaving or unrolling them.
  nest.getBody()->walk([&](scf::ForOp loop) {
    Operation *cloned = mapping.lookup(loop.getOperation());
    if (isElementLoopOver(loop, nest, extent)) {
      updateLoopInfo(cloned, [](LoopInfo &info) { info.vector.reset(); });
    } else if (!isVector(loop)) {
      markModestLoop(cloned);
    }
  });
  return copy;
}

/// Unrolls the loops over elements without vectors, whose number is at most
/// `kMaxExtent` in a version for a constant extent. Others are not of a tile.
/// LLVM then keeps the elements in registers, which it does not if it unrolls
/// the loops itself.
static void unrollScalarTiles(Region &region) {
  SmallVector<scf::ForOp> loops;
  region.walk([&](scf::ForOp loop) {
    std::optional<APInt> count = loop.getStaticTripCount();
    if (count && count->ule(kMaxExtent) && storesScalars(loop))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops)
    (void)loopUnrollFull(loop);
}

/// Selects among versions of a nest for constant extents and the nest itself.
static LogicalResult
versionForConstants(scf::ForOp nest, Value extent,
                    const FrozenRewritePatternSet &folding) {
  ImplicitLocOpBuilder b(nest.getLoc(), nest);
  SmallVector<int64_t> constants = chooseConstants(nest, extent);
  reportPassed(nest, LoweringOption::VersionExtents,
               constants.size() == 1
                   ? Twine("versions the nest for an extent of 1")
                   : "versions the nest for extents 1 to " +
                         Twine(constants.back()));
  auto choice = scf::IndexSwitchOp::create(b, nest.getResultTypes(), extent,
                                           constants, constants.size());
  for (auto [constant, region] :
       llvm::zip(constants, choice.getCaseRegions())) {
    b.setInsertionPointToStart(&region.emplaceBlock());
    scf::ForOp copy = cloneForConstant(b, nest, extent, constant);
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
  if (failed(applyOpPatternsGreedily(ops, folding, config)))
    return failure();
  for (Region &region : choice.getCaseRegions())
    unrollScalarTiles(region);
  return success();
}

//===----------------------------------------------------------------------===//
// A version for one register
//===----------------------------------------------------------------------===//

namespace {
/// The tile loops of a nest whose extent may fit into one register.
struct NarrowNest {
  SmallVector<TileNest> tileLoops;
  /// The elements of a register.
  int64_t lanes = 0;
};
} // namespace

static LogicalResult refuseNarrow(scf::ForOp nest, const Twine &reason) {
  return refuse(nest, "no version for one masked vector: " + reason);
}

/// The lanes of a register for a vector loop that can be masked.
static FailureOr<int64_t> getMaskedLanes(scf::ForOp nest, scf::ForOp loop,
                                         bool strict) {
  LaneAnalysis analysis(loop, /*quiet=*/true);
  if (failed(analysis.run(strict)))
    return refuseNarrow(nest, "a vector loop cannot be vectorized: " +
                                  analysis.getReason());
  if (llvm::any_of(loop.getBody()->getOps<memref::StoreOp>(), reloadsElsewhere))
    return refuseNarrow(nest, "a masked store would stall loads of the same "
                              "array in the next iteration");
  if (std::optional<std::string> why = whyNotMaskable(loop, analysis))
    return refuseNarrow(nest, "in a vector loop, " + *why);
  return getRegisterLanes(analysis);
}

/// Collects the tile loops of a nest over an extent. `reason` is why a loop
/// over tiles is not collected.
static SmallVector<TileNest> findTileLoops(scf::ForOp nest, Value extent,
                                           std::string &reason) {
  SmallVector<TileNest> tileLoops;
  nest.getBody()->walk([&](scf::ForOp loop) {
    if (!TileNest::isTagged(loop))
      return;
    FailureOr<TileNest> found = TileNest::find(loop, [&](const Twine &why) {
      reason = ("in the loop over tiles, " + why).str();
      return failure();
    });
    if (succeeded(found) && found->getExtent() == extent)
      tileLoops.push_back(std::move(*found));
  });
  return tileLoops;
}

/// Finds the tile loops of a nest, one of which must contain each vector loop.
static FailureOr<NarrowNest> findNarrowNest(scf::ForOp nest, Value extent,
                                            bool strict) {
  std::string reason = "a vector loop is not inside a loop over tiles";
  NarrowNest narrow;
  narrow.tileLoops = findTileLoops(nest, extent, reason);
  WalkResult result = nest.getBody()->walk([&](scf::ForOp loop) {
    if (!isVector(loop))
      return WalkResult::advance();
    if (!llvm::any_of(narrow.tileLoops, [&](const TileNest &tiles) {
          return tiles.isOverTile(loop);
        }))
      return WalkResult(refuseNarrow(nest, reason));
    FailureOr<int64_t> lanes = getMaskedLanes(nest, loop, strict);
    if (failed(lanes))
      return WalkResult::interrupt();
    narrow.lanes = narrow.lanes == 0 ? *lanes : std::min(narrow.lanes, *lanes);
    return WalkResult::advance();
  });
  if (result.wasInterrupted() || narrow.lanes == 0)
    return failure();
  return narrow;
}

/// Versions a nest for extents of at most one register, for which it has one
/// masked vector in the place of each tile loop.
static void versionForOneVector(scf::ForOp nest, Value extent,
                                NarrowNest &narrow) {
  reportPassed(nest, LoweringOption::VersionExtents,
               "versions the nest for an extent of at most " +
                   Twine(narrow.lanes) + ", which is one masked vector");
  ImplicitLocOpBuilder b(nest.getLoc(), nest);
  // An extent of 0 has no tile and keeps the loop over tiles.
  Value last =
      arith::SubIOp::create(b, extent, arith::ConstantIndexOp::create(b, 1));
  Value isNarrow =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, last,
                            arith::ConstantIndexOp::create(b, narrow.lanes));
  versionOperation(b, nest, isNarrow);
  for (TileNest &tiles : narrow.tileLoops)
    tiles.promoteOnlyTile();
  nest.walk([&](scf::ForOp loop) {
    if (isVector(loop))
      markPartialTile(loop, narrow.lanes);
  });
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Whether a nest calls functions, such as those that grow a result.
static bool containsCall(scf::ForOp nest) {
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
      // Loops that assemble a sparse result are not cloned, only nests inside.
      if (containsCall(loop))
        return WalkResult::advance();
      nests.push_back(loop);
      return WalkResult::skip();
    });
    for (scf::ForOp nest : nests)
      if (failed(version(nest)))
        return signalPassFailure();
  }

private:
  LogicalResult version(scf::ForOp nest) {
    StringRef how = getChosenKeyword(nest, LoweringOption::VersionExtents,
                                     hasMasks ? "masked" : "unmasked");
    if (how.empty())
      return success();
    FailureOr<Value> extent = findExtent(nest);
    if (failed(extent))
      return success();
    if (failed(versionForConstants(nest, *extent, folding)))
      return failure();
    if (how != "masked")
      return success();
    FailureOr<NarrowNest> narrow = findNarrowNest(nest, *extent, strict);
    if (succeeded(narrow))
      versionForOneVector(nest, *extent, *narrow);
    return success();
  }

  FrozenRewritePatternSet folding;
};
} // namespace
