//===- InsertWorkspaces.cpp - Workspaces of scattered results ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What concretization does for the loops of the expression (thesis, section
// 4.4), for the loops that a schedule has made: the statement inside of the
// foralls that are in the order of the result assigns a workspace, which is
// copied in the order of the result.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Workspaces.h"

#include "AssemblyOrder.h"
#include "Naming.h"
#include "WorkspaceChoice.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

bool cin::needsWorkspace(KernelOp kernel) {
  return llvm::any_of(kernel.getOutputRefs(), [&](Value ref) {
    return findDisorder(kernel, ref).has_value();
  });
}

/// The statement inside of some foralls around an assignment, which assigns
/// nothing else of its kernel and reads no result; null if there is none.
static Operation *findStatement(AssignOp assign, unsigned numOuter) {
  SmallVector<ForallOp> foralls = getForallsAround(assign);
  Operation *statement = assign;
  size_t numInside = 0;
  Operation *found = numOuter == foralls.size() ? statement : nullptr;
  while (numInside + numOuter != foralls.size()) {
    Operation *parent = statement->getParentOp();
    if (auto where = dyn_cast<WhereOp>(parent);
        where && !where.getConsumer().isAncestor(statement->getParentRegion()))
      return nullptr;
    if (!isa<ForallOp, WhereOp>(parent))
      return nullptr;
    numInside += isa<ForallOp>(parent);
    statement = found = parent;
  }
  // What is defined beside the loops is defined inside of the workspace.
  while (auto where = dyn_cast_or_null<WhereOp>(found->getParentOp())) {
    if (!where.getConsumer().isAncestor(found->getParentRegion()))
      break;
    found = where;
  }
  return found;
}

/// Whether a statement assigns one tensor of those around it, by one
/// assignment, and does not read it.
static bool assignsAlone(Operation *statement, AssignOp assign) {
  WalkResult result = statement->walk([&](Operation *op) {
    auto other = dyn_cast<AssignOp>(op);
    auto access = dyn_cast<AccessOp>(op);
    bool isOther =
        other && other != assign &&
        !statement->isAncestor(other.getRef().getParentBlock()->getParentOp());
    bool reads = access && access.getRef() == assign.getRef();
    return isOther || reads ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// Whether a component of the result begins as what combines with nothing.
static bool beginsAsIdentity(AssignOp assign) {
  if (!assign.isCompound())
    return true;
  Attribute identity =
      getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr());
  Attribute fill = level::getFill(assign.getRef().getType().getTensor());
  return identity && fill && areSameScalar(identity, fill);
}

/// The variables that index a result inside of some foralls, in the order of
/// its levels; none if a level stores a part of a mode.
static std::optional<SmallVector<Value>> findModes(AssignOp assign,
                                                   ArrayRef<ForallOp> outer) {
  analysis::IndexedTensor tensor(assign);
  llvm::SmallDenseSet<Value> bound;
  for (ForallOp forall : outer)
    bound.insert(forall.getVariable());
  llvm::SetVector<Value> modes;
  level::FormatAttr format = tensor.getFormat();
  for (int64_t level = 0; level != tensor.getNumLevels(); ++level) {
    level::LevelExpr expr = format.getLevelExpr(level);
    if (expr.part != level::LevelPart::Whole)
      return std::nullopt;
    Value variable = tensor.variables[expr.dim];
    if (!variable ||
        isa_and_nonnull<LiteralOp, AffineOp>(variable.getDefiningOp()))
      return std::nullopt;
    if (!llvm::all_of(tensor.getForalls(level),
                      [&](Value part) { return bound.contains(part); }))
      modes.insert(variable);
  }
  return modes.takeVector();
}

/// The name of an index variable: that of the forall that binds it, or that of
/// the operation that derives it.
static std::string getVariableName(Value variable) {
  if (auto argument = dyn_cast<BlockArgument>(variable))
    return cast<ForallOp>(argument.getOwner()->getParentOp()).getName().str();
  Operation *op = variable.getDefiningOp();
  SmallVector<StringAttr, 2> names = getIndexNames(op);
  unsigned number = cast<OpResult>(variable).getResultNumber();
  return number < names.size() ? names[number].str() : "i";
}

/// A new name for a copy of a variable: that of a copy `j1` of `j` is `j2`.
static std::string getCopyName(KernelOp kernel, Value variable) {
  std::string name = getVariableName(variable);
  StringRef stem = StringRef(name).rtrim("0123456789");
  bool isCopy = !stem.empty() && getFreshIndexName(kernel, stem) != stem;
  return getFreshIndexName(kernel, isCopy ? stem : StringRef(name));
}

/// Computes a statement into a workspace with the modes, which is copied to the
/// tensor that it assigned. Components combine in the workspace, if it has all
/// that the statement computes, or else in the tensor.
static WhereOp wrap(RewriterBase &rewriter, Operation *statement,
                    AssignOp assign, ArrayRef<Value> modes,
                    ArrayRef<Value> extents, bool combinesInside,
                    ReasonAttr reason) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = assign.getLoc();
  auto kernel = assign->getParentOfType<KernelOp>();
  Value ref = assign.getRef();
  RankedTensorType result = assign.getRef().getType().getTensor();
  SmallVector<int64_t> shape(modes.size(), ShapedType::kDynamic);
  auto dense = level::FormatAttr::getDense(rewriter.getContext(), modes.size());
  auto type = RankedTensorType::get(
      shape, result.getElementType(),
      level::FormatAttr::get(
          rewriter.getContext(), dense.getDimToLevel(), dense.getLevelTypes(),
          level::FormatAttr::kDefaultWidth, level::FormatAttr::kDefaultWidth,
          level::getFill(result)));
  rewriter.setInsertionPoint(statement);
  auto where = WhereOp::create(
      rewriter, loc, getFreshWorkspaceName(kernel, "w"), extents, type, reason);
  Block &producer = where.getProducer().front();
  rewriter.moveOpBefore(statement, &producer, producer.end());

  auto createAssign = [&](Value to, ValueRange indices, Value value,
                          bool isCompound) {
    auto created =
        AssignOp::create(rewriter, loc, to, indices, value,
                         isCompound ? assign.getIdentityAttr() : Attribute());
    if (isCompound)
      copyCombiner(rewriter, assign.getCombiner(), YieldOp::getOperationName(),
                   created.getCombiner());
    return created;
  };
  rewriter.setInsertionPoint(assign);
  createAssign(where.getProducerRef(), modes, assign.getValue(),
               assign.isCompound() && combinesInside);

  IRMapping mapping;
  rewriter.setInsertionPointToEnd(&where.getConsumer().front());
  for (auto [mode, extent] : llvm::zip_equal(modes, extents)) {
    auto forall =
        ForallOp::create(rewriter, loc, getCopyName(kernel, mode), extent);
    mapping.map(mode, forall.getVariable());
    rewriter.setInsertionPointToEnd(forall.getBlock());
  }
  auto lookUp = [&](Value index) { return mapping.lookupOrDefault(index); };
  Value component = AccessOp::create(rewriter, loc, result.getElementType(),
                                     where.getConsumerRef(),
                                     llvm::map_to_vector(modes, lookUp));
  AssignOp copying =
      createAssign(ref, llvm::map_to_vector(assign.getIndices(), lookUp),
                   component, assign.isCompound() && !combinesInside);
  setOrderedLevels(copying, getAppendedLevels(level::getFormat(result)));
  rewriter.eraseOp(assign);
  return where;
}

/// The kind of the workspaces of a kernel, if the program says it.
static std::optional<level::Workspace> getKind(KernelOp kernel) {
  auto name = kernel->getAttrOfType<StringAttr>(kWorkspaceKindAttr);
  return name ? level::symbolizeWorkspace(name.getValue()) : std::nullopt;
}

/// Inserts the workspace that a result needs, if it can be inserted.
static LogicalResult insertWorkspace(RewriterBase &rewriter, KernelOp kernel,
                                     const Disorder &disorder) {
  AssignOp assign = disorder.assign;
  SmallVector<ForallOp> foralls = getForallsAround(assign);
  ArrayRef<ForallOp> outer = ArrayRef(foralls).take_front(disorder.numInOrder);
  Operation *statement = findStatement(assign, outer.size());
  std::optional<SmallVector<Value>> modes = findModes(assign, outer);
  if (!statement || !modes || modes->empty() ||
      !assignsAlone(statement, assign) || !beginsAsIdentity(assign))
    return success();
  SmallVector<Value> extents;
  for (Value mode : *modes) {
    extents.push_back(getExtent(mode));
    if (!extents.back() ||
        statement->isAncestor(extents.back().getParentBlock()->getParentOp()))
      return success();
  }
  WhereOp where = wrap(rewriter, statement, assign, *modes, extents,
                       /*combinesInside=*/true, disorder.reason);
  std::optional<level::Workspace> kind = getKind(kernel);
  return kind ? storeWorkspace(rewriter, where, *kind)
              : setWorkspaceKind(rewriter, where, level::Workspace::List,
                                 StorageReason::SparseResult);
}

/// Whether a workspace is copied to a tensor that takes coordinates in order.
static bool needsOrder(WhereOp where) {
  if (!isCopiedWorkspace(where))
    return false;
  bool isOrdered = false;
  where.getConsumer().walk([&](AssignOp assign) {
    level::FormatAttr format = analysis::getFormat(assign.getRef());
    for (int64_t level = 0; level != format.getNumLevels(); ++level)
      isOrdered |= !level::insertsInAnyOrder(format.getLevelType(level)) &&
                   !format.isCoordinateList();
  });
  return isOrdered;
}

/// Copies a workspace into a list, which is read in its place: a hash table has
/// no order.
static LogicalResult putInOrder(RewriterBase &rewriter, WhereOp where) {
  auto access = cast<AccessOp>(*where.getConsumerRef().user_begin());
  auto assign = cast<AssignOp>(*access->user_begin());
  SmallVector<Value> modes(access.getIndices());
  auto reason =
      ReasonAttr::get(rewriter.getContext(), WorkspaceReason::SortedCopy);
  WhereOp list = wrap(rewriter, getStatement(where.getConsumer().front()),
                      assign, modes, llvm::to_vector(where.getSizes()),
                      /*combinesInside=*/false, reason);
  return setWorkspaceKind(rewriter, list, level::Workspace::List,
                          StorageReason::SparseResult);
}

LogicalResult cin::storeWorkspace(RewriterBase &rewriter, WhereOp where,
                                  level::Workspace kind) {
  auto refuse = [&](const Twine &why) {
    return rewriter.notifyMatchFailure(where, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot store workspace '" << where.getName() << "' as "
                 << level::stringifyWorkspace(kind) << ": " << why;
    });
  };
  level::FormatAttr format = level::getFormat(where.getTensorType());
  if (format.getNumLevels() == 0)
    return refuse("it is a scalar");
  if (format.getNumLevels() != format.getNumDims())
    return refuse("it is stored in blocks");
  if (!where.getProducerRef().hasOneUse() ||
      !isa<AssignOp>(*where.getProducerRef().user_begin()) ||
      !where.getConsumerRef().hasOneUse())
    return refuse("it is not assigned once and read once");
  if (kind == level::Workspace::Hashed && needsOrder(where) &&
      failed(putInOrder(rewriter, where)))
    return failure();
  return setWorkspaceKind(rewriter, where, kind, StorageReason::Requested);
}

LogicalResult cin::insertWorkspaces(RewriterBase &rewriter, KernelOp kernel) {
  for (Value ref : kernel.getOutputRefs()) {
    std::optional<Disorder> disorder = findDisorder(kernel, ref);
    if (!disorder)
      continue;
    // It collects what the workspaces inside of it do.
    SmallVector<WhereOp> inside;
    for (Operation *op = disorder->assign->getParentOp(); op != kernel;
         op = op->getParentOp())
      if (auto where = dyn_cast<WhereOp>(op))
        inside.push_back(where);
    for (WhereOp where : inside)
      if (isInsertedWorkspace(where))
        (void)removeWorkspace(rewriter, where);
    disorder = findDisorder(kernel, ref);
    if (disorder && failed(insertWorkspace(rewriter, kernel, *disorder)))
      return failure();
  }
  return success();
}
