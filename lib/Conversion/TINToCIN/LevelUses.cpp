//===- LevelUses.cpp - Uses of located levels -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the iteration domains of the variables of an expression, and in their
// lattices the use of each level. What `convert-cin-to-lattice` does later may
// differ where an access is not at its level yet when the variable is bound;
// that costs time, not correctness.
//
//===----------------------------------------------------------------------===//

#include "LevelUses.h"

#include "Computes.h"

#include "weft/Analysis/Coverage.h"
#include "weft/Analysis/IterationLattice.h"
#include "weft/Analysis/LatticeFromIR.h"
#include "weft/Analysis/OperatorAlgebra.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;
using analysis::IterationDomain;
using Coverage = analysis::Coverage<IterationDomain>;

/// The accesses with a segment of the variable: its number and level.
using SegmentNumbers =
    llvm::DenseMap<Operation *, std::pair<unsigned, int64_t>>;

namespace {
/// Finds the domains of expressions in the variable of some segments.
class SegmentDomains : public analysis::DomainFinder {
public:
  explicit SegmentDomains(const SegmentNumbers &segments)
      : segments(segments) {}

  /// The domain of the assignment of a value to what holds `initial` at first.
  IterationDomain getAssigned(Value value, Attribute initial) {
    return analysis::getAssignedDomain(getCoverage(value), initial);
  }

protected:
  std::optional<Coverage> getLeaf(Operation *op) override;

private:
  Coverage getAccessCoverage(tin::AccessOp access);

  const SegmentNumbers &segments;
};
} // namespace

Coverage SegmentDomains::getAccessCoverage(tin::AccessOp access) {
  auto segment = segments.find(access);
  Coverage coverage = Coverage::everywhere();
  coverage.fill = level::getFill(access.getTensorType());
  if (segment == segments.end())
    return coverage;
  level::FormatAttr format = level::getFormat(access.getTensorType());
  auto [number, level] = segment->second;
  coverage.domain = IterationDomain::segment(number);
  coverage.full =
      llvm::all_of(llvm::seq(level, format.getNumLevels()), [&](int64_t inner) {
        return format.getLevelType(inner).isFull();
      });
  return coverage;
}

std::optional<Coverage> SegmentDomains::getLeaf(Operation *op) {
  if (auto access = dyn_cast<tin::AccessOp>(op))
    return getAccessCoverage(access);
  if (isa<tin::ValueOp>(op))
    return Coverage::everywhere();
  auto reduce = dyn_cast<tin::ReduceOp>(op);
  if (!reduce)
    return std::nullopt;
  // A scalar that holds the identity where nothing is combined.
  Coverage coverage;
  coverage.fill = getInitial(reduce);
  coverage.domain = getAssigned(reduce.getYield().getValue(), coverage.fill);
  return coverage;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

std::optional<unsigned> LevelUses::findLastLoop(tin::AccessOp access,
                                                int64_t level) {
  level::FormatAttr format = level::getFormat(access.getTensorType());
  level::LevelExpr expr = format.getLevelExpr(level);
  // A slot that is not numbered by a loop yet.
  if (expr.dim >= static_cast<int64_t>(access.getLiterals().size()))
    return std::nullopt;
  Value index = access.getIndex(expr.dim);
  LoopVariable part = {index, expr.part, expr.block};
  if (auto loop = llvm::find(loops, part); loop != loops.end())
    return loop - loops.begin();
  // What is blocked otherwise is bound by the last loop over one of its parts.
  unsigned last = 0;
  for (Value variable : tin::getVariablesOf(index)) {
    auto isLoop = [&](const LoopVariable &loop) {
      return loop.variable == variable;
    };
    auto loop = llvm::find_if(llvm::reverse(loops), isLoop);
    if (loop == loops.rend())
      return std::nullopt;
    last = std::max<unsigned>(last, loops.rend() - loop - 1);
  }
  return last;
}

/// Whether the last of the loops that bind an index iterates over a level that
/// stores what `expr` says.
static bool isIteratedOver(level::LevelTypeAttrInterface type,
                           const level::LevelExpr &expr, Value index,
                           const LoopVariable &last) {
  auto sum = index.getDefiningOp<tin::AffineOp>();
  if (!sum)
    return last.getLevel(expr.dim) == expr;
  for (auto [variable, factor] :
       llvm::zip_equal(sum.getVariables(), sum.getFactors()))
    if (variable == last.variable &&
        (last.isWhole() || last.part == level::LevelPart::Remainder))
      return factor > 0 && level::canIterateShifted(type);
  return false;
}

std::optional<int64_t> LevelUses::findLevel(tin::AccessOp access,
                                            unsigned loop) {
  level::FormatAttr format = level::getFormat(access.getTensorType());
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level) {
    std::optional<unsigned> last = findLastLoop(access, level);
    if (!last || *last > loop)
      break;
    level::LevelExpr expr = format.getLevelExpr(level);
    Value index = access.getIndex(expr.dim);
    if (!index || *last != loop)
      continue;
    // Once this level is located in, the coordinates below it are bound.
    if (!isIteratedOver(format.getLevelType(level), expr, index, loops[loop]))
      break;
    return level;
  }
  return std::nullopt;
}

/// Whether a lattice iterates over a dimension.
static bool iteratesUniverse(const analysis::IterationLattice &lattice) {
  return llvm::any_of(lattice.points(),
                      [](const analysis::LatticePoint &point) {
                        return point.iteratesUniverse();
                      });
}

/// The lattice of a domain, unless it has very many points or there is none.
static std::optional<analysis::IterationLattice>
buildSmallLattice(const IterationDomain &domain,
                  ArrayRef<analysis::Segment> segments) {
  analysis::LatticeOptions options;
  options.limit = 64;
  auto lattice = analysis::buildLattice(domain, segments, options);
  if (lattice)
    return std::move(*lattice);
  llvm::consumeError(lattice.takeError());
  return std::nullopt;
}

/// Whether two accesses are of the same component.
static bool isSameAccess(tin::AccessOp left, tin::AccessOp right) {
  return left.getTensor() == right.getTensor() &&
         left.getIndices() == right.getIndices() &&
         left.getLiterals() == right.getLiterals();
}

const LevelUses::Loop &LevelUses::analyze(unsigned loop) {
  auto [it, isNew] = analyzed.try_emplace(loop);
  Loop &result = it->second;
  if (!isNew)
    return result;

  SegmentNumbers numbers;
  compute.walk([&](tin::AccessOp access) {
    std::optional<int64_t> level = findLevel(access, loop);
    if (!level)
      return;
    // Accesses of the same component share a segment.
    auto known = llvm::find_if(result.members, [&](const auto &member) {
      return member.second == *level &&
             isSameAccess(cast<tin::AccessOp>(member.first), access);
    });
    if (known != result.members.end()) {
      numbers[access] = {known - result.members.begin(), *level};
      return;
    }
    numbers[access] = {result.members.size(), *level};
    result.members.push_back({access, *level});
    result.segments.push_back(analysis::getSegment(
        std::to_string(result.members.size()),
        level::getFormat(access.getTensorType()).getLevelType(*level)));
  });

  // What is computed in the loop.
  auto variable = cast<BlockArgument>(loops[loop].variable);
  Operation *owner = variable.getOwner()->getParentOp();
  auto reduce = dyn_cast<tin::ReduceOp>(owner);
  if (!reduce)
    reduce = getTopReduction(compute);
  SegmentDomains domains(numbers);
  IterationDomain domain =
      reduce ? domains.getAssigned(reduce.getYield().getValue(),
                                   getInitial(reduce))
             : domains.getAssigned(compute.getYield().getValue(),
                                   level::getFill(compute.getType()));

  // If all levels had an order, a dimension would be iterated over only where
  // something is everywhere.
  SmallVector<analysis::Segment> ordered(result.segments);
  for (analysis::Segment &segment : ordered)
    segment.ordered = true;
  auto actual = buildSmallLattice(domain, result.segments);
  auto ideal = buildSmallLattice(domain, ordered);
  bool isUsual =
      actual && ideal && iteratesUniverse(*actual) == iteratesUniverse(*ideal);
  result.isSparse = actual && !iteratesUniverse(*actual);
  result.uses.assign(result.segments.size(),
                     isUsual ? Use::Located : Use::Coiterated);
  if (!isUsual)
    return result;
  for (const analysis::LatticePoint &point : actual->points())
    for (unsigned id = 0, e = result.segments.size(); id != e; ++id)
      if (point.iterators.test(id))
        result.uses[id] = point.iterators.count() == 1 && actual->size() == 1
                              ? Use::IteratedAlone
                              : Use::Coiterated;
  return result;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

LevelUses::Use LevelUses::getUse(tin::AccessOp access, int64_t level) {
  std::optional<unsigned> last = findLastLoop(access, level);
  if (!last)
    return Use::Coiterated;
  // What is bound before the loops come to the level is looked up.
  level::FormatAttr format = level::getFormat(access.getTensorType());
  bool isLiteral = !access.getIndex(format.getLevelExpr(level).dim);
  if (isLiteral || findLevel(access, *last) != level)
    return Use::Located;
  const Loop &loop = analyze(*last);
  auto it = llvm::find_if(loop.members, [&](const auto &member) {
    return member.second == level &&
           isSameAccess(cast<tin::AccessOp>(member.first), access);
  });
  return loop.uses[it - loop.members.begin()];
}

bool LevelUses::isLookedUp(tin::AccessOp access) {
  level::FormatAttr format = level::getFormat(access.getTensorType());
  unsigned last = 0;
  bool isBound = false;
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level) {
    std::optional<unsigned> loop = findLastLoop(access, level);
    if (!loop)
      return false;
    isBound |= access.getIndex(format.getLevelExpr(level).dim) != nullptr;
    last = std::max(last, *loop);
  }
  if (!isBound || !analyze(last).isSparse)
    return false;
  std::optional<int64_t> level = findLevel(access, last);
  return !level || getUse(access, *level) == Use::Located;
}

bool LevelUses::toleratesDisorder(
    tin::AccessOp access, llvm::function_ref<bool(Value)> takesAnyOrder) {
  level::FormatAttr format = level::getFormat(access.getTensorType());
  return llvm::all_of(
      llvm::seq<int64_t>(0, format.getNumLevels()), [&](int64_t level) {
        level::LevelTypeAttrInterface type = format.getLevelType(level);
        if (type.isOrdered())
          return true;
        // What is neither in order nor unique is not even in runs.
        if (!type.hasLocate() && !type.isUnique())
          return false;
        Use use = getUse(access, level);
        return (use == Use::Located && type.hasLocate()) ||
               (use == Use::IteratedAlone &&
                takesAnyOrder(access.getIndex(format.getLevelExpr(level).dim)));
      });
}
