//===- LocalTiles.cpp - Accumulate tiles in local arrays ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the elements of a tile inside of a reduction loop loads and
// stores the same elements in each iteration of the reduction. Compilers of C
// do not keep these in registers, and often do not vectorize the loop, since
// the array may alias the operands: they lose `restrict` in the functions that
// they outline for threads. A local array aliases nothing, and its elements
// become registers if the loops over it have a constant trip count.
//
// The local array begins with the elements or, if a loop before the nest fills
// these with a value, with that value. Such a loop is removed: a compiler of C
// may emit it as a call or string instruction, and the processor may be unable
// to forward its stores to vector loads.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/LocalTiles.h"

#include "Analysis/ArrayDescription.h"
#include "Analysis/ArrayOrigins.h"
#include "Analysis/ValueDependence.h"
#include "Vectorization/TileFill.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/ArrayNames.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// The name of the transformation in remarks.
static constexpr llvm::StringLiteral kTransformation = "local_tiles";

/// The most elements of a tile, which fit the registers of AVX2 as `float`.
static constexpr int64_t kMaxElements = 64;

namespace {
/// A loop over the elements of a tile that updates them, and the outermost loop
/// around it in which they are invariant.
struct UpdatedTile {
  scf::ForOp loop, around;
  int64_t length = 0;
  memref::StoreOp store;
  SmallVector<memref::LoadOp> loads;

  Value getArray() const { return memref::StoreOp(store).getMemRef(); }
  Value getIndex() const { return memref::StoreOp(store).getIndices().front(); }
};
} // namespace

static LogicalResult refuse(Operation *op, const Twine &reason) {
  return reportMissed(op, kTransformation, reason);
}

/// The tile that a loop updates; fails silently if it updates none.
static FailureOr<UpdatedTile> findUpdate(scf::ForOp loop) {
  UpdatedTile tile;
  tile.loop = loop;
  tile.around = dyn_cast<scf::ForOp>(loop->getParentOp());
  std::optional<APInt> count = loop.getStaticTripCount();
  auto stores = llvm::to_vector(loop.getBody()->getOps<memref::StoreOp>());
  if (!tile.around || isParallel(tile.around) || !count || count->ult(2) ||
      count->ugt(kMaxElements) || loop.getNumResults() != 0 ||
      !llvm::hasSingleElement(stores) ||
      stores.front().getIndices().size() != 1)
    return failure();
  tile.length = count->getZExtValue();
  tile.store = stores.front();
  for (auto load : loop.getBody()->getOps<memref::LoadOp>())
    if (load.getMemRef() == tile.getArray())
      tile.loads.push_back(load);
  if (tile.loads.empty())
    return failure();
  return tile;
}

/// Whether an operation of the nest may access the array of a tile, except for
/// the loads and the store of the tile.
static bool accessesArray(const UpdatedTile &tile, Operation *op) {
  if (op == tile.store || llvm::is_contained(tile.loads, op))
    return false;
  Value array = getArray(op);
  return array ? mayOverlap(tile.getArray(), array)
               : !isMemoryEffectFree(op) &&
                     !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
}

/// Whether the elements of a tile are invariant in one more loop around it, in
/// which nothing else accesses their array.
static bool canLeave(const UpdatedTile &tile) {
  scf::ForOp around = tile.around, loop = tile.loop;
  auto outer = dyn_cast<scf::ForOp>(around->getParentOp());
  if (!outer || isParallel(outer) ||
      !outer.isDefinedOutsideOfLoop(tile.getArray()) ||
      !isInvariant(tile.getIndex(), outer, loop.getInductionVar()) ||
      !isInvariant(loop.getLowerBound(), outer) ||
      !isInvariant(loop.getUpperBound(), outer))
    return false;
  return !outer.getBody()
              ->walk([&](Operation *op) {
                return accessesArray(tile, op) ? WalkResult::interrupt()
                                               : WalkResult::advance();
              })
              .wasInterrupted();
}

static LogicalResult verify(UpdatedTile &tile) {
  if (!isAllocatedHere(tile.getArray()) ||
      !tile.around.isDefinedOutsideOfLoop(tile.getArray()))
    return refuse(tile.loop, "the function does not allocate " +
                                 describeArray(tile.getArray()) +
                                 " outside of the nest");
  if (!isInvariant(tile.getIndex(), tile.around, tile.loop.getInductionVar()))
    return refuse(tile.loop,
                  "the elements of the tile change in the loop around it");
  for (Value bound : {tile.loop.getLowerBound(), tile.loop.getUpperBound()})
    if (!isInvariant(bound, tile.around))
      return refuse(tile.loop, "the loop around it computes the bounds");
  for (memref::LoadOp load : tile.loads)
    if (!isSame(load.getIndices().front(), tile.getIndex()))
      return refuse(load, "it loads another element than is stored");
  WalkResult result = tile.around.getBody()->walk([&](Operation *op) {
    if (!accessesArray(tile, op))
      return WalkResult::advance();
    return WalkResult(refuse(tile.loop, "'" + op->getName().getStringRef() +
                                            "' may access " +
                                            describeArray(tile.getArray())));
  });
  return failure(result.wasInterrupted());
}

/// Emits a loop over the elements of the tile that begins a local array, or
/// that copies it back. The array begins with `fill` unless that is null, and
/// with the elements of the tile otherwise.
static void emitCopy(ImplicitLocOpBuilder &b, UpdatedTile &tile, Value local,
                     bool isBack, Value fill = {}) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  IRMapping bounds;
  Value lower =
      emitBeforeLoop(b, tile.loop.getLowerBound(), tile.around, bounds);
  auto copy =
      scf::ForOp::create(b, constant(0), constant(tile.length), constant(1));
  copy.getInductionVar().setLoc(tile.loop.getInductionVar().getLoc());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(copy.getBody());
  Value element = copy.getInductionVar();
  if (fill) {
    memref::StoreOp::create(b, fill, local, element);
    return;
  }
  IRMapping mapping;
  mapping.map(tile.loop.getInductionVar(),
              b.createOrFold<arith::AddIOp>(lower, element));
  Value index = emitBeforeLoop(b, tile.getIndex(), tile.around, mapping);
  if (isBack)
    memref::StoreOp::create(b, memref::LoadOp::create(b, local, element),
                            tile.getArray(), index);
  else
    memref::StoreOp::create(
        b, memref::LoadOp::create(b, tile.getArray(), index), local, element);
}

/// Lets a loop update the elements of a local array.
static void updateLocalArray(UpdatedTile &tile, Value local) {
  ImplicitLocOpBuilder b(tile.loop.getLoc(), tile.loop);
  b.setInsertionPointToStart(tile.loop.getBody());
  Value element = b.createOrFold<arith::SubIOp>(tile.loop.getInductionVar(),
                                                tile.loop.getLowerBound());
  for (memref::LoadOp load : tile.loads) {
    load.getMemrefMutable().assign(local);
    load.getIndicesMutable().assign(element);
  }
  tile.store.getMemrefMutable().assign(local);
  tile.store.getIndicesMutable().assign(element);
}

void weft::keepInLocalArray(scf::ForOp loop) {
  FailureOr<UpdatedTile> tile = findUpdate(loop);
  if (failed(tile) || failed(verify(*tile)))
    return;
  scf::ForOp parent = tile->around;
  while (canLeave(*tile))
    tile->around = cast<scf::ForOp>(tile->around->getParentOp());
  std::optional<TileFill> fill = findFill(
      tile->around, {loop, tile->getArray(), tile->getIndex(), tile->length});
  reportPassed(loop, kTransformation,
               "accumulates " + Twine(tile->length) + " elements of " +
                   describeArray(tile->getArray()) + " in a local array" +
                   (fill ? ", which begins with the value that a loop filled "
                           "them with"
                         : ""));
  ImplicitLocOpBuilder b(loop.getLoc(), tile->around);
  auto array = cast<MemRefType>(tile->getArray().getType());
  auto local = memref::AllocOp::create(
      b, MemRefType::get(tile->length, array.getElementType()));
  setArrayRole(local, "local array");
  emitCopy(b, *tile, local, /*isBack=*/false, fill ? fill->value : Value());
  b.setInsertionPointAfter(tile->around);
  emitCopy(b, *tile, local, /*isBack=*/true);
  memref::DeallocOp::create(b, local);
  updateLocalArray(*tile, local);
  if (fill)
    sinkFill(*fill, tile->around);
  // A compiler that unrolls the loop over the tile would vectorize this one.
  markShortLoop(parent);
}
