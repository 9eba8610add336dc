//===- LoopOrderReasons.cpp - Why loops are in their order ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What orders two foralls: an operand that stores one variable above the other
// or a result that is appended to in the order of its levels, as accesses and
// assignments state, a split, the order of partial results, or what attributes
// of the kernel state.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/ResultAssembly.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Dialect/CIN/IR/Requests.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

namespace {
/// That a forall has to be outside of another one.
struct Edge {
  cin::ForallOp outer, inner;
  std::string reason;
};

class OrderExplainer {
public:
  OrderExplainer(cin::KernelOp kernel, const KernelNames &names)
      : kernel(kernel), names(names) {}

  SmallVector<std::string> run();

private:
  /// Adds the edges for the levels that an access or an assignment states.
  template <typename OpT> void addLevels(OpT op, StringRef relation);
  /// Adds the edges for the levels of an access, and those for the order of
  /// partial results if it reads one.
  void addAccess(cin::AccessOp access);
  /// Adds the edges between the parts of a variable that is split.
  void addParts(cin::SplitOp split);
  /// Whether an assignment appends coordinates: those that a result shares with
  /// an operand, or has before the kernel runs, are not appended.
  bool appends(cin::AssignOp assign);
  /// Adds an edge if the foralls are nested that way.
  void add(Value outer, Value inner, const Twine &reason);
  /// What orders two foralls that no level orders.
  StringRef getOrigin(cin::ForallOp outer, cin::ForallOp inner);
  /// Whether a note of the kernel names a variable, or what it derives from.
  bool isNamed(StringRef note, Value variable);
  /// Whether edges lead from one forall to another.
  bool isOrdered(cin::ForallOp outer, cin::ForallOp inner);

  cin::KernelOp kernel;
  const KernelNames &names;
  SmallVector<Edge> edges;
};
} // namespace

static cin::ForallOp getForall(Value variable) {
  auto argument = dyn_cast_or_null<BlockArgument>(variable);
  return argument ? dyn_cast<cin::ForallOp>(argument.getOwner()->getParentOp())
                  : cin::ForallOp();
}

/// The variable that counts the positions at which the coordinates of another
/// one are found, or the combinations that it is a part of; null if none does.
static Value getCounter(Value variable) {
  Operation *op = variable.getDefiningOp();
  if (auto position = dyn_cast_or_null<cin::PositionOp>(op))
    return position.getPosition();
  auto collapse = dyn_cast_or_null<cin::CollapseOp>(op);
  return collapse ? collapse.getCollapsed() : Value();
}

void OrderExplainer::add(Value outer, Value inner, const Twine &reason) {
  // A variable that is split is bound by the foralls of its parts.
  std::string text = reason.str();
  if (auto split = outer.getDefiningOp<cin::SplitOp>()) {
    add(split.getOuter(), inner, text);
    add(split.getInner(), inner, text);
    return;
  }
  if (auto split = inner.getDefiningOp<cin::SplitOp>()) {
    add(outer, split.getOuter(), text);
    add(outer, split.getInner(), text);
    return;
  }
  // One found at positions, or as a part of a combination, is bound by the
  // forall that counts these.
  if (Value counter = getCounter(outer))
    return add(counter, inner, text);
  if (Value counter = getCounter(inner))
    return add(outer, counter, text);
  cin::ForallOp above = getForall(outer), below = getForall(inner);
  if (!above || !below || !above->isProperAncestor(below))
    return;
  if (llvm::none_of(edges, [&](const Edge &edge) {
        return edge.outer == above && edge.inner == below &&
               edge.reason == text;
      }))
    edges.push_back({above, below, text});
}

template <typename OpT>
void OrderExplainer::addLevels(OpT op, StringRef relation) {
  ArrayRef<int64_t> levels = cin::getOrderedLevels(op);
  level::FormatAttr format = getFormat(op.getRef());
  SmallVector<Value> above;
  for (int64_t level = 0; !levels.empty() && level <= levels.back(); ++level) {
    Value variable = getLevelVariable(format, level, op.getIndices());
    bool isOrdered = llvm::is_contained(levels, level);
    // All levels above are stored above, but others are not appended to.
    if (!variable || (!isOrdered && std::is_same_v<OpT, cin::AssignOp>))
      continue;
    if (isOrdered && !llvm::is_contained(above, variable))
      for (Value outer : above)
        add(outer, variable,
            names.getTensor(op.getRef()) + relation + names.getIndex(outer) +
                " above " + names.getIndex(variable));
    above.push_back(variable);
  }
}

void OrderExplainer::addAccess(cin::AccessOp access) {
  addLevels(access, " stores ");
  auto where =
      dyn_cast<cin::WhereOp>(access.getRef().getParentBlock()->getParentOp());
  if (!where || access.getRef() != where.getConsumerRef() ||
      !where.isFor(cin::WorkspaceReason::PartialResults))
    return;
  // The first mode counts the partial results of a component.
  auto component = access.getIndices().drop_front();
  for (auto [number, outer] : llvm::enumerate(component)) {
    add(outer, access.getIndices().front(),
        "the partial results of a component are combined in their order");
    for (Value inner : component.drop_front(number + 1))
      add(outer, inner,
          "in the order of the modes of " + names.getTensor(access.getRef()));
  }
}

/// Whether a variable counts positions of levels, or is a part of one that
/// does.
static bool isPosition(Value variable) {
  return llvm::any_of(variable.getUsers(), [&](Operation *user) {
    if (auto position = dyn_cast<cin::PositionOp>(user))
      return position.getPosition() == variable;
    auto split = dyn_cast<cin::SplitOp>(user);
    return split &&
           (split.getOuter() == variable || split.getInner() == variable) &&
           isPosition(split.getVariable());
  });
}

void OrderExplainer::addParts(cin::SplitOp split) {
  add(split.getOuter(), split.getInner(),
      names.getIndex(split.getOuter()) + " iterates the tiles of " +
          split.getName() + ", " + names.getIndex(split.getInner()) + " the " +
          (isPosition(split.getVariable()) ? "positions" : "coordinates") +
          " of a tile");
}

bool OrderExplainer::appends(cin::AssignOp assign) {
  if (!llvm::is_contained(kernel.getOutputRefs(), assign.getRef()))
    return true;
  SmallVector<cin::AssignOp> assigns;
  kernel.walk([&](cin::AssignOp other) {
    if (other.getRef() == assign.getRef())
      assigns.push_back(other);
  });
  switch (getResultAssembly(kernel, assign.getRef(), assigns)) {
  case level::Assembly::Reuse:
  case level::Assembly::Compute:
    return false;
  default:
    return true;
  }
}

bool OrderExplainer::isOrdered(cin::ForallOp outer, cin::ForallOp inner) {
  llvm::SetVector<Operation *> reached;
  reached.insert(outer);
  for (size_t next = 0; next != reached.size(); ++next)
    for (Edge &edge : edges)
      if (edge.outer.getOperation() == reached[next])
        reached.insert(edge.inner);
  return reached.contains(inner);
}

/// The name of a variable in the attributes of a kernel.
static StringRef getStatedName(Value variable) {
  if (cin::ForallOp forall = getForall(variable))
    return forall.getName();
  Operation *op = variable.getDefiningOp();
  if (auto collapse = dyn_cast_or_null<cin::CollapseOp>(op))
    return variable == collapse.getOuter() ? collapse.getOuterName()
                                           : collapse.getInnerName();
  if (auto split = dyn_cast_or_null<cin::SplitOp>(op))
    return split.getName();
  auto position = dyn_cast_or_null<cin::PositionOp>(op);
  return position ? position.getName() : StringRef();
}

bool OrderExplainer::isNamed(StringRef note, Value variable) {
  if (cin::isRequested(kernel, note, getStatedName(variable)))
    return true;
  // Uses of a variable as a part, a combination or a position of others.
  return llvm::any_of(variable.getUsers(), [&](Operation *user) {
    if (!isa<cin::SplitOp, cin::CollapseOp, cin::PositionOp>(user))
      return false;
    return llvm::all_of(user->getResults(),
                        [&](Value whole) { return isNamed(note, whole); });
  });
}

StringRef OrderExplainer::getOrigin(cin::ForallOp outer, cin::ForallOp inner) {
  struct Origin {
    StringRef note, text;
  };
  static constexpr Origin origins[] = {
      {cin::kReorderedAttr,
       "ordered by the schedule; no format constrains them"},
      {cin::kPlannedAttr, "ordered by the plan; no format constrains them"},
      {cin::kCombinerOrderAttr,
       "terms are combined in this order, since the combiner is not "
       "commutative"},
      {cin::kReducedInsideAttr, "the result takes each component once"},
      {cin::kTextOrderAttr, "ordered by the text; no format constrains them"}};
  for (const Origin &origin : origins)
    if (isNamed(origin.note, outer.getVariable()) &&
        isNamed(origin.note, inner.getVariable()))
      return origin.text;
  return "no reason is stated";
}

SmallVector<std::string> OrderExplainer::run() {
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto access = dyn_cast<cin::AccessOp>(op))
      addAccess(access);
    else if (auto assign = dyn_cast<cin::AssignOp>(op);
             assign && appends(assign))
      addLevels(assign, " is appended to, ");
    else if (auto split = dyn_cast<cin::SplitOp>(op))
      addParts(split);
  });

  SmallVector<std::string> lines;
  kernel.walk<WalkOrder::PreOrder>([&](cin::ForallOp inner) {
    for (Operation *parent = inner->getParentOp(); parent != kernel;
         parent = parent->getParentOp()) {
      auto outer = dyn_cast<cin::ForallOp>(parent);
      if (!outer)
        continue;
      SmallVector<std::string> reasons;
      for (Edge &edge : edges)
        if (edge.outer == outer && edge.inner == inner)
          reasons.push_back(edge.reason);
      std::string pair =
          (outer.getName() + " outside of " + inner.getName() + ": ").str();
      if (!reasons.empty())
        lines.push_back(pair + llvm::join(reasons, "; "));
      else if (inner->getParentOfType<cin::ForallOp>() == outer &&
               inner->getParentOp() == outer && !isOrdered(outer, inner))
        lines.push_back(pair + getOrigin(outer, inner).str());
    }
  });
  return lines;
}

SmallVector<std::string> weft::explain::explainOrder(cin::KernelOp kernel,
                                                     const KernelNames &names) {
  return OrderExplainer(kernel, names).run();
}
