//===- IterationJam.cpp - Emits jammed iterations -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tracks which values are the same in all iterations and which are shifted by
// the distance of their segments, and emits operations accordingly.
//
//===----------------------------------------------------------------------===//

#include "UnrollAndJam/IterationJam.h"

#include "Analysis/ReadOnlyArrays.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;

bool weft::isReproducible(Operation *op) {
  if (op->getNumRegions() != 0)
    return false;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](memref::LoadOp load) { return isReadOnly(load.getMemRef()); })
      .Case<vector::LoadOp, vector::MaskedLoadOp>(
          [](auto load) { return isReadOnly(load.getBase()); })
      .Default([](Operation *other) { return isPure(other); });
}

IterationJam::IterationJam(ImplicitLocOpBuilder &b,
                           const JamGuarantees &guarantees,
                           int64_t numIterations)
    : b(b), guarantees(guarantees), mappings(numIterations),
      shifted({guarantees.begin, guarantees.end}) {}

void IterationJam::map(Value value, ValueRange ofIterations) {
  for (auto [mapping, other] : llvm::zip_equal(mappings, ofIterations))
    mapping.map(value, other);
}

bool IterationJam::isSame(Value value) const {
  return llvm::all_of(mappings, [&](const IRMapping &mapping) {
    return mapping.lookupOrDefault(value) == lookUpFirst(value);
  });
}

//===----------------------------------------------------------------------===//
// Uniform and shifted values
//===----------------------------------------------------------------------===//

bool IterationJam::hasShiftedResult(Operation *op) const {
  if (op->getNumOperands() != 2)
    return false;
  Value left = op->getOperand(0), right = op->getOperand(1);
  if (isa<arith::MinSIOp, arith::MaxSIOp>(op))
    return isShifted(left) && isShifted(right);
  if (isa<arith::SubIOp>(op))
    return isShifted(left) && isSame(right);
  return isa<arith::AddIOp>(op) && ((isShifted(left) && isSame(right)) ||
                                    (isSame(left) && isShifted(right)));
}

bool IterationJam::cancelsShift(Operation *op) const {
  // Positions do not overflow, but a position minus a constant may be negative,
  // so that unsigned comparisons may differ.
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    switch (compare.getPredicate()) {
    case arith::CmpIPredicate::ult:
    case arith::CmpIPredicate::ule:
    case arith::CmpIPredicate::ugt:
    case arith::CmpIPredicate::uge:
      return false;
    default:
      break;
    }
  } else if (!isa<arith::SubIOp>(op)) {
    return false;
  }
  return isShifted(op->getOperand(0)) && isShifted(op->getOperand(1));
}

bool IterationJam::isUniform(Operation *op) const {
  if (guarantees.coordinates.contains(op) || cancelsShift(op))
    return true;
  return isReproducible(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isSame(operand); });
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

void IterationJam::emitOnce(Operation *op) {
  b.clone(*op, mappings.front());
  for (Value result : op->getResults())
    for (IRMapping &mapping : mappings)
      mapping.map(result, lookUpFirst(result));
}

void IterationJam::emitForEach(Operation *op) {
  for (IRMapping &mapping : mappings)
    b.clone(*op, mapping);
}

void IterationJam::emit(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return emitIf(branch);
  if (isUniform(op))
    return emitOnce(op);
  // The prefetches of the other iterations mostly address the segments of the
  // jammed iterations, which are loaded now.
  if (isa<memref::PrefetchOp>(op)) {
    b.clone(*op, mappings.back());
    return;
  }
  emitForEach(op);
  if (hasShiftedResult(op))
    shifted.insert(op->getResult(0));
}

void IterationJam::emitBody(Block &block) {
  for (Operation &op : block.without_terminator())
    emit(&op);
}

SmallVector<Value> IterationJam::lookUp(ValueRange values) const {
  SmallVector<Value> all;
  for (const IRMapping &mapping : mappings)
    for (Value value : values)
      all.push_back(mapping.lookupOrDefault(value));
  return all;
}

void IterationJam::mapAll(ValueRange values, ValueRange all) {
  for (IRMapping &mapping : mappings) {
    mapping.map(values, all.take_front(values.size()));
    all = all.drop_front(values.size());
  }
}

void IterationJam::emitFor(scf::ForOp loop) {
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  bool areSame = isSame(lower) && isSame(upper);
  bool areShifted = isShifted(lower) && isShifted(upper);
  if (!isSame(loop.getStep()) || (!areSame && !areShifted))
    return emitForEach(loop);
  SmallVector<Value> distances;
  if (!areSame) {
    SmallVector<Value> begins = lookUp(lower);
    for (Value begin : ArrayRef(begins).drop_front())
      distances.push_back(arith::SubIOp::create(b, begin, lookUpFirst(lower)));
  }
  // Remarks name the loop by its location.
  auto all = scf::ForOp::create(b, loop.getLoc(), lookUpFirst(lower),
                                lookUpFirst(upper), lookUpFirst(loop.getStep()),
                                lookUp(loop.getInitArgs()),
                                /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  all->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  {
    OpBuilder::InsertionGuard guard(b);
    Block *body = all.getBody();
    // The builder creates a terminator if the loop carries no values.
    if (body->mightHaveTerminator())
      body->getTerminator()->erase();
    b.setInsertionPointToEnd(body);
    SmallVector<Value> variables(mappings.size(), all.getInductionVar());
    for (auto [variable, distance] :
         llvm::zip(MutableArrayRef(variables).drop_front(), distances))
      variable = arith::AddIOp::create(b, variable, distance);
    if (!areSame)
      shifted.insert(loop.getInductionVar());
    map(loop.getInductionVar(), variables);
    mapAll(loop.getRegionIterArgs(), all.getRegionIterArgs());
    emitBody(*loop.getBody());
    scf::YieldOp::create(b, lookUp(loop.getYieldedValues()));
  }
  mapAll(loop.getResults(), all.getResults());
}

void IterationJam::markShifted(scf::IfOp branch, ValueRange yielded) {
  for (auto [result, value] : llvm::zip_equal(branch.getResults(), yielded))
    if (isShifted(value))
      shifted.insert(result);
}

void IterationJam::emitBranch(scf::IfOp branch, bool isThen) {
  Region &region = isThen ? branch.getThenRegion() : branch.getElseRegion();
  if (region.empty())
    return;
  emitBody(region.front());
  ValueRange values = region.front().getTerminator()->getOperands();
  mapAll(branch.getResults(), lookUp(values));
  markShifted(branch, values);
}

void IterationJam::emitIf(scf::IfOp branch) {
  auto known = guarantees.branches.find(branch);
  if (known != guarantees.branches.end())
    return emitBranch(branch, known->second);
  if (!isSame(branch.getCondition()))
    return emitForEach(branch);
  SmallVector<Type> types;
  for (size_t i = 0; i < mappings.size(); ++i)
    llvm::append_range(types, branch.getResultTypes());
  auto all =
      scf::IfOp::create(b, types, lookUpFirst(branch.getCondition()),
                        /*addThenBlock=*/true,
                        /*addElseBlock=*/!branch.getElseRegion().empty());
  all->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  for (auto [from, to] :
       llvm::zip_equal(branch->getRegions(), all->getRegions())) {
    if (from.empty())
      continue;
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&to.front());
    emitBody(from.front());
    scf::YieldOp::create(b,
                         lookUp(from.front().getTerminator()->getOperands()));
  }
  mapAll(branch.getResults(), all.getResults());
}
