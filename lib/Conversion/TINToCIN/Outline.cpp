//===- Outline.cpp - Computing parts of expressions first -------*- C++ -*-===//
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

#include "Outline.h"

#include "Computes.h"
#include "Fills.h"
#include "LevelUses.h"
#include "LoopOrder.h"
#include "WorkspaceFormats.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

/// Tells that a part of an expression is computed first.
static void remarkPart(Location loc, StringRef name, StringRef reason) {
  remark::missed(loc,
                 remark::RemarkOpts::name(name).category("convert-tin-to-cin"))
      << remark::reason("{0}", reason.str());
}

namespace {
/// Moves parts of one compute into computes before it.
class Outliner {
public:
  Outliner(tin::ComputeOp compute, const Blocking &blocking,
           const ConcretizeOptions &options, RewriterBase &rewriter)
      : compute(compute), blocking(blocking), options(options),
        rewriter(rewriter) {
    nest = getNestVariables(compute, body);
  }

  SmallVector<tin::ComputeOp> run();

private:
  /// Copies the tensor of an access into a list that suits the loops.
  tin::ComputeOp outlineOperand(tin::AccessOp access,
                                ArrayRef<LoopVariable> loops);
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
  /// Makes the compute of a part, indexed by as many variables as its type
  /// says, and goes into its body.
  tin::ComputeOp createPartition(Location loc, RankedTensorType type,
                                 ArrayRef<Value> extents);
  /// Copies a value with all that it uses inside of the compute.
  Value clone(Value value, IRMapping &mapping);
  /// Copies the tensor of an access at diagonals, literals or sums into a list
  /// with levels in the order in which their coordinates are bound.
  tin::ComputeOp copyTensor(tin::AccessOp access, ArrayRef<LoopVariable> loops);
  /// Adds the copy of an operand to those before, unless it is one of them:
  /// what is accessed several times is copied once.
  Value addCopy(tin::ComputeOp copy, SmallVectorImpl<tin::ComputeOp> &others);

  tin::ComputeOp compute;
  const Blocking &blocking;
  const ConcretizeOptions &options;
  RewriterBase &rewriter;
  Block *body;
  SmallVector<Value> nest;
};
} // namespace

/// Whether an access takes all components, each at variables of its own, so
/// that nothing has to be found in its levels.
static bool isOfWholeTensor(tin::AccessOp access) {
  llvm::SmallDenseSet<Value> variables;
  return llvm::all_of(llvm::seq<int64_t>(0, access.getLiterals().size()),
                      [&](int64_t dim) {
                        Value index = access.getIndex(dim);
                        return isa_and_nonnull<BlockArgument>(index) &&
                               variables.insert(index).second;
                      });
}

bool Outliner::needsOrder(tin::AccessOp access, ArrayRef<LoopVariable> loops) {
  level::FormatAttr result = level::getFormat(compute.getType());
  bool isCopy = compute.getYield().getValue() == access.getValue() &&
                isOfWholeTensor(access);
  if (isOrdered(access) || (isCopy && result.sortsEntries()))
    return false;
  // The variables whose loops may bind coordinates in any order: those that no
  // level of the result stores which takes coordinates in order, nor one above
  // such a level.
  auto takesAnyOrder = [&](Value variable) {
    auto reduce = dyn_cast<tin::ReduceOp>(
        cast<BlockArgument>(variable).getOwner()->getParentOp());
    if (reduce)
      return isCombinerCommutative(reduce.getCombiner());
    auto free = llvm::find(compute.getVariables(), variable);
    if (free == compute.getVariables().end() || result.sortsEntries())
      return true;
    int64_t dim = free - compute.getVariables().begin();
    int64_t end = result.getNumLevels();
    return llvm::all_of(llvm::seq<int64_t>(0, end), [&](int64_t level) {
      level::LevelTypeAttrInterface type = result.getLevelType(level);
      // What has no order is appended as it comes.
      if (result.getLevelExpr(level).dim != dim ||
          (type.hasAppend() && !type.isOrdered()))
        return true;
      return llvm::all_of(llvm::seq(level, end), [&](int64_t below) {
        return level::insertsInAnyOrder(result.getLevelType(below));
      });
    });
  };
  return !LevelUses(compute, loops).toleratesDisorder(access, takesAnyOrder);
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

tin::ComputeOp Outliner::createPartition(Location loc, RankedTensorType type,
                                         ArrayRef<Value> extents) {
  auto part = tin::ComputeOp::create(rewriter, loc, type, ArrayRef<StringRef>(),
                                     extents);
  part.setWorkspaceAttr(compute.getWorkspaceAttr());
  part.setStrictZero(compute.getStrictZero());
  rewriter.setInsertionPointToStart(part.getBlock());
  return part;
}

Value Outliner::clone(Value value, IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (Value known = mapping.lookupOrNull(value))
    return known;
  if (!op || !compute->isProperAncestor(op))
    return value;
  for (Value operand : op->getOperands())
    clone(operand, mapping);
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        if (!op->isAncestor(definition))
          clone(operand, mapping);
  });
  rewriter.clone(*op, mapping);
  return mapping.lookup(value);
}

tin::ComputeOp Outliner::outline(Value value, ArrayRef<Value> variables,
                                 ArrayRef<LoopVariable> loops) {
  rewriter.setInsertionPoint(compute);
  Location loc = value.getLoc();
  SmallVector<Value> extents;
  for (Value variable : variables)
    extents.push_back(getExtentOf(rewriter, compute, variable));
  tin::ComputeOp part = createPartition(
      loc, choosePartType(compute, value, variables, loops, options.scatters),
      extents);
  IRMapping mapping;
  for (auto [variable, fresh] : llvm::zip_equal(variables, part.getVariables()))
    mapping.map(variable, fresh);
  tin::YieldOp::create(rewriter, loc, clone(value, mapping));

  Operation *op = value.getDefiningOp();
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<tin::AccessOp>(op, part.getResult(), variables);
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
  rewriter.setInsertionPoint(compute);
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<Value> extents(numIndices);
  if (numIndices != type.getRank()) {
    shape.push_back(ShapedType::kDynamic);
    extents.back() = getExtentOf(rewriter, compute, access.getIndices().back());
  }
  Location loc = access.getLoc();
  tin::ComputeOp part =
      createPartition(loc,
                      getCopyType(type, shape, levels,
                                  /*uniqueLeaf=*/comesOnce(access)),
                      extents);
  Value component = tin::AccessOp::create(rewriter, loc, access.getTensor(),
                                          part.getVariables());
  tin::YieldOp::create(rewriter, loc, component);
  rewriter.modifyOpInPlace(
      access, [&] { access.getTensorMutable().assign(part.getResult()); });
  return part;
}

tin::ComputeOp Outliner::outlineOperand(tin::AccessOp access,
                                        ArrayRef<LoopVariable> loops) {
  llvm::SmallDenseSet<Value> indices;
  for (Value index : access.getIndices())
    if (isa<BlockArgument>(index))
      indices.insert(index);
  if (indices.size() != access.getLiterals().size())
    return copyTensor(access, loops);
  SmallVector<Value> variables;
  for (const LoopVariable &loop : loops)
    if (llvm::is_contained(access.getIndices(), loop.variable) &&
        !llvm::is_contained(variables, loop.variable))
      variables.push_back(loop.variable);
  return outline(access.getValue(), variables, loops);
}

Value Outliner::addCopy(tin::ComputeOp copy,
                        SmallVectorImpl<tin::ComputeOp> &others) {
  auto known = llvm::find_if(others, [&](tin::ComputeOp other) {
    return OperationEquivalence::isEquivalentTo(
        copy, other, OperationEquivalence::IgnoreLocations);
  });
  if (known != others.end()) {
    rewriter.replaceOp(copy, *known);
    return known->getResult();
  }
  others.push_back(copy);
  return copy.getResult();
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
    remarkPart(reduce.getLoc(), "reduce_first",
               "its variables cannot be bound inside of those around it");
    llvm::SetVector<Value> used = getVariables(reduce.getResult());
    SmallVector<Value> variables;
    for (Value variable : nest)
      if (used.contains(variable))
        variables.push_back(variable);
    outlined.push_back(
        outline(reduce.getResult(), variables, blocking.getLoops(variables)));
  }

  // Operands that no order of the variables suits. A copy, which has an order,
  // may be iterated over where its tensor was not, so that others do not fit,
  // or need an order that they did not before. A copy that was made for another
  // order is copied once more.
  llvm::SmallDenseMap<Value, unsigned> copies;
  auto isCopy = [&](tin::AccessOp access) {
    return copies.contains(access.getTensor());
  };
  auto isSettled = [&](tin::AccessOp access) {
    unsigned numCopies = copies.lookup(access.getTensor());
    return numCopies > 1 ||
           (numCopies == 1 && getAccessEdges(access, blocking).empty());
  };
  while (true) {
    LoopOrder order = getLoopsOf(compute, nest, blocking);
    (void)order.tryAdd(options.first);
    SmallVector<tin::AccessOp> conflicting =
        addAccessEdges(compute, blocking, order);
    // What fits no order even as a copy is searched, or refused where it is
    // lowered.
    llvm::erase_if(conflicting, isSettled);
    order.preferBlocks();
    LoopVariables loops = order.get();
    if (conflicting.empty())
      compute.walk([&](tin::AccessOp access) {
        if (!isCopy(access) && needsOrder(access, loops))
          conflicting.push_back(access);
      });
    if (conflicting.empty())
      return outlined;
    for (tin::AccessOp access : conflicting) {
      remarkPart(access.getLoc(), "copy_operands",
                 "its levels do not suit the order of the loops");
      unsigned numCopies = copies.lookup(access.getTensor()) + 1;
      Value copy = addCopy(outlineOperand(access, loops), outlined);
      copies[copy] = std::max(copies.lookup(copy), numCopies);
    }
  }
}

SmallVector<tin::ComputeOp>
tin_to_cin::outlineConflicts(tin::ComputeOp compute, const Blocking &blocking,
                             const ConcretizeOptions &options,
                             RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  return Outliner(compute, blocking, options, rewriter).run();
}

tin::ComputeOp tin_to_cin::outlineWhole(tin::ComputeOp compute,
                                        RewriterBase &rewriter) {
  RankedTensorType type = compute.getType();
  level::FormatAttr format = level::getFormat(type);
  SmallVector<level::LevelExpr> levels;
  for (int64_t level = 0; level != format.getNumLevels(); ++level)
    if (!format.isSlotLevel(level))
      levels.push_back(format.getLevelExpr(level));
  rewriter.setInsertionPoint(compute);
  auto part = cast<tin::ComputeOp>(rewriter.clone(*compute));
  rewriter.modifyOpInPlace(part, [&] {
    part.getResult().setType(
        getCopyType(type, type.getShape(), levels, /*uniqueLeaf=*/true));
  });
  // The expression is in the part from here on.
  tin::YieldOp yield = compute.getYield();
  rewriter.setInsertionPoint(yield);
  Value component = tin::AccessOp::create(
      rewriter, compute.getLoc(), part.getResult(), compute.getVariables());
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(0, component); });
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(*compute.getBlock())))
    if (&op != yield && &op != component.getDefiningOp())
      rewriter.eraseOp(&op);
  return part;
}
