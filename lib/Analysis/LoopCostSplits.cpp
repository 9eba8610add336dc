//===- LoopCostSplits.cpp - Loops that are the parts of one -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable that is split has a loop for its tiles and one in a tile. Tile by
// tile, these visit each coordinate or position once: what both loops count is
// the whole, not the product of their sizes. Each part may be split again, so
// that a variable is the root of a tree of parts, whose leaves have loops.
// Coiterations state which variables their own is a part of.
//
//===----------------------------------------------------------------------===//

#include "LoopCostBuilder.h"

#include "weft/Analysis/KernelNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

std::optional<int64_t> LoopCostBuilder::Split::getWidth() const {
  if (innerAttr && innerAttr.getLimit())
    return innerAttr.getLimit();
  return outerAttr ? outerAttr.getDivisor() : std::nullopt;
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

LoopCostBuilder::Split &
LoopCostBuilder::getSplit(lattice::CoiterateOp coiterate, StringAttr whole,
                          unsigned line) {
  std::optional<CostVariableId> variable;
  for (Operation *op = coiterate; op && !variable; op = op->getParentOp())
    if (auto loop = loops.find(op); loop != loops.end())
      for (auto &[name, known] : loop->second.wholes)
        if (name == whole)
          variable = known;
  if (!variable) {
    variable = getVariable(line, "whole " + whole.str(), Value());
    result.variables[*variable] = {whole.str(), "|" + whole.str() + "|"};
  }
  auto *known = llvm::find_if(
      splits, [&](const Split &split) { return split.whole == *variable; });
  if (known != splits.end())
    return *known;
  splits.emplace_back();
  splits.back().whole = *variable;
  return splits.back();
}

/// Whether a value is computed from variables of loops.
static bool dependsOnLoops(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<lattice::CoiterateOp>(argument.getOwner()->getParentOp());
  Operation *op = value.getDefiningOp();
  return isa<arith::ArithDialect>(op->getDialect()) &&
         llvm::any_of(op->getOperands(), dependsOnLoops);
}

void LoopCostBuilder::findSplits(lattice::CoiterateOp coiterate,
                                 unsigned line) {
  if (!coiterate.getParts())
    return;
  Loop &loop = loops[coiterate];
  CostVariableId part = loop.own;
  std::optional<int64_t> places = getConstantIntValue(coiterate.getUpper());
  for (auto attr : coiterate.getParts()->getAsRange<lattice::PartAttr>()) {
    Split &split = getSplit(coiterate, attr.getWhole(), line);
    (attr.getOuter() ? split.outer : split.inner) = part;
    (attr.getOuter() ? split.outerAttr : split.innerAttr) = attr;
    // A loop over tiles in that over their places ends at the extent.
    if (part == loop.own && !attr.getOuter() && attr.getLimit() && split.outer)
      split.hasFullTiles = coiterate.getLoopInfo().predicate != 0 ||
                           !dependsOnLoops(coiterate.getUpper());
    loop.wholes.emplace_back(attr.getWhole(), split.whole);
    part = split.whole;
    std::optional<int64_t> width =
        attr.getOuter() ? attr.getDivisor() : std::nullopt;
    places = places && width ? std::optional(*places * *width) : std::nullopt;
    if (attr != coiterate.getParts()->getValue().back())
      continue;
    if (!loop.originals.empty())
      split.originals = loop.originals;
  }
  nameWhole(part, coiterate.getUpper());
  const std::string &size = result.variables[part].size;
  if (places && !result.findSize(size)) {
    // As many as constant numbers of tiles have places for.
    wholeSizes.emplace_back(size, "at most " + std::to_string(*places));
    result.knownSizes[size].number = *places;
  }
  if (loop.originals.size() == 1 && !coiterate.getPositions())
    result.variables[loop.originals.front()].size = result.variables[part].size;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Collects what a bound is computed from: neither constants nor variables of
/// loops.
static void collectSources(Value value, llvm::SmallSetVector<Value, 4> &sources,
                           llvm::SmallSetVector<Value, 8> &visited) {
  if (!visited.insert(value) || getConstantIntValue(value))
    return;
  Operation *op = value.getDefiningOp();
  if (op && isa<arith::ArithDialect>(op->getDialect())) {
    for (Value operand : op->getOperands())
      collectSources(operand, sources, visited);
    return;
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument ||
      !isa<lattice::CoiterateOp>(argument.getOwner()->getParentOp()))
    sources.insert(value);
}

/// The sources of a bound.
static SmallVector<Value> getSources(Value bound) {
  llvm::SmallSetVector<Value, 4> sources;
  llvm::SmallSetVector<Value, 8> visited;
  collectSources(bound, sources, visited);
  return llvm::to_vector(sources.getArrayRef());
}

void LoopCostBuilder::nameSplitSizes(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](lattice::CoiterateOp coiterate) {
    if (!coiterate.getParts() || coiterate.getParts()->empty())
      return;
    SmallVector<Value> sources = getSources(coiterate.getUpper());
    if (sources.size() != 1 || getSize(sources.front()) != "size" ||
        sources.front().getDefiningOp<level::PosBoundsOp>())
      return;
    auto last =
        cast<lattice::PartAttr>(coiterate.getParts()->getValue().back());
    std::string text = "|" + last.getWhole().str() + "|";
    result.knownSizes[text].variable = last.getWhole().str();
    sizes[sources.front()] = std::move(text);
  });
}

/// The product in a bound of the sizes of variables that were collapsed; null
/// if there is none.
static arith::MulIOp findProduct(Value bound) {
  Operation *op = bound.getDefiningOp();
  if (!op || !isa<arith::ArithDialect>(op->getDialect()))
    return {};
  auto hasSources = [](Value value) { return !getSources(value).empty(); };
  if (auto product = dyn_cast<arith::MulIOp>(op);
      product && llvm::all_of(op->getOperands(), hasSources))
    return product;
  for (Value operand : op->getOperands())
    if (arith::MulIOp product = findProduct(operand))
      return product;
  return {};
}

/// The factors of a product, from the left.
static void collectFactors(Value value, SmallVectorImpl<Value> &factors) {
  auto product = value.getDefiningOp<arith::MulIOp>();
  if (!product) {
    factors.push_back(value);
    return;
  }
  collectFactors(product.getLhs(), factors);
  collectFactors(product.getRhs(), factors);
}

std::string LoopCostBuilder::getPositionsText(level::PosBoundsOp bounds) const {
  auto open = bounds.getStorage().getDefiningOp<level::OpenOp>();
  level::FormatAttr format = bounds.getStorage().getType().getFormat();
  int64_t level = bounds.getLevel();
  if (!open || format.getLevelType(level).isFull())
    return "";
  // All of the levels above.
  for (Value begin = bounds.getParentBegin(); !isConstantIntValue(begin, 0);) {
    auto above = begin.getDefiningOp<level::PosBoundsOp>();
    if (!above || begin != above.getBegin())
      return "";
    begin = above.getParentBegin();
  }
  std::string name = getTensorName(open.getTensor());
  if (level + 1 != format.getNumLevels())
    name = result.getLevelsName(name, level + 1);
  return "nnz(" + name + ")";
}

void LoopCostBuilder::nameWhole(CostVariableId whole, Value upper) {
  CostVariable &variable = result.variables[whole];
  SmallVector<Value> sources = getSources(upper);
  if (sources.empty())
    return;
  if (auto bounds = sources.back().getDefiningOp<level::PosBoundsOp>()) {
    std::string positions = getPositionsText(bounds);
    if (!positions.empty()) {
      variable.size = positions;
      result.knownSizes[positions].stored =
          StringRef(positions).drop_front(4).drop_back().str();
      return;
    }
    auto open = bounds.getStorage().getDefiningOp<level::OpenOp>();
    wholeSizes.push_back(
        {variable.size, "the number of entries in a segment of level " +
                            std::to_string(bounds.getLevel() + 1) +
                            (open ? " of " + getTensorName(open.getTensor())
                                  : std::string())});
    return;
  }
  SmallVector<Value> factors;
  if (arith::MulIOp product = findProduct(upper))
    collectFactors(product, factors);
  else if (sources.size() == 1)
    factors.push_back(sources.front());
  SmallVector<std::string, 0> names = llvm::map_to_vector<0>(
      factors, [&](Value size) { return getSize(size); });
  if (names.empty() || llvm::is_contained(names, "size")) {
    result.knownSizes[variable.size].variable = variable.name;
    return;
  }
  variable.size = llvm::join(names, " * ");
  for (auto [size, name] : llvm::zip_equal(factors, names))
    recordSize(size, name);
  if (names.size() > 1)
    result.knownSizes[variable.size].factors = std::move(names);
}

void LoopCostBuilder::describePart(CostVariableId part, CostVariableId whole,
                                   lattice::PartAttr attr) {
  const std::string &size = result.variables[part].size;
  // The bounds may tell that a tile is full.
  if (llvm::all_of(size, llvm::isDigit))
    return;
  const std::string &all = result.variables[whole].size;
  LoopCosts::Size &known = result.knownSizes[size];
  known.whole = all;
  if (std::optional<int64_t> limit = attr.getLimit()) {
    result.sizes.push_back({size, "at most " + std::to_string(*limit)});
    known.limit = *limit;
  } else if (std::optional<int64_t> divisor = attr.getDivisor()) {
    result.sizes.push_back(
        {size, all + " / " + std::to_string(*divisor) + ", rounded up"});
    known.divisor = *divisor;
  } else {
    // The kernel cuts the tiles where it runs.
    result.sizes.push_back(
        {size, (attr.getOuter() ? "the number of tiles of "
                                : "the number of coordinates in a tile of ") +
                   attr.getWhole().str()});
  }
}

void LoopCostBuilder::describeParts() {
  for (auto &[op, loop] : loops) {
    auto coiterate = cast<lattice::CoiterateOp>(op);
    if (!coiterate.getParts())
      continue;
    CostVariableId part = loop.own;
    for (auto [attr, whole] :
         llvm::zip_equal(coiterate.getParts()->getAsRange<lattice::PartAttr>(),
                         llvm::make_second_range(loop.wholes))) {
      describePart(part, whole, attr);
      part = whole;
    }
  }
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

bool LoopCostBuilder::collectAddends(Value value, std::optional<int64_t> factor,
                                     SmallVectorImpl<Addend> &addends) const {
  if (const Loop *loop = getLoopOf(value)) {
    addends.emplace_back(loop->own, factor);
    return true;
  }
  if (auto sum = value.getDefiningOp<arith::AddIOp>())
    return collectAddends(sum.getLhs(), factor, addends) &&
           collectAddends(sum.getRhs(), factor, addends);
  // The last tile may begin earlier, to be full.
  if (auto least = value.getDefiningOp<arith::MinUIOp>();
      least && !dependsOnLoops(least.getRhs()))
    return collectAddends(least.getLhs(), factor, addends);
  if (auto product = value.getDefiningOp<arith::MulIOp>()) {
    Value scaled = product.getLhs(), width = product.getRhs();
    if (dependsOnLoops(width))
      std::swap(scaled, width);
    std::optional<int64_t> constant = getConstantIntValue(width);
    factor =
        factor && constant ? std::optional(*factor * *constant) : std::nullopt;
    return !dependsOnLoops(width) && collectAddends(scaled, factor, addends);
  }
  // Positions are counted from the first one.
  return isConstantIntValue(value, 0) ||
         value.getDefiningOp<level::PosBoundsOp>();
}

void LoopCostBuilder::collectParts(CostVariableId variable,
                                   std::optional<int64_t> factor,
                                   SmallVectorImpl<Addend> &addends) const {
  auto *split = llvm::find_if(
      splits, [&](const Split &known) { return known.whole == variable; });
  if (split == splits.end()) {
    addends.emplace_back(variable, factor);
    return;
  }
  std::optional<int64_t> width = split->getWidth();
  if (split->outer)
    collectParts(*split->outer,
                 factor && width ? std::optional(*factor * *width)
                                 : std::nullopt,
                 addends);
  if (split->inner)
    collectParts(*split->inner, factor, addends);
}

std::optional<CostVariableId>
LoopCostBuilder::findWhole(ArrayRef<Addend> addends) const {
  for (const Split &split : splits) {
    SmallVector<Addend> parts;
    collectParts(split.whole, 1, parts);
    if (parts.size() == addends.size() && parts.size() > 1 &&
        llvm::all_of(parts, [&](const Addend &part) {
          return llvm::any_of(addends, [&](const Addend &addend) {
            return addend.first == part.first &&
                   (!addend.second || !part.second ||
                    addend.second == part.second);
          });
        }))
      return split.whole;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

/// Whether the text of a size is a number.
static bool isConstantSize(StringRef size) {
  return llvm::all_of(size, llvm::isDigit);
}

bool LoopCostBuilder::countsAsWhole(const Split &split) const {
  // Where the extent is constant, so are the sizes of tiles.
  return !split.hasFullTiles ||
         isConstantSize(result.variables[split.whole].size);
}

void LoopCostBuilder::combineParts(CostTerm &term) const {
  auto isStored = [&](CostVariableId variable) {
    return llvm::any_of(term.relations, [&](const CostRelation &relation) {
      return relation.contains(variable);
    });
  };
  auto isKnown = [&](CostVariableId variable) {
    return isStored(variable) || llvm::is_contained(term.variables, variable);
  };
  auto hasParts = [&](const Split &split, auto isPart) {
    return split.outer && split.inner && isPart(*split.outer) &&
           isPart(*split.inner);
  };
  for (bool hasChanged = true; std::exchange(hasChanged, false);)
    for (const Split &split : splits) {
      if (!split.outer || !split.inner)
        continue;
      // Tensors that store a part by itself are counted part by part.
      bool isDivided = isStored(*split.outer) || isStored(*split.inner);
      if (isDivided && term.erase(split.whole)) {
        term.add(*split.outer);
        term.add(*split.inner);
        hasChanged = true;
      } else if (!isDivided && countsAsWhole(split) &&
                 hasParts(split, [&](CostVariableId part) {
                   return llvm::is_contained(term.variables, part);
                 })) {
        term.erase(*split.outer);
        term.erase(*split.inner);
        term.add(split.whole);
        hasChanged = true;
      }
    }
  // The coordinates of a variable determine those of its parts.
  auto removeParts = [&](auto &self, const Split &split) -> void {
    for (std::optional<CostVariableId> part : {split.outer, split.inner}) {
      if (!part)
        continue;
      term.erase(*part);
      for (const Split &inner : splits)
        if (inner.whole == *part)
          self(self, inner);
    }
  };
  for (const Split &split : splits) {
    bool isFound =
        !split.originals.empty() && llvm::all_of(split.originals, isKnown);
    if (isFound)
      term.erase(split.whole);
    if (isFound || isStored(split.whole))
      removeParts(removeParts, split);
  }
}

void LoopCostBuilder::addOwn(CostTerm &term, const Loop &loop,
                             bool hasCoordinates) const {
  if (!hasCoordinates)
    term.add(loop.own);
  combineParts(term);
}
