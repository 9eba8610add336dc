//===- WorkspaceReasons.cpp - Reasons for workspaces as text ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the reasons that where statements state for their workspaces, with the
// names of loops and tensors, and why a kernel computes a tensor that another
// one reads.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/WorkspaceReasons.h"

#include "Decisions.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

/// The one assignment to a tensor in an operation; null if there are several.
static cin::AssignOp getAssignment(Operation *op, Value ref) {
  cin::AssignOp found;
  bool isSingle = true;
  op->walk([&](cin::AssignOp assign) {
    if (assign.getRef() != ref)
      return;
    isSingle &= !found;
    found = assign;
  });
  return isSingle ? found : cin::AssignOp();
}

/// The foralls between an operation and another one around it, from the inside
/// out.
static SmallVector<cin::ForallOp> getForalls(Operation *op, Operation *around) {
  SmallVector<cin::ForallOp> foralls;
  for (Operation *parent = op->getParentOp(); parent && parent != around;
       parent = parent->getParentOp())
    if (auto forall = dyn_cast<cin::ForallOp>(parent))
      foralls.push_back(forall);
  return foralls;
}

/// The names of the foralls that an assignment combines over.
static SmallVector<std::string> getReduced(cin::AssignOp assign,
                                           Operation *around) {
  SmallVector<std::string> reduced;
  SmallVector<cin::ForallOp> foralls = getForalls(assign, around);
  for (cin::ForallOp forall : llvm::reverse(foralls))
    if (llvm::none_of(assign.getIndices(), [&](Value index) {
          return cin::isDerivedFrom(index, forall.getVariable());
        }))
      reduced.push_back(forall.getName().str());
  return reduced;
}

/// A reduction, with the loops that it is over.
static std::string describeReduction(ArrayRef<std::string> reduced) {
  if (reduced.empty())
    return "the reduction";
  return "the reduction over " + llvm::join(reduced, ", ");
}

namespace {
/// Prints the reason for a workspace, with the loops and tensors that it
/// concerns. Where loops have changed since, they have no names.
class ReasonPrinter {
public:
  ReasonPrinter(cin::WhereOp where, const KernelNames &names);

  std::string print();

private:
  /// An access to the workspace or to a sorted copy of it, and the assignment
  /// of the component that it is part of.
  struct Use {
    cin::AccessOp access;
    cin::AssignOp assign;
  };

  /// Finds the uses up to that in the assignment of the result.
  void findUses();
  std::string getResult();
  level::FormatAttr getResultFormat();
  /// The producer's forall for what a level of the result stores; null if it is
  /// outside of the statement.
  cin::ForallOp getProducing(int64_t level);
  std::string printFactored();
  std::string printLevelOrder(int64_t level);
  std::string printReducedOutside(int64_t level);
  std::string printCoordinateOrder(int64_t level);
  std::string printCompleteComponents();
  std::string printSortedCopy();
  std::string printPartialResults();

  cin::WhereOp where;
  const KernelNames &names;
  /// The assignment of the producer; null if there are several.
  cin::AssignOp produced;
  /// The loops that the producer reduces over.
  SmallVector<std::string> reduced;
  SmallVector<Use> uses;
};
} // namespace

ReasonPrinter::ReasonPrinter(cin::WhereOp where, const KernelNames &names)
    : where(where), names(names),
      produced(getAssignment(where, where.getProducerRef())) {
  if (produced)
    reduced = getReduced(produced, where);
  findUses();
}

void ReasonPrinter::findUses() {
  for (cin::WhereOp read = where; read;) {
    if (read.getConsumerRef().use_empty())
      return;
    auto access = cast<cin::AccessOp>(*read.getConsumerRef().user_begin());
    auto assign = dyn_cast<cin::AssignOp>(access->getBlock()->back());
    if (!assign)
      return;
    uses.push_back({access, assign});
    read =
        dyn_cast<cin::WhereOp>(assign.getRef().getParentBlock()->getParentOp());
    if (read && !read.isFor(cin::WorkspaceReason::SortedCopy))
      return;
  }
}

std::string ReasonPrinter::getResult() {
  return uses.empty() ? "the result"
                      : names.getTensor(uses.back().assign.getRef()).str();
}

level::FormatAttr ReasonPrinter::getResultFormat() {
  if (uses.empty())
    return {};
  return level::getFormat(uses.back().assign.getRef().getType().getTensor());
}

cin::ForallOp ReasonPrinter::getProducing(int64_t level) {
  level::FormatAttr format = getResultFormat();
  if (!produced || !format || level >= format.getNumLevels())
    return {};
  Value index =
      getLevelVariable(format, level, uses.back().assign.getIndices());
  // From each use to the assignment of what it reads.
  for (size_t next = uses.size(); index && next-- != 0;) {
    cin::AssignOp source = next == 0 ? produced : uses[next - 1].assign;
    Value found;
    for (auto [read, written] :
         llvm::zip_equal(uses[next].access.getIndices(), source.getIndices()))
      if (read == index || cin::isDerivedFrom(read, index))
        found = written;
    index = found;
  }
  if (index)
    for (cin::ForallOp forall : getForalls(produced, where))
      if (cin::isDerivedFrom(index, forall.getVariable()))
        return forall;
  return {};
}

std::string ReasonPrinter::printFactored() {
  SmallVector<std::string> invariant;
  for (Operation *user : where.getConsumerRef().getUsers()) {
    SmallVector<cin::ForallOp> foralls = getForalls(user, where);
    for (cin::ForallOp forall : llvm::reverse(foralls))
      invariant.push_back(forall.getName().str());
  }
  std::string why = describeReduction(reduced) + " is invariant in " +
                    llvm::join(invariant, ", ");
  if (invariant.empty())
    why = "a factor that is invariant in " + llvm::join(reduced, ", ") +
          " is hoisted out of the reduction";
  return why + "; -s=none leaves the loops as they are";
}

std::string ReasonPrinter::printLevelOrder(int64_t level) {
  cin::ForallOp outer = getProducing(level);
  for (int64_t above = level; outer && above-- != 0;) {
    cin::ForallOp inner = getProducing(above);
    if (inner && outer->isProperAncestor(inner))
      return (getResult() + " stores " + inner.getName() + " above " +
              outer.getName() + ", but " + outer.getName() + " is outside of " +
              inner.getName())
          .str();
  }
  return "the loops are not in the order of the levels of " + getResult();
}

std::string ReasonPrinter::printReducedOutside(int64_t level) {
  if (cin::ForallOp forall = getProducing(level))
    for (cin::ForallOp outer : getForalls(forall, where))
      if (llvm::is_contained(reduced, outer.getName()))
        return (getResult() + " is " +
                describeLevelType(getResultFormat().getLevelType(level)) +
                " in " + forall.getName() + ", but the reduction loop " +
                outer.getName() + " encloses " + forall.getName())
            .str();
  return describeReduction(reduced) + " is outside of level " +
         std::to_string(level + 1) + " of " + getResult();
}

std::string ReasonPrinter::printCoordinateOrder(int64_t level) {
  return "the loops do not visit the coordinates of level " +
         std::to_string(level + 1) + " of " + getResult() +
         " once each in ascending order";
}

std::string ReasonPrinter::printCompleteComponents() {
  std::string why = getResult() + " takes each component once";
  return reduced.empty()
             ? why
             : why + ", when " + describeReduction(reduced) + " is complete";
}

std::string ReasonPrinter::printSortedCopy() {
  auto copied = produced ? produced.getValue().getDefiningOp<cin::AccessOp>()
                         : cin::AccessOp();
  std::string workspace =
      copied ? names.getTensor(copied.getRef()).str() : "the workspace";
  return getResult() + " is assembled in the order of its coordinates, and " +
         workspace + " is not sorted";
}

std::string ReasonPrinter::printPartialResults() {
  SmallVector<cin::ForallOp> foralls;
  if (produced)
    foralls = getForalls(produced, where);
  std::string loop =
      foralls.empty() ? "the loop" : foralls.back().getName().str();
  return "each iteration of " + loop +
         " has a partial result; they are combined after the loop";
}

std::string ReasonPrinter::print() {
  cin::ReasonAttr reason = where.getReasonAttr();
  if (!reason)
    return "the kernel states no reason";
  switch (reason.getKind()) {
  case cin::WorkspaceReason::Precomputed:
    return "the schedule precomputes it";
  case cin::WorkspaceReason::Factored:
    return printFactored();
  case cin::WorkspaceReason::NestedReduction:
    return describeReduction(reduced) +
           " is complete before the expression that it is part of";
  case cin::WorkspaceReason::LevelOrder:
    return printLevelOrder(*reason.getLevel());
  case cin::WorkspaceReason::ReducedOutside:
    return printReducedOutside(*reason.getLevel());
  case cin::WorkspaceReason::CoordinateOrder:
    return printCoordinateOrder(*reason.getLevel());
  case cin::WorkspaceReason::InitialValue:
    return describeReduction(reduced) + " does not start at the fill of " +
           getResult();
  case cin::WorkspaceReason::CompleteComponents:
    return printCompleteComponents();
  case cin::WorkspaceReason::AbsentTerms:
    return "the stored terms of " + describeReduction(reduced) +
           " are counted; absent ones are combined after the loops";
  case cin::WorkspaceReason::SortedCopy:
    return printSortedCopy();
  case cin::WorkspaceReason::PartialResults:
    return printPartialResults();
  case cin::WorkspaceReason::Accumulator:
    return describeReduction(reduced) +
           " is combined in a scalar, which is stored once";
  }
  llvm_unreachable("unknown reason for a workspace");
}

/// What a workspace is made of.
static std::string describeStorage(cin::WhereOp where, StringRef name) {
  level::FormatAttr format = level::getFormat(where.getTensorType());
  if (where.getTensorType().getRank() == 0)
    return (name + ", a scalar").str();
  if (format && format.isAllDense())
    return (name + ", a dense array").str();
  if (format && format.isCoordinateList())
    return (name +
            ", a list of coordinates that is put in order before it is read")
        .str();
  if (!format)
    return (name + ", a sparse tensor").str();
  level::LevelTypeAttrInterface last =
      format.getLevelType(format.getNumLevels() - 1);
  return (name + ", whose last level is " + describeLevelType(last)).str();
}

std::string weft::explain::describeWorkspace(cin::WhereOp where,
                                             const KernelNames &names) {
  return describeStorage(where, names.getTensor(where.getConsumerRef())) +
         ": " + ReasonPrinter(where, names).print();
}

SmallVector<std::string>
weft::explain::explainWorkspaces(cin::KernelOp kernel,
                                 const KernelNames &names) {
  SmallVector<std::string> lines;
  kernel.walk<WalkOrder::PreOrder>([&](cin::WhereOp where) {
    lines.push_back(describeWorkspace(where, names));
    if (std::string storage = explainStorage(where); !storage.empty())
      lines.push_back("stored so: " + storage);
  });
  return lines;
}

//===----------------------------------------------------------------------===//
// Temporaries
//===----------------------------------------------------------------------===//

/// The access whose value a kernel copies; null if it computes more.
static cin::AccessOp getCopied(cin::AssignOp assign) {
  return assign && !assign.isCompound()
             ? assign.getValue().getDefiningOp<cin::AccessOp>()
             : cin::AccessOp();
}

/// The indices of a tensor in the order of its levels: `i, j`, or `i/2, j/3,
/// i%2, j%3` in blocks, as formats are written.
static std::string getLevelOrder(level::FormatAttr format, ValueRange indices,
                                 const KernelNames &names) {
  SmallVector<std::string> order;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    level::LevelExpr expr = format.getLevelExpr(level);
    if (expr.dim >= int64_t(indices.size()))
      continue;
    std::string index = names.getIndex(indices[expr.dim]);
    if (expr.part != level::LevelPart::Whole)
      index += (expr.part == level::LevelPart::Quotient ? "/" : "%") +
               std::to_string(expr.block);
    order.push_back(std::move(index));
  }
  return llvm::join(order, ", ");
}

SmallVector<std::string>
weft::explain::explainTemporary(cin::KernelOp kernel, const KernelNames &names,
                                ArrayRef<cin::KernelOp> kernels) {
  for (size_t number = 0; number != kernels.size(); ++number) {
    cin::KernelOp other = kernels[number];
    for (auto [ref, tensor] :
         llvm::zip_equal(other.getInputRefs(), other.getInputs())) {
      if (tensor.getDefiningOp() != kernel.getOperation())
        continue;
      Value output =
          kernel.getOutputRefs()[cast<OpResult>(tensor).getResultNumber()];
      std::string reader = "kernel " + std::to_string(number + 1);
      std::string line =
          (names.getTensor(output) + " is computed for " + reader + ": ").str();
      cin::AccessOp copied = getCopied(getAssignment(kernel, output));
      level::FormatAttr list =
          level::getFormat(cast<cin::RefType>(output.getType()).getTensor());
      level::FormatAttr format =
          copied ? level::getFormat(copied.getRef().getType().getTensor())
                 : level::FormatAttr();
      if (!list || !format)
        return {line + "its loops cannot be those of the expression around it"};
      StringRef operand = names.getTensor(copied.getRef());
      for (int64_t level = 0; level != format.getNumLevels(); ++level)
        if (!format.getLevelType(level).isOrdered())
          return {line + operand.str() + ", whose level " +
                  std::to_string(level + 1) + " (" +
                  describeLevelType(format.getLevelType(level)) +
                  ") has no order, is sorted"};
      // Its levels in the names of the copy.
      cin::AssignOp assign = getAssignment(kernel, output);
      return {line + operand.str() + ", which stores " +
              getLevelOrder(format, copied.getIndices(), names) +
              ", is stored by " +
              getLevelOrder(list, assign.getIndices(), names) +
              ", the order of the loops there"};
    }
  }
  return {};
}
