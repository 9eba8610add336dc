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
#include "weft/Explain/WorkspaceReasons.h"
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

  /// Why the rule does not apply, as it follows "since"; nothing if it does.
  std::optional<std::string> whyNotTiled();
  /// Applies the rule.
  LogicalResult tile(RewriterBase &rewriter, std::optional<TailStrategy> tail);
  /// Reports why the rule does not apply.
  void reportRefusal(const Twine &why);

private:
  using Reason = std::optional<std::string>;

  ForallOp getLanes() { return foralls.back(); }
  ArrayRef<ForallOp> getInside() { return ArrayRef(foralls).drop_back(); }
  void addReductionsAround();
  /// The name of a tensor, in quotes.
  std::string describe(Value ref);
  /// Why a tensor does not store what it is indexed with by the variable of the
  /// lanes, if it is, as neighbors.
  Reason whyNotInRows(const IndexedTensor &tensor);
  /// Why the nest does not assign what is stored densely below coordinates that
  /// are bound around it, and appended to what is stored by these.
  Reason whyNotPlacedAround(const IndexedTensor &target);
  /// Why the result has no tiles of lanes.
  Reason whyNotStored();
  /// The loop that the rule would vectorize if it were nested right around the
  /// assignment; null if there is none.
  ForallOp findLanesAround();
  /// Whether the components that are assigned are complex numbers, which have
  /// no vectors.
  bool isComplex();
  /// Why an operation does not compute a component from others, in lanes unless
  /// these are complex.
  Reason whyNotElementwise(Operation *op);
  /// Why an access inside does not read one component for each lane.
  Reason whyNotReadInLanes(AccessOp access);
  /// Why not all that is computed inside is computed for one component at a
  /// time.
  Reason whyNotComponentwise();
  /// Why the order in which components are combined may not change.
  Reason whyNotCombined();
  /// Why a loop inside does not visit what one segment stores, or everything.
  Reason whyNotCounted();

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

std::string LaneNest::describe(Value ref) {
  KernelNames names(assign->getParentOfType<KernelOp>());
  return ("'" + names.getTensor(ref) + "'").str();
}

std::optional<std::string> LaneNest::whyNotInRows(const IndexedTensor &tensor) {
  Value lanes = getLanes().getVariable();
  if (!llvm::is_contained(tensor.variables, lanes))
    return std::nullopt;
  std::string name = getLanes().getName().str();
  int64_t last = tensor.getNumLevels() - 1;
  if (llvm::count(tensor.variables, lanes) != 1)
    return name + " indexes several modes of " + describe(tensor.ref);
  if (tensor.getVariable(last) != lanes)
    return name + " is not the innermost level of " + describe(tensor.ref);
  if (!isDense(tensor.getLevelType(last)))
    return "the innermost level of " + describe(tensor.ref) + " is not dense";
  return std::nullopt;
}

std::optional<std::string>
LaneNest::whyNotPlacedAround(const IndexedTensor &target) {
  for (int64_t level : llvm::seq(target.getNumLevels())) {
    level::LevelTypeAttrInterface type = target.getLevelType(level);
    if (isDense(type))
      continue;
    bool isInside = llvm::any_of(foralls, [&](ForallOp forall) {
      return forall.getVariable() == target.getVariable(level);
    });
    std::string name =
        "level " + std::to_string(level + 1) + " of " + describe(target.ref);
    if (isInside)
      return "a loop inside of the tile inserts into " + name;
    if (!type.hasAppend())
      return name + " is neither dense nor appended to";
  }
  return std::nullopt;
}

bool LaneNest::isComplex() {
  IndexedTensor target(assign);
  return isa<ComplexType>(analysis::getTensorType(target.ref).getElementType());
}

/// A type as a reason why there are no lanes.
static std::string describeNoVectors(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << "it computes values of type " << type
                                 << ", for which the default has no vectors";
  return text;
}

std::optional<std::string> LaneNest::whyNotElementwise(Operation *op) {
  if (isa<WhereOp>(op))
    return "a workspace is computed inside of it";
  if (isa<ForallOp, AssignOp, MultiOp, SequenceOp>(op))
    return "several statements are inside of it";
  bool areComplex = isComplex();
  for (Type type : op->getResultTypes())
    if (!hasVectors(type) && !(areComplex && isa<ComplexType>(type)))
      return isa<cin::IndexType>(type)
                 ? "the loops inside of it compute index variables"
                 : describeNoVectors(type);
  if (isa<AccessOp>(op) || matchPattern(op, m_Constant()))
    return std::nullopt;
  if (isPure(op) && (areComplex || OpTrait::hasElementwiseMappableTraits(op)))
    return std::nullopt;
  return ("'" + op->getName().getStringRef() +
          "' is not an elementwise operation")
      .str();
}

std::optional<std::string> LaneNest::whyNotReadInLanes(AccessOp access) {
  if (analysis::getFormat(access.getRef()).getNumSlots() != 0)
    return describe(access.getRef()) + " has a level of slots";
  if (access.getRef() == assign.getRef())
    return "it reads " + describe(access.getRef()) +
           " and assigns to it as well";
  return whyNotInRows(access);
}

std::optional<std::string> LaneNest::whyNotComponentwise() {
  Region &body = getLanes().getBody();
  if (!llvm::all_of(body.getArgument(0).getUsers(),
                    llvm::IsaPred<AccessOp, AssignOp>))
    return "the value of " + getLanes().getName().str() +
           " is used other than to index tensors";
  Reason why;
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

std::optional<std::string> LaneNest::whyNotCounted() {
  llvm::SmallDenseSet<Value> iterated;
  Reason why;
  getLanes().getBody().walk([&](AccessOp access) -> WalkResult {
    IndexedTensor tensor(access);
    for (int64_t level : llvm::seq(tensor.getNumLevels())) {
      Value variable = tensor.getVariable(level);
      if (!variable) {
        why = "a level of " + describe(tensor.ref) +
              " is indexed by more than a variable";
        return WalkResult::interrupt();
      }
      const auto *loop = llvm::find_if(getInside(), [&](ForallOp forall) {
        return forall.getVariable() == variable;
      });
      if (loop == getInside().end() || isDense(tensor.getLevelType(level)))
        continue;
      std::string name = ForallOp(*loop).getName().str();
      if (!iterated.insert(variable).second)
        why = "the loop over " + name + " inside of it merges segments";
      else if (!fills.annihilates(access, assign))
        why = "the loop over " + name +
              " inside of it visits coordinates that " + describe(tensor.ref) +
              " does not store";
      if (why)
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return why;
}

std::optional<std::string> LaneNest::whyNotCombined() {
  if (!assign.isCompound())
    return std::nullopt;
  Operation *combiner = getSimpleCombinerOp(assign.getCombiner());
  if (!combiner)
    return "the combiner consists of several operations";
  std::string name = ("'" + combiner->getName().getStringRef() + "'").str();
  // A sum that cannot change any more ends its loop, unless it is of lanes.
  if (getAnnihilator(combiner))
    return "the reduction exits early at the annihilator of " + name +
           ", and vector lanes cannot exit separately";
  if (!isComplex() && !OpTrait::hasElementwiseMappableTraits(combiner))
    return name + " is not an elementwise operation";
  if (!isCombinerAssociative(assign.getCombiner()) ||
      !isCombinerCommutative(assign.getCombiner()))
    return name + " is not associative and commutative";
  return std::nullopt;
}

std::optional<std::string> LaneNest::whyNotStored() {
  IndexedTensor target(assign);
  if (target.getNumLevels() == 0)
    return describe(target.ref) + " is a scalar";
  if (foralls.empty()) {
    auto where = assign->getParentOfType<WhereOp>();
    if (!where || !findLanesAround())
      return "the loop over the innermost level of " + describe(target.ref) +
             " is not nested right around the assignment";
    KernelNames names(assign->getParentOfType<KernelOp>());
    return "it has a workspace inside (" +
           explain::describeWorkspace(where, names) + ")";
  }
  if (target.getFormat().getNumSlots() != 0)
    return describe(target.ref) + " has a level of slots";
  return whyNotInRows(target);
}

std::optional<std::string> LaneNest::whyNotTiled() {
  if (Reason why = whyNotStored())
    return why;
  // Vectors of an innermost loop are left to LLVM, which makes the same ones.
  if (foralls.size() < 2)
    return "it has no loop inside, and LLVM vectorizes it";
  IndexedTensor target(assign);
  Type type = analysis::getTensorType(target.ref).getElementType();
  if (!isComplex() && !hasVectors(type))
    return describeNoVectors(type);
  if (Reason why = whyNotPlacedAround(target))
    return why;
  if (llvm::any_of(foralls, [](ForallOp forall) {
        return forall.getUnit() || forall.getUnroll() || forall.getMerge();
      }))
    return "a schedule already says how its loops are executed";
  if (Reason why = whyNotCombined())
    return why;
  if (Reason why = whyNotComponentwise())
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

void LaneNest::reportRefusal(const Twine &why) {
  // What is computed into a scalar workspace has no modes to choose from.
  auto *where = assign.getRef().getParentBlock()->getParentOp();
  if (isa<WhereOp>(where) && IndexedTensor(assign).getNumLevels() == 0)
    return;
  ForallOp lanes = findLanesAround();
  if (!lanes)
    return reportNotChosen(
        assign, "parallelize(CPUVector) is not chosen, since " + why);
  reportNotChosen(lanes, "parallelize(" + getLoopName(lanes) +
                             ",CPUVector,NoRaces,optional) is not chosen, "
                             "since " +
                             why);
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
  if (std::optional<std::string> why = nest.whyNotTiled())
    nest.reportRefusal(*why);
  else if (failed(nest.tile(rewriter, tail)))
    nest.reportRefusal("its loops cannot be reordered");
}
