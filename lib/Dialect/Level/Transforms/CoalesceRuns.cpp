//===- CoalesceRuns.cpp - Runs of equal coordinates as one ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a level stores a coordinate again for each of its children, a loop
// finds the end of each run of it, goes over the children, and says how many of
// them were appended under the coordinate. The children of all runs follow each
// other, so that one loop appends them; and each of them adds one to the number
// of its parent's, without a question for where a run ends, which no processor
// foresees if runs are short (docs/decisions/short-rows.md).
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/Transforms/Passes.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {
namespace level {
#define GEN_PASS_DEF_LEVELCOALESCERUNS
#include "weft/Dialect/Level/Transforms/Passes.h.inc"
} // namespace level
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// From which average length on runs stay: what a wrong guess at the end of one
/// takes is less than what it takes to count as many children one by one.
static constexpr int64_t kLongRun = 16;

namespace {
/// A loop over runs that appends what is below each of them.
class RunLoop {
public:
  explicit RunLoop(scf::WhileOp runs) : runs(runs) {}

  bool match();
  void join();

private:
  bool isOutside(Value value) { return !runs->isAncestor(getOwner(value)); }
  static Operation *getOwner(Value value) {
    Operation *op = value.getDefiningOp();
    return op ? op : value.getParentBlock()->getParentOp();
  }
  bool isAccess(PosAccessOp op, Value position);
  bool matchHeader();
  bool matchBody();
  bool matchRunEnd(scf::WhileOp loop);
  bool matchChildren();
  bool matchEdges();

  Value appendAll(ImplicitLocOpBuilder &b, Value first);
  Value emitIsLong(ImplicitLocOpBuilder &b, Value first, Value count);
  Value emitCoordinate(ImplicitLocOpBuilder &b, Value position);
  Value emitLocate(ImplicitLocOpBuilder &b, Value state, Value coordinate);
  Value countEach(ImplicitLocOpBuilder &b, Value first, Value state);

  scf::WhileOp runs;
  /// Where all runs end.
  Value end;
  /// The coordinate of a run, where the run ends, and what is below it.
  PosAccessOp coordinate;
  scf::WhileOp runEnd;
  PosBoundsOp bounds;
  scf::ForOp children;
  /// The room that is made for that, if any is.
  ReserveCoordsOp room;
  /// Whose children they become.
  LocateOp parent;
  AppendEdgesOp edges;
};
} // namespace

bool RunLoop::isAccess(PosAccessOp op, Value position) {
  return op && op.getPosition() == position && isOutside(op.getStorage()) &&
         llvm::all_of(op.getCoords(),
                      [&](Value value) { return isOutside(value); }) &&
         op.getFound().use_empty();
}

/// Whether the loop carries a position, up to an end, and a builder.
bool RunLoop::matchHeader() {
  if (runs.getNumResults() != 2 || runs.getInits().size() != 2 ||
      hasLoopTags(runs))
    return false;
  Block &before = *runs.getBeforeBody();
  scf::ConditionOp condition = runs.getConditionOp();
  auto hasNext = condition.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!hasNext || &before.front() != hasNext ||
      hasNext->getNextNode() != condition ||
      hasNext.getPredicate() != arith::CmpIPredicate::ult ||
      hasNext.getLhs() != before.getArgument(0) ||
      !isOutside(hasNext.getRhs()) ||
      !llvm::equal(condition.getArgs(), before.getArguments()))
    return false;
  end = hasNext.getRhs();
  auto type = dyn_cast<BuilderType>(before.getArgument(1).getType());
  return runs.getResult(0).use_empty() && type &&
         type.getAssembly() == Assembly::Fused;
}

/// Whether a block has some operations, and others only if they have no
/// effects.
static bool holdsOnly(Block &block, ArrayRef<Operation *> ops) {
  return llvm::all_of(block, [&](Operation &op) {
    return llvm::is_contained(ops, &op) || isMemoryEffectFree(&op);
  });
}

/// Whether a loop goes from the position behind that of the run to the first
/// that has another coordinate, and does nothing else.
bool RunLoop::matchRunEnd(scf::WhileOp loop) {
  if (loop.getNumResults() != 1 || loop.getInits().size() != 1)
    return false;
  auto isNext = [](Value value, Value position) {
    auto sum = value.getDefiningOp<arith::AddIOp>();
    return sum && sum.getLhs() == position &&
           matchPattern(sum.getRhs(), m_One());
  };
  Block &before = *loop.getBeforeBody(), &after = *loop.getAfterBody();
  Value position = before.getArgument(0);
  auto inside = dyn_cast<arith::CmpIOp>(before.front());
  auto goesOn = loop.getConditionOp().getCondition().getDefiningOp<scf::IfOp>();
  if (!isNext(loop.getInits().front(), runs.getAfterArguments()[0]) ||
      !isNext(loop.getYieldOp().getOperand(0), after.getArgument(0)) ||
      !inside || inside.getPredicate() != arith::CmpIPredicate::ult ||
      inside.getLhs() != position || inside.getRhs() != end || !goesOn ||
      goesOn->getBlock() != &before || goesOn.getNumResults() != 1 ||
      goesOn.getCondition() != inside ||
      !llvm::hasSingleElement(*goesOn.elseBlock()) ||
      !matchPattern(goesOn.elseYield().getOperand(0), m_Zero()) ||
      loop.getConditionOp().getArgs().front() != position)
    return false;
  auto equal = goesOn.thenYield().getOperand(0).getDefiningOp<arith::CmpIOp>();
  auto access = dyn_cast<PosAccessOp>(goesOn.thenBlock()->front());
  return holdsOnly(before, {goesOn}) &&
         holdsOnly(*goesOn.thenBlock(), {access}) && holdsOnly(after, {}) &&
         equal && equal.getPredicate() == arith::CmpIPredicate::eq &&
         isAccess(access, position) &&
         access.getStorage() == coordinate.getStorage() &&
         access.getLevel() == coordinate.getLevel() &&
         access.getCoords() == coordinate.getCoords() &&
         equal.getLhs() == access.getCoordinate() &&
         equal.getRhs() == coordinate.getCoordinate();
}

/// Whether there is nothing but what a run needs in the loop.
bool RunLoop::matchBody() {
  for (Operation &op : runs.getAfterBody()->without_terminator()) {
    if (auto access = dyn_cast<PosAccessOp>(op); access && !coordinate) {
      coordinate = access;
    } else if (auto loop = dyn_cast<scf::WhileOp>(op); loop && !runEnd) {
      runEnd = loop;
    } else if (auto below = dyn_cast<PosBoundsOp>(op); below && !bounds) {
      bounds = below;
    } else if (auto loop = dyn_cast<scf::ForOp>(op); loop && !children) {
      children = loop;
    } else if (auto reserve = dyn_cast<ReserveCoordsOp>(op);
               reserve && !room && !children) {
      room = reserve;
    } else if (auto locate = dyn_cast<LocateOp>(op); locate && !parent) {
      parent = locate;
    } else if (auto append = dyn_cast<AppendEdgesOp>(op); append && !edges) {
      edges = append;
    } else if (!isa<NextOp, arith::AddIOp, arith::SubIOp>(op)) {
      return false;
    }
  }
  return coordinate && runEnd && bounds && children && parent && edges &&
         isAccess(coordinate, runs.getAfterArguments()[0]) &&
         matchRunEnd(runEnd) &&
         runs.getYieldOp().getOperand(0) == runEnd.getResult(0);
}

/// Whether there is a child for each position of a run, which a loop appends
/// whatever it is.
bool RunLoop::matchChildren() {
  StorageType type = bounds.getStorage().getType();
  int64_t level = bounds.getLevel();
  Value state = runs.getAfterArguments()[1];
  if (room)
    state = room.getResult();
  if (bounds.getStorage() != coordinate.getStorage() ||
      level != int64_t(coordinate.getLevel()) + 1 ||
      !type.getFormat().getLevelType(level).isBranchless() ||
      bounds.getParentBegin() != runs.getAfterArguments()[0] ||
      bounds.getParentEnd() != runEnd.getResult(0) ||
      children.getLowerBound() != bounds.getBegin() ||
      children.getUpperBound() != bounds.getEnd() ||
      !matchPattern(children.getStep(), m_One()) || hasLoopTags(children) ||
      children.getInitArgs().size() != 1 ||
      children.getInitArgs().front() != state)
    return false;
  if (room) {
    auto length = room.getCount().getDefiningOp<arith::SubIOp>();
    if (room.getState() != runs.getAfterArguments()[1] || !length ||
        length.getLhs() != bounds.getEnd() ||
        length.getRhs() != bounds.getBegin())
      return false;
  }
  unsigned numAppended = 0;
  for (Operation &op : children.getBody()->without_terminator()) {
    auto append = dyn_cast<AppendCoordOp>(op);
    numAppended += append && !append.getCondition() &&
                   append.getLevel() == edges.getLevel();
    bool isKnown = append || isa<StoreOp, NextOp, LoadOp>(op) ||
                   isMemoryEffectFree(&op) ||
                   hasSingleEffect<MemoryEffects::Read>(&op);
    if (op.getNumRegions() != 0 || !isKnown)
      return false;
    // What is around is that of a run, but for the coordinate above, of which
    // a child that stores its own has no need.
    auto access = dyn_cast<PosAccessOp>(op);
    for (Value operand : op.getOperands()) {
      bool isAbove = operand == coordinate.getCoordinate() && access &&
                     access.getStorage() == bounds.getStorage() &&
                     access.getLevel() == bounds.getLevel();
      if (!isAbove && !children->isAncestor(getOwner(operand)) &&
          !isOutside(operand))
        return false;
    }
  }
  return numAppended == 1 &&
         llvm::count_if(*children.getBody(), llvm::IsaPred<AppendCoordOp>) == 1;
}

/// Whether all that was appended in a run belongs to its coordinate, and may do
/// so bit by bit.
bool RunLoop::matchEdges() {
  FormatAttr format = edges.getState().getType().getFormat();
  int64_t level = edges.getLevel();
  auto from = edges.getBegin().getDefiningOp<NextOp>();
  auto to = edges.getEnd().getDefiningOp<NextOp>();
  auto isFull = [&](int64_t above) {
    return format.getLevelType(above).isFull();
  };
  return edges.getState() == children.getResult(0) &&
         runs.getYieldOp().getOperand(1) == edges.getResult() && from && to &&
         from.getState() == runs.getAfterArguments()[1] &&
         from.getLevel() == edges.getLevel() &&
         to.getState() == edges.getState() &&
         to.getLevel() == edges.getLevel() &&
         format.getLevelType(level).hasScatter() &&
         llvm::all_of(llvm::seq(level), isFull) &&
         edges.getParent() == parent.getPosition() &&
         parent.getFound().use_empty() &&
         parent.getStored() == runs.getAfterArguments()[1] &&
         int64_t(parent.getLevel()) + 1 == level &&
         isOutside(parent.getParent()) &&
         parent.getCoords().back() == coordinate.getCoordinate() &&
         llvm::all_of(parent.getCoords().drop_back(),
                      [&](Value value) { return isOutside(value); });
}

bool RunLoop::match() {
  return matchHeader() && matchBody() && matchChildren() && matchEdges();
}

/// Appends what is below all runs; returns the state.
Value RunLoop::appendAll(ImplicitLocOpBuilder &b, Value first) {
  auto all = PosBoundsOp::create(b, bounds.getStorage(), bounds.getLevel(),
                                 first, end);
  IRMapping mapping;
  // Any coordinate will do, and there may be none.
  mapping.map(coordinate.getCoordinate(), arith::ConstantIndexOp::create(b, 0));
  mapping.map(bounds.getBegin(), all.getBegin());
  mapping.map(bounds.getEnd(), all.getEnd());
  mapping.map(runs.getAfterArguments()[1], runs.getInits()[1]);
  if (room) {
    Value length = arith::SubIOp::create(b, all.getEnd(), all.getBegin());
    mapping.map(room.getCount(), length);
    b.clone(*room, mapping);
  }
  return b.clone(*children, mapping)->getResult(0);
}

Value RunLoop::emitCoordinate(ImplicitLocOpBuilder &b, Value position) {
  return PosAccessOp::create(b, coordinate.getStorage(), coordinate.getLevel(),
                             position, coordinate.getCoords())
      .getCoordinate();
}

Value RunLoop::emitLocate(ImplicitLocOpBuilder &b, Value state,
                          Value coordinate) {
  SmallVector<Value> coords(parent.getCoords());
  coords.back() = coordinate;
  return LocateOp::create(b, state, parent.getLevel(), parent.getParent(),
                          coords)
      .getPosition();
}

/// Whether runs are long, if each coordinate from the first to the last has
/// one.
Value RunLoop::emitIsLong(ImplicitLocOpBuilder &b, Value first, Value count) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value any = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, count, zero);
  auto branch = scf::IfOp::create(b, b.getI1Type(), any, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  Value low = emitCoordinate(b, first);
  Value high = emitCoordinate(b, arith::SubIOp::create(b, end, one));
  Value numCoords =
      arith::AddIOp::create(b, arith::SubIOp::create(b, high, low), one);
  Value least = arith::MulIOp::create(
      b, numCoords, arith::ConstantIndexOp::create(b, kLongRun));
  scf::YieldOp::create(
      b, arith::CmpIOp::create(b, arith::CmpIPredicate::sge, count, least)
             .getResult());
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, arith::ConstantIntOp::create(b, 0, 1).getResult());
  return branch.getResult(0);
}

Value RunLoop::countEach(ImplicitLocOpBuilder &b, Value first, Value state) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto loop = scf::ForOp::create(b, first, end, one, state);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value next = loop.getRegionIterArg(0);
  Value position =
      emitLocate(b, next, emitCoordinate(b, loop.getInductionVar()));
  scf::YieldOp::create(b, AppendChildrenOp::create(b, next.getType(), next,
                                                   edges.getLevel(), position,
                                                   one, /*shared=*/false)
                              .getResult());
  return loop.getResult(0);
}

void RunLoop::join() {
  ImplicitLocOpBuilder b(runs.getLoc(), runs);
  // Runs that begin behind their end are none.
  Value first = b.createOrFold<arith::MinSIOp>(runs.getInits().front(), end);
  Value count = arith::SubIOp::create(b, end, first);
  Value isLong = emitIsLong(b, first, count);
  auto branch = scf::IfOp::create(b, runs.getResult(1).getType(), isLong,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  runs.getResult(1).replaceAllUsesWith(branch.getResult(0));
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, countEach(b, first, appendAll(b, first)));
  runs->moveBefore(branch.thenBlock(), branch.thenBlock()->end());
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, runs.getResult(1));
}

namespace {
struct CoalesceRuns : level::impl::LevelCoalesceRunsBase<CoalesceRuns> {
  void runOnOperation() override {
    SmallVector<scf::WhileOp> loops;
    getOperation().walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    for (scf::WhileOp loop : loops) {
      RunLoop runs(loop);
      if (runs.match())
        runs.join();
    }
  }
};
} // namespace
