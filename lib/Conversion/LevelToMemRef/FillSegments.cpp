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
//===----------------------------------------------------------------------===//

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_WEFTFILLSEGMENTS
#include "weft/Conversion/Passes.h.inc"
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

namespace {
/// The names that a builder has in a loop, from one of the values that it
/// carries on.
class States {
public:
  /// Follows a builder; false if not all is known of what is done with it, or
  /// if it is mixed with others.
  bool follow(scf::ForOp loop, BlockArgument state) {
    outermost = loop;
    insert(state);
    while (!unfollowed.empty())
      if (!llvm::all_of(unfollowed.pop_back_val().getUses(),
                        [&](OpOperand &use) { return followUse(use); }))
        return false;
    return contains(loop.getTiedLoopYieldedValue(state)->get()) &&
           llvm::all_of(known, [&](Value value) {
             return value == state ||
                    llvm::all_of(getSources(value), [&](Value source) {
                      return contains(source);
                    });
           });
  }
  bool contains(Value value) const { return known.contains(value); }

private:
  void insert(Value value) {
    if (known.insert(value))
      unfollowed.push_back(value);
  }
  bool followUse(OpOperand &use);
  /// What a value that loops or branches define is one of.
  static SmallVector<Value> getSources(Value value);

  scf::ForOp outermost;
  llvm::SetVector<Value> known;
  SmallVector<Value> unfollowed;
};
} // namespace

bool States::followUse(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (isa<LocateOp, LoadOp>(op))
    return true;
  if (isa<StoreOp, FillSegmentOp>(op)) {
    insert(op->getResult(0));
    return true;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    insert(loop.getTiedLoopRegionIterArg(&use));
    insert(loop.getTiedLoopResult(&use));
    return true;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    insert(loop.getBeforeArguments()[number]);
    return true;
  }
  Operation *around = op->getParentOp();
  if (isa<scf::ConditionOp>(op)) {
    insert(cast<scf::WhileOp>(around).getAfterArguments()[number - 1]);
    insert(around->getResult(number - 1));
    return true;
  }
  if (!isa<scf::YieldOp>(op))
    return false;
  // Behind the loop, all is filled.
  if (around == outermost)
    return true;
  if (auto loop = dyn_cast<scf::WhileOp>(around))
    insert(loop.getBeforeArguments()[number]);
  else if (isa<scf::ForOp, scf::IfOp>(around))
    insert(around->getResult(number));
  else
    return false;
  return true;
}

SmallVector<Value> States::getSources(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *op =
      argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    OpOperand *init = argument ? loop.getTiedLoopInit(argument)
                               : loop.getTiedLoopInit(cast<OpResult>(value));
    return {init->get(),
            loop.getTiedLoopYieldedValue(loop.getTiedLoopRegionIterArg(init))
                ->get()};
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    unsigned number = argument ? argument.getArgNumber()
                               : cast<OpResult>(value).getResultNumber();
    if (argument && argument.getOwner() == loop.getBeforeBody())
      return {loop.getInits()[number], loop.getYieldedValues()[number]};
    return {loop.getConditionOp().getArgs()[number]};
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    return {branch.thenYield().getOperand(number),
            branch.elseYield().getOperand(number)};
  }
  return {};
}

/// Whether all that a loop does with a builder is below the coordinate of its
/// iteration in a level.
static bool staysBelow(scf::ForOp loop, const States &states, int64_t level) {
  auto isPlace = [&](LocateOp locate) {
    return static_cast<int64_t>(locate.getCoords().size()) > level &&
           locate.getCoords()[level] == loop.getInductionVar();
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

/// The loops, from the outermost level on, that run over whole dimensions of
/// what an operation begins and use it first.
static SmallVector<scf::ForOp> findLoops(InitOp init) {
  FormatAttr format = init.getState().getType().getFormat();
  SmallVector<scf::ForOp> loops;
  States states;
  Value state = init.getState();
  for (int64_t level = 0, end = format.getNumLevels(); level != end; ++level) {
    OpOperand *use = findOnlyUse(state);
    auto loop =
        dyn_cast_if_present<scf::ForOp>(use ? use->getOwner() : nullptr);
    if (!loop || !isWhole(loop, init.getSizes()[format.getLevelDim(level)]))
      break;
    BlockArgument carried = loop.getTiedLoopRegionIterArg(use);
    if ((loops.empty() && !states.follow(loop, carried)) ||
        !staysBelow(loop, states, level))
      break;
    loops.push_back(loop);
    state = carried;
  }
  return loops;
}

/// Whether the first that happens to a component is that it is stored.
static bool isOverwritten(Value state) {
  OpOperand *use = findOnlyUse(state);
  return use && isa<StoreOp>(use->getOwner());
}

/// Fills in the innermost of the loops what it computes, unless it overwrites
/// that.
static void fillIn(InitOp init, ArrayRef<scf::ForOp> loops) {
  init.setUnfilled(true);
  Value state = init.getState();
  for (scf::ForOp loop : loops)
    state = loop.getTiedLoopRegionIterArg(findOnlyUse(state));
  int64_t numLevels = init.getState().getType().getFormat().getNumLevels();
  if (numLevels == static_cast<int64_t>(loops.size()) && isOverwritten(state))
    return;
  scf::ForOp innermost = loops.back();
  auto b =
      ImplicitLocOpBuilder::atBlockBegin(init.getLoc(), innermost.getBody());
  Value position = arith::ConstantIndexOp::create(b, 0);
  SmallVector<Value> coords;
  llvm::SmallPtrSet<Operation *, 4> own;
  for (scf::ForOp loop : loops) {
    coords.push_back(loop.getInductionVar());
    auto place =
        LocateOp::create(b, state, coords.size() - 1, position, coords);
    position = place.getPosition();
    own.insert(place);
  }
  auto filled = FillSegmentOp::create(b, state, loops.size() - 1, position);
  own.insert(filled);
  state.replaceUsesWithIf(
      filled, [&](OpOperand &use) { return !own.contains(use.getOwner()); });
}

namespace {
struct FillSegments : weft::impl::WeftFillSegmentsBase<FillSegments> {
  void runOnOperation() override {
    SmallVector<InitOp> inits;
    getOperation().walk([&](InitOp init) { inits.push_back(init); });
    for (InitOp init : inits) {
      BuilderType type = init.getState().getType();
      if (init.getUnfilled() || type.getAssembly() != Assembly::Fused ||
          type.getTensor().getRank() == 0 || !type.getFormat().isPlain())
        continue;
      SmallVector<scf::ForOp> loops = findLoops(init);
      if (!loops.empty())
        fillIn(init, loops);
    }
  }
};
} // namespace
