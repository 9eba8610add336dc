//===- Prepare.cpp - Making expressions concretizable --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the rewrites. Cycles of iteration graphs (thesis, section 3.2) are
// broken by "reordering the levels of the back edge's coordinate tree": the
// operand is copied into a coordinate list sorted in the order of the loops.
//
//===----------------------------------------------------------------------===//

#include "Prepare.h"

#include "Fills.h"
#include "LevelUses.h"
#include "LoopOrder.h"
#include "Workspaces.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

Value weft::getExtentOf(OpBuilder &builder, tin::ComputeOp compute,
                        Value variable) {
  auto argument = cast<BlockArgument>(variable);
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  Value extent = isa<tin::ComputeOp>(owner)
                     ? cast<tin::ComputeOp>(owner).getExtent(number)
                     : cast<tin::ReduceOp>(owner).getExtent(number);
  if (extent)
    return extent;
  Location loc = compute.getLoc();
  SmallVector<tin::IndexedMode> modes = tin::getIndexedModes(variable);
  if (!modes.empty()) {
    // The result of a kernel has the sizes of its output.
    Value tensor = modes.front().tensor;
    while (auto kernel = tensor.getDefiningOp<cin::KernelOp>())
      tensor = kernel.getOutputs()[cast<OpResult>(tensor).getResultNumber()];
    return builder.createOrFold<tensor::DimOp>(loc, tensor, modes.front().mode);
  }
  return arith::ConstantIndexOp::create(builder, loc,
                                        compute.getType().getDimSize(number));
}

tin::ReduceOp weft::getTopReduction(tin::ComputeOp compute) {
  return compute.getYield().getValue().getDefiningOp<tin::ReduceOp>();
}

SmallVector<Value> weft::getNestVariables(tin::ComputeOp compute,
                                          Block *&body) {
  SmallVector<Value> variables(compute.getVariables());
  body = compute.getBlock();
  if (tin::ReduceOp top = getTopReduction(compute)) {
    llvm::append_range(variables, top.getVariables());
    body = top.getBlock();
  }
  return variables;
}

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

namespace {
/// Moves parts of one compute into computes before it.
class Outliner {
public:
  Outliner(tin::ComputeOp compute, const Blocking &blocking, bool scatters)
      : compute(compute), blocking(blocking), scatters(scatters) {
    nest = getNestVariables(compute, body);
  }

  SmallVector<tin::ComputeOp> run();

private:
  /// Whether an access cannot be made in the order in which its tensor stores
  /// components: it must be, unless it is copied into a result that takes what
  /// is stored as it comes.
  bool needsOrder(tin::AccessOp access, ArrayRef<LoopVariable> loops);
  /// Whether the variables around a reduction can be bound outside of it.
  bool fitsInside(tin::ReduceOp reduce);
  /// Defines `value`, which depends on `variables`, by a compute of its own,
  /// whose result is read in the order of `loops`.
  tin::ComputeOp outline(Value value, ArrayRef<Value> variables,
                         ArrayRef<LoopVariable> loops);
  /// Copies the tensor of an access at diagonals, literals or sums into a list
  /// with levels in the order in which their coordinates are bound.
  tin::ComputeOp copyTensor(tin::AccessOp access, ArrayRef<LoopVariable> loops);
  RankedTensorType getOutlinedType(Value value, ArrayRef<Value> variables,
                                   ArrayRef<LoopVariable> loops);
  /// Whether the absence of a value can be told from its fill in the result: in
  /// what is assembled, or where it annihilates an infinity.
  bool showsAbsence(Value value);

  tin::ComputeOp compute;
  const Blocking &blocking;
  bool scatters;
  Block *body;
  SmallVector<Value> nest;
};
} // namespace

/// Whether all levels of the tensor of an access have an order.
static bool isOrdered(tin::AccessOp access) {
  level::FormatAttr format = level::getFormat(access.getTensorType());
  return llvm::all_of(
      llvm::seq<int64_t>(0, format.getNumLevels()),
      [&](int64_t level) { return format.getLevelType(level).isOrdered(); });
}

bool Outliner::needsOrder(tin::AccessOp access, ArrayRef<LoopVariable> loops) {
  level::FormatAttr result = level::getFormat(compute.getType());
  bool isCopy = compute.getYield().getValue() == access.getValue();
  if (isOrdered(access) || (isCopy && result.isCoordinateList()))
    return false;
  // The variables whose loops may bind coordinates in any order: those that no
  // appended level of the result stores, nor one above such a level.
  auto takesAnyOrder = [&](Value variable) {
    auto free = llvm::find(compute.getVariables(), variable);
    if (free == compute.getVariables().end() || result.isCoordinateList())
      return true;
    int64_t dim = free - compute.getVariables().begin();
    for (int64_t level = result.getNumLevels() - 1; level >= 0; --level) {
      if (!result.getLevelType(level).hasInsert())
        return false;
      if (result.getLevelExpr(level).dim == dim)
        return true;
    }
    return false;
  };
  return !LevelUses(compute, loops).toleratesDisorder(access, takesAnyOrder);
}

/// The index variables of a compute on which a value depends.
static llvm::SetVector<Value> getVariables(Value value) {
  llvm::SetVector<Value> used;
  used.insert(value);
  for (size_t next = 0; next != used.size(); ++next) {
    Operation *op = used[next].getDefiningOp();
    if (!op || !op->getParentOfType<tin::ComputeOp>())
      continue;
    used.insert(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
  }
  used.remove_if([](Value other) {
    return !isa<BlockArgument>(other) || !isa<tin::IndexType>(other.getType());
  });
  return used;
}

bool Outliner::fitsInside(tin::ReduceOp reduce) {
  bool fits = true;
  reduce.walk([&](tin::AccessOp access) {
    auto alternatives = getAccessEdges(access, blocking);
    // A sum over slots is copied, not the entries of all slots.
    if (alternatives.empty())
      fits &= level::getFormat(access.getTensorType()).getNumSlots() == 0;
    else
      fits &= llvm::any_of(alternatives, [&](const OrderEdges &edges) {
        return llvm::all_of(edges, [&](const OrderEdge &edge) {
          return llvm::is_contained(nest, edge.first.variable) ||
                 !llvm::is_contained(nest, edge.second.variable);
        });
      });
  });
  return fits;
}

/// Whether an operation yields its fill where an operand is absent, whatever
/// the other operands are.
static bool restrictsTo(Operation *op, unsigned operand) {
  Value value = op->getOperand(operand);
  SmallVector<Attribute> fills(op->getNumOperands());
  fills[operand] = getFillOf(value);
  if (!fills[operand])
    fills[operand] = level::getZero(value.getType());
  return !getConstantScalar(value) && fills[operand] &&
         getFillEffect(op, operand, fills) == FillEffect::Annihilates;
}

bool Outliner::showsAbsence(Value value) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (auto yield = dyn_cast<tin::YieldOp>(user)) {
      if (yield->getParentOp() == compute.getOperation()) {
        if (!level::getFormat(compute.getType()).isAllDense())
          return true;
      } else if (showsAbsence(yield->getParentOp()->getResult(0))) {
        return true;
      }
      continue;
    }
    if (restrictsTo(user, use.getOperandNumber()) ||
        showsAbsence(user->getResult(0)))
      return true;
  }
  return false;
}

RankedTensorType Outliner::getOutlinedType(Value value,
                                           ArrayRef<Value> variables,
                                           ArrayRef<LoopVariable> loops) {
  MLIRContext *context = value.getContext();
  SmallVector<int64_t> shape(variables.size(), ShapedType::kDynamic);
  auto withFillOf = [&](level::FormatAttr format) {
    level::FormatAttr filled = withFill(format, getFillOf(value));
    bool isPlain = filled.isAllDense() && !filled.getFill();
    return isPlain ? RankedTensorType::get(shape, value.getType())
                   : RankedTensorType::get(shape, value.getType(), filled);
  };
  // A dense tensor where memory of its size exists anyway and nobody asks what
  // is absent from it.
  bool fitsResult =
      level::getFormat(compute.getType()).isAllDense() &&
      llvm::all_of(variables, [&](Value variable) {
        return llvm::is_contained(compute.getVariables(), variable);
      });
  bool fitsMemory = fitsResult || (variables.size() == 1 &&
                                   isStoredDensely(compute, variables.front()));
  bool isCopy = static_cast<bool>(value.getDefiningOp<tin::AccessOp>());
  if (variables.empty() || (fitsMemory && !isCopy && !showsAbsence(value)))
    return withFillOf(level::FormatAttr::getDense(context, variables.size()));
  SmallVector<level::LevelExpr> levels;
  for (const LoopVariable &loop : loops) {
    auto variable = llvm::find(variables, loop.variable);
    if (variable != variables.end())
      levels.push_back(loop.getLevel(variable - variables.begin()));
  }
  // What has an order can be copied by rows, which are counted and filled, not
  // sorted, where bounds for all rows exist anyway.
  if (isCopy && scatters && isOrdered(value.getDefiningOp<tin::AccessOp>()) &&
      levels.size() == 2 && variables.size() == 2 &&
      isStoredDensely(compute, variables[levels.front().dim]))
    return withFillOf(getRowFormat(context, levels));
  // Where somebody asks, that memory says it. What is copied is sparse.
  if (fitsMemory && !isCopy)
    return withFillOf(getBitmapFormat(context, variables.size(), levels));
  // A list takes its entries in any order; its entries are summed when read.
  auto reduce = value.getDefiningOp<tin::ReduceOp>();
  Operation *combiner =
      reduce ? getSimpleCombinerOp(reduce.getCombiner()) : nullptr;
  bool asList = !reduce || (combiner && combiner->getName().getStringRef() ==
                                            getSumOperation(value.getType()));
  return withFillOf(level::FormatAttr::getCOO(context, variables.size(), levels,
                                              /*uniqueLeaf=*/!asList));
}

tin::ComputeOp Outliner::outline(Value value, ArrayRef<Value> variables,
                                 ArrayRef<LoopVariable> loops) {
  OpBuilder builder(compute);
  Location loc = value.getLoc();
  SmallVector<Value> extents;
  for (Value variable : variables)
    extents.push_back(getExtentOf(builder, compute, variable));
  auto part = tin::ComputeOp::create(builder, loc,
                                     getOutlinedType(value, variables, loops),
                                     ArrayRef<StringRef>(), extents);
  builder.setInsertionPointToStart(part.getBlock());
  IRMapping mapping;
  for (auto [variable, fresh] : llvm::zip_equal(variables, part.getVariables()))
    mapping.map(variable, fresh);
  // Copies the expression with all that it uses inside of the compute.
  std::function<void(Value)> copy = [&](Value current) {
    Operation *op = current.getDefiningOp();
    if (mapping.contains(current) || !op || !compute->isProperAncestor(op))
      return;
    for (Value operand : op->getOperands())
      copy(operand);
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (Operation *definition = operand.getDefiningOp())
          if (!op->isAncestor(definition))
            copy(operand);
    });
    builder.clone(*op, mapping);
  };
  copy(value);
  tin::YieldOp::create(builder, loc, mapping.lookup(value));

  builder.setInsertionPointAfterValue(value);
  Value access =
      tin::AccessOp::create(builder, loc, part.getResult(), variables);
  value.replaceAllUsesWith(access);
  value.getDefiningOp()->erase();
  return part;
}

tin::ComputeOp Outliner::copyTensor(tin::AccessOp access,
                                    ArrayRef<LoopVariable> loops) {
  RankedTensorType type = access.getTensorType();
  int64_t numIndices = access.getLiterals().size();
  // Literals are bound before all loops.
  SmallVector<level::LevelExpr> levels;
  for (int64_t mode = 0; mode != numIndices; ++mode)
    if (!access.getIndex(mode))
      levels.push_back({mode, level::LevelPart::Whole, 1});
  for (auto [number, loop] : llvm::enumerate(loops))
    for (int64_t mode = 0; mode != numIndices; ++mode) {
      Value index = access.getIndex(mode);
      if (index == loop.variable)
        levels.push_back(loop.getLevel(mode));
      if (!index || !index.getDefiningOp<tin::AffineOp>())
        continue;
      // What is a sum is bound by the last of its loops.
      SmallVector<Value> parts = tin::getVariablesOf(index);
      auto isPart = [&](const LoopVariable &other) {
        return llvm::is_contained(parts, other.variable);
      };
      if (isPart(loop) && llvm::none_of(loops.drop_front(number + 1), isPart))
        levels.push_back({mode, level::LevelPart::Whole, 1});
    }
  OpBuilder builder(compute);
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<Value> extents(numIndices);
  if (numIndices != type.getRank()) {
    shape.push_back(ShapedType::kDynamic);
    extents.back() = getExtentOf(builder, compute, access.getIndices().back());
  }
  auto list = level::FormatAttr::getCOO(builder.getContext(), numIndices,
                                        levels, /*uniqueLeaf=*/false);
  auto part = tin::ComputeOp::create(
      builder, access.getLoc(),
      RankedTensorType::get(shape, type.getElementType(),
                            withFill(list, level::getFill(type))),
      ArrayRef<StringRef>(), extents);
  builder.setInsertionPointToStart(part.getBlock());
  Value component = tin::AccessOp::create(
      builder, access.getLoc(), access.getTensor(), part.getVariables());
  tin::YieldOp::create(builder, access.getLoc(), component);
  access.getTensorMutable().assign(part.getResult());
  return part;
}

SmallVector<tin::ComputeOp> Outliner::run() {
  SmallVector<tin::ComputeOp> outlined;
  // Reductions that the loops around them cannot enclose.
  SmallVector<tin::ReduceOp> reductions;
  for (Operation &op : *body)
    if (auto reduce = dyn_cast<tin::ReduceOp>(op))
      if (!fitsInside(reduce))
        reductions.push_back(reduce);
  for (tin::ReduceOp reduce : reductions) {
    llvm::SetVector<Value> used = getVariables(reduce.getResult());
    SmallVector<Value> variables;
    for (Value variable : nest)
      if (used.contains(variable))
        variables.push_back(variable);
    outlined.push_back(
        outline(reduce.getResult(), variables, blocking.getLoops(variables)));
  }

  // Operands that no order of the variables suits.
  LoopOrder order = getLoopsOf(compute, nest, blocking);
  SmallVector<tin::AccessOp> conflicting =
      addAccessEdges(compute, blocking, order);
  order.preferBlocks();
  LoopVariables loops = order.get();
  compute.walk([&](tin::AccessOp access) {
    if (!llvm::is_contained(conflicting, access) && needsOrder(access, loops))
      conflicting.push_back(access);
  });
  for (tin::AccessOp access : conflicting) {
    llvm::SmallDenseSet<Value> indices;
    for (Value index : access.getIndices())
      if (isa<BlockArgument>(index))
        indices.insert(index);
    if (indices.size() != access.getLiterals().size()) {
      outlined.push_back(copyTensor(access, loops));
      continue;
    }
    SmallVector<Value> variables;
    for (const LoopVariable &loop : loops)
      if (llvm::is_contained(access.getIndices(), loop.variable) &&
          !llvm::is_contained(variables, loop.variable))
        variables.push_back(loop.variable);
    outlined.push_back(outline(access.getValue(), variables, loops));
  }
  return outlined;
}

SmallVector<tin::ComputeOp> weft::outlineConflicts(tin::ComputeOp compute,
                                                   const Blocking &blocking,
                                                   bool scatters) {
  return Outliner(compute, blocking, scatters).run();
}
