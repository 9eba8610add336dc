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
#include "weft/Analysis/KernelNames.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;
using analysis::KernelNames;

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

  /// Why the rule does not apply; null if it does.
  RefusalAttr whyNotTiled();
  /// Applies the rule.
  LogicalResult tile(RewriterBase &rewriter, std::optional<TailStrategy> tail);
  /// A reason why the rule does not apply, with the names that it is about.
  RefusalAttr refuse(RefusalReason reason, ArrayRef<std::string> names = {});
  /// States and reports why the rule does not apply.
  void noteRefusal(RewriterBase &rewriter, RefusalAttr why);

private:
  ForallOp getLanes() { return foralls.back(); }
  ArrayRef<ForallOp> getInside() { return ArrayRef(foralls).drop_back(); }
  void addReductionsAround();
  /// A reason that is about a tensor.
  RefusalAttr refuse(RefusalReason reason, Value ref);
  /// Why a tensor does not store what it is indexed with by the variable of the
  /// lanes, if it is, as neighbors.
  RefusalAttr whyNotInRows(const IndexedTensor &tensor);
  /// Why the nest does not assign what is stored densely below coordinates that
  /// are bound around it, and appended to what is stored by these.
  RefusalAttr whyNotPlacedAround(const IndexedTensor &target);
  /// Why the result has no tiles of lanes.
  RefusalAttr whyNotStored();
  /// The loop that the rule would vectorize if it were nested right around the
  /// assignment; null if there is none.
  ForallOp findLanesAround();
  /// Whether the components that are assigned are complex numbers, which have
  /// no vectors.
  bool isComplex();
  /// Why values of a type are not computed in lanes, or one by one if
  /// components are complex.
  RefusalAttr whyNotInVectors(Type type);
  /// Why an operation does not compute a component from others, in lanes unless
  /// these are complex.
  RefusalAttr whyNotElementwise(Operation *op);
  /// Why an access inside does not read one component for each lane.
  RefusalAttr whyNotReadInLanes(AccessOp access);
  /// Why not all that is computed inside is computed for one component at a
  /// time.
  RefusalAttr whyNotComponentwise();
  /// Why the order in which components are combined may not change.
  RefusalAttr whyNotCombined();
  /// Why a loop inside does not visit what one segment stores, or everything.
  RefusalAttr whyNotCounted();

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

RefusalAttr LaneNest::refuse(RefusalReason reason,
                             ArrayRef<std::string> names) {
  ForallOp lanes = findLanesAround();
  std::string command = lanes ? "parallelize(" + getLoopName(lanes) +
                                    ",CPUVector,NoRaces,optional)"
                              : "parallelize(CPUVector)";
  return RefusalAttr::get(assign.getContext(), reason, command, names);
}

RefusalAttr LaneNest::refuse(RefusalReason reason, Value ref) {
  KernelNames names(assign->getParentOfType<KernelOp>());
  return refuse(reason, names.getTensor(ref).str());
}

RefusalAttr LaneNest::whyNotInRows(const IndexedTensor &tensor) {
  Value lanes = getLanes().getVariable();
  if (!llvm::is_contained(tensor.variables, lanes))
    return {};
  int64_t last = tensor.getNumLevels() - 1;
  if (llvm::count(tensor.variables, lanes) != 1)
    return refuse(RefusalReason::SeveralModes, tensor.ref);
  if (tensor.getVariable(last) != lanes)
    return refuse(RefusalReason::OuterLevel, tensor.ref);
  if (!isDense(tensor.getLevelType(last)))
    return refuse(RefusalReason::SparseLevel, tensor.ref);
  return {};
}

RefusalAttr LaneNest::whyNotPlacedAround(const IndexedTensor &target) {
  KernelNames names(assign->getParentOfType<KernelOp>());
  for (int64_t level : llvm::seq(target.getNumLevels())) {
    level::LevelTypeAttrInterface type = target.getLevelType(level);
    if (isDense(type))
      continue;
    auto *inside = llvm::find_if(foralls, [&](ForallOp forall) {
      return forall.getVariable() == target.getVariable(level);
    });
    if (inside != foralls.end())
      return refuse(
          RefusalReason::InnerInsertion,
          {inside->getName().str(), names.getTensor(target.ref).str()});
    if (!type.hasAppend())
      return refuse(RefusalReason::UnplacedLevel, target.ref);
  }
  return {};
}

bool LaneNest::isComplex() {
  IndexedTensor target(assign);
  return isa<ComplexType>(analysis::getTensorType(target.ref).getElementType());
}

RefusalAttr LaneNest::whyNotInVectors(Type type) {
  if (hasVectors(type) || (isComplex() && isa<ComplexType>(type)))
    return {};
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return refuse(RefusalReason::NoVectors, name);
}

RefusalAttr LaneNest::whyNotElementwise(Operation *op) {
  if (auto where = dyn_cast<WhereOp>(op))
    return refuse(RefusalReason::InnerWorkspace, where.getConsumerRef());
  if (isa<ForallOp, AssignOp, MultiOp, SequenceOp>(op))
    return refuse(RefusalReason::SeveralStatements);
  for (Type type : op->getResultTypes()) {
    if (isa<cin::IndexType>(type))
      return refuse(RefusalReason::DerivedVariables);
    if (RefusalAttr why = whyNotInVectors(type))
      return why;
  }
  if (isa<AccessOp>(op) || matchPattern(op, m_Constant()) ||
      (isPure(op) &&
       (isComplex() || OpTrait::hasElementwiseMappableTraits(op))))
    return {};
  return refuse(RefusalReason::NotElementwise,
                op->getName().getStringRef().str());
}

RefusalAttr LaneNest::whyNotReadInLanes(AccessOp access) {
  if (analysis::getFormat(access.getRef()).getNumSlots() != 0)
    return refuse(RefusalReason::SlotLevel, access.getRef());
  if (access.getRef() == assign.getRef())
    return refuse(RefusalReason::UpdatedInPlace, access.getRef());
  return whyNotInRows(access);
}

RefusalAttr LaneNest::whyNotComponentwise() {
  Region &body = getLanes().getBody();
  if (!llvm::all_of(body.getArgument(0).getUsers(),
                    llvm::IsaPred<AccessOp, AssignOp>))
    return refuse(RefusalReason::UsedVariable);
  RefusalAttr why;
  body.walk([&](Operation *op) -> WalkResult {
    if (llvm::is_contained(foralls, op) || op == assign ||
        assign->isAncestor(op))
      return WalkResult::advance();
    why = whyNotElementwise(op);
    if (auto access = dyn_cast<AccessOp>(op); access && !why)
      why = whyNotReadInLanes(access);
    return why ? WalkResult::interrupt() : WalkResult::advance();
  });
  return why;
}

RefusalAttr LaneNest::whyNotCounted() {
  KernelNames names(assign->getParentOfType<KernelOp>());
  llvm::SmallDenseSet<Value> iterated;
  RefusalAttr why;
  getLanes().getBody().walk([&](AccessOp access) -> WalkResult {
    IndexedTensor tensor(access);
    for (int64_t level : llvm::seq(tensor.getNumLevels())) {
      Value variable = tensor.getVariable(level);
      if (!variable) {
        why = refuse(RefusalReason::ComputedIndex, tensor.ref);
        return WalkResult::interrupt();
      }
      const auto *loop = llvm::find_if(getInside(), [&](ForallOp forall) {
        return forall.getVariable() == variable;
      });
      if (loop == getInside().end() || isDense(tensor.getLevelType(level)))
        continue;
      std::string name = ForallOp(*loop).getName().str();
      if (!iterated.insert(variable).second)
        why = refuse(RefusalReason::MergedInside, name);
      else if (!fills.annihilates(access, assign))
        why = refuse(RefusalReason::AbsentCoordinates,
                     {name, names.getTensor(tensor.ref).str()});
      if (why)
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return why;
}

RefusalAttr LaneNest::whyNotCombined() {
  if (!assign.isCompound())
    return {};
  Operation *combiner = getSimpleCombinerOp(assign.getCombiner());
  if (!combiner)
    return refuse(RefusalReason::CompoundCombiner);
  std::string name = combiner->getName().getStringRef().str();
  // A sum that cannot change any more ends its loop, unless it is of lanes.
  if (getAnnihilator(combiner))
    return refuse(RefusalReason::EarlyExit, name);
  if (!isComplex() && !OpTrait::hasElementwiseMappableTraits(combiner))
    return refuse(RefusalReason::NotElementwise, name);
  if (!isCombinerAssociative(assign.getCombiner()) ||
      !isCombinerCommutative(assign.getCombiner()))
    return refuse(RefusalReason::OrderedCombiner, name);
  return {};
}

RefusalAttr LaneNest::whyNotStored() {
  IndexedTensor target(assign);
  if (target.getNumLevels() == 0)
    return refuse(RefusalReason::ScalarResult, target.ref);
  if (foralls.empty()) {
    auto where = assign->getParentOfType<WhereOp>();
    return where && findLanesAround()
               ? refuse(RefusalReason::InnerWorkspace, where.getConsumerRef())
               : refuse(RefusalReason::SeparateLoop, target.ref);
  }
  if (target.getFormat().getNumSlots() != 0)
    return refuse(RefusalReason::SlotLevel, target.ref);
  return whyNotInRows(target);
}

RefusalAttr LaneNest::whyNotTiled() {
  if (RefusalAttr why = whyNotStored())
    return why;
  // Vectors of an innermost loop are left to LLVM, which makes the same ones.
  if (foralls.size() < 2)
    return refuse(RefusalReason::NoInnerLoop);
  IndexedTensor target(assign);
  Type type = analysis::getTensorType(target.ref).getElementType();
  if (RefusalAttr why = whyNotInVectors(type))
    return why;
  if (RefusalAttr why = whyNotPlacedAround(target))
    return why;
  if (llvm::any_of(foralls, [](ForallOp forall) {
        return forall.getUnit() || forall.getUnroll() || forall.getMerge();
      }))
    return refuse(RefusalReason::ScheduledLoops);
  if (RefusalAttr why = whyNotCombined())
    return why;
  if (RefusalAttr why = whyNotComponentwise())
    return why;
  return whyNotCounted();
}

ForallOp LaneNest::findLanesAround() {
  if (!foralls.empty())
    return getLanes();
  IndexedTensor target(assign);
  int64_t numLevels = target.getNumLevels();
  if (numLevels == 0)
    return {};
  Value lanes = target.getVariable(numLevels - 1);
  auto forall = assign->getParentOfType<ForallOp>();
  while (forall && forall.getVariable() != lanes)
    forall = forall->getParentOfType<ForallOp>();
  return forall;
}

void LaneNest::noteRefusal(RewriterBase &rewriter, RefusalAttr why) {
  // What is computed into a scalar workspace has no modes to choose from.
  auto *where = assign.getRef().getParentBlock()->getParentOp();
  if (isa<WhereOp>(where) && why.getReason() == RefusalReason::ScalarResult)
    return;
  ForallOp lanes = findLanesAround();
  cin::noteRefusal(rewriter, lanes ? lanes.getOperation() : assign,
                   kChooseSchedule, why);
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
  noteChoice(rewriter, lanes, kChooseSchedule, ScheduleRule::InnermostLanes,
             commands);
  return success();
}

void cin::chooseLanes(RewriterBase &rewriter, AssignOp assign,
                      std::optional<TailStrategy> tail) {
  LaneNest nest(assign);
  // What is in the way of a part of a schedule leaves the loops as they are, or
  // split.
  if (RefusalAttr why = nest.whyNotTiled())
    nest.noteRefusal(rewriter, why);
  else if (failed(nest.tile(rewriter, tail)))
    nest.noteRefusal(rewriter, nest.refuse(RefusalReason::FixedOrder));
}
