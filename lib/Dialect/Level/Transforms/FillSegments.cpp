//===- FillSegments.cpp - Dense results filled piece by piece -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result that does not fit the cache goes through memory twice if it is
// filled first and computed then. A row that is filled when its iteration
// begins is still there when numbers are added to it, and belongs to the thread
// that does so. What is overwritten is not filled at all.
//
// A segment below a coordinate that is appended, or a position that is reused,
// is filled where it begins. The pass handles it like a separate result.
//
//===----------------------------------------------------------------------===//

#include "BuilderStates.h"
#include "TileLoop.h"

#include "weft/Dialect/Level/IR/LevelFill.h"
#include "weft/Dialect/Level/Transforms/Passes.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
namespace level {
#define GEN_PASS_DEF_LEVELFILLSEGMENTS
#include "weft/Dialect/Level/Transforms/Passes.h.inc"
} // namespace level
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// Whether a loop runs over a whole dimension.
static bool isWhole(scf::ForOp loop, Value size) {
  return isConstantIntValue(loop.getLowerBound(), 0) &&
         isConstantIntValue(loop.getStep(), 1) &&
         isEqualConstantIntOrValue(loop.getUpperBound(), size);
}

/// The only operation of a block that changes a builder, or hands it on; null
/// if there are several, or what they are is not all known.
static OpOperand *findOnlyUse(Value state) {
  OpOperand *only = nullptr;
  for (OpOperand &use : state.getUses()) {
    if (isa<LocateOp>(use.getOwner()))
      continue;
    if (only || use.getOwner()->getBlock() != state.getParentBlock())
      return nullptr;
    only = &use;
  }
  return only;
}

/// Whether all that a loop does with a builder is at coordinates of a level
/// that pass a test.
static bool staysAt(scf::ForOp loop, const BuilderStates &states, int64_t level,
                    llvm::function_ref<bool(Value coordinate)> isHere) {
  auto isPlace = [&](LocateOp locate) {
    return static_cast<int64_t>(locate.getCoords().size()) > level &&
           isHere(locate.getCoords()[level]);
  };
  auto isPosition = [&](Value position) {
    auto locate = position.getDefiningOp<LocateOp>();
    return locate && states.contains(locate.getStored()) && isPlace(locate);
  };
  WalkResult result = loop.getBody()->walk([&](Operation *op) {
    bool isBelow = true;
    if (auto locate = dyn_cast<LocateOp>(op))
      isBelow = !states.contains(locate.getStored()) || isPlace(locate);
    else if (auto load = dyn_cast<LoadOp>(op))
      isBelow =
          !states.contains(load.getStored()) || isPosition(load.getPosition());
    else if (auto store = dyn_cast<StoreOp>(op))
      isBelow =
          !states.contains(store.getState()) || isPosition(store.getPosition());
    else if (auto fill = dyn_cast<FillSegmentOp>(op))
      isBelow = !states.contains(fill.getState());
    return isBelow ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

namespace {
/// A result whose components are to be filled, or what it has below a position.
struct Filled {
  explicit Filled(InitOp init)
      : op(init), state(init.getState()), init(init), begin(0) {}
  Filled(FillSegmentOp fill, InitOp init, ValueRange coords)
      : op(fill), state(fill.getNext()), init(init), begin(fill.getLevel() + 1),
        parent(fill.getPosition()), coords(coords) {}

  BuilderType getType() const { return cast<BuilderType>(state.getType()); }
  Value getSize(int64_t level) {
    return init.getSizes()[getType().getFormat().getLevelDim(level)];
  }

  /// What fills it as it is.
  Operation *op;
  Value state;
  /// Where the assembly begins.
  InitOp init;
  /// The levels that it has, the position above, and its coordinates.
  int64_t begin;
  Value parent;
  SmallVector<Value> coords;
};

/// The loop over a dimension, or those over its tiles and what is in a tile.
struct Step {
  scf::ForOp innermost;
  std::optional<TileLoop> tiles;
};

/// Where what an operation begins is used first.
struct FirstUse {
  /// The loops, from the outermost level on, that run over whole dimensions.
  SmallVector<Step> steps;
  /// The one inside of them that runs over tiles of the last level.
  std::optional<TileLoop> tiles;
};
} // namespace

/// The loop that is all that is done with a builder; null if there is more.
static scf::ForOp findOnlyLoop(Value state) {
  OpOperand *use = findOnlyUse(state);
  return dyn_cast_if_present<scf::ForOp>(use ? use->getOwner() : nullptr);
}

/// The name of a builder in the loop that is all that is done with it.
static Value enter(scf::ForOp loop, Value state) {
  return loop.getTiedLoopRegionIterArg(findOnlyUse(state));
}

/// Whether all that a loop does with a builder is at the coordinate of a level
/// that its variable stands for, in a tile or by itself.
static bool staysAtVariable(scf::ForOp loop, const BuilderStates &states,
                            int64_t level, bool isInTile) {
  return staysAt(loop, states, level, [&](Value coordinate) {
    if (!isInTile)
      return coordinate == loop.getInductionVar();
    auto sum = coordinate.getDefiningOp<arith::AddIOp>();
    return sum && sum.getRhs() == loop.getInductionVar();
  });
}

static FirstUse findFirstUse(Filled &filled) {
  FirstUse first;
  BuilderStates states;
  Value state = filled.state;
  int64_t numLevels = filled.getType().getFormat().getNumLevels();
  for (int64_t level = filled.begin; level != numLevels; ++level) {
    scf::ForOp loop = findOnlyLoop(state);
    if (!loop)
      break;
    Value size = filled.getSize(level);
    state = enter(loop, state);
    if (level == filled.begin &&
        !states.follow(loop, cast<BlockArgument>(state)))
      break;
    if (isWhole(loop, size) &&
        staysAtVariable(loop, states, level, /*isInTile=*/false)) {
      first.steps.push_back({loop, std::nullopt});
      continue;
    }
    TileLoop tiles(loop, size);
    if (!staysAt(
            loop, states, level,
            [&](Value coordinate) { return tiles.isInTile(coordinate); }) ||
        !tiles.isWhole())
      break;
    scf::ForOp inside = findOnlyLoop(state);
    if (inside && inside == tiles.getLoopOverTile() &&
        staysAtVariable(inside, states, level, /*isInTile=*/true)) {
      first.steps.push_back({inside, tiles});
      state = enter(inside, state);
      continue;
    }
    if (level == numLevels - 1)
      first.tiles = tiles;
    break;
  }
  return first;
}

/// Whether the first that happens to a component is that it is stored.
static bool isOverwritten(Value state) {
  OpOperand *use = findOnlyUse(state);
  return use && isa<StoreOp>(use->getOwner());
}

namespace {
/// Fills what loops compute.
class Filler {
public:
  Filler(Filled &filled, FirstUse &first)
      : b(filled.op->getLoc(), filled.op), filled(filled), first(first),
        coords(filled.coords) {}

  /// Fills in the innermost loop, unless it overwrites what it computes.
  void fill();

private:
  /// Emits the positions of the coordinates of the loops, and gives the last.
  Value emitPositions(Value state);
  /// Emits the position of all coordinates below that of the last but one.
  Value emitPosition(Value state, Value position);
  /// Fills a tile, and gives the builder after that.
  Value fillTile(Value state);

  ImplicitLocOpBuilder b;
  Filled &filled;
  FirstUse &first;
  SmallVector<Value> coords;
  /// What does not come behind the fill.
  llvm::SmallPtrSet<Operation *, 4> own;
};
} // namespace

Value Filler::emitPosition(Value state, Value position) {
  auto place = LocateOp::create(b, state, coords.size() - 1, position, coords);
  own.insert(place);
  return place.getPosition();
}

Value Filler::emitPositions(Value state) {
  Value position =
      filled.parent ? filled.parent : arith::ConstantIndexOp::create(b, 0);
  for (Step &step : first.steps) {
    Value variable = step.innermost.getInductionVar();
    coords.push_back(step.tiles ? step.tiles->emitCoordinate(b, variable)
                                : variable);
    position = emitPosition(state, position);
  }
  return position;
}

Value Filler::fillTile(Value state) {
  Value fill = emitFillValue(b, filled.getType().getTensor());
  Value parent = emitPositions(state);
  return first.tiles
      ->emitOverTile(b, state,
                     [&](Value coordinate, ValueRange carried) {
                       coords.push_back(coordinate);
                       Value position = emitPosition(carried[0], parent);
                       Value next =
                           StoreOp::create(b, fill, carried[0], position);
                       scf::YieldOp::create(b, next);
                     })
      .front();
}

void Filler::fill() {
  Value state = filled.state;
  auto go = [&](scf::ForOp loop) {
    state = enter(loop, state);
    b.setInsertionPointToStart(loop.getBody());
  };
  for (Step &step : first.steps) {
    if (step.tiles)
      go(step.tiles->getLoop());
    go(step.innermost);
  }
  int64_t numLevels = filled.getType().getFormat().getNumLevels();
  if (numLevels - filled.begin == static_cast<int64_t>(first.steps.size()) &&
      isOverwritten(state))
    return;
  Value full;
  if (first.tiles) {
    go(first.tiles->getLoop());
    full = fillTile(state);
  } else {
    Value position = emitPositions(state);
    full = FillSegmentOp::create(b, state, coords.size() - 1, position);
  }
  own.insert(full.getDefiningOp());
  state.replaceUsesWithIf(
      full, [&](OpOperand &use) { return !own.contains(use.getOwner()); });
}

/// Where the assembly of a builder begins; null if that is not seen.
static InitOp findBegin(Value state) {
  while (state) {
    if (auto init = state.getDefiningOp<InitOp>())
      return init;
    Operation *op = state.getDefiningOp();
    if (auto argument = dyn_cast<BlockArgument>(state)) {
      if (auto parts =
              dyn_cast<PartitionsOp>(argument.getOwner()->getParentOp())) {
        state = parts.getTiedInit(argument);
        continue;
      }
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      auto steps = dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp());
      if (!loop && !steps)
        return nullptr;
      // What a while loop goes on with is seen where it began.
      state = loop ? loop.getTiedLoopInit(argument)->get()
              : argument.getOwner() == steps.getBeforeBody()
                  ? steps.getInits()[argument.getArgNumber()]
                  : steps.getConditionOp().getArgs()[argument.getArgNumber()];
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      state = loop.getTiedLoopInit(cast<OpResult>(state))->get();
    } else if (auto steps = dyn_cast<scf::WhileOp>(op)) {
      state = steps.getConditionOp()
                  .getArgs()[cast<OpResult>(state).getResultNumber()];
    } else if (auto parts = dyn_cast<PartitionsOp>(op)) {
      state = parts.getTiedInit(state);
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      state = branch.thenYield().getOperand(
          cast<OpResult>(state).getResultNumber());
    } else if (op->getNumOperands() == 0) {
      return nullptr;
    } else {
      auto from = llvm::find_if(op->getOperands(), [&](Value operand) {
        return operand.getType() == state.getType();
      });
      state = from == op->getOperands().end() ? Value() : *from;
    }
  }
  return nullptr;
}

/// The coordinates of a position that is appended, of all levels down to that
/// of a segment, from the first place that is located below it; none if there
/// is no such place.
static SmallVector<Value> findCoords(FillSegmentOp fill) {
  SmallVector<Value> coords;
  size_t count = fill.getLevel() + 1;
  scf::ForOp loop = findOnlyLoop(fill.getNext());
  if (!loop)
    return coords;
  loop.walk([&](LocateOp locate) {
    bool isBelow = locate.getStored().getType() == fill.getNext().getType() &&
                   locate.getCoords().size() > count;
    if (!isBelow)
      return WalkResult::advance();
    coords = llvm::to_vector(locate.getCoords().take_front(count));
    return WalkResult::interrupt();
  });
  if (llvm::any_of(coords, [&](Value coordinate) {
        return !loop.isDefinedOutsideOfLoop(coordinate);
      }))
    coords.clear();
  return coords;
}

/// Fills what loops compute of a segment, or nothing if they overwrite it, in
/// place of the whole segment.
static void fillAppended(FillSegmentOp fill) {
  SmallVector<Value> coords = findCoords(fill);
  InitOp init = findBegin(fill.getState());
  if (!init || coords.empty() ||
      !fill.getState().getType().getFormat().isPermutation())
    return;
  Filled filled(fill, init, coords);
  FirstUse first = findFirstUse(filled);
  if (first.steps.empty() && !first.tiles)
    return;
  Filler(filled, first).fill();
  fill.getNext().replaceAllUsesWith(fill.getState());
  fill.erase();
}

namespace {
struct FillSegments : level::impl::LevelFillSegmentsBase<FillSegments> {
  void runOnOperation() override {
    SmallVector<FillSegmentOp> segments;
    getOperation().walk([&](FillSegmentOp fill) { segments.push_back(fill); });
    for (FillSegmentOp fill : segments)
      fillAppended(fill);
    SmallVector<InitOp> inits;
    getOperation().walk([&](InitOp init) { inits.push_back(init); });
    for (InitOp init : inits) {
      BuilderType type = init.getState().getType();
      if (init.getUnfilled() || type.getAssembly() != Assembly::Fused ||
          type.getTensor().getRank() == 0 || !type.getFormat().isPlain())
        continue;
      Filled filled(init);
      FirstUse first = findFirstUse(filled);
      if (first.steps.empty() && !first.tiles)
        continue;
      init.setUnfilled(true);
      Filler(filled, first).fill();
    }
  }
};
} // namespace
