//===- CommonFactors.cpp - Terms with common factors ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Factors match if their operations do. A reduction variable of one term
// corresponds to that of another which is at its place in a common factor.
//
//===----------------------------------------------------------------------===//

#include "CommonFactors.h"

#include "weft/Dialect/TIN/Transforms/PlanText.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

namespace {
/// Matches the factors of one term with those of another.
class TermMatcher {
public:
  TermMatcher(Product &left, Product &right) : left(left), right(right) {
    unsigned numOuter = left.compute.getVariables().size();
    for (unsigned variable = 0; variable < numOuter; ++variable)
      numbers[variable] = variable;
  }

  /// Finds the factors among `candidates` of the left term that the right one
  /// has, too.
  SmallVector<unsigned> match(ArrayRef<unsigned> candidates);

  /// The variables of the right term by those of the left one.
  DenseMap<unsigned, unsigned> numbers;
  /// The factors of the right term that have no counterpart.
  SmallVector<unsigned> rest;

private:
  bool matches(Value a, Value b, DenseMap<unsigned, unsigned> &mapped);
  bool matchesVariable(Value a, Value b, DenseMap<unsigned, unsigned> &mapped);

  Product &left, &right;
};
} // namespace

/// Whether two extents are the same number.
static bool isSameExtent(Value a, Value b) {
  if (a == b)
    return true;
  Operation *left = a ? a.getDefiningOp() : nullptr;
  Operation *right = b ? b.getDefiningOp() : nullptr;
  return left && right && isMemoryEffectFree(left) &&
         OperationEquivalence::isEquivalentTo(
             left, right, OperationEquivalence::IgnoreLocations);
}

bool TermMatcher::matchesVariable(Value a, Value b,
                                  DenseMap<unsigned, unsigned> &mapped) {
  unsigned from = left.getNumber(a), to = right.getNumber(b);
  if (from == left.variables.size() || to == right.variables.size())
    return a == b;
  auto known = mapped.find(from);
  if (known != mapped.end())
    return known->second == to;
  // Neither is a variable of the result, or has another counterpart.
  bool isTaken = llvm::any_of(
      mapped, [&](const auto &entry) { return entry.second == to; });
  if (isTaken || !isSameExtent(left.getExtent(from), right.getExtent(to)))
    return false;
  mapped[from] = to;
  return true;
}

bool TermMatcher::matches(Value a, Value b,
                          DenseMap<unsigned, unsigned> &mapped) {
  if (isa<tin::IndexType>(a.getType()) && isa<BlockArgument>(a))
    return isa<BlockArgument>(b) && isa<tin::IndexType>(b.getType()) &&
           matchesVariable(a, b, mapped);
  Operation *from = a.getDefiningOp(), *to = b.getDefiningOp();
  // Operations inside of a compute map the variables that they use.
  if (a == b && (!from || !from->getParentOfType<ComputeOp>()))
    return true;
  return from && to && isSameOperation(from, to) &&
         from->getNumRegions() == 0 &&
         from->getNumOperands() == to->getNumOperands() &&
         llvm::all_of(llvm::zip_equal(from->getOperands(), to->getOperands()),
                      [&](auto pair) {
                        return matches(std::get<0>(pair), std::get<1>(pair),
                                       mapped);
                      });
}

SmallVector<unsigned> TermMatcher::match(ArrayRef<unsigned> candidates) {
  SmallVector<unsigned> found;
  rest.clear();
  for (unsigned number = 0; number < right.factors.size(); ++number)
    rest.push_back(number);
  for (unsigned candidate : candidates)
    for (unsigned *place = rest.begin(); place != rest.end(); ++place) {
      DenseMap<unsigned, unsigned> mapped = numbers;
      if (!matches(left.factors[candidate], right.factors[*place], mapped))
        continue;
      numbers = std::move(mapped);
      rest.erase(place);
      found.push_back(candidate);
      break;
    }
  return found;
}

//===----------------------------------------------------------------------===//
// Common factors
//===----------------------------------------------------------------------===//

/// The variables of some factors of a term that a sum of them has: those of the
/// result, and those in `shared`.
static planner::Mask getVariables(const Product &term, ArrayRef<unsigned> rest,
                                  planner::Mask shared) {
  planner::Mask mask = 0;
  for (unsigned factor : rest)
    mask |= term.query.factors[factor].variables();
  ComputeOp compute = term.compute;
  auto numOuter = static_cast<unsigned>(compute.getVariables().size());
  return mask &
         (shared | static_cast<planner::Mask>((uint64_t(1) << numOuter) - 1));
}

/// The variables of a term that correspond to some of the first one.
static planner::Mask translate(planner::Mask mask,
                               const DenseMap<unsigned, unsigned> &numbers) {
  planner::Mask result = 0;
  for (auto [from, to] : numbers)
    if (planner::contains(mask, from))
      result |= planner::bit(to);
  return result;
}

std::optional<CommonTerms> tin::findCommonTerms(MutableArrayRef<Product> terms,
                                                size_t first) {
  Product &base = terms[first];
  SmallVector<unsigned> all = llvm::to_vector(
      llvm::seq<unsigned>(0, static_cast<unsigned>(base.factors.size())));
  CommonTerms found;
  for (size_t number = first + 1; number < terms.size(); ++number) {
    SmallVector<unsigned> common = TermMatcher(base, terms[number]).match(all);
    if (common.size() > found.common.size() && common.size() < all.size())
      found.common = common;
  }
  if (found.common.empty())
    return std::nullopt;
  planner::Mask shared = 0;
  SmallVector<unsigned> rest;
  for (unsigned factor : all)
    if (llvm::is_contained(found.common, factor))
      shared |= base.query.factors[factor].variables();
    else
      rest.push_back(factor);
  planner::Mask variables = getVariables(base, rest, shared);
  for (size_t number = first; number < terms.size(); ++number) {
    Product &term = terms[number];
    TermMatcher matcher(base, term);
    if (!isSameOperation(base.multiplication, term.multiplication) ||
        matcher.match(found.common).size() != found.common.size() ||
        matcher.rest.empty() ||
        getVariables(term, matcher.rest, translate(shared, matcher.numbers)) !=
            translate(variables, matcher.numbers))
      continue;
    found.terms.push_back(&term);
    found.rests.push_back(matcher.rest);
    found.numbers.push_back(matcher.numbers);
  }
  for (unsigned variable = 0; variable < base.variables.size(); ++variable)
    if (planner::contains(variables, variable))
      found.variables.push_back(variable);
  // The sum of scalars is no tensor that a product reads.
  if (found.terms.size() < 2 || found.terms.front() != &base ||
      found.variables.empty())
    return std::nullopt;
  return found;
}

planner::CommonFactors CommonTerms::getPlannerTerms() const {
  planner::CommonFactors result;
  result.common.assign(common.begin(), common.end());
  for (auto [term, rest, mapped] : llvm::zip_equal(terms, rests, numbers)) {
    planner::Remainder remainder;
    remainder.query = &term->query;
    remainder.factors.assign(rest.begin(), rest.end());
    for (unsigned variable : variables)
      remainder.variables.push_back(mapped.lookup(variable));
    result.remainders.push_back(std::move(remainder));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

/// Emits the product of some factors and constants of a term.
static Value emitProduct(OpBuilder &builder, Product &term,
                         ArrayRef<Value> values, IRMapping &mapping) {
  SmallVector<Value> factors;
  for (Value value : values)
    factors.push_back(cloneExpression(builder, value, mapping));
  return addUp(builder, term.multiplication, factors);
}

/// Makes a reduction like that of a term over some of its variables, whose body
/// is made by `emit`.
static Value emitReduction(OpBuilder &builder, Product &term,
                           ArrayRef<unsigned> variables, IRMapping &mapping,
                           llvm::function_ref<Value()> emit) {
  if (variables.empty())
    return emit();
  SmallVector<StringRef> names;
  SmallVector<Value> extents;
  for (unsigned variable : variables) {
    if (!term.getName(variable).empty())
      names.push_back(term.getName(variable));
    extents.push_back(term.getExtent(variable));
  }
  if (names.size() != variables.size())
    names.clear();
  ReduceOp original = term.reduce;
  auto reduce = ReduceOp::create(builder, original.getLoc(), original.getType(),
                                 StringRef(), variables.size(), names, extents,
                                 original.getIdentityAttr());
  copyCombiner(builder, original.getCombiner(), YieldOp::getOperationName(),
               reduce.getCombiner());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(reduce.getBlock());
  for (auto [variable, argument] :
       llvm::zip_equal(variables, reduce.getVariables()))
    mapping.map(term.variables[variable], argument);
  YieldOp::create(builder, original.getLoc(), emit());
  return reduce;
}

/// The variables of a term's reduction that are in a mask.
static SmallVector<unsigned> getReduced(Product &term, planner::Mask mask) {
  SmallVector<unsigned> reduced;
  unsigned numOuter = term.compute.getVariables().size();
  for (unsigned variable = numOuter; variable < term.variables.size();
       ++variable)
    if (planner::contains(mask, variable))
      reduced.push_back(variable);
  return reduced;
}

/// Emits what a term adds to the sum, inside of the sum's compute.
static Value emitRest(OpBuilder &builder, CommonTerms &common, size_t number,
                      ValueRange arguments) {
  Product &term = *common.terms[number];
  IRMapping mapping;
  planner::Mask outer = 0;
  for (auto [variable, argument] :
       llvm::zip_equal(common.variables, arguments)) {
    unsigned own = common.numbers[number].lookup(variable);
    mapping.map(term.variables[own], argument);
    outer |= planner::bit(own);
  }
  planner::Mask used = 0;
  SmallVector<Value> factors;
  for (unsigned factor : common.rests[number]) {
    used |= term.query.factors[factor].variables();
    factors.push_back(term.factors[factor]);
  }
  llvm::append_range(factors, term.constants);
  return emitReduction(
      builder, term, getReduced(term, used & ~outer), mapping,
      [&] { return emitProduct(builder, term, factors, mapping); });
}

/// Makes the compute of the sum of the rests.
static ComputeOp emitSum(OpBuilder &builder, CommonTerms &common,
                         Operation *sum, const planner::Factor &stored) {
  Product &base = *common.terms.front();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(base.compute);
  SmallVector<StringRef> names;
  SmallVector<Value> extents;
  for (unsigned variable : common.variables) {
    if (!base.getName(variable).empty())
      names.push_back(base.getName(variable));
    extents.push_back(base.getExtent(variable));
  }
  if (names.size() != common.variables.size())
    names.clear();
  Location loc = base.reduce.getLoc();
  auto compute = ComputeOp::create(
      builder, loc, getIntermediateType(base, stored), names, extents);
  compute->setAttr(kEntriesAttr, builder.getF64FloatAttr(stored.entries));
  compute->setAttr(kIntermediateAttr, builder.getStringAttr(""));
  builder.setInsertionPointToEnd(compute.getBlock());
  SmallVector<Value> rests;
  for (size_t number = 0; number < common.terms.size(); ++number)
    rests.push_back(emitRest(builder, common, number, compute.getVariables()));
  YieldOp::create(builder, loc, addUp(builder, sum, rests));
  return compute;
}

Value tin::emitFactoredSum(OpBuilder &builder, CommonTerms &common,
                           Operation *sum, const planner::Factor &stored) {
  Product &base = *common.terms.front();
  ComputeOp compute = emitSum(builder, common, sum, stored);
  planner::Mask used = stored.variables();
  SmallVector<Value> factors;
  for (unsigned factor : common.common) {
    used |= base.query.factors[factor].variables();
    factors.push_back(base.factors[factor]);
  }
  IRMapping mapping;
  for (Value variable : base.compute.getVariables())
    mapping.map(variable, variable);
  return emitReduction(builder, base, getReduced(base, used), mapping, [&] {
    SmallVector<Value> indices;
    for (unsigned variable : common.variables)
      indices.push_back(mapping.lookup(base.variables[variable]));
    Value product = emitProduct(builder, base, factors, mapping);
    Value read =
        AccessOp::create(builder, base.reduce.getLoc(), compute, indices);
    return addUp(builder, base.multiplication, {product, read});
  });
}
