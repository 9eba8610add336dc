//===- Blocking.cpp - Index variables as loops ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of index variables, and the choice of which of them are split. A
// tensor in other blocks than the loops is copied into a list, which is what
// the choice avoids: first for operands, then for the result, which is
// collected in a list. A list of what is below one block row is shorter than
// one of everything, so that it is preferred, too.
//
//===----------------------------------------------------------------------===//

#include "Blocking.h"

#include "Computes.h"
#include "LoopOrder.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;
using level::LevelExpr;
using level::LevelPart;

LoopVariables Blocking::getLoops(ValueRange variables) const {
  LoopVariables loops;
  for (Value variable : variables)
    llvm::append_range(loops, getLoops(variable, LevelExpr()));
  return loops;
}

LoopVariables Blocking::getLoops(Value variable, const LevelExpr &level) const {
  int64_t block = getBlock(variable);
  if (block == 1)
    return {{variable, LevelPart::Whole, 1}};
  if (level.block == block)
    return {{variable, level.part, block}};
  return {{variable, LevelPart::Quotient, block},
          {variable, LevelPart::Remainder, block}};
}

bool Blocking::isIterated(Value variable, const LevelExpr &level) const {
  return level.block == getBlock(variable);
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

namespace {
/// A tensor with the variables of its modes; null for a literal or a sum.
struct IndexedTensor {
  level::FormatAttr format;
  SmallVector<Value> indices;
};

/// What a choice costs.
struct Cost {
  /// What must be copied.
  unsigned copies = 0;
  /// How many loops are around a list of the result; it is the shorter.
  int64_t numAround = 0;

  bool isLessThan(const Cost &other) const {
    return std::make_tuple(copies, -numAround) <
           std::make_tuple(other.copies, -other.numAround);
  }
};

/// What choices of one compute are made of.
class Chooser {
public:
  explicit Chooser(tin::ComputeOp compute) : compute(compute) {
    compute.walk([&](tin::AccessOp access) {
      IndexedTensor &tensor = tensors.emplace_back();
      tensor.format = level::getFormat(access.getTensorType());
      for (size_t mode = 0; mode != access.getLiterals().size(); ++mode)
        tensor.indices.push_back(
            dyn_cast_if_present<BlockArgument>(access.getIndex(mode)));
    });
    IndexedTensor &result = tensors.emplace_back();
    result.format = level::getFormat(compute.getType());
    result.indices.assign(compute.getVariables().begin(),
                          compute.getVariables().end());
  }

  Blocking run();

private:
  /// Splits the variables of a tensor's blocked modes.
  static void addBlocks(const IndexedTensor &tensor, Blocking &blocking);
  Cost getCost(const Blocking &blocking);

  tin::ComputeOp compute;
  SmallVector<IndexedTensor> tensors;
};
} // namespace

void Chooser::addBlocks(const IndexedTensor &tensor, Blocking &blocking) {
  level::FormatAttr format = tensor.format;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    LevelExpr expr = format.getLevelExpr(level);
    if (expr.part == LevelPart::Quotient && tensor.indices[expr.dim])
      blocking.split(tensor.indices[expr.dim], expr.block);
  }
}

Cost Chooser::getCost(const Blocking &blocking) {
  Block *body;
  LoopOrder loops =
      getLoopsOf(compute, getNestVariables(compute, body), blocking);
  Cost cost;
  cost.copies = 2 * addAccessEdges(compute, blocking, loops).size();
  level::FormatAttr format = level::getFormat(compute.getType());
  tin::ReduceOp top = getTopReduction(compute);
  auto edges =
      getResultEdges(format, compute.getVariables(),
                     top ? top.getVariables() : ValueRange(), blocking);
  if (format.sortsEntries() || (edges && loops.tryAdd(*edges)))
    return cost;
  ++cost.copies;
  loops.preferBlocks();
  cost.numAround = countLoopsInOrder(compute, loops.get());
  return cost;
}

Blocking Chooser::run() {
  Blocking best;
  Cost bestCost = getCost(best);
  bool isBest = false;
  auto consider = [&](const Blocking &blocking) {
    Cost cost = blocking.isEmpty() ? bestCost : getCost(blocking);
    // Where nothing else decides, loops over blocks are nearer to what is
    // stored.
    if (blocking.isEmpty() || cost.copies > bestCost.copies ||
        (isBest && cost.copies == bestCost.copies))
      return;
    best = blocking;
    bestCost = cost;
    isBest = true;
  };
  // The splits of one tensor with what remains for the others, or alone: a copy
  // of a tensor is made in the loops of what is copied.
  for (const IndexedTensor &first : tensors) {
    Blocking blocking;
    addBlocks(first, blocking);
    Blocking alone = blocking;
    for (const IndexedTensor &other : tensors)
      addBlocks(other, blocking);
    consider(blocking);
    consider(alone);
  }
  // The blocks of one mode of the result, by which operands are not stored. A
  // result that is a list is made of one of everything.
  const IndexedTensor &result = tensors.back();
  if (level::FormatAttr(result.format).isCoordinateList())
    return best;
  for (Value variable : result.indices) {
    Blocking all, one;
    addBlocks(result, all);
    if (all.getBlock(variable) == 1)
      continue;
    one.split(variable, all.getBlock(variable));
    Cost cost = getCost(one);
    if (!cost.isLessThan(bestCost))
      continue;
    best = one;
    bestCost = cost;
  }
  return best;
}

Blocking tin_to_cin::chooseBlocking(tin::ComputeOp compute) {
  return Chooser(compute).run();
}
