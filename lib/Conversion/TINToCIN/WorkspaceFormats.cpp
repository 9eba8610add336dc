//===- WorkspaceFormats.cpp - Formats of workspaces -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions behind the choice among formats, and the choice.
//
//===----------------------------------------------------------------------===//

#include "WorkspaceFormats.h"

#include "Computes.h"
#include "Fills.h"

#include "weft/Analysis/FilledTypes.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Whether a tensor has, above all levels that are not full, one that stores a
/// mode whole, or the blocks of it.
static bool storesDensely(RankedTensorType type, int64_t mode, bool byBlocks) {
  level::FormatAttr format = level::getFormat(type);
  for (int64_t level = 0, e = format.getNumLevels();
       level != e && format.getLevelType(level).isFull(); ++level) {
    level::LevelExpr expr = format.getLevelExpr(level);
    if (expr.dim == mode &&
        (expr.part == level::LevelPart::Whole ||
         (byBlocks && expr.part == level::LevelPart::Quotient)))
      return true;
  }
  return false;
}

/// Whether an operand or the result of a compute takes memory in proportion to
/// the extent of a variable, or to the blocks of it.
static bool isStoredDensely(tin::ComputeOp compute, Value variable,
                            bool byBlocks = false) {
  for (auto [mode, free] : llvm::enumerate(compute.getVariables()))
    if (free == variable && storesDensely(compute.getType(), mode, byBlocks))
      return true;
  return llvm::any_of(
      tin::getIndexedModes(variable), [&](const tin::IndexedMode &mode) {
        return storesDensely(cast<RankedTensorType>(mode.tensor.getType()),
                             mode.mode, byBlocks);
      });
}

/// The extent of a variable of a compute if the program says it.
static std::optional<int64_t> getKnownExtent(tin::ComputeOp compute,
                                             Value variable) {
  auto free = llvm::find(compute.getVariables(), variable);
  if (free == compute.getVariables().end())
    return std::nullopt;
  unsigned number = free - compute.getVariables().begin();
  if (Value extent = compute.getExtent(number))
    return getConstantIntValue(extent);
  for (const tin::IndexedMode &mode : tin::getIndexedModes(variable)) {
    auto type = cast<RankedTensorType>(mode.tensor.getType());
    if (!type.isDynamicDim(mode.mode))
      return type.getDimSize(mode.mode);
  }
  if (!compute.getType().isDynamicDim(number))
    return compute.getType().getDimSize(number);
  return std::nullopt;
}

/// Whether a workspace is known to have few components.
static bool hasFewComponents(tin::ComputeOp compute,
                             ArrayRef<LoopVariable> loops) {
  int64_t most = Machine::of(compute).denseWorkspaceMaxComponents;
  int64_t numComponents = 1;
  for (const LoopVariable &loop : loops) {
    std::optional<int64_t> extent = getKnownExtent(compute, loop.variable);
    if (!extent || *extent > most || loop.part != level::LevelPart::Whole)
      return false;
    numComponents *= *extent;
    if (numComponents > most)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// A format of `numDims` dimensions that stores `levels` densely but for the
/// last, which has the given type.
static level::FormatAttr getFormatWithLast(int64_t numDims,
                                           ArrayRef<level::LevelExpr> levels,
                                           level::LevelTypeAttrInterface last) {
  MLIRContext *context = last.getContext();
  level::FormatAttr list = level::FormatAttr::getCOO(context, numDims, levels,
                                                     /*uniqueLeaf=*/true);
  SmallVector<Attribute> types(levels.size(), level::DenseAttr::get(context));
  types.back() = last;
  return level::FormatAttr::get(context, list.getDimToLevel(), types);
}

namespace {
/// The widths of a temporary: those of the widest of the tensors in whose place
/// it is, and not less than by default, since partial results may be more than
/// what any of them stores.
class Widths {
public:
  explicit Widths(RankedTensorType tensor) { add(tensor); }
  /// Makes room for whole coordinates of a mode of the tensor, which are more
  /// than those of the blocks that it may be stored in.
  void addWhole(RankedTensorType tensor, int64_t mode);
  /// The tensors with modes that some of the variables index.
  Widths(tin::ComputeOp compute, llvm::function_ref<bool(Value)> isIndex);

  level::FormatAttr applyTo(level::FormatAttr format) const {
    return level::FormatAttr::get(format.getContext(), format.getDimToLevel(),
                                  format.getLevelTypes(), pos, crd,
                                  format.getFill());
  }

private:
  void add(RankedTensorType tensor) {
    level::FormatAttr format = level::getFormat(tensor);
    for (unsigned width : format.getPosWidths())
      pos = std::max(pos, width);
    for (unsigned width : format.getCrdWidths())
      crd = std::max(crd, width);
  }

  unsigned pos = level::FormatAttr::kDefaultWidth;
  unsigned crd = level::FormatAttr::kDefaultWidth;
};
} // namespace

void Widths::addWhole(RankedTensorType tensor, int64_t mode) {
  level::FormatAttr format = level::getFormat(tensor);
  for (auto [level, width] : llvm::enumerate(format.getCrdWidths())) {
    level::LevelExpr expr = format.getLevelExpr(level);
    if (expr.dim != mode || expr.part != level::LevelPart::Quotient)
      continue;
    // Widths have a sign.
    unsigned needed = width + llvm::Log2_64_Ceil(expr.block);
    crd = std::max<unsigned>(
        crd, std::min<uint64_t>(64, llvm::PowerOf2Ceil(needed)));
  }
}

Widths::Widths(tin::ComputeOp compute,
               llvm::function_ref<bool(Value)> isIndex) {
  if (llvm::any_of(compute.getVariables(), isIndex))
    add(compute.getType());
  compute.walk([&](tin::AccessOp access) {
    for (size_t mode = 0; mode != access.getLiterals().size(); ++mode) {
      Value index = access.getIndex(mode);
      if (!index || llvm::none_of(tin::getVariablesOf(index), isIndex))
        continue;
      add(access.getTensorType());
      // A part of a sum is not in blocks.
      if (index.getDefiningOp<tin::AffineOp>())
        addWhole(access.getTensorType(), mode);
    }
  });
}

//===----------------------------------------------------------------------===//
// Workspaces and parts
//===----------------------------------------------------------------------===//

/// Chooses among the kinds of workspaces that tell what is absent. What is
/// produced and consumed once is marked, if that costs no more than what exists
/// anyway or than a cache has; other components are sorted, if somebody needs
/// their order.
static std::pair<level::Workspace, cin::StorageReason>
chooseKind(tin::ComputeOp compute, const WorkspaceUse &use, bool needsOrder) {
  if (std::optional<level::Workspace> requested = compute.getWorkspace())
    return {*requested, cin::StorageReason::Requested};
  bool fitsMemory = (use.consumer.size() == 1 &&
                     isStoredDensely(compute, use.modes.front().variable)) ||
                    hasFewComponents(compute, use.consumer);
  if (fitsMemory && use.isReadOnce)
    return {level::Workspace::Bitmap, cin::StorageReason::FitsMemory};
  if (!needsOrder)
    return {level::Workspace::Hashed, cin::StorageReason::OrderUnneeded};
  return {level::Workspace::List, use.isReadOnce
                                      ? cin::StorageReason::ExceedsMemory
                                      : cin::StorageReason::Repeated};
}

FailureOr<WorkspaceFormat>
tin_to_cin::chooseWorkspaceFormat(tin::ComputeOp compute,
                                  const WorkspaceUse &use) {
  MLIRContext *context = compute.getContext();
  ArrayRef<LoopVariable> modes = use.modes;
  // Nothing is absent.
  if (use.isFull) {
    cin::StorageReasonAttr reason;
    if (!modes.empty())
      reason = cin::StorageReasonAttr::get(
          context, cin::StorageReason::AbsenceUnobserved);
    return WorkspaceFormat{
        level::FormatAttr::getDense(context, modes.size()), {}, reason};
  }
  SmallVector<level::LevelExpr> levels;
  for (const LoopVariable &loop : use.consumer) {
    // A part is a mode of its own, or a level of a mode that is whole.
    auto mode = llvm::find(modes, loop);
    if (mode != modes.end()) {
      levels.push_back({mode - modes.begin(), level::LevelPart::Whole, 1});
      continue;
    }
    mode = llvm::find(modes,
                      LoopVariable{loop.variable, level::LevelPart::Whole, 1});
    levels.push_back(loop.getLevel(mode - modes.begin()));
  }
  Widths widths(compute, [&](Value variable) {
    return llvm::any_of(modes, [&](const LoopVariable &mode) {
      return mode.variable == variable;
    });
  });
  auto getList = [&](bool uniqueLeaf) {
    return widths.applyTo(
        level::FormatAttr::getCOO(context, modes.size(), levels, uniqueLeaf));
  };
  // What is behind the last block is left out, which takes an order, too.
  bool needsOrder = use.needsOrder ||
                    llvm::any_of(use.consumer, [](const LoopVariable &loop) {
                      return loop.part != level::LevelPart::Whole;
                    });
  auto [kind, why] = chooseKind(compute, use, needsOrder);
  auto reason = cin::StorageReasonAttr::get(context, why);
  switch (kind) {
  case level::Workspace::Dense:
    return compute.emitOpError(
        "a dense workspace does not tell which components of the result are "
        "absent; choose bitmap, sparse_set, hashed or list");
  case level::Workspace::Bitmap:
    return WorkspaceFormat{getFormatWithLast(modes.size(), levels,
                                             level::BitmapAttr::get(context)),
                           {},
                           reason};
  case level::Workspace::SparseSet:
    if (levels.size() != 1)
      return compute.emitOpError("a sparse set has one level, but the "
                                 "workspace has ")
             << levels.size() << "; choose bitmap, hashed or list";
    return WorkspaceFormat{widths.applyTo(getFormatWithLast(
                               1, levels, level::SparseSetAttr::get(context))),
                           {},
                           reason};
  case level::Workspace::Hashed: {
    SmallVector<Attribute> types(levels.size(),
                                 level::HashedAttr::get(context));
    // What has no order is copied into a list that takes it as it comes.
    level::FormatAttr list = getList(/*uniqueLeaf=*/false);
    level::FormatAttr hashed = widths.applyTo(
        level::FormatAttr::get(context, list.getDimToLevel(), types));
    return WorkspaceFormat{hashed, needsOrder ? list : level::FormatAttr(),
                           reason};
  }
  case level::Workspace::List: {
    // Without a reduction, each component is assigned once.
    bool isOnce = levels.size() > 1 && !getTopReduction(compute);
    compute.walk([&](tin::AccessOp access) { isOnce &= comesOnce(access); });
    return WorkspaceFormat{getList(isOnce), {}, reason};
  }
  }
  llvm_unreachable("unknown kind of workspace");
}

RankedTensorType tin_to_cin::choosePartType(tin::ComputeOp compute, Value value,
                                            ArrayRef<Value> variables,
                                            ArrayRef<LoopVariable> loops,
                                            bool scatters) {
  MLIRContext *context = value.getContext();
  SmallVector<int64_t> shape(variables.size(), ShapedType::kDynamic);
  Widths widths(compute, [&](Value variable) {
    return llvm::is_contained(variables, variable);
  });
  auto getType = [&](level::FormatAttr format) {
    return analysis::getFilledType(shape, value.getType(),
                                   widths.applyTo(format), getFillOf(value));
  };
  // A dense tensor if memory of its size exists anyway and absence is not
  // observed.
  bool fitsResult =
      level::getFormat(compute.getType()).isAllDense() &&
      llvm::all_of(variables, [&](Value variable) {
        return llvm::is_contained(compute.getVariables(), variable);
      });
  bool fitsMemory = fitsResult || (variables.size() == 1 &&
                                   isStoredDensely(compute, variables.front()));
  bool isCopy = static_cast<bool>(value.getDefiningOp<tin::AccessOp>());
  if (variables.empty() ||
      (fitsMemory && !isCopy && !showsAbsence(compute, value)))
    return analysis::getFilledType(
        shape, value.getType(),
        level::FormatAttr::getDense(context, variables.size()),
        getFillOf(value));
  SmallVector<level::LevelExpr> levels;
  for (const LoopVariable &loop : loops) {
    auto variable = llvm::find(variables, loop.variable);
    if (variable != variables.end())
      levels.push_back(loop.getLevel(variable - variables.begin()));
  }
  auto rows = level::CompressedAttr::get(context, /*unique=*/true,
                                         /*ordered=*/true);
  // What has an order can be copied by rows, which are counted and filled, not
  // sorted, where bounds for all rows exist anyway.
  if (isCopy && scatters && isOrdered(value.getDefiningOp<tin::AccessOp>()) &&
      levels.size() == 2 && variables.size() == 2 &&
      isStoredDensely(compute, variables[levels.front().dim],
                      /*byBlocks=*/true))
    return getType(getFormatWithLast(2, levels, rows));
  // Where somebody asks, that memory says it. What is copied is sparse.
  if (fitsMemory && !isCopy)
    return getType(getFormatWithLast(variables.size(), levels,
                                     level::BitmapAttr::get(context)));
  // A list takes its entries in any order; its entries are summed when read.
  auto reduce = value.getDefiningOp<tin::ReduceOp>();
  bool isUnique = reduce ? !isSumCombiner(reduce.getCombiner())
                         : comesOnce(value.getDefiningOp<tin::AccessOp>());
  return getType(
      level::FormatAttr::getCOO(context, variables.size(), levels, isUnique));
}

RankedTensorType tin_to_cin::getCopyType(RankedTensorType tensor,
                                         ArrayRef<int64_t> shape,
                                         ArrayRef<level::LevelExpr> levels,
                                         bool uniqueLeaf) {
  level::FormatAttr list = level::FormatAttr::getCOO(
      tensor.getContext(), shape.size(), levels, uniqueLeaf);
  Widths widths(tensor);
  for (const level::LevelExpr &expr : levels)
    if (expr.part == level::LevelPart::Whole)
      widths.addWhole(tensor, expr.dim);
  return analysis::getFilledType(shape, tensor.getElementType(),
                                 widths.applyTo(list), level::getFill(tensor));
}
