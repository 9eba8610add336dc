//===- Plan.cpp - Products in steps -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that plans every reduction of a function.
//
//===----------------------------------------------------------------------===//

#include "Product.h"

#include "weft/Dialect/TIN/Transforms/Passes.h"
#include "weft/Dialect/TIN/Transforms/PlanText.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/IR/Dominance.h"
#include "llvm/ADT/StringSet.h"

#include <numeric>

namespace weft {
namespace tin {
#define GEN_PASS_DEF_TINPLAN
#include "weft/Dialect/TIN/Transforms/Passes.h.inc"
} // namespace tin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::tin;

/// Names the intermediates of a function, by names that no tensor has.
static void nameIntermediates(func::FuncOp function) {
  llvm::StringSet<> taken;
  auto take = [&](ArrayAttr attributes) {
    for (Attribute attribute :
         attributes ? attributes.getValue() : ArrayRef<Attribute>())
      if (auto name = cast<DictionaryAttr>(attribute).getAs<StringAttr>(
              kTensorNameAttr))
        taken.insert(name.getValue());
  };
  take(function.getArgAttrsAttr());
  take(function.getResAttrsAttr());
  unsigned number = 0;
  function.walk([&](ComputeOp compute) {
    if (!compute->hasAttr(kIntermediateAttr))
      return;
    std::string name;
    do
      name = "T" + std::to_string(++number);
    while (!taken.insert(name).second);
    compute->setAttr(kIntermediateAttr,
                     StringAttr::get(compute.getContext(), name));
  });
}

/// Notes how many entries the result of a product is estimated to have, if it
/// does not store all components.
static void noteEntries(Product &product) {
  ComputeOp compute = product.compute;
  if (product.query.isResultDense || product.query.isPart ||
      compute->hasAttr(kEntriesAttr))
    return;
  double entries = planner::estimateResult(product.query);
  compute->setAttr(
      kEntriesAttr,
      FloatAttr::get(Float64Type::get(compute.getContext()), entries));
}

namespace {
/// The tensors of the steps that are computed, by their keys.
class ComputedSteps {
public:
  /// Those that are defined where a compute stands.
  llvm::StringMap<Value> findDefined(ComputeOp compute, Operation *function);
  /// Adds those that are new.
  void add(const llvm::StringMap<Value> &known);

private:
  llvm::StringMap<SmallVector<Value, 1>> tensors;
};
} // namespace

llvm::StringMap<Value> ComputedSteps::findDefined(ComputeOp compute,
                                                  Operation *function) {
  llvm::StringMap<Value> defined;
  DominanceInfo dominance(function);
  for (const auto &entry : tensors)
    for (Value tensor : entry.getValue())
      if (dominance.properlyDominates(tensor, compute))
        defined[entry.getKey()] = tensor;
  return defined;
}

void ComputedSteps::add(const llvm::StringMap<Value> &known) {
  for (const auto &entry : known) {
    SmallVector<Value, 1> &values = tensors[entry.getKey()];
    if (!llvm::is_contained(values, entry.getValue()))
      values.push_back(entry.getValue());
  }
}

namespace {
struct PlanProducts : tin::impl::TINPlanBase<PlanProducts> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    planner::PlanThresholds thresholds;
    if (always)
      thresholds = planner::PlanThresholds::none();
    // Without entries, nothing is planned.
    if (statesEntries(function))
      stateExtents(function);
    SumCounts counts;
    if (failed(rewriteSums(function, strict, thresholds, counts)))
      return signalPassFailure();
    numDistributed += counts.numDistributed;
    numFactored += counts.numFactored;
    SmallVector<ReduceOp> reductions;
    function.walk([&](ReduceOp reduce) { reductions.push_back(reduce); });
    ComputedSteps computed;
    for (ReduceOp reduce : reductions)
      if (failed(plan(reduce, thresholds, computed)))
        return signalPassFailure();
    nameIntermediates(function);
  }

private:
  LogicalResult plan(ReduceOp reduce, const planner::PlanThresholds &thresholds,
                     ComputedSteps &computed) {
    FailureOr<std::optional<Product>> product = findProduct(reduce, strict);
    if (failed(product))
      return failure();
    if (!*product)
      return success();
    noteEntries(**product);
    if (!(*product)->hasSteps())
      return success();
    std::vector<unsigned> preferred((*product)->variables.size());
    std::iota(preferred.begin(), preferred.end(), 0);
    llvm::StringMap<Value> known =
        computed.findDefined((*product)->compute, getOperation());
    planner::StepKeys keys;
    for (StringRef key : known.keys())
      keys.insert(key.str());
    planner::Plan plan = planner::planContraction((*product)->query, preferred,
                                                  thresholds, keys);
    bool isTop =
        (*product)->compute.getYield().getValue() == reduce.getResult();
    // Only a reduction that is all of a compute has loops to order.
    if (plan.steps.empty() || (plan.steps.size() == 1 && !isTop))
      return success();
    numShared += applyPlan(**product, plan, known);
    computed.add(known);
    ++numPlanned;
    return success();
  }
};
} // namespace
