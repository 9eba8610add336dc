//===- ChooseLanes.cpp - Default tiles and vectors --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the loop over a mode that the result stores densely and innermost into
// tiles, moves the loops inside of it between both, and vectorizes the loop
// over a tile. Where the result is a row of sums, a tile of it stays in
// registers while the operands' rows are added, each of which is read
// contiguously. Complex numbers, which have no vectors, have larger tiles and
// scalar loops.
//
//===----------------------------------------------------------------------===//

#include "ScheduleRules.h"

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "Naming.h"
#include "ScalarFills.h"
#include "SinkLanes.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;

/// The coordinates of a tile of complex numbers, which has no lanes (see
/// docs/experiments/tiles.md).
static constexpr int64_t kComplexTileSize = 32;

/// Whether there are vectors of a type on every machine.
static bool hasVectors(Type type) {
  return type.isF32() || type.isF64() ||
         (type.isInteger() && type.getIntOrFloatBitWidth() >= 8 &&
          type.getIntOrFloatBitWidth() <= 64);
}

namespace {
/// An assignment and the foralls right around it, innermost first, up to one
/// whose coordinates are to be lanes. If that is the innermost, as where a plan
/// states the order of loops, the reductions around it are to be inside.
class LaneNest {
public:
  explicit LaneNest(AssignOp assign);

  /// Whether the rule applies.
  bool isTiled();
  /// Applies the rule.
  LogicalResult tile(RewriterBase &rewriter, std::optional<TailStrategy> tail);

private:
  ForallOp getLanes() { return foralls.back(); }
  ArrayRef<ForallOp> getInside() { return ArrayRef(foralls).drop_back(); }
  void addReductionsAround();
  /// Whether a tensor stores what it is indexed with by the variable of the
  /// lanes, if it is, as neighbors.
  bool isInRows(const IndexedTensor &tensor);
  /// Whether the nest assigns what is stored densely below coordinates that are
  /// bound around it, and appended to what is stored by these.
  bool isPlacedAround(const IndexedTensor &target);
  /// Whether the components that are assigned are complex numbers, which have
  /// no vectors.
  bool isComplex();
  /// Whether an operation computes a component from others, in lanes unless
  /// these are complex.
  bool isElementwise(Operation *op);
  /// Whether all that is computed inside is computed for one component at a
  /// time.
  bool isComponentwise();
  /// Whether the order in which components are combined may change.
  bool hasFreeCombiner();
  /// Whether each loop inside visits what one segment stores, or everything.
  bool areCounted();

  AssignOp assign;
  ScalarFills fills;
  /// Empty if the variable of the innermost mode has no forall here.
  SmallVector<ForallOp> foralls;
};
} // namespace

LaneNest::LaneNest(AssignOp assign) : assign(assign) {
  IndexedTensor target(assign);
  int64_t numLevels = target.getNumLevels();
  if (numLevels == 0)
    return;
  Value lanes = target.getVariable(numLevels - 1);
  for (auto forall = dyn_cast<ForallOp>(assign->getParentOp()); forall;
       forall = dyn_cast<ForallOp>(forall->getParentOp())) {
    foralls.push_back(forall);
    if (forall.getVariable() != lanes)
      continue;
    if (foralls.size() == 1)
      addReductionsAround();
    return;
  }
  foralls.clear();
}

void LaneNest::addReductionsAround() {
  ForallOp lanes = foralls.pop_back_val();
  IndexedTensor target(assign);
  for (auto forall = dyn_cast<ForallOp>(lanes->getParentOp());
       forall && !llvm::is_contained(target.variables, forall.getVariable());
       forall = dyn_cast<ForallOp>(forall->getParentOp()))
    foralls.push_back(forall);
  foralls.push_back(lanes);
}

bool LaneNest::isInRows(const IndexedTensor &tensor) {
  Value lanes = getLanes().getVariable();
  if (!llvm::is_contained(tensor.variables, lanes))
    return true;
  int64_t last = tensor.getNumLevels() - 1;
  return llvm::count(tensor.variables, lanes) == 1 &&
         tensor.getVariable(last) == lanes &&
         isDense(tensor.getLevelType(last));
}

bool LaneNest::isPlacedAround(const IndexedTensor &target) {
  return llvm::all_of(llvm::seq(target.getNumLevels()), [&](int64_t level) {
    level::LevelTypeAttrInterface type = target.getLevelType(level);
    if (isDense(type))
      return true;
    bool isInside = llvm::any_of(foralls, [&](ForallOp forall) {
      return forall.getVariable() == target.getVariable(level);
    });
    return type.hasAppend() && !isInside;
  });
}

bool LaneNest::isComplex() {
  IndexedTensor target(assign);
  return isa<ComplexType>(analysis::getTensorType(target.ref).getElementType());
}

bool LaneNest::isElementwise(Operation *op) {
  bool areComplex = isComplex();
  bool hasTypes = llvm::all_of(op->getResultTypes(), [&](Type type) {
    return hasVectors(type) || (areComplex && isa<ComplexType>(type));
  });
  if (!hasTypes || isa<AccessOp>(op))
    return hasTypes;
  return matchPattern(op, m_Constant()) ||
         (isPure(op) &&
          (areComplex || OpTrait::hasElementwiseMappableTraits(op)));
}

bool LaneNest::isComponentwise() {
  Region &body = getLanes().getBody();
  if (!llvm::all_of(body.getArgument(0).getUsers(),
                    llvm::IsaPred<AccessOp, AssignOp>))
    return false;
  WalkResult result = body.walk([&](Operation *op) -> WalkResult {
    if (llvm::is_contained(foralls, op) || op == assign ||
        assign->isAncestor(op))
      return WalkResult::advance();
    if (!isElementwise(op))
      return WalkResult::interrupt();
    if (auto access = dyn_cast<AccessOp>(op)) {
      level::FormatAttr format = analysis::getFormat(access.getRef());
      bool fits = format.getNumSlots() == 0 && isInRows(access) &&
                  access.getRef() != assign.getRef();
      return fits ? WalkResult::advance() : WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

bool LaneNest::areCounted() {
  llvm::SmallDenseSet<Value> iterated;
  WalkResult result =
      getLanes().getBody().walk([&](AccessOp access) -> WalkResult {
        IndexedTensor tensor(access);
        for (int64_t level : llvm::seq(tensor.getNumLevels())) {
          Value variable = tensor.getVariable(level);
          if (!variable)
            return WalkResult::interrupt();
          bool isInside = llvm::any_of(getInside(), [&](ForallOp forall) {
            return forall.getVariable() == variable;
          });
          if (!isInside || isDense(tensor.getLevelType(level)))
            continue;
          if (!iterated.insert(variable).second ||
              !fills.annihilates(access, assign))
            return WalkResult::interrupt();
        }
        return WalkResult::advance();
      });
  return !result.wasInterrupted();
}

bool LaneNest::hasFreeCombiner() {
  // A sum that cannot change any more ends its loop, unless it is of lanes.
  Operation *combiner = getSimpleCombinerOp(assign.getCombiner());
  return combiner && !getAnnihilator(combiner) &&
         (isComplex() || OpTrait::hasElementwiseMappableTraits(combiner)) &&
         isCombinerAssociative(assign.getCombiner()) &&
         isCombinerCommutative(assign.getCombiner());
}

bool LaneNest::isTiled() {
  // Vectors of an innermost loop are left to LLVM, which makes the same ones.
  if (foralls.size() < 2)
    return false;
  IndexedTensor target(assign);
  if (target.getFormat().getNumSlots() != 0 || !isInRows(target) ||
      !(isComplex() ||
        hasVectors(analysis::getTensorType(target.ref).getElementType())))
    return false;
  if (!isPlacedAround(target))
    return false;
  if (llvm::any_of(foralls, [](ForallOp forall) {
        return forall.getUnit() || forall.getUnroll() || forall.getMerge();
      }))
    return false;
  if (assign.isCompound() && !hasFreeCombiner())
    return false;
  return isComponentwise() && areCounted();
}

LogicalResult LaneNest::tile(RewriterBase &rewriter,
                             std::optional<TailStrategy> tail) {
  ForallOp tiles = getLanes();
  auto kernel = tiles->getParentOfType<KernelOp>();
  std::string name = tiles.getName().str();
  std::string outer = getFreshIndexName(kernel, name + "0");
  std::string inner = getFreshIndexName(kernel, name + "1");
  int64_t size = isComplex() ? kComplexTileSize : kVectorTileSize;
  std::string splitCommand =
      ("split(" + getLoopName(tiles) + "," + outer + "," + inner + "," +
       Twine(size) + (tail ? ",Guard)" : ")"))
          .str();
  FailureOr<SplitOp> split = splitForall(rewriter, tiles, outer, inner,
                                         SplitDirection::Down, size, tail);
  if (failed(split))
    return failure();
  auto lanes = (*split)->getParentOfType<ForallOp>();
  SmallVector<ForallOp> order = {tiles};
  llvm::append_range(order, llvm::reverse(getInside()));
  order.push_back(lanes);
  if (failed(reorderForalls(rewriter, order)))
    return failure();
  SmallVector<std::string> commands = {
      splitCommand,
      "reorder(" + llvm::join(llvm::map_range(order, getLoopName), ",") + ")"};
  if (!isComplex()) {
    Parallelization how;
    how.unit = ParallelUnit::CPUVector;
    how.isOptional = true;
    if (failed(parallelizeForall(rewriter, lanes, how)))
      return failure();
    commands.push_back("parallelize(" + getLoopName(lanes) +
                       ",CPUVector,NoRaces,optional)");
  }
  noteChoice(rewriter, lanes, ScheduleRule::InnermostLanes, commands);
  return success();
}

void cin::chooseLanes(RewriterBase &rewriter, AssignOp assign,
                      std::optional<TailStrategy> tail) {
  LaneNest nest(assign);
  // What is in the way of a part of a schedule leaves the loops as they are, or
  // split.
  if (nest.isTiled())
    (void)nest.tile(rewriter, tail);
}
