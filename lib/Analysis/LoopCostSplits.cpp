//===- LoopCostSplits.cpp - Loops that are the parts of one -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable that is split has a loop for its blocks and one in a block. Block
// by block, these visit each coordinate or position once: what both loops count
// is the whole, not the product of their sizes. Which loops belong together is
// read off the bounds of the inner one, which are those of a block and of what
// is left for it.
//
//===----------------------------------------------------------------------===//

#include "LoopCostBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

/// What a minimum is taken of.
static void collectBounds(Value bound, SmallVectorImpl<Value> &bounds) {
  if (auto smaller = bound.getDefiningOp<arith::MinUIOp>()) {
    collectBounds(smaller.getLhs(), bounds);
    collectBounds(smaller.getRhs(), bounds);
  } else {
    bounds.push_back(bound);
  }
}

/// The factor of a variable in a product of two; null if it is none.
static Value getFactor(Value product, Value variable) {
  auto mul = product.getDefiningOp<arith::MulIOp>();
  if (!mul)
    return {};
  if (mul.getLhs() == variable)
    return mul.getRhs();
  return mul.getRhs() == variable ? mul.getLhs() : Value();
}

/// Whether values are the same constant, or computed alike: each region emits
/// the size of the blocks of a divided variable itself.
static bool areSame(Value a, Value b) {
  if (a == b)
    return true;
  if (std::optional<int64_t> constant = getConstantIntValue(a))
    return constant == getConstantIntValue(b);
  auto left = dyn_cast<OpResult>(a), right = dyn_cast<OpResult>(b);
  return left && right && left.getResultNumber() == right.getResultNumber() &&
         isMemoryEffectFree(left.getOwner()) &&
         OperationEquivalence::isEquivalentTo(
             left.getOwner(), right.getOwner(),
             [](Value one, Value other) {
               return success(areSame(one, other));
             },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

/// The number of blocks that a variable is divided into, if `block` is the size
/// of such a block: the size of the variable divided by a constant and rounded
/// up, and at least one.
static std::optional<int64_t> getNumParts(Value block) {
  auto least = block.getDefiningOp<arith::MaxUIOp>();
  auto quotient =
      least ? least.getLhs().getDefiningOp<arith::DivUIOp>() : arith::DivUIOp();
  return quotient ? getConstantIntValue(quotient.getRhs()) : std::nullopt;
}

/// The own variable of a coiteration in one of its regions.
static Value getOwnVariable(lattice::CoiterateOp coiterate, Region &body) {
  return body.getArgument(
      coiterate.getOriginals() ? coiterate.getOriginals()->size() : 0);
}

const LoopCostBuilder::Loop *LoopCostBuilder::getLoopOf(Value variable) const {
  auto argument = dyn_cast<BlockArgument>(variable);
  auto coiterate =
      argument
          ? dyn_cast<lattice::CoiterateOp>(argument.getOwner()->getParentOp())
          : lattice::CoiterateOp();
  auto loop = coiterate ? loops.find(coiterate) : loops.end();
  if (loop == loops.end() ||
      getOwnVariable(coiterate, *argument.getOwner()->getParent()) != argument)
    return nullptr;
  return &loop->second;
}

/// What a sum of two values has besides one that `matches`; null if none does.
static Value getRest(Value value, function_ref<bool(Value)> matches) {
  auto sum = value.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return {};
  if (matches(sum.getRhs()))
    return sum.getLhs();
  return matches(sum.getLhs()) ? sum.getRhs() : Value();
}

bool LoopCostBuilder::findBlockSplit(lattice::CoiterateOp coiterate,
                                     ArrayRef<Value> bounds, Value bound,
                                     unsigned line) {
  // What is left of the whole from the block on.
  auto rest = bound.getDefiningOp<arith::SubIOp>();
  auto mul =
      rest ? rest.getRhs().getDefiningOp<arith::MulIOp>() : arith::MulIOp();
  if (!mul)
    return false;
  for (Value variable : mul->getOperands()) {
    Value block = getFactor(mul, variable);
    const Loop *outer = getLoopOf(variable);
    // Blocks must not overlap.
    if (!outer || llvm::none_of(bounds, [&](Value other) {
          return areSame(other, block);
        }))
      continue;
    addSplit(coiterate, *outer, rest.getLhs(), block, /*isOfBlocks=*/false,
             line);
    return true;
  }
  return false;
}

bool LoopCostBuilder::findPlaceSplit(lattice::CoiterateOp coiterate,
                                     Value bound, unsigned line) {
  // How many blocks have the place that the loop around is at: the whole less
  // the place, divided by the size of a block and rounded up.
  auto quotient = bound.getDefiningOp<arith::DivUIOp>();
  if (!quotient)
    return false;
  const Loop *outer = nullptr;
  Value whole = getRest(quotient.getLhs(), [&](Value value) {
    auto missing = value.getDefiningOp<arith::SubIOp>();
    outer = missing ? getLoopOf(missing.getRhs()) : nullptr;
    return outer != nullptr;
  });
  if (!whole)
    return false;
  addSplit(coiterate, *outer, whole, quotient.getRhs(), /*isOfBlocks=*/true,
           line);
  return true;
}

void LoopCostBuilder::findSplit(lattice::CoiterateOp coiterate, unsigned line) {
  SmallVector<Value> bounds;
  collectBounds(coiterate.getUpper(), bounds);
  for (Value bound : bounds)
    if (findBlockSplit(coiterate, bounds, bound, line) ||
        findPlaceSplit(coiterate, bound, line))
      return;
}

void LoopCostBuilder::addSplit(lattice::CoiterateOp coiterate,
                               const Loop &outer, Value whole, Value block,
                               bool isOfBlocks, unsigned line) {
  Loop &loop = loops[coiterate];
  loop.outer = outer.own;
  loop.block = block;
  loop.isOfBlocks = isOfBlocks;
  // The coordinate is there where the loop iterates over levels.
  StringRef inner = coiterate.getName();
  StringRef name = result.variables[outer.own].name;
  if (isOfBlocks)
    std::swap(inner, name);
  size_t common = 0;
  while (common < std::min(inner.size(), name.size()) &&
         inner[common] == name[common])
    ++common;
  std::string text = common != 0 ? inner.take_front(common).str()
                                 : ("(" + name + "," + inner + ")").str();
  loop.whole = getVariable(line, "whole " + text, whole);
  result.variables[loop.whole].name = text;
  if (loop.originals.size() == 1 && !coiterate.getPositions()) {
    result.variables[loop.originals.front()].size =
        result.variables[loop.whole].size;
    loop.whole = loop.originals.front();
  }
  describeParts(loop, coiterate.getPositions().has_value());
}

void LoopCostBuilder::describeParts(const Loop &inner, bool isOfPositions) {
  std::optional<int64_t> block = getConstantIntValue(inner.block);
  std::optional<int64_t> parts = getNumParts(inner.block);
  if (!block && !parts)
    return;
  int64_t divisor = block ? *block : *parts;
  std::string number = std::to_string(divisor);
  std::string whole = isOfPositions ? "the number of positions"
                                    : result.variables[inner.whole].size;
  std::string blocks = result.variables[*inner.outer].size;
  std::string places = result.variables[inner.own].size;
  // Either the places in a block or the blocks are a constant number.
  if (inner.isOfBlocks != parts.has_value())
    std::swap(blocks, places);
  result.sizes.push_back({blocks, whole + " / " + number + ", rounded up"});
  if (LoopCosts::Size &known = result.knownSizes[blocks]; !isOfPositions) {
    known.whole = whole;
    known.divisor = divisor;
  }
  result.sizes.push_back({places, "at most " + number});
}

std::optional<CostVariableId>
LoopCostBuilder::getWholeOf(Value begin, const Loop &place) const {
  auto mul = begin ? begin.getDefiningOp<arith::MulIOp>() : arith::MulIOp();
  if (!mul)
    return std::nullopt;
  for (Value variable : mul->getOperands()) {
    const Loop *blocks = getLoopOf(variable);
    if (!blocks)
      continue;
    // Either of them may be around the other.
    Value block = getFactor(mul, variable);
    if (place.outer == blocks->own && areSame(block, place.block))
      return place.whole;
    if (blocks->outer == place.own && areSame(block, blocks->block))
      return blocks->whole;
  }
  return std::nullopt;
}

int LoopCostBuilder::getWhole(Value coordinate) const {
  auto sum = coordinate.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return CostRelation::kNoVariable;
  for (auto [begin, part] : {std::pair(sum.getLhs(), sum.getRhs()),
                             std::pair(sum.getRhs(), sum.getLhs())})
    if (const Loop *place = getLoopOf(part))
      if (std::optional<CostVariableId> whole = getWholeOf(begin, *place))
        return *whole;
  return CostRelation::kNoVariable;
}

void LoopCostBuilder::addOwn(CostTerm &term, const Loop &loop,
                             bool hasCoordinates) const {
  auto isStored = [&](CostVariableId variable) {
    return llvm::any_of(term.relations, [&](const CostRelation &relation) {
      return relation.contains(variable);
    });
  };
  // What stores the parts as they are is counted part by part.
  for (const auto &[operation, inner] : loops)
    if (inner.outer && (isStored(*inner.outer) || isStored(inner.own)) &&
        !isStored(inner.whole) && term.erase(inner.whole)) {
      term.add(*inner.outer);
      term.add(inner.own);
    }
  if (!loop.outer) {
    if (!hasCoordinates)
      term.add(loop.own);
    return;
  }
  bool hasWhole = hasCoordinates || isStored(loop.whole);
  if (!isStored(loop.own) && term.erase(*loop.outer)) {
    if (!hasWhole)
      term.add(loop.whole);
  } else if (!hasWhole) {
    term.add(loop.own);
  }
}
