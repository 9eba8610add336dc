//===- ApplyPlan.cpp - Computes with intermediates --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a compute for each step of a plan but the last, which stays in the
// compute that was planned.
//
//===----------------------------------------------------------------------===//

#include "Product.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/TIN/Transforms/PlanText.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin;

namespace {
/// Rewrites one product.
class PlanRewriter {
public:
  PlanRewriter(Product &product, const planner::Plan &plan,
               llvm::StringMap<Value> &known)
      : product(product), plan(plan), known(known),
        builder(product.compute.getContext()) {}

  unsigned apply();

private:
  /// The variables of a step's inputs that its result does not have.
  SmallVector<unsigned> getReduced(const planner::Step &step,
                                   planner::Mask outputs) const;
  planner::Mask getVariables(unsigned input) const;

  /// Makes the compute of a step.
  Value makeIntermediate(const planner::Step &step);
  /// Replaces the product by that of the inputs of the last step.
  void rewriteLast(const planner::Step &step);
  /// States the order of the loops of a compute whose top reduction has the
  /// variables `reduced`.
  void setLoopOrder(ComputeOp compute, ArrayRef<unsigned> outer,
                    ArrayRef<unsigned> reduced, const planner::Step &step);

  /// Emits the product of the inputs of a step.
  Value emitProduct(const planner::Step &step, IRMapping &mapping);
  /// Emits a reduction over variables of a product.
  Value emitReduction(const planner::Step &step, ArrayRef<unsigned> reduced,
                      IRMapping &mapping);

  Product &product;
  const planner::Plan &plan;
  llvm::StringMap<Value> &known;
  OpBuilder builder;
  /// The results of the steps.
  SmallVector<Value> intermediates;
};
} // namespace

planner::Mask PlanRewriter::getVariables(unsigned input) const {
  size_t numFactors = product.factors.size();
  return input < numFactors ? product.query.factors[input].variables()
                            : plan.steps[input - numFactors].result.variables();
}

SmallVector<unsigned> PlanRewriter::getReduced(const planner::Step &step,
                                               planner::Mask outputs) const {
  planner::Mask used = 0;
  for (unsigned input : step.inputs)
    used |= getVariables(input);
  SmallVector<unsigned> reduced;
  for (unsigned variable = 0; variable != product.variables.size(); ++variable)
    if (planner::contains(used & ~outputs, variable))
      reduced.push_back(variable);
  return reduced;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Value tin::cloneExpression(OpBuilder &builder, Value value,
                           IRMapping &mapping) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  Operation *op = value.getDefiningOp();
  if (!op || !op->getParentOfType<ComputeOp>())
    return value;
  for (Value operand : op->getOperands())
    cloneExpression(builder, operand, mapping);
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

Value PlanRewriter::emitProduct(const planner::Step &step, IRMapping &mapping) {
  Value result;
  auto multiply = [&](Value value) {
    if (!result) {
      result = value;
      return;
    }
    Operation *op = product.multiplication;
    IRMapping operands;
    Operation *copy = builder.clone(*op, operands);
    copy->setOperands({result, value});
    result = copy->getResult(0);
  };
  for (unsigned input : step.inputs) {
    if (input < product.factors.size()) {
      multiply(cloneExpression(builder, product.factors[input], mapping));
      continue;
    }
    const planner::Step &made = plan.steps[input - product.factors.size()];
    SmallVector<Value> indices;
    for (unsigned variable = 0; variable != product.variables.size();
         ++variable)
      if (planner::contains(made.result.variables(), variable))
        indices.push_back(mapping.lookup(product.variables[variable]));
    multiply(AccessOp::create(builder, product.reduce.getLoc(),
                              intermediates[input - product.factors.size()],
                              indices));
  }
  if (&step == &plan.steps.back())
    for (Value constant : product.constants)
      multiply(cloneExpression(builder, constant, mapping));
  return result;
}

Value PlanRewriter::emitReduction(const planner::Step &step,
                                  ArrayRef<unsigned> reduced,
                                  IRMapping &mapping) {
  if (reduced.empty())
    return emitProduct(step, mapping);
  SmallVector<StringRef> names;
  SmallVector<Value> extents;
  for (unsigned variable : reduced) {
    if (!product.getName(variable).empty())
      names.push_back(product.getName(variable));
    extents.push_back(product.getExtent(variable));
  }
  if (names.size() != reduced.size())
    names.clear();
  ReduceOp original = product.reduce;
  auto reduce = ReduceOp::create(builder, original.getLoc(), original.getType(),
                                 StringRef(), reduced.size(), names, extents,
                                 original.getIdentityAttr());
  copyCombiner(builder, original.getCombiner(), YieldOp::getOperationName(),
               reduce.getCombiner());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(reduce.getBlock());
  for (auto [variable, argument] :
       llvm::zip_equal(reduced, reduce.getVariables()))
    mapping.map(product.variables[variable], argument);
  Value value = emitProduct(step, mapping);
  YieldOp::create(builder, original.getLoc(), value);
  return reduce;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

RankedTensorType tin::getIntermediateType(Product &product,
                                          const planner::Factor &result) {
  // Modes are in the order of the variables, levels in that of the loops.
  SmallVector<unsigned> modes;
  for (unsigned variable = 0; variable != product.variables.size(); ++variable)
    if (planner::contains(result.variables(), variable))
      modes.push_back(variable);
  MLIRContext *context = product.compute.getContext();
  SmallVector<AffineExpr> levels;
  SmallVector<Attribute> types;
  unsigned coordinateWidth = level::FormatAttr::kDefaultWidth;
  bool isRowMajor = true;
  for (auto [number, level] : llvm::enumerate(result.levels)) {
    size_t mode = llvm::find(modes, level.variable) - modes.begin();
    levels.push_back(getAffineDimExpr(mode, context));
    types.push_back(level.isFull
                        ? Attribute(level::DenseAttr::get(context))
                        : level::CompressedAttr::get(context, /*unique=*/true,
                                                     /*ordered=*/true));
    isRowMajor &= level.isFull && mode == number;
    if (product.query.extents[level.variable] > INT32_MAX)
      coordinateWidth = 64;
  }
  ReduceOp reduce = product.reduce;
  Attribute fill =
      getCombinerIdentity(reduce.getCombiner(), reduce.getIdentityAttr());
  if (isZeroScalar(fill))
    fill = {};
  Attribute encoding;
  // Estimates may be too low, so that positions are wide.
  if (!isRowMajor || fill)
    encoding = level::FormatAttr::get(
        context, AffineMap::get(modes.size(), 0, levels, context), types,
        /*posWidth=*/64, coordinateWidth, fill);
  SmallVector<int64_t> shape(modes.size(), ShapedType::kDynamic);
  return RankedTensorType::get(shape, reduce.getType(), encoding);
}

void PlanRewriter::setLoopOrder(ComputeOp compute, ArrayRef<unsigned> outer,
                                ArrayRef<unsigned> reduced,
                                const planner::Step &step) {
  SmallVector<int64_t> order;
  for (unsigned variable : step.loops.order) {
    const auto *found = llvm::find(outer, variable);
    order.push_back(
        found != outer.end()
            ? found - outer.begin()
            : outer.size() + (llvm::find(reduced, variable) - reduced.begin()));
  }
  // Variables that no factor has.
  for (size_t number = 0; number != outer.size() + reduced.size(); ++number)
    if (!llvm::is_contained(order, static_cast<int64_t>(number)))
      order.push_back(number);
  compute.setLoopOrder(order);
}

Value PlanRewriter::makeIntermediate(const planner::Step &step) {
  builder.setInsertionPoint(product.compute);
  SmallVector<unsigned> outer;
  SmallVector<StringRef> names;
  SmallVector<Value> extents;
  for (unsigned variable = 0; variable != product.variables.size();
       ++variable) {
    if (!planner::contains(step.result.variables(), variable))
      continue;
    outer.push_back(variable);
    if (!product.getName(variable).empty())
      names.push_back(product.getName(variable));
    extents.push_back(product.getExtent(variable));
  }
  if (names.size() != outer.size())
    names.clear();
  auto compute = ComputeOp::create(builder, product.reduce.getLoc(),
                                   getIntermediateType(product, step.result),
                                   names, extents);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(compute.getBlock());
  IRMapping mapping;
  for (auto [variable, argument] :
       llvm::zip_equal(outer, compute.getVariables()))
    mapping.map(product.variables[variable], argument);
  SmallVector<unsigned> reduced = getReduced(step, step.result.variables());
  Value value = emitReduction(step, reduced, mapping);
  YieldOp::create(builder, product.reduce.getLoc(), value);
  setLoopOrder(compute, outer, reduced, step);
  compute->setAttr(kEntriesAttr, builder.getF64FloatAttr(step.result.entries));
  compute->setAttr(kIntermediateAttr, builder.getStringAttr(""));
  return compute;
}

void PlanRewriter::rewriteLast(const planner::Step &step) {
  ComputeOp compute = product.compute;
  ReduceOp original = product.reduce;
  SmallVector<unsigned> outer =
      llvm::to_vector(llvm::seq<unsigned>(0, compute.getVariables().size()));
  planner::Mask outputs = 0;
  for (unsigned variable : outer)
    outputs |= planner::bit(variable);
  SmallVector<unsigned> reduced = getReduced(step, outputs);
  builder.setInsertionPoint(original);
  IRMapping mapping;
  for (Value variable : compute.getVariables())
    mapping.map(variable, variable);
  bool isTop = compute.getYield().getValue() == original.getResult();
  Value value = emitReduction(step, reduced, mapping);
  original.replaceAllUsesWith(value);
  original.erase();
  if (isTop)
    setLoopOrder(compute, outer, reduced, step);
}

unsigned PlanRewriter::apply() {
  unsigned numShared = 0;
  for (const planner::Step &step : ArrayRef(plan.steps).drop_back()) {
    Value &intermediate = known[step.key];
    if (intermediate)
      ++numShared;
    else
      intermediate = makeIntermediate(step);
    intermediates.push_back(intermediate);
  }
  rewriteLast(plan.steps.back());
  return numShared;
}

unsigned tin::applyPlan(Product &product, const planner::Plan &plan,
                        llvm::StringMap<Value> &known) {
  return PlanRewriter(product, plan, known).apply();
}
