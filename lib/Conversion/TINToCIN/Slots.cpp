//===- Slots.cpp - Components that several slots may store ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions over slots, sums unless there is a fill, and where they can move.
// A sum that stays inside is computed first into a list if the loops around it
// cannot be inside of the slots.
//
//===----------------------------------------------------------------------===//

#include "Slots.h"

#include "Computes.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace weft;

/// The number of slots of a tensor, as a value before `compute`.
static Value getNumSlots(tin::ComputeOp compute, Value tensor) {
  OpBuilder builder(compute);
  level::FormatAttr format =
      level::getFormat(cast<RankedTensorType>(tensor.getType()));
  int64_t level = 0;
  while (format.getLevelExpr(level).dim != format.getNumDims())
    ++level;
  Value storage = level::OpenOp::create(builder, compute.getLoc(), tensor);
  return level::SizeOp::create(builder, compute.getLoc(),
                               builder.getIndexType(), storage, level);
}

/// Gives a reduction another combiner.
static void setCombiner(tin::ReduceOp reduce, Region &combiner,
                        Attribute identity) {
  Region &region = reduce.getCombiner();
  region.dropAllReferences();
  region.getBlocks().clear();
  copyCombiner(combiner, tin::YieldOp::getOperationName(), region);
  if (identity)
    reduce.setIdentityAttr(identity);
}

/// Whether a value is not the fill.
static Value emitIsStored(OpBuilder &builder, Location loc, Value value,
                          Attribute fill) {
  Value filled = buildScalar(builder, loc, fill, value.getType());
  if (isa<ComplexType>(value.getType()))
    return complex::NotEqualOp::create(builder, loc, value, filled);
  if (!isa<FloatType>(value.getType()))
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                                 filled);
  // One that is no number differs from all others, and from itself.
  bool isNumber = !cast<FloatAttr>(fill).getValue().isNaN();
  return arith::CmpFOp::create(builder, loc,
                               isNumber ? arith::CmpFPredicate::UNE
                                        : arith::CmpFPredicate::ORD,
                               value, isNumber ? filled : value);
}

/// Has a reduction take the value that is not the fill, of which there is one
/// at most.
static void setChoice(tin::ReduceOp reduce, Attribute fill) {
  Block *block = &reduce.getCombiner().front();
  block->clear();
  Location loc = reduce.getLoc();
  auto builder = OpBuilder::atBlockBegin(block);
  Value isStored = emitIsStored(builder, loc, block->getArgument(1), fill);
  Value chosen = arith::SelectOp::create(
      builder, loc, isStored, block->getArgument(1), block->getArgument(0));
  tin::YieldOp::create(builder, loc, chosen);
  reduce.setIdentityAttr(fill);
}

/// Replaces an access by the reduction of its entries in all slots. Where the
/// fill is zero, it is their sum. Otherwise there is one at most; any combiner
/// whose identity is the fill finds it, at best that of the reduction around.
static tin::ReduceOp expand(tin::ComputeOp compute, tin::AccessOp access) {
  OpBuilder builder(access);
  Location loc = access.getLoc();
  Type type = access.getValue().getType();
  Value numSlots = getNumSlots(compute, access.getTensor());
  auto sum = tin::ReduceOp::create(builder, loc, type, getSumOperation(type),
                                   /*numVariables=*/1, {"slot"}, {numSlots});
  Attribute fill = level::getFill(access.getTensorType());
  if (!isZeroScalar(fill)) {
    auto around = dyn_cast<tin::ReduceOp>(access->getParentOp());
    Attribute identity = around && around.getType() == type
                             ? getCombinerIdentity(around.getCombiner(),
                                                   around.getIdentityAttr())
                             : Attribute();
    if (identity && areSameScalar(identity, fill))
      setCombiner(sum, around.getCombiner(), around.getIdentityAttr());
    else
      setChoice(sum, fill);
  }
  builder.setInsertionPointToStart(sum.getBlock());
  SmallVector<Value> indices(access.getIndices());
  indices.push_back(sum.getVariables().front());
  SmallVector<int64_t> literals(access.getLiterals());
  literals.push_back(ShapedType::kDynamic);
  Value entry = tin::AccessOp::create(builder, loc, type, access.getTensor(),
                                      indices, literals);
  tin::YieldOp::create(builder, loc, entry);
  access.replaceAllUsesWith(sum.getResult());
  access.erase();
  return sum;
}

/// A sum over slots among the factors of a value that nothing else uses, which
/// can become one with the reduction `top`, if there is one; `sums` are those
/// that there are.
static tin::ReduceOp findFactor(Value value, tin::ReduceOp top,
                                const DenseSet<Operation *> &sums) {
  Operation *op = value.getDefiningOp();
  if (!op || !value.hasOneUse())
    return {};
  if (sums.contains(op)) {
    auto sum = cast<tin::ReduceOp>(op);
    bool fits = !top || areSameCombiner(top.getCombiner(), sum.getCombiner());
    return fits ? sum : tin::ReduceOp();
  }
  // Where a zero that is not stored counts, a slot without an entry would.
  if (op->getNumResults() != 1 || op->hasAttr(kStrictZeroAttrName))
    return {};
  for (OpOperand &operand : op->getOpOperands()) {
    tin::ReduceOp sum = findFactor(operand.get(), top, sums);
    if (sum && distributesOverCombiner(op, operand.getOperandNumber(),
                                       sum.getCombiner()))
      return sum;
  }
  return {};
}

/// Moves a sum over slots out of the products that it is a factor of.
static void hoist(tin::ComputeOp compute, tin::ReduceOp sum) {
  tin::ReduceOp top = getTopReduction(compute);
  if (top == sum)
    return;
  Block *block = top ? top.getBlock() : compute.getBlock();
  Location loc = sum.getLoc();
  OpBuilder builder(block->getTerminator());
  if (top)
    builder.setInsertionPoint(top);
  SmallVector<StringRef> names;
  SmallVector<Value> extents, variables;
  for (tin::ReduceOp reduce : {top, sum})
    for (unsigned n = 0; reduce && n != reduce.getVariables().size(); ++n) {
      names.push_back(reduce.getVariableName(n));
      extents.push_back(reduce.getExtent(n));
      variables.push_back(reduce.getVariables()[n]);
    }
  auto hoisted = tin::ReduceOp::create(builder, loc, sum.getType(),
                                       getSumOperation(sum.getType()),
                                       variables.size(), names, extents);
  setCombiner(hoisted, sum.getCombiner(), sum.getIdentityAttr());
  Operation *yield = block->getTerminator();
  Value value = yield->getOperand(0);
  Block *body = hoisted.getBlock();
  while (&block->front() != (top ? yield : hoisted.getOperation()))
    block->front().moveBefore(body, body->end());
  builder.setInsertionPointToEnd(body);
  tin::YieldOp::create(builder, loc, value);
  for (auto [from, to] : llvm::zip_equal(variables, hoisted.getVariables()))
    from.replaceAllUsesWith(to);
  // The sum is the entry in each slot.
  Operation *inner = sum.getBlock()->getTerminator();
  Value entry = inner->getOperand(0);
  while (&sum.getBlock()->front() != inner)
    sum.getBlock()->front().moveBefore(sum);
  sum.getResult().replaceAllUsesWith(entry);
  sum.erase();
  if (top) {
    top.getResult().replaceAllUsesWith(hoisted.getResult());
    top.erase();
  } else {
    yield->setOperand(0, hoisted.getResult());
  }
}

void weft::expandSlots(tin::ComputeOp compute) {
  SmallVector<tin::AccessOp> accesses;
  compute.walk([&](tin::AccessOp access) {
    if (level::getFormat(access.getTensorType()).getNumSlots() != 0 &&
        static_cast<int64_t>(access.getLiterals().size()) ==
            access.getTensorType().getRank())
      accesses.push_back(access);
  });
  DenseSet<Operation *> sums;
  for (tin::AccessOp access : accesses)
    sums.insert(expand(compute, access));
  while (!sums.empty()) {
    tin::ReduceOp top = getTopReduction(compute);
    sums.erase(top);
    Block *block = top ? top.getBlock() : compute.getBlock();
    Value value = block->getTerminator()->getOperand(0);
    tin::ReduceOp sum = findFactor(value, top, sums);
    if (!sum)
      return;
    sums.erase(sum);
    hoist(compute, sum);
  }
}
