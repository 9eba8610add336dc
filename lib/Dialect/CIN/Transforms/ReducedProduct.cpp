//===- ReducedProduct.cpp - Products that are summed ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds products that are summed, and splits them in two by the cleanup of
// `precompute` (CleanUpWhere.h), which proves each step once more.
//
//===----------------------------------------------------------------------===//

#include "ReducedProduct.h"

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "CleanUpWhere.h"
#include "Naming.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;

//===----------------------------------------------------------------------===//
// What is combined
//===----------------------------------------------------------------------===//

/// Whether an operator is one whose operands may be taken out of a combiner.
static bool isProduct(Operation *op, Region &combiner) {
  return op && op->getNumOperands() == 2 && op->getNumResults() == 1 &&
         isAssociative(op) && isCommutative(op) &&
         distributesOverCombiner(op, 0, combiner) &&
         distributesOverCombiner(op, 1, combiner);
}

std::optional<ReducedProduct> ReducedProduct::get(AssignOp assign,
                                                  bool strict) {
  if (!assign.isCompound() || !isa<ForallOp>(assign->getParentOp()))
    return std::nullopt;
  Region &combiner = assign.getCombiner();
  Value value = assign.getValue();
  if ((strict && isa<FloatType, ComplexType>(value.getType())) ||
      !isProduct(value.getDefiningOp(), combiner) ||
      !isCombinerAssociative(combiner) || !isCombinerCommutative(combiner) ||
      !getCombinerIdentity(combiner, assign.getIdentityAttr()))
    return std::nullopt;
  ReducedProduct product;
  product.assign = assign;
  product.foralls = getNest(assign);
  product.factors = getChain(value);
  // A sum is rounded in any order. A minimum is the number that one of the
  // terms is, which is that of another grouping if three numbers are added.
  if (isa<FloatType, ComplexType>(value.getType()) &&
      !isSumCombiner(combiner) && product.factors.size() > 2)
    return std::nullopt;
  return product;
}

SmallVector<ForallOp> ReducedProduct::getNest(AssignOp assign) {
  SmallVector<ForallOp> foralls;
  for (auto forall = dyn_cast<ForallOp>(assign->getParentOp()); forall;
       forall = dyn_cast<ForallOp>(forall->getParentOp()))
    foralls.insert(foralls.begin(), forall);
  return foralls;
}

/// The index variables that a scalar is computed from.
static llvm::SmallSetVector<Value, 8> getIndices(Value scalar) {
  llvm::SmallSetVector<Value, 8> values, indices;
  values.insert(scalar);
  for (size_t next = 0; next != values.size(); ++next)
    if (isa<cin::IndexType>(values[next].getType()))
      indices.insert(values[next]);
    else if (Operation *op = values[next].getDefiningOp())
      values.insert(op->operand_begin(), op->operand_end());
  return indices;
}

ReducedProduct::Foralls ReducedProduct::getUsed(Value scalar) const {
  llvm::SmallSetVector<Value, 8> indices = getIndices(scalar);
  Foralls used(foralls.size());
  for (auto [number, forall] : llvm::enumerate(foralls))
    for (Value index : indices)
      if (isDerivedFrom(index, ForallOp(forall).getVariable()))
        used.set(number);
  return used;
}

ReducedProduct::Foralls ReducedProduct::getReduced() const {
  Foralls reduced(foralls.size(), true);
  for (auto [number, forall] : llvm::enumerate(foralls))
    for (Value index : AssignOp(assign).getIndices())
      if (isDerivedFrom(index, ForallOp(forall).getVariable()))
        reduced.reset(number);
  return reduced;
}

SmallVector<AccessOp> ReducedProduct::getAccesses() const {
  llvm::SmallSetVector<Value, 8> values;
  SmallVector<AccessOp> accesses;
  values.insert(AssignOp(assign).getValue());
  for (size_t next = 0; next != values.size(); ++next) {
    Operation *op = values[next].getDefiningOp();
    if (auto access = dyn_cast_or_null<AccessOp>(op))
      accesses.push_back(access);
    else if (op)
      values.insert(op->operand_begin(), op->operand_end());
  }
  return accesses;
}

ReducedProduct::Foralls ReducedProduct::getDense(const Foralls &among) const {
  Foralls dense = among;
  for (AccessOp access : getAccesses()) {
    IndexedTensor tensor(access);
    for (int64_t level : llvm::seq(tensor.getNumLevels())) {
      level::LevelTypeAttrInterface type = tensor.getLevelType(level);
      if (type.isFull() && type.hasLocate() && tensor.getVariable(level) &&
          tensor.getFormat().getNumSlots() == 0)
        continue;
      for (unsigned number : among.set_bits())
        if (llvm::is_contained(tensor.getForalls(level),
                               ForallOp(foralls[number]).getVariable()))
          dense.reset(number);
    }
  }
  return dense;
}

//===----------------------------------------------------------------------===//
// Splitting it in two
//===----------------------------------------------------------------------===//

/// The value with `replacement` in place of one of the values that it is
/// computed from.
static Value substitute(RewriterBase &rewriter, Value value, Value replaced,
                        Value replacement) {
  if (value == replaced)
    return replacement;
  Operation *op = value.getDefiningOp();
  if (!op || isa<AccessOp>(op))
    return value;
  auto operands = llvm::map_to_vector(op->getOperands(), [&](Value operand) {
    return substitute(rewriter, operand, replaced, replacement);
  });
  if (llvm::equal(operands, op->getOperands()))
    return value;
  Operation *copy = rewriter.clone(*op);
  copy->setOperands(operands);
  return copy->getResult(cast<OpResult>(value).getResultNumber());
}

AssignOp cin::findNestedAssign(ForallOp forall) {
  Operation *statement = forall;
  while (auto inner = dyn_cast_or_null<ForallOp>(statement))
    statement = getStatement(*inner.getBlock());
  return dyn_cast_or_null<AssignOp>(statement);
}

FailureOr<WhereOp> cin::factorOut(RewriterBase &rewriter,
                                  const ReducedProduct &product,
                                  ArrayRef<Value> factors, bool strict) {
  AssignOp assign = product.assign;
  Value part = factors.empty() ? assign.getValue() : factors.front();
  if (factors.size() > 1) {
    FailureOr<Value> group =
        groupOperands(rewriter, assign.getValue(), factors);
    if (failed(group))
      return failure();
    part = *group;
  }
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = assign.getLoc();
  rewriter.setInsertionPoint(assign);
  auto where = WhereOp::create(
      rewriter, loc,
      getFreshWorkspaceName(assign->getParentOfType<KernelOp>(), "t"),
      ValueRange(), RankedTensorType::get({}, part.getType()),
      ReasonAttr::get(rewriter.getContext(), WorkspaceReason::Factored));
  rewriter.setInsertionPointToEnd(&where.getProducer().front());
  AssignOp::create(rewriter, loc, where.getProducerRef(), ValueRange(), part);
  Block &consumer = where.getConsumer().front();
  rewriter.moveOpBefore(assign, &consumer, consumer.end());
  rewriter.setInsertionPoint(assign);
  Value scalar = AccessOp::create(rewriter, loc, part.getType(),
                                  where.getConsumerRef(), ValueRange());
  Value value = substitute(rewriter, assign.getValue(), part, scalar);
  rewriter.modifyOpInPlace(assign,
                           [&] { assign.getValueMutable().assign(value); });
  cleanUpWhere(rewriter, where, strict);
  return where;
}
