//===- WorkspaceReasons.cpp - Why there are temporaries ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands between the statement of a text and its kernel: workspaces, where
// a result does not take components as the loops make them, and tensors that
// are computed before, mostly operands in another order.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "weft/Dialect/CIN/IR/Requests.h"

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

namespace {
/// A workspace that is a tensor, and the result that its consumer assigns.
class ScatterExplainer {
public:
  ScatterExplainer(cin::WhereOp where, cin::AssignOp assign,
                   cin::AssignOp stored, const KernelNames &names)
      : where(where), assign(assign), stored(stored), names(names) {}

  std::string run();

private:
  /// The producer's forall for what a level of the result stores; null if it is
  /// outside of the statement.
  cin::ForallOp getProducing(int64_t level);

  cin::WhereOp where;
  cin::AssignOp assign, stored;
  const KernelNames &names;
};
} // namespace

cin::ForallOp ScatterExplainer::getProducing(int64_t level) {
  level::FormatAttr format =
      level::getFormat(stored.getRef().getType().getTensor());
  Value read = getLevelVariable(format, level, stored.getIndices());
  auto access = stored.getValue().getDefiningOp<cin::AccessOp>();
  if (!read || !access || access.getRef() != where.getConsumerRef())
    return {};
  for (auto [index, produced] :
       llvm::zip_equal(access.getIndices(), assign.getIndices()))
    if (index == read || cin::isDerivedFrom(index, read))
      for (cin::ForallOp forall : getForalls(assign, where))
        if (cin::isDerivedFrom(produced, forall.getVariable()))
          return forall;
  return {};
}

std::string ScatterExplainer::run() {
  level::FormatAttr format =
      level::getFormat(stored.getRef().getType().getTensor());
  StringRef result = names.getTensor(stored.getRef());
  SmallVector<std::string> reduced = getReduced(assign, where);
  cin::ForallOp above;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    cin::ForallOp forall = getProducing(level);
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    if (!forall)
      continue;
    if (above && forall->isProperAncestor(above))
      return (result + " stores " + above.getName() + " above " +
              forall.getName() + ", but " + forall.getName() +
              " is outside of " + above.getName())
          .str();
    above = forall;
    if (level::insertsInAnyOrder(type))
      continue;
    for (cin::ForallOp outer : getForalls(forall, where))
      if (llvm::is_contained(reduced, outer.getName()))
        return (result + " is " + describeLevelType(type) + " in " +
                forall.getName() + ", but " + outer.getName() +
                ", over which is reduced, is outside of " + forall.getName())
            .str();
  }
  if (!reduced.empty())
    return (result + " takes each component once, when what is reduced over " +
            llvm::join(reduced, ", ") + " is complete")
        .str();
  return (result + " takes components in the order of its levels only").str();
}

/// What a workspace is made of.
static std::string describeWorkspace(cin::WhereOp where, StringRef name) {
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

/// Why something is combined into a scalar that nobody asked for: for which
/// loops it is the same.
static std::string explainFactoring(cin::WhereOp where,
                                    cin::AssignOp produced) {
  SmallVector<std::string> shared;
  for (Operation *user : where.getConsumerRef().getUsers())
    for (cin::ForallOp forall : llvm::reverse(getForalls(user, where)))
      shared.push_back(forall.getName().str());
  std::string reduced = llvm::join(getReduced(produced, where), ", ");
  std::string why = "what is reduced over " + reduced +
                    " is the same for each " + llvm::join(shared, ", ");
  if (shared.empty())
    why = "what " + reduced +
          " does not change is taken out of the reduction over it";
  return why + ", by default; -s=none leaves the loops as they are";
}

SmallVector<std::string>
weft::explain::explainWorkspaces(cin::KernelOp kernel,
                                 const KernelNames &names) {
  SmallVector<std::string> lines;
  kernel.walk<WalkOrder::PreOrder>([&](cin::WhereOp where) {
    std::string line =
        describeWorkspace(where, names.getTensor(where.getConsumerRef())) +
        ": ";
    cin::AssignOp assign = getAssignment(where, where.getProducerRef());
    // What the consumer assigns besides workspaces of its own.
    cin::AssignOp stored;
    where.getConsumer().walk([&](cin::AssignOp other) {
      auto access = other.getValue().getDefiningOp<cin::AccessOp>();
      if (access && access.getRef() == where.getConsumerRef())
        stored = other;
    });
    SmallVector<std::string> reduced;
    if (assign)
      reduced = getReduced(assign, where);
    if (cin::isRequested(kernel, cin::kPrecomputedAttr, where.getName()))
      line += "the schedule precomputes it";
    else if (assign &&
             cin::isRequested(kernel, cin::kFactoredAttr, where.getName()))
      line += explainFactoring(where, assign);
    else if (!assign || !stored)
      line += reduced.empty()
                  ? "it is computed before the expression that it is part of"
                  : "the reduction over " + llvm::join(reduced, ", ") +
                        " is complete before the expression that it is part of";
    else
      line += ScatterExplainer(where, assign, stored, names).run();
    lines.push_back(line);
    if (std::string kind = explainKind(where); !kind.empty())
      lines.push_back("stored so: " + kind);
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
