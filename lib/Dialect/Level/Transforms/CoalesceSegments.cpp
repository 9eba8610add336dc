//===- CoalesceSegments.cpp - Segments of neighbours as one ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces a loop over parents and a nested loop over their children by one
// loop over all children, if the body does not use the parent: positions are in
// the order of their parents. The exit of the inner loop is mispredicted for
// each segment, which takes longer than a few children
// (docs/decisions/short-rows.md).
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/Transforms/Passes.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {
namespace level {
#define GEN_PASS_DEF_LEVELCOALESCESEGMENTS
#include "weft/Dialect/Level/Transforms/Passes.h.inc"
} // namespace level
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// Whether the positions of a level with these coordinates under one parent
/// follow each other: all are there, in their order.
static bool areConsecutive(LevelTypeAttrInterface type) {
  return type.isFull() && type.isOrdered() && type.isUnique() &&
         type.hasRecover();
}

/// Whether the segments of a level are one after the other, and what is stored
/// there does not depend on their parents.
static bool isJoinable(LevelTypeAttrInterface type) {
  if (!hasAdjacentSegments(type))
    return false;
  SmallVector<LevelArray> arrays;
  type.getArrays(arrays);
  return llvm::any_of(arrays, [](const LevelArray &array) {
    return array.kind == LevelArray::Kind::Coordinates &&
           array.isForEachPosition;
  });
}

namespace {
/// A loop over parents with nothing but one over the children of each.
class SegmentLoops {
public:
  explicit SegmentLoops(scf::ForOp parents) : parents(parents) {}

  /// Whether they are one loop over the children of all.
  bool match();
  void join();

private:
  bool areIndependent();
  bool findChildren();
  bool handsOn();
  bool areParentsConsecutive();
  bool ignoresParent();
  bool ignoresCoordinates();

  scf::ForOp parents, children;
  /// What gives the coordinates of parents that are handed inside.
  SmallVector<PosAccessOp> coordinates;
  PosBoundsOp bounds;
  /// What gives the position of a parent that is a coordinate; null if the loop
  /// runs over positions.
  LocateOp locate;
};
} // namespace

static bool hasNoWrites(Operation &op) {
  return isMemoryEffectFree(&op) || hasSingleEffect<MemoryEffects::Read>(&op);
}

/// Whether iterations of one loop over all children may run at the same time if
/// those of the two loops may. Those of a parallel loop over parents may: what
/// children have in common all parents have. Those of a loop over the children
/// of one parent may not: two parents may have children with one coordinate.
bool SegmentLoops::areIndependent() {
  if (!hasLoopTags(parents)) {
    LoopInfo info(getLoopAttr(children));
    return !info.parallel && !info.gpu && !info.vector;
  }
  auto parallel = getParallel(parents);
  return !hasLoopTags(parents, LoopTag::Parallel) && parallel &&
         !parallel.isDynamic() && !parallel.getChunk() &&
         !hasLoopTags(children);
}

/// Finds the loop inside. What else there is has no effects, and is used for
/// its bounds, or is a coordinate.
bool SegmentLoops::findChildren() {
  for (Operation &op : parents.getBody()->without_terminator()) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (children)
        return false;
      children = loop;
      continue;
    }
    bool isInside = llvm::any_of(op.getUsers(), [&](Operation *user) {
      return user->getBlock() != parents.getBody();
    });
    auto access = dyn_cast<PosAccessOp>(op);
    if (isInside && access)
      coordinates.push_back(access);
    if ((isInside && !access) || op.getNumRegions() != 0 || !hasNoWrites(op))
      return false;
  }
  return static_cast<bool>(children);
}

/// Whether what one loop carries is what the other does.
bool SegmentLoops::handsOn() {
  return llvm::equal(children.getInitArgs(), parents.getRegionIterArgs()) &&
         llvm::equal(parents.getYieldedValues(), children.getResults());
}

/// Whether the parents of the bounds are those of the loop, one after the
/// other.
bool SegmentLoops::areParentsConsecutive() {
  Value variable = parents.getInductionVar();
  Value first = bounds.getParentBegin();
  auto end = bounds.getParentEnd().getDefiningOp<arith::AddIOp>();
  if (!end || end.getLhs() != first || !isConstantIntValue(end.getRhs(), 1))
    return false;
  if (first == variable)
    return true;
  locate = first.getDefiningOp<LocateOp>();
  if (!locate || locate.getPosition() != first ||
      locate.getStored() != bounds.getStorage() ||
      locate.getLevel() + 1 != bounds.getLevel() ||
      locate.getCoords().back() != variable ||
      !isConstantIntValue(parents.getLowerBound(), 0))
    return false;
  auto isOutside = [&](Value value) {
    return parents.isDefinedOutsideOfLoop(value);
  };
  FormatAttr format = bounds.getStorage().getType().getFormat();
  return areConsecutive(format.getLevelType(locate.getLevel())) &&
         isOutside(locate.getParent()) &&
         llvm::all_of(locate.getCoords().drop_back(), isOutside);
}

/// Whether the parent is used for nothing but its children.
bool SegmentLoops::ignoresParent() {
  return llvm::all_of(parents.getInductionVar().getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (user->getBlock() == parents.getBody())
      return user != children;
    auto access = dyn_cast<PosAccessOp>(user);
    return access && access.getStorage() == bounds.getStorage() &&
           access.getLevel() == bounds.getLevel() &&
           access.getPosition() != use.get();
  });
}

/// The format of a stored tensor or of what is assembled; null for other types.
static FormatAttr getStoredFormat(Type type) {
  if (auto storage = dyn_cast<StorageType>(type))
    return storage.getFormat();
  auto builder = dyn_cast<BuilderType>(type);
  return builder ? getFormat(builder.getTensor()) : FormatAttr();
}

/// Whether a use of a coordinate of a parent asks nothing of it: what is stored
/// for a position, or how many are dense below one, does not depend on it.
static bool isIgnored(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto access = dyn_cast<PosAccessOp>(user))
    return isJoinable(access.getStorage().getType().getFormat().getLevelType(
               access.getLevel())) &&
           access.getPosition() != use.get();
  auto locate = dyn_cast<LocateOp>(user);
  if (!locate)
    return false;
  FormatAttr format = getStoredFormat(locate.getStored().getType());
  return format && areConsecutive(format.getLevelType(locate.getLevel())) &&
         locate.getParent() != use.get() &&
         locate.getCoords().back() != use.get();
}

/// Whether the coordinates of parents are used for nothing.
bool SegmentLoops::ignoresCoordinates() {
  return llvm::all_of(coordinates, [&](PosAccessOp access) {
    auto isUnused = [&](Value value) {
      return llvm::all_of(value.getUses(), [&](OpOperand &use) {
        return use.getOwner()->getBlock() == parents.getBody();
      });
    };
    return isUnused(access.getFound()) &&
           llvm::all_of(access.getCoordinate().getUses(), [&](OpOperand &use) {
             return use.getOwner()->getBlock() == parents.getBody() ||
                    isIgnored(use);
           });
  });
}

bool SegmentLoops::match() {
  if (!isConstantIntValue(parents.getStep(), 1) || !findChildren() ||
      !areIndependent() || !handsOn() ||
      !isConstantIntValue(children.getStep(), 1))
    return false;
  bounds = children.getLowerBound().getDefiningOp<PosBoundsOp>();
  if (!bounds || bounds.getBegin() != children.getLowerBound() ||
      bounds.getEnd() != children.getUpperBound() ||
      bounds->getBlock() != parents.getBody() ||
      !parents.isDefinedOutsideOfLoop(bounds.getStorage()))
    return false;
  FormatAttr format = bounds.getStorage().getType().getFormat();
  return isJoinable(format.getLevelType(bounds.getLevel())) &&
         areParentsConsecutive() && ignoresParent() && ignoresCoordinates();
}

void SegmentLoops::join() {
  ImplicitLocOpBuilder b(bounds.getLoc(), parents);
  Value first = parents.getLowerBound(), end = parents.getUpperBound();
  if (locate) {
    SmallVector<Value> coords(locate.getCoords());
    coords.back() = first;
    Value zero = first;
    first = LocateOp::create(b, locate.getStored(), locate.getLevel(),
                             locate.getParent(), coords)
                .getPosition();
    end = arith::AddIOp::create(b, first, arith::MaxSIOp::create(b, end, zero));
  } else {
    // A loop that begins behind its end, as in a tile that is past the last
    // position, has no step, and may not look where it would begin.
    first = b.createOrFold<arith::MinSIOp>(first, end);
  }
  auto all = PosBoundsOp::create(b, bounds.getStorage(), bounds.getLevel(),
                                 first, end);
  children.setLowerBound(all.getBegin());
  children.setUpperBound(all.getEnd());
  children.getInitArgsMutable().assign(parents.getInitArgs());
  children->moveBefore(parents);
  inheritLoweringConfig(parents, children);
  LoopInfo ofParents(getLoopAttr(parents));
  updateLoopInfo(children, [&](LoopInfo &info) {
    info.parallel = ofParents.parallel;
    info.isOptional = ofParents.isOptional;
    // Each parent begins again with a small coordinate.
    for (LevelSegmentAttr &segment : info.segments)
      segment = LevelSegmentAttr::get(segment.getContext(), segment.getTensor(),
                                      segment.getLevel(), /*ordered=*/false,
                                      /*unique=*/false, segment.getAdjacent());
  });
  auto forget = [&](Value value) {
    value.replaceUsesWithIf(parents.getLowerBound(), [&](OpOperand &use) {
      return children->isProperAncestor(use.getOwner());
    });
  };
  forget(parents.getInductionVar());
  for (PosAccessOp access : coordinates)
    forget(access.getCoordinate());
  parents->replaceAllUsesWith(children.getResults());
  parents->erase();
}

namespace {
struct CoalesceSegments
    : level::impl::LevelCoalesceSegmentsBase<CoalesceSegments> {
  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) {
      SegmentLoops loops(loop);
      if (loops.match())
        loops.join();
    });
  }
};
} // namespace
