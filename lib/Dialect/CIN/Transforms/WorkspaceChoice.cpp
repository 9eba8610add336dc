//===- WorkspaceChoice.cpp - Choice of workspace formats --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense workspace is the fastest, but does not distinguish absent components
// from stored zeros: the product of zero and infinity is NaN, and that of an
// absent component is absent; and a compressed result would store components
// that were not computed. A workspace can be dense if its consumer cannot
// observe absence, or if no component is absent where the consumer runs.
//
//===----------------------------------------------------------------------===//

#include "WorkspaceChoice.h"

#include "CleanUpWhere.h"
#include "Dependences.h"

#include "weft/Analysis/Coverage.h"
#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/SlotOrder.h"
#include "weft/Support/Combiner.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;

//===----------------------------------------------------------------------===//
// Who asks what is absent
//===----------------------------------------------------------------------===//

/// Whether the consumer takes an absent component for something else than its
/// fill.
static bool showsAbsence(WhereOp where) {
  // The values that may be absent because the workspace is, and their fills
  // then, where they are known.
  llvm::MapVector<Value, Attribute> values;
  values.insert({getConsumingAccess(where).getValue(),
                 level::getFill(where.getTensorType())});
  for (size_t next = 0; next != values.size(); ++next) {
    auto [value, fill] = values.begin()[next];
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (auto assign = dyn_cast<AssignOp>(user)) {
        RankedTensorType type = assign.getRef().getType().getTensor();
        auto other =
            dyn_cast<WhereOp>(assign.getRef().getParentBlock()->getParentOp());
        if (!level::getFormat(type).isAllDense())
          return true;
        if (!other || type.getRank() != 0)
          continue;
        // A scalar tells whether it is absent.
        for (Operation *reader : other.getConsumerRef().getUsers())
          values.insert({reader->getResult(0), level::getFill(type)});
        continue;
      }
      if (observesAbsence(user, use.getOperandNumber(), fill))
        return true;
      SmallVector<Attribute> fills(user->getNumOperands());
      fills[use.getOperandNumber()] = fill;
      for (Value result : user->getResults())
        values.insert({result, getResultFill(user, fills)});
    }
  }
  return false;
}

AssignOp cin::findRestricted(AccessOp access) {
  Attribute fill = level::getFill(access.getRef().getType().getTensor());
  OpOperand *use = analysis::followAbsence(access.getValue(), fill);
  auto assign = dyn_cast_if_present<AssignOp>(use ? use->getOwner() : nullptr);
  if (!assign)
    return {};
  Attribute neutral = analysis::getNeutralValue(assign, /*isFirst=*/true);
  return fill && neutral && areSameScalar(fill, neutral) ? assign : AssignOp();
}

/// Whether something is stored below every position that a path has reached
/// around the statement: the levels that the foralls of the producer iterate
/// over begin below one whose positions exist for what is below them.
static bool reachesEntries(const IndexedTensor &tensor, WhereOp where,
                           ValueRange indices) {
  auto isProduced = [&](Value variable) {
    return where->isProperAncestor(variable.getParentBlock()->getParentOp());
  };
  llvm::SmallDenseSet<Value> bound;
  bool isInside = false;
  bool isBelowProduced = false;
  for (int64_t level = 0, e = tensor.getNumLevels(); level != e; ++level) {
    if (tensor.getLevelType(level).isFull()) {
      isBelowProduced |= llvm::any_of(tensor.getForalls(level), isProduced);
      continue;
    }
    // What is looked for may not be there.
    SmallVector<Value> variables = tensor.getForalls(level);
    if (variables.empty() || tensor.getSum(level) ||
        !llvm::all_of(variables, [&](Value variable) {
          return bound.insert(variable).second;
        }))
      return false;
    // Nor may something be in a tile.
    bool isOfProducer = isProduced(variables.front());
    if (llvm::any_of(variables, [&](Value variable) {
          return isProduced(variable) != isOfProducer;
        }))
      return false;
    // Nor what is bound around the statement below a position inside of it.
    if (!isOfProducer && (isInside || isBelowProduced))
      return false;
    // Nor, once its loop is split, what is located at each coordinate.
    if (!isOfProducer && tensor.getLevelType(level).hasLocate())
      return false;
    if (!isOfProducer)
      continue;
    // Coordinates of the workspace would be left out.
    if (llvm::any_of(variables, [&](Value variable) {
          return llvm::any_of(indices, [&](Value index) {
            return isDerivedFrom(index, variable);
          });
        }))
      return false;
    if (!isInside && (level == 0 || tensor.getLevelType(level - 1).isFull()))
      return false;
    isInside = true;
  }
  return true;
}

/// Whether the producer goes over the entries of an access alone, of which the
/// consumer has the same.
static bool isAtEntries(AccessOp access, WhereOp where) {
  level::FormatAttr format =
      level::getFormat(access.getRef().getType().getTensor());
  WalkResult result =
      where.getProducer().walk([&](PositionOp position) -> WalkResult {
        bool isLast = llvm::all_of(
            llvm::seq(position.getLevels().back() + 1, format.getNumLevels()),
            [&](int64_t level) { return format.getLevelType(level).isFull(); });
        return isLast && position.getAlone() && isAtPositions(access, position)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      });
  return result.wasInterrupted();
}

/// Whether the producer assigns all components whenever the statement is
/// executed.
static bool isProducedInFull(WhereOp where) {
  AssignOp assign = getProducingAssign(where);
  Operation *statement = getStatement(where.getProducer().front());
  while (auto forall = dyn_cast<ForallOp>(statement))
    statement = getStatement(*forall.getBlock());
  if (statement != assign)
    return false;
  SmallVector<AccessOp> sparse;
  where.getProducer().walk([&](AccessOp access) {
    level::FormatAttr format =
        level::getFormat(access.getRef().getType().getTensor());
    for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level)
      if (!format.getLevelType(level).isFull()) {
        sparse.push_back(access);
        return;
      }
  });
  if (sparse.empty())
    return true;
  // Where two meet, there may be nothing. The statement is executed for what
  // this one stores alone, and so is whatever it is part of.
  for (Operation *op = where->getParentOp(); !isa<KernelOp>(op);
       op = op->getParentOp())
    if (!isa<ForallOp>(op))
      return false;
  return sparse.size() == 1 && findRestricted(sparse.front()) == assign &&
         (isAtEntries(sparse.front(), where) ||
          reachesEntries(IndexedTensor(sparse.front()), where,
                         assign.getIndices())) &&
         findRestricted(getConsumingAccess(where));
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

namespace {
/// The widths that positions and coordinates need: those of the tensors that
/// the statement has to do with.
struct Widths {
  unsigned pos = level::FormatAttr::kDefaultWidth;
  unsigned crd = level::FormatAttr::kDefaultWidth;

  void add(Value ref) {
    level::FormatAttr format =
        level::getFormat(cast<RefType>(ref.getType()).getTensor());
    for (unsigned width : format.getPosWidths())
      pos = std::max(pos, width);
    for (unsigned width : format.getCrdWidths())
      crd = std::max(crd, width);
  }
};
} // namespace

/// The level types of a workspace with `rank` modes in order.
static level::FormatAttr getLevels(MLIRContext *context, int64_t rank,
                                   level::Workspace kind, bool addsUp) {
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  level::FormatAttr list =
      level::FormatAttr::getCOO(context, dims, /*uniqueLeaf=*/!addsUp);
  SmallVector<Attribute> types(rank, level::DenseAttr::get(context));
  switch (kind) {
  case level::Workspace::Dense:
    return level::FormatAttr::getDense(context, rank);
  case level::Workspace::List:
    return list;
  case level::Workspace::Bitmap:
    types.back() = level::BitmapAttr::get(context);
    break;
  case level::Workspace::SparseSet:
    types.back() = level::SparseSetAttr::get(context);
    break;
  case level::Workspace::Hashed:
    types.assign(rank, level::HashedAttr::get(context));
    break;
  }
  return level::FormatAttr::get(context, list.getDimToLevel(), types);
}

/// The type of a workspace with such levels in place of that of a statement.
static RankedTensorType getType(WhereOp where, ArrayRef<int64_t> shape,
                                level::FormatAttr levels) {
  Widths widths;
  where.walk([&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      widths.add(access.getRef());
    else if (auto assign = dyn_cast<AssignOp>(op))
      widths.add(assign.getRef());
  });
  Attribute fill = level::getFill(where.getTensorType());
  if (isZeroScalar(fill))
    fill = {};
  return RankedTensorType::get(
      shape, where.getTensorType().getElementType(),
      level::FormatAttr::get(where.getContext(), levels.getDimToLevel(),
                             levels.getLevelTypes(), widths.pos, widths.crd,
                             fill));
}

/// States why a workspace has its format, if it has levels.
static void setStorageReason(RewriterBase &rewriter, WhereOp where,
                             StorageReason reason) {
  if (where.getTensorType().getRank() != 0)
    rewriter.modifyOpInPlace(where, [&] { where.setStorage(reason); });
}

LogicalResult cin::setWorkspaceKind(RewriterBase &rewriter, WhereOp where,
                                    level::Workspace kind,
                                    StorageReason reason) {
  auto refuse = [&](const Twine &why) {
    return rewriter.notifyMatchFailure(where, why);
  };
  RankedTensorType type = where.getTensorType();
  int64_t rank = type.getRank();
  if (kind == level::Workspace::Dense) {
    if (showsAbsence(where) && !isProducedInFull(where))
      return refuse("a dense workspace does not tell which components are "
                    "absent, which the consumer observes; choose bitmap, "
                    "sparse_set, hashed or list");
    setStorageReason(rewriter, where, reason);
    return success();
  }
  if (kind == level::Workspace::SparseSet && rank != 1)
    return refuse("a sparse set has one level, but the workspace has " +
                  Twine(rank) + "; choose bitmap, hashed or list");
  AssignOp assign = getProducingAssign(where);
  bool addsUp = !assign.isCompound() || isSumCombiner(assign.getCombiner());
  level::FormatAttr levels = getLevels(where.getContext(), rank, kind, addsUp);
  setWorkspaceType(rewriter, where, getType(where, type.getShape(), levels));
  setStorageReason(rewriter, where, reason);
  return success();
}

LogicalResult cin::chooseWorkspace(RewriterBase &rewriter, WhereOp where,
                                   std::optional<level::Workspace> kind) {
  if (kind)
    return setWorkspaceKind(rewriter, where, *kind, StorageReason::Requested);
  if (!showsAbsence(where)) {
    setStorageReason(rewriter, where, StorageReason::AbsenceUnobserved);
    return success();
  }
  if (isProducedInFull(where)) {
    setStorageReason(rewriter, where, StorageReason::FullyComputed);
    return success();
  }
  return setWorkspaceKind(rewriter, where, level::Workspace::List,
                          StorageReason::AbsenceObserved);
}

RankedTensorType cin::getListType(WhereOp where, ArrayRef<int64_t> shape) {
  bool isCombined = false;
  for (Operation *user : where.getProducerRef().getUsers())
    if (auto assign = dyn_cast<AssignOp>(user))
      isCombined |= assign.isCompound();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  return getType(where, shape,
                 level::FormatAttr::getCOO(where.getContext(), dims,
                                           /*uniqueLeaf=*/!isCombined));
}
