//===- Races.cpp - Iterations that touch the same ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out whether different iterations of a loop may access the same
// component. Two accesses use different components in different iterations if
// the index variables that they have in the same modes determine the iteration.
// A variable that was split determines both of its parts, and both parts
// together determine the variable.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/Races.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/ResultAssembly.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

namespace {
/// The index variables whose values are told by those of others.
class Told {
public:
  explicit Told(cin::KernelOp kernel) {
    kernel.walk([&](Operation *op) {
      if (cin::isDerivation(op) || isa<cin::LiteralOp>(op))
        derivations.push_back(op);
    });
  }

  void add(Value variable) { told.insert(variable); }

  /// Whether the variable is told, by whatever way through its derivations.
  bool tells(Value variable) {
    for (size_t before = 0; before != told.size();) {
      before = told.size();
      for (Operation *op : derivations)
        addDerived(op);
    }
    return told.contains(variable);
  }

private:
  void addDerived(Operation *op) {
    if (auto split = dyn_cast<cin::SplitOp>(op)) {
      addSplit(split);
    } else if (auto collapse = dyn_cast<cin::CollapseOp>(op)) {
      if (told.contains(collapse.getCollapsed())) {
        add(collapse.getOuter());
        add(collapse.getInner());
      } else if (told.contains(collapse.getOuter()) &&
                 told.contains(collapse.getInner())) {
        add(collapse.getCollapsed());
      }
    } else if (auto position = dyn_cast<cin::PositionOp>(op)) {
      addPosition(position);
    } else {
      add(cast<cin::LiteralOp>(op).getVariable());
    }
  }

  /// A coordinate is in one tile, at one place; but in two if the last tile is
  /// shifted inwards. No two tiles begin at the same coordinate.
  void addSplit(cin::SplitOp split) {
    bool hasVariable = told.contains(split.getVariable());
    bool hasOuter = told.contains(split.getOuter());
    bool hasInner = told.contains(split.getInner());
    if (hasVariable && (!split.isShifted() || hasOuter || hasInner)) {
      add(split.getOuter());
      add(split.getInner());
    } else if (hasOuter && hasInner) {
      add(split.getVariable());
    }
  }

  /// Below what is told, a position has one coordinate, and a coordinate that
  /// is stored once has one position.
  void addPosition(cin::PositionOp position) {
    if (!llvm::all_of(position.getOuter(),
                      [&](Value outer) { return told.contains(outer); }))
      return;
    level::FormatAttr format =
        level::getFormat(position.getRef().getType().getTensor());
    if (told.contains(position.getPosition()))
      add(position.getVariable());
    else if (told.contains(position.getVariable()) &&
             format.getLevelType(position.getLevels().back()).isUnique())
      add(position.getPosition());
  }

  SmallVector<Operation *> derivations;
  llvm::DenseSet<Value> told;
};

/// An access or an assignment.
struct Use {
  Operation *op;
  Value ref;
  ValueRange indices;
};
} // namespace

/// What is told by the values of variables and by what is bound around a
/// forall, which is the same for all of its iterations.
static Told getTold(cin::ForallOp forall, ArrayRef<Value> variables) {
  Told told(forall->getParentOfType<cin::KernelOp>());
  for (auto outer = forall->getParentOfType<cin::ForallOp>(); outer;
       outer = outer->getParentOfType<cin::ForallOp>())
    told.add(outer.getVariable());
  for (Value variable : variables)
    told.add(variable);
  return told;
}

bool weft::analysis::tellsIteration(cin::ForallOp forall,
                                    ArrayRef<Value> variables) {
  return getTold(forall, variables).tells(forall.getVariable());
}

bool weft::analysis::tellsVariable(cin::KernelOp kernel, ArrayRef<Value> known,
                                   Value variable) {
  Told told(kernel);
  llvm::for_each(known, [&](Value other) { told.add(other); });
  return told.tells(variable);
}

/// Adds the variables that are the same wherever two indices are.
static void addSame(Value left, Value right, SmallVectorImpl<Value> &same) {
  if (left == right) {
    same.push_back(left);
    return;
  }
  // Coordinates that were split alike are the same in the same tile only.
  auto one = left.getDefiningOp<cin::SplitOp>();
  auto other = right.getDefiningOp<cin::SplitOp>();
  if (!one || !other || one.isBalanced() || other.isBalanced() ||
      one.isShifted() || other.isShifted() ||
      one.getDirection() != other.getDirection() ||
      one.getSize() != other.getSize() || !cin::getModeExtent(left) ||
      cin::getModeExtent(left) != cin::getModeExtent(right))
    return;
  addSame(one.getOuter(), other.getOuter(), same);
  addSame(one.getInner(), other.getInner(), same);
}

static bool mayMeet(const Use &first, const Use &second, cin::ForallOp forall) {
  // Accesses of a format with slots have one index more.
  SmallVector<Value> same;
  for (auto [left, right] : llvm::zip(first.indices, second.indices))
    addSame(left, right, same);
  return !tellsIteration(forall, same);
}

/// What the consumer of a where statement reads is what its producer assigns.
static Value getTensor(Value ref) {
  auto where = dyn_cast<cin::WhereOp>(ref.getParentBlock()->getParentOp());
  return where ? where.getProducerRef() : ref;
}

/// Whether each execution of an assignment appends an entry of its own, which
/// is combined with others of its component when all are sorted.
static bool appendsEntries(cin::AssignOp assign) {
  if (!assign.isCompound() ||
      !level::getFormat(assign.getRef().getType().getTensor()))
    return false;
  for (Operation *user : assign.getRef().getUsers())
    if (isa<cin::AssignOp>(user) && user != assign)
      return false;
  return isSorted(assign);
}

cin::AssignOp weft::analysis::findRoundedList(cin::ForallOp forall) {
  cin::AssignOp found;
  forall.walk([&](cin::AssignOp assign) {
    Value ref = assign.getRef();
    if (!forall->isAncestor(ref.getParentBlock()->getParentOp()) &&
        isa<FloatType, ComplexType>(
            assign.getRef().getType().getTensor().getElementType()) &&
        appendsEntries(assign) && !isCombinerIdempotent(assign.getCombiner()))
      found = assign;
  });
  return found;
}

SmallVector<Race> weft::analysis::findRaces(cin::ForallOp forall) {
  SmallVector<Use> uses;
  forall.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto add = [&](auto use) {
      // Each iteration has the workspaces inside of it for itself.
      if (!forall->isAncestor(use.getRef().getParentBlock()->getParentOp()))
        uses.push_back({op, getTensor(use.getRef()), use.getIndices()});
    };
    if (auto assign = dyn_cast<cin::AssignOp>(op))
      add(assign);
    else if (auto access = dyn_cast<cin::AccessOp>(op))
      add(access);
  });
  SmallVector<Race> races;
  for (auto [number, first] : llvm::enumerate(uses))
    for (const Use &second : ArrayRef(uses).drop_front(number)) {
      auto assign = dyn_cast<cin::AssignOp>(first.op);
      Operation *other = second.op;
      if (!assign) {
        assign = dyn_cast<cin::AssignOp>(second.op);
        other = first.op;
      }
      if (assign && first.ref == second.ref && mayMeet(first, second, forall) &&
          !(assign == other && appendsEntries(assign)))
        races.push_back({assign, other});
    }
  return races;
}

/// Why a race goes on if both of its assignments combine into the component
/// atomically; empty if it does not.
static std::string whyNotAtomic(const Race &race) {
  cin::AssignOp assign = race.assign;
  auto other = dyn_cast<cin::AssignOp>(race.other);
  if (!other)
    return "what is read there may be updated at the same time";
  if (!assign.isCompound() || !other.isCompound())
    return "an assignment that combines nothing leaves the last value, and "
           "iterations at the same time have no last one";
  if (assign != other &&
      !areSameCombiner(assign.getCombiner(), other.getCombiner()))
    return "two combiners may be applied in any order";
  if (!isCombinerAssociative(assign.getCombiner()) ||
      !isCombinerCommutative(assign.getCombiner()))
    return "its combiner is not associative and commutative";
  RankedTensorType type = assign.getRef().getType().getTensor();
  if (!level::getFormat(type) || !level::getFormat(type).isAllDense())
    return "atomic updates of what is not dense are not supported";
  if (!level::isAtomicallyUpdated(type.getElementType())) {
    std::string why;
    llvm::raw_string_ostream(why)
        << "components of type " << type.getElementType()
        << " have no atomic update; use temporary";
    return why;
  }
  return std::string();
}

bool weft::analysis::hasSegmentedSums(cin::ForallOp forall,
                                      cin::AssignOp assign) {
  return assign->getParentOfType<cin::ForallOp>() == forall &&
         llvm::any_of(assign.getIndices(), [&](Value index) {
           return cin::isDerivedFrom(index, forall.getVariable());
         });
}

/// Why a race goes on if each iteration of the forall combines into a partial
/// result of its own, all of which are combined into the component behind it;
/// empty if it does not.
static std::string whyNotPartial(cin::ForallOp forall, const Race &race,
                                 cin::ParallelUnit unit) {
  cin::AssignOp assign = race.assign;
  if (race.other != assign)
    return "a partial result is of one assignment, and nothing else uses it";
  if (!assign.isCompound())
    return "an assignment that combines nothing leaves the last value, and "
           "iterations at the same time have no last one";
  if (!isCombinerAssociative(assign.getCombiner()) ||
      !isCombinerCommutative(assign.getCombiner()))
    return "its combiner is not associative and commutative";
  // Threads of a warp combine adjacent partial results of one component.
  if (unit == cin::ParallelUnit::GPUThread && hasSegmentedSums(forall, assign))
    return whyNotAtomic(race);
  if (llvm::any_of(assign.getIndices(), [&](Value index) {
        return cin::isDerivedFrom(index, forall.getVariable());
      }))
    return "partial results are of one component, and iterations have several";
  // Lanes of vectors go inside of the other loops; units of a GPU stay around
  // them.
  if (unit != cin::ParallelUnit::CPUVector)
    for (auto inner = assign->getParentOfType<cin::ForallOp>(); inner != forall;
         inner = inner->getParentOfType<cin::ForallOp>())
      if (llvm::any_of(assign.getIndices(), [&](Value index) {
            return cin::isDerivedFrom(index, inner.getVariable());
          }))
        return "partial results are of one component, and the loop over '" +
               inner.getName().str() + "' inside of it has several";
  return std::string();
}

/// Whether a value is the same in all iterations of a forall that have the same
/// values of the given variables: it is computed from these and from tensors
/// that no iteration assigns.
static bool isDetermined(Value value, cin::ForallOp forall,
                         ArrayRef<Value> variables) {
  Told told = getTold(forall, variables);
  SmallVector<Value> open{value};
  llvm::DenseSet<Value> seen;
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (isa<cin::IndexType>(next.getType()) && told.tells(next))
      continue;
    Operation *op = next.getDefiningOp();
    // Arguments of the kernel itself do not change.
    if (!op) {
      if (forall->isAncestor(next.getParentBlock()->getParentOp()))
        return false;
      continue;
    }
    if (op->getNumRegions() != 0)
      return false;
    if (auto access = dyn_cast<cin::AccessOp>(op)) {
      bool isAssigned = false;
      forall.walk([&](cin::AssignOp assign) {
        isAssigned |= getTensor(assign.getRef()) == getTensor(access.getRef());
      });
      if (isAssigned)
        return false;
    }
    llvm::append_range(open, op->getOperands());
  }
  return true;
}

/// Why a race must not be ignored even where any result will do; empty if it
/// may.
static std::string whyNotIgnored(const Race &race) {
  cin::AssignOp assign = race.assign;
  RankedTensorType type = assign.getRef().getType().getTensor();
  if (!level::getFormat(type) || !level::getFormat(type).isAllDense())
    return "components of what is not dense have no places before they are "
           "assigned";
  return std::string();
}

/// Why a race may change what a kernel computes, if nothing is done about it;
/// empty if it does not: both sides are one assignment to a dense tensor, which
/// combines nothing or by an idempotent combiner, and its value is the same in
/// all iterations that assign the component.
static std::string whyNotHarmless(cin::ForallOp forall, const Race &race) {
  cin::AssignOp assign = race.assign;
  if (std::string why = whyNotIgnored(race); !why.empty())
    return why;
  if (!isa<cin::AssignOp>(race.other))
    return "what is read there may be assigned before or after";
  if (race.other != assign)
    return "either of two assignments may be the last";
  if (assign.isCompound() && !isCombinerIdempotent(assign.getCombiner()))
    return "an update that is lost changes the result, since its combiner is "
           "not known to be idempotent";
  SmallVector<Value> indices(assign.getIndices());
  if (!isDetermined(assign.getValue(), forall, indices))
    return "the iterations may assign different values";
  return std::string();
}

/// Whether iterations that ignore a race combine into one component that lanes
/// carry, of which none loses what it has.
static bool isCarried(cin::ForallOp forall, const Race &race,
                      cin::ParallelUnit unit, cin::RaceStrategy strategy) {
  return (unit == cin::ParallelUnit::CPUVector ||
          unit == cin::ParallelUnit::GPUThread) &&
         strategy == cin::RaceStrategy::IgnoreRaces &&
         !hasSegmentedSums(forall, race.assign) &&
         whyNotPartial(forall, race, unit).empty();
}

bool weft::analysis::isOnGPU(cin::ForallOp forall) {
  switch (forall.getUnit().value_or(cin::ParallelUnit::CPUThread)) {
  case cin::ParallelUnit::GPUBlock:
  case cin::ParallelUnit::GPUWarp:
  case cin::ParallelUnit::GPUThread:
    return true;
  default:
    return false;
  }
}

bool weft::analysis::mayCarryPartialResults(cin::ForallOp forall) {
  return forall.getUnit() == cin::ParallelUnit::CPUVector ||
         forall.getUnit() == cin::ParallelUnit::GPUThread ||
         (forall.getUnit() == cin::ParallelUnit::GPUWarp &&
          forall.getRaces() == cin::RaceStrategy::Temporary);
}

bool weft::analysis::isUpdatedAtomically(cin::ForallOp forall,
                                         cin::AssignOp assign) {
  cin::RaceStrategy races =
      forall.getRaces().value_or(cin::RaceStrategy::NoRaces);
  return races == cin::RaceStrategy::Atomics ||
         (races == cin::RaceStrategy::Temporary &&
          forall.getUnit() == cin::ParallelUnit::GPUThread &&
          hasSegmentedSums(forall, assign));
}

bool weft::analysis::isAtomicInside(cin::ForallOp outer, const Race &race) {
  if (!isOnGPU(outer) || outer.getRaces() != cin::RaceStrategy::IgnoreRaces ||
      !whyNotAtomic(race).empty())
    return false;
  cin::AssignOp assign = race.assign;
  for (auto inner = assign->getParentOfType<cin::ForallOp>();
       inner && inner != outer; inner = inner->getParentOfType<cin::ForallOp>())
    if (isOnGPU(inner) && isUpdatedAtomically(inner, assign))
      return true;
  return false;
}

std::optional<std::string>
weft::analysis::whyNotDeterministic(cin::ForallOp forall, const Race &race,
                                    cin::RaceStrategy strategy) {
  cin::AssignOp assign = race.assign;
  if (isCarried(forall, race, *forall.getUnit(), strategy))
    return std::nullopt;
  if (strategy == cin::RaceStrategy::IgnoreRaces &&
      !whyNotHarmless(forall, race).empty())
    return std::string(": which of several values is left depends on when "
                       "threads run");
  bool isRounded = isa<FloatType, ComplexType>(
      assign.getRef().getType().getTensor().getElementType());
  bool isAtomic = strategy == cin::RaceStrategy::Atomics ||
                  (strategy == cin::RaceStrategy::Temporary &&
                   forall.getUnit() == cin::ParallelUnit::GPUThread &&
                   hasSegmentedSums(forall, assign));
  if (isAtomic && isRounded && !isCombinerIdempotent(assign.getCombiner()))
    return std::string(": real numbers are rounded in the order in which "
                       "threads combine them; use temporary");
  return std::nullopt;
}

std::optional<std::string>
weft::analysis::whyNotAllowed(cin::ForallOp forall, const Race &race,
                              cin::ParallelUnit unit,
                              cin::RaceStrategy strategy, bool allowed) {
  if (isCarried(forall, race, unit, strategy))
    return std::nullopt;
  std::string why;
  switch (strategy) {
  case cin::RaceStrategy::Atomics:
    why = whyNotAtomic(race);
    break;
  case cin::RaceStrategy::IgnoreRaces:
    why = allowed ? whyNotIgnored(race) : whyNotHarmless(forall, race);
    break;
  case cin::RaceStrategy::Temporary:
    why = whyNotPartial(forall, race, unit);
    break;
  default:
    return std::string();
  }
  if (why.empty())
    return std::nullopt;
  if (strategy == cin::RaceStrategy::IgnoreRaces && whyNotIgnored(race).empty())
    why += "; the option allow-races ignores that";
  return ": " + why;
}

void weft::analysis::describeRace(Diagnostic &diagnostic, cin::ForallOp forall,
                                  const Race &race) {
  KernelNames names(forall->getParentOfType<cin::KernelOp>());
  cin::AssignOp assign = race.assign;
  diagnostic << "different iterations of '" << forall.getName() << "' may "
             << (race.other == assign ? "assign" : "use")
             << " the same component of " << names.getTensor(assign.getRef());
  if (race.other != assign)
    diagnostic.attachNote(race.other->getLoc())
        << (isa<cin::AssignOp>(race.other) ? "the other assignment is here"
                                           : "it is read here");
}
