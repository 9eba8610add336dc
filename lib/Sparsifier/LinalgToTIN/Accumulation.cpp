//===- Accumulation.cpp - Use of accumulators by regions --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the search for the reduction.
//
//===----------------------------------------------------------------------===//

#include "Accumulation.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::linalg_to_tin;

/// Whether a value of a region depends on its block argument `source`.
static bool dependsOn(Value value, BlockArgument source,
                      DenseMap<Value, bool> &known) {
  if (value == source)
    return true;
  Operation *definition = value.getDefiningOp();
  if (!definition || definition->getBlock() != source.getOwner())
    return false;
  auto [entry, inserted] = known.try_emplace(value, false);
  if (!inserted)
    return entry->second;
  bool depends = llvm::any_of(definition->getOperands(), [&](Value operand) {
    return dependsOn(operand, source, known);
  });
  return known[value] = depends;
}

/// The name of the operation that combines what `op` takes in turn as its
/// operand `other`; empty if there is none.
static StringRef getCombinerName(Operation *op, unsigned other) {
  if (isAssociative(op) && isCommutative(op))
    return op->getName().getStringRef();
  if (other != 1)
    return {};
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<arith::SubFOp>(
          [](auto) { return arith::AddFOp::getOperationName(); })
      .Case<arith::SubIOp>(
          [](auto) { return arith::AddIOp::getOperationName(); })
      .Case<arith::DivFOp>(
          [](auto) { return arith::MulFOp::getOperationName(); })
      .Case<complex::SubOp>(
          [](auto) { return complex::AddOp::getOperationName(); })
      .Case<complex::DivOp>(
          [](auto) { return complex::MulOp::getOperationName(); })
      .Default([](auto) { return StringRef(); });
}

FailureOr<Accumulation> linalg_to_tin::findAccumulation(linalg::LinalgOp op,
                                                        OpOperand &init) {
  BlockArgument accumulator = op.getMatchingBlockArgument(&init);
  unsigned result = init.getOperandNumber() - op.getNumDpsInputs();
  Value value = op.getBlock()->getTerminator()->getOperand(result);
  Accumulation found;
  auto refuse = [&](Location loc, const Twine &reason) -> LogicalResult {
    return emitError(loc) << "'" << op->getName()
                          << "' op cannot be converted to index notation: "
                          << reason;
  };
  DenseMap<Value, bool> known;
  while (value != accumulator) {
    Operation *step = value.getDefiningOp();
    if (!dependsOn(value, accumulator, known))
      return refuse(op.getLoc(),
                    "its region ignores what it has reduced before, so that "
                    "the last iteration alone counts");
    if (auto reduce = dyn_cast<sparse_tensor::ReduceOp>(step)) {
      bool isLeft = reduce.getX() == accumulator;
      Value term = isLeft ? reduce.getY() : reduce.getX();
      if (found.last || dependsOn(term, accumulator, known) ||
          (!isLeft && reduce.getY() != accumulator))
        return refuse(step->getLoc(), "expected 'sparse_tensor.reduce' of the "
                                      "output alone and a value");
      found.last = step;
      found.combiner = &reduce.getRegion();
      found.identity = reduce.getIdentity();
      found.terms.push_back(term);
      return found;
    }
    if (step->getNumOperands() != 2 || step->getNumRegions() != 0)
      return refuse(step->getLoc(), "expected a binary operation of the output "
                                    "and a value");
    bool isLeft = dependsOn(step->getOperand(0), accumulator, known);
    if (isLeft && dependsOn(step->getOperand(1), accumulator, known))
      return refuse(step->getLoc(),
                    "both operands of the operation depend on the output");
    // Names of operations alone say nothing of an operator.
    if (isa<SymbolUserOpInterface>(step))
      return refuse(step->getLoc(),
                    "to reduce by an operator, apply it in the region of "
                    "'sparse_tensor.reduce'");
    unsigned other = isLeft ? 1 : 0;
    StringRef name = getCombinerName(step, other);
    if (name.empty())
      return refuse(step->getLoc(),
                    "a reduction needs an operation that is associative and "
                    "commutative, '" +
                        step->getName().getStringRef() + "' is not");
    if (found.last && found.last->getName() != step->getName())
      return refuse(step->getLoc(),
                    "it reduces by '" + step->getName().getStringRef() +
                        "' and by '" + found.last->getName().getStringRef() +
                        "'; expected one operation");
    if (!found.last)
      found.last = step;
    found.name = name;
    found.terms.push_back(step->getOperand(other));
    value = step->getOperand(1 - other);
  }
  if (!found.last)
    return refuse(op.getLoc(), "its region yields the output as it is");
  // What other results have been reduced to changes with each iteration.
  for (BlockArgument other : op.getRegionOutputArgs())
    for (Value term : found.terms)
      if (DenseMap<Value, bool> seen; dependsOn(term, other, seen))
        return refuse(op.getLoc(), "what it reduces depends on an output that "
                                   "it reduces to");
  return found;
}

InitialValue linalg_to_tin::getInitialValue(Value init) {
  InitialValue value;
  while (auto cast = init.getDefiningOp<tensor::CastOp>())
    init = cast.getSource();
  auto type = dyn_cast<RankedTensorType>(init.getType());
  if (!type)
    return value;
  auto alloc = init.getDefiningOp<bufferization::AllocTensorOp>();
  if (init.getDefiningOp<tensor::EmptyOp>() || (alloc && !alloc.getCopy())) {
    // A dense tensor without contents may have any; a sparse one has no
    // entries.
    level::FormatAttr format = level::getFormat(type);
    value.isUndefined = !type.getEncoding();
    if (format && !value.isUndefined)
      value.number = level::getFill(type);
    return value;
  }
  Attribute constant;
  if (auto fill = init.getDefiningOp<linalg::FillOp>()) {
    matchPattern(fill.getInputs().front(), m_Constant(&constant));
  } else if (matchPattern(init, m_Constant(&constant))) {
    auto splat = dyn_cast<SplatElementsAttr>(constant);
    constant = splat ? splat.getSplatValue<Attribute>() : Attribute();
  }
  value.number = constant;
  return value;
}

bool linalg_to_tin::canBeginWith(Value init, const Accumulation &accumulation) {
  auto type = cast<RankedTensorType>(init.getType());
  level::FormatAttr format = level::getFormat(type);
  Operation *last = accumulation.last;
  bool isSimple = last->getName().getStringRef() == accumulation.name;
  if (!format || !format.isAllDense() || format.getNumSlots() != 0 ||
      accumulation.terms.size() != 1 ||
      !isa<FloatType, ComplexType>(type.getElementType()) ||
      !(isSimple || isa<arith::SubFOp, complex::SubOp>(last)))
    return false;
  InitialValue initial = getInitialValue(init);
  Attribute identity = isSimple ? getIdentity(last) : Attribute();
  return !initial.isUndefined && !(initial.number && identity &&
                                   areSameScalar(initial.number, identity));
}

bool linalg_to_tin::isExact(Operation *op) {
  return isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
             arith::MinNumFOp>(op);
}

/// Whether `last(init, reduction)` equals the reduction that begins with
/// `init`: the init is the identity, or a difference begins with zero, whose
/// rounding is symmetric.
static bool isNeutral(const InitialValue &initial,
                      const Accumulation &accumulation) {
  Operation *last = accumulation.last;
  if (last->getName().getStringRef() != accumulation.name)
    return isa<arith::SubFOp, complex::SubOp>(last) && initial.number &&
           isZeroScalar(initial.number);
  Attribute identity = getIdentity(last);
  return initial.isUndefined || (initial.number && identity &&
                                 areSameScalar(initial.number, identity));
}

LogicalResult linalg_to_tin::verifyOrder(linalg::LinalgOp op, Value init,
                                         const Accumulation &accumulation) {
  Operation *last = accumulation.last;
  if (!isa<FloatType, ComplexType>(getElementTypeOrSelf(init.getType())) ||
      isExact(last))
    return success();
  StringRef reason;
  if (isa<arith::DivFOp, complex::DivOp>(last))
    reason = "quotients multiply the divisors first; multiply by reciprocals";
  else if (accumulation.terms.size() > 1)
    reason = "each iteration combines several values with the output; write an "
             "operation for each of them";
  else if (!canBeginWith(init, accumulation) &&
           !isNeutral(getInitialValue(init), accumulation))
    reason = "the contents of an output that is stored are combined last; "
             "begin with an empty output and add the contents in another "
             "operation";
  if (reason.empty())
    return success();
  // The region of a named operation has no locations.
  Location loc = isa<UnknownLoc>(last->getLoc()) ? op.getLoc() : last->getLoc();
  return emitError(loc)
         << "'" << op->getName()
         << "' op cannot keep its order of floating-point operations: "
         << reason;
}
