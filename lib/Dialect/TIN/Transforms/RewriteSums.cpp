//===- RewriteSums.cpp - Distributivity of products -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses between sum(k, (A + B) * C) and sum(k, A * C) + sum(k, B * C), and
// between sum(k, A * B) + sum(k, A * C) and sum(k, A * (B + C)), by the
// modelled work of all products. The sum is whatever the combiner of the
// reductions is.
//
//===----------------------------------------------------------------------===//

#include "CommonFactors.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/TIN/Transforms/PlanText.h"
#include "weft/Support/Combiner.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <numeric>

using namespace mlir;
using namespace weft;
using namespace weft::tin;

bool tin::isSameOperation(Operation *left, Operation *right) {
  return left && right && left->getName() == right->getName() &&
         left->getAttrDictionary() == right->getAttrDictionary() &&
         left->getResultTypes() == right->getResultTypes();
}

bool tin::isSumLike(Operation *op, ReduceOp reduce) {
  Operation *combiner = getSimpleCombinerOp(reduce.getCombiner());
  return isSameOperation(op, combiner) && op->getNumOperands() == 2 &&
         isAssociative(op) && isCommutative(op);
}

/// The terms of a sum: what operations like `root` add up.
static void collectTerms(Value value, Operation *root,
                         SmallVectorImpl<Value> &terms) {
  Operation *op = value.getDefiningOp();
  if (op && isSameOperation(op, root) && (op == root || op->hasOneUse())) {
    for (Value operand : op->getOperands())
      collectTerms(operand, root, terms);
    return;
  }
  terms.push_back(value);
}

/// Erases operations of a block from `begin` on that nothing uses.
static void eraseUnused(Block *block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
    if (op.use_empty() && !op.hasTrait<OpTrait::IsTerminator>())
      op.erase();
}

Value tin::addUp(OpBuilder &builder, Operation *sum, ArrayRef<Value> terms) {
  Value result = terms.front();
  for (Value term : terms.drop_front()) {
    Operation *op = builder.clone(*sum);
    op->setOperands({result, term});
    result = op->getResult(0);
  }
  return result;
}

namespace {
/// Rewrites the sums of one compute.
class SumRewriter {
public:
  SumRewriter(ComputeOp compute, bool strict,
              const planner::PlanThresholds &thresholds, SumCounts &counts)
      : compute(compute), strict(strict), thresholds(thresholds),
        counts(counts), builder(compute.getContext()) {}

  LogicalResult run();

private:
  /// The modelled work of a reduction with and without a plan; infinite if it
  /// is no product.
  struct Work {
    double planned = std::numeric_limits<double>::infinity();
    double unplanned = std::numeric_limits<double>::infinity();
  };
  /// Steps that are `computed` cost nothing. Those of the plan are added.
  FailureOr<Work> getWork(ReduceOp reduce, planner::StepKeys &computed);

  bool isBetter(double before, double after) const {
    return std::isfinite(after) && before >= thresholds.ratio * after &&
           before >= after + thresholds.work;
  }

  /// Distributes a reduction over one of the sums inside of it.
  FailureOr<bool> distribute(ReduceOp reduce);
  /// Distributes a reduction over the sum `root`, if that is less work.
  FailureOr<bool> distributeOver(ReduceOp reduce, Operation *root);
  /// A copy of a reduction with one term in the place of a sum.
  ReduceOp cloneWith(ReduceOp reduce, Operation *root, Value term);
  /// Takes common factors out of some terms of a sum. Returns the new sum, or
  /// null if that is not less work.
  FailureOr<Value> factor(Operation *root);
  /// Takes common factors out of all sums of the compute.
  FailureOr<bool> factorAll();

  ComputeOp compute;
  bool strict;
  const planner::PlanThresholds &thresholds;
  SumCounts &counts;
  OpBuilder builder;
};
} // namespace

FailureOr<SumRewriter::Work> SumRewriter::getWork(ReduceOp reduce,
                                                  planner::StepKeys &computed) {
  FailureOr<std::optional<Product>> product = findProduct(reduce, strict);
  if (failed(product))
    return failure();
  Work work;
  if (!*product)
    return work;
  std::vector<unsigned> preferred((*product)->variables.size());
  std::iota(preferred.begin(), preferred.end(), 0);
  planner::Plan plan = planner::planContraction(
      (*product)->query, preferred, planner::PlanThresholds(), computed);
  if (plan.unplannedCost == 0)
    return work;
  work.unplanned = plan.unplannedCost;
  work.planned = std::min(plan.cost, plan.unplannedCost);
  for (const planner::Step &step : plan.steps)
    if (!step.key.empty())
      computed.insert(step.key);
  return work;
}

//===----------------------------------------------------------------------===//
// Distribution
//===----------------------------------------------------------------------===//

ReduceOp SumRewriter::cloneWith(ReduceOp reduce, Operation *root, Value term) {
  builder.setInsertionPoint(reduce);
  IRMapping mapping;
  auto clone = cast<ReduceOp>(builder.clone(*reduce, mapping));
  mapping.lookup(root->getResult(0))
      .replaceAllUsesWith(mapping.lookupOrDefault(term));
  eraseUnused(&clone.getBody().front());
  return clone;
}

FailureOr<bool> SumRewriter::distributeOver(ReduceOp reduce, Operation *root) {
  SmallVector<Value> terms, parts;
  collectTerms(root->getResult(0), root, terms);
  bool isBody = reduce.getYield().getValue() == root->getResult(0);
  double before = 0, after = 0;
  planner::StepKeys computed;
  if (!isBody) {
    planner::StepKeys own;
    FailureOr<Work> work = getWork(reduce, own);
    if (failed(work))
      return failure();
    before = work->planned;
  }
  Operation *last = reduce->getPrevNode();
  bool isKnown = true;
  for (Value term : terms) {
    ReduceOp part = cloneWith(reduce, root, term);
    parts.push_back(part);
    FailureOr<Work> work = getWork(part, computed);
    if (failed(work))
      return failure();
    isKnown &= std::isfinite(work->planned);
    after += work->planned;
    // The loops of a sum visit what those of its terms visit.
    if (isBody)
      before += work->unplanned;
  }
  Value sum = addUp(builder, root, parts);
  if (!isKnown || !isBetter(before, after)) {
    FailureOr<Value> factored = Value();
    if (isBody)
      factored = factor(sum.getDefiningOp());
    if (failed(factored))
      return failure();
    sum = *factored;
  } else {
    ++counts.numDistributed;
    compute->setAttr(kRewrittenAttr, builder.getUnitAttr());
  }
  if (sum) {
    reduce.replaceAllUsesWith(sum);
    eraseUnused(compute.getBlock());
    return true;
  }
  for (Operation *op = reduce->getPrevNode(); op != last;) {
    Operation *previous = op->getPrevNode();
    op->erase();
    op = previous;
  }
  return false;
}

FailureOr<bool> SumRewriter::distribute(ReduceOp reduce) {
  // A sum that is used once: the value of the body, or a factor of it.
  SmallVector<Operation *> roots;
  Operation *body = reduce.getYield().getValue().getDefiningOp();
  if (!body || body->getBlock() != reduce.getBlock())
    return false;
  if (isSumLike(body, reduce)) {
    roots.push_back(body);
  } else if (canRegroup(body, reduce)) {
    SmallVector<Value> factors;
    collectTerms(body->getResult(0), body, factors);
    for (Value factor : factors)
      if (Operation *op = factor.getDefiningOp();
          op && op->hasOneUse() && isSumLike(op, reduce))
        roots.push_back(op);
  }
  for (Operation *root : roots) {
    FailureOr<bool> isDone = distributeOver(reduce, root);
    if (failed(isDone) || *isDone)
      return isDone;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Common factors
//===----------------------------------------------------------------------===//

FailureOr<Value> SumRewriter::factor(Operation *root) {
  SmallVector<Value> values;
  collectTerms(root->getResult(0), root, values);
  SmallVector<Product, 0> terms;
  for (Value value : values) {
    auto reduce = value.getDefiningOp<ReduceOp>();
    if (!reduce || !reduce->hasOneUse() || !isSumLike(root, reduce))
      continue;
    FailureOr<std::optional<Product>> product = findProduct(reduce, strict);
    if (failed(product))
      return failure();
    if (*product)
      terms.push_back(std::move(**product));
  }
  for (size_t first = 0; first < terms.size(); ++first) {
    std::optional<CommonTerms> common = findCommonTerms(terms, first);
    if (!common)
      continue;
    double before = 0;
    planner::StepKeys computed;
    llvm::SmallPtrSet<Value, 4> factored;
    for (Product *term : common->terms) {
      FailureOr<Work> work = getWork(term->reduce, computed);
      if (failed(work))
        return failure();
      before += work->planned;
      factored.insert(term->reduce);
    }
    planner::FactoredSum plan =
        planner::planCommonFactors(common->getPlannerTerms());
    if (!isBetter(before, plan.cost))
      continue;
    builder.setInsertionPoint(root);
    SmallVector<Value> kept = {
        emitFactoredSum(builder, *common, root, plan.sum)};
    llvm::copy_if(values, std::back_inserter(kept),
                  [&](Value value) { return !factored.contains(value); });
    ++counts.numFactored;
    compute->setAttr(kRewrittenAttr, builder.getUnitAttr());
    return addUp(builder, root, kept);
  }
  return Value();
}

FailureOr<bool> SumRewriter::factorAll() {
  for (Operation &op : *compute.getBlock()) {
    bool isRoot = op.getNumResults() == 1 && op.getNumOperands() == 2 &&
                  !op.use_empty() &&
                  llvm::none_of(op.getUsers(), [&](Operation *user) {
                    return isSameOperation(user, &op);
                  });
    if (!isRoot)
      continue;
    FailureOr<Value> factored = factor(&op);
    if (failed(factored))
      return failure();
    if (!*factored)
      continue;
    op.getResult(0).replaceAllUsesWith(*factored);
    eraseUnused(compute.getBlock());
    return true;
  }
  return false;
}

LogicalResult SumRewriter::run() {
  FailureOr<bool> isChanged = true;
  while (*isChanged) {
    isChanged = false;
    for (ReduceOp reduce : compute.getOps<ReduceOp>()) {
      isChanged = distribute(reduce);
      if (failed(isChanged))
        return failure();
      if (*isChanged)
        break;
    }
  }
  do {
    isChanged = factorAll();
    if (failed(isChanged))
      return failure();
  } while (*isChanged);
  return success();
}

LogicalResult tin::rewriteSums(func::FuncOp function, bool strict,
                               const planner::PlanThresholds &thresholds,
                               SumCounts &counts) {
  for (ComputeOp compute : llvm::to_vector(function.getOps<ComputeOp>()))
    // A reduction that begins with a tensor stays one.
    if (!compute.getInitial() &&
        failed(SumRewriter(compute, strict, thresholds, counts).run()))
      return failure();
  return success();
}
