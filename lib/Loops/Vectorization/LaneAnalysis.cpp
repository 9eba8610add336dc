//===- LaneAnalysis.cpp - Values that become vectors ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classifies the operations of a loop body in one pass, in their order. A
// scalar operation has a vector form if it has the traits of
// `ElementwiseMappable`, so that this file needs no table of operations.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/LaneAnalysis.h"

#include "weft/Analysis/OperatorAlgebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

/// LLVM lowers gathers of 16-bit floating-point elements to calls of its
/// runtime library, so that they are loaded lane by lane instead.
bool weft::hasVectorAccess(MemRefType type, LaneKind kind) {
  Type element = type.getElementType();
  bool isWhole = element.isIndex() || element.getIntOrFloatBitWidth() % 8 == 0;
  bool isSmall =
      isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isWhole && type.isLastDimUnitStride() &&
         (kind == LaneKind::Consecutive || !isSmall);
}

/// AVX2 and AVX-512F mask elements of 32 and 64 bits only.
bool weft::hasMaskedAccess(MemRefType type, LaneKind kind) {
  Type element = type.getElementType();
  return kind == LaneKind::Uniform ||
         (hasVectorAccess(type, kind) &&
          (element.isIndex() || element.getIntOrFloatBitWidth() >= 32));
}

std::string weft::whyNotMasked(MemRefType type, LaneKind kind) {
  if (!type.isLastDimUnitStride())
    return "the stride of the array is not 1";
  Type element = type.getElementType();
  bool isGathered = isa<FloatType>(element) && kind != LaneKind::Consecutive;
  std::string text;
  llvm::raw_string_ostream(text)
      << (isGathered ? "there is no gather of elements of type "
                     : "vectors mask elements of 32 and 64 bits, not of type ")
      << element;
  return text;
}

std::string weft::whyNotReorderable(Operation *combiner) {
  std::string name = ("'" + combiner->getName().getStringRef() + "'").str();
  if (!getExactIdentity(combiner))
    return "masked and interleaved reductions support additions, "
           "multiplications and bitwise operations, not " +
           name;
  if (isa<arith::ArithFastMathInterface>(combiner))
    return name + " may not be reassociated, since it has no flag `reassoc`, "
                  "as with -strict-fp";
  return name + " may not be reassociated, since its flag `nsw` or `nuw` does "
                "not hold for other orders";
}

void LaneAnalysis::recordWidth(Type type) {
  int64_t bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  width = std::max<int64_t>(width, llvm::divideCeil(bits, 8));
}

LaneKind LaneAnalysis::getAccessKind(ValueRange indices) const {
  LaneKind last = LaneKind::Uniform;
  for (auto [number, index] : llvm::enumerate(indices)) {
    last = getKind(index);
    if (last != LaneKind::Uniform && number + 1 != indices.size())
      return LaneKind::Varying;
  }
  return last;
}

/// Whether reordering the operands of a combiner leaves the rounding unchanged.
static bool isExact(Operation *op) {
  return isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
             arith::MinNumFOp, arith::CmpFOp, arith::SelectOp>(op) ||
         !llvm::any_of(op->getOperandTypes(), llvm::IsaPred<FloatType>);
}

LogicalResult LaneAnalysis::findReduction(unsigned number, bool strict) {
  Value carried = loop.getRegionIterArg(number);
  Value next = loop.getYieldedValues()[number];
  reductions.emplace_back();
  if (next == carried || carried.use_empty())
    return success();
  LaneReduction reduction{{}, carried, Value()};
  llvm::SetVector<Value> dependent;
  dependent.insert(carried);
  SmallVector<Value> others;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (llvm::none_of(op.getOperands(), [&](Value operand) {
          return dependent.contains(operand);
        }))
      continue;
    if (!OpTrait::hasElementwiseMappableTraits(&op) || op.getNumResults() != 1)
      return refuse(&op)
             << "'" << op.getName()
             << "' uses a loop-carried value outside of a reduction";
    if (strict && !isExact(&op))
      return refuse(&op) << "vectorization would reassociate a floating-point "
                            "reduction, which strict-fp forbids";
    reduction.ops.push_back(&op);
    dependent.insert(op.getResult(0));
    for (Value operand : op.getOperands())
      if (!dependent.contains(operand))
        others.push_back(operand);
  }
  for (Value value : dependent)
    for (OpOperand &use : value.getUses())
      if (use.getOwner()->getBlock() != loop.getBody() ||
          (use.getOwner() == loop.getBody()->getTerminator() &&
           (value != next || use.getOperandNumber() != number)))
        return refuse(use.getOwner())
               << "'" << use.getOwner()->getName()
               << "' uses a loop-carried value outside of a reduction";
  // A horizontal reduction combines lanes in the place of values, so that one
  // operand must be identified as the value.
  llvm::SmallSetVector<Value, 2> values;
  for (bool isConstant : {false, true}) {
    for (Value other : others)
      if (getKind(other) != LaneKind::Uniform ||
          matchPattern(other, m_Constant()) == isConstant)
        values.insert(other);
    if (!values.empty())
      break;
  }
  Operation *last = reduction.ops.back();
  if (values.size() != 1 || last->getResult(0) != next ||
      values.front().getType() != carried.getType() ||
      (reduction.ops.size() == 1 &&
       !(isAssociative(last) && isCommutative(last))))
    return refuse(last)
           << "'" << last->getName()
           << "' is not an associative and commutative reduction of one value";
  if (!VectorType::isValidElementType(carried.getType()))
    return refuse(last) << "'" << carried.getType()
                        << "' is not a valid vector element type";
  reduction.value = values.front();
  recordWidth(carried.getType());
  combiners.insert(reduction.ops.begin(), reduction.ops.end());
  reductions.back() = std::move(reduction);
  return success();
}

LogicalResult LaneAnalysis::classifyAccess(Operation *op, Value array,
                                           ValueRange indices) {
  LaneKind kind = getAccessKind(indices);
  bool isStore = op->getNumResults() == 0;
  if (kind == LaneKind::Uniform) {
    if (isStore)
      return refuse(op) << "the store index is invariant, so that all "
                           "iterations store to the same element";
    return success();
  }
  auto type = cast<MemRefType>(array.getType());
  if (!VectorType::isValidElementType(type.getElementType()))
    return refuse(op) << "'" << type.getElementType()
                      << "' is not a valid vector element type";
  if (type.getRank() != 1)
    return refuse(op) << "'" << op->getName() << "' accesses an array of rank "
                      << type.getRank() << ", not 1";
  recordWidth(type.getElementType());
  if (!isStore)
    kinds[op->getResult(0)] = LaneKind::Varying;
  return success();
}

LogicalResult LaneAnalysis::classifyElementwise(Operation *op) {
  SmallVector<LaneKind> operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return getKind(operand); });
  // Only values of type index are known not to wrap around.
  if (op->getResultTypes().front().isIndex()) {
    LaneKind left = operands.front(), right = operands.back();
    bool counts =
        (isa<arith::AddIOp, arith::SubIOp>(op) &&
         left == LaneKind::Consecutive && right == LaneKind::Uniform) ||
        (isa<arith::AddIOp>(op) && left == LaneKind::Uniform &&
         right == LaneKind::Consecutive);
    if (counts) {
      kinds[op->getResult(0)] = LaneKind::Consecutive;
      return success();
    }
  }
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (!VectorType::isValidElementType(type))
      return refuse(op) << "'" << type
                        << "' is not a valid vector element type";
  for (Value result : op->getResults())
    kinds[result] = LaneKind::Varying;
  return success();
}

LogicalResult LaneAnalysis::refuseForm(Operation *op) {
  bool hasVectors = llvm::any_of(
      llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()),
      llvm::IsaPred<VectorType>);
  if (hasVectors)
    return refuse(op) << "the loop contains vectors already, as of '"
                      << op->getName() << "'";
  return refuse(op) << "'" << op->getName() << "' has no vector form";
}

LogicalResult LaneAnalysis::classify(Operation *op) {
  auto inner = dyn_cast<scf::ForOp>(op);
  if (inner && nested)
    return classifyLoop(inner);
  auto branch = dyn_cast<scf::IfOp>(op);
  if (branch && nested)
    return classifyBranch(branch);
  if (isDivergent && failed(classifyDivergent(op)))
    return failure();
  if (op->getNumRegions() != 0)
    return refuse(op) << "control flow of '" << op->getName()
                      << "' may differ between lanes";
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return classifyAccess(op, load.getMemRef(), load.getIndices());
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    if (!VectorType::isValidElementType(store.getValueToStore().getType()))
      return refuse(op) << "'" << store.getValueToStore().getType()
                        << "' is not a valid vector element type";
    return classifyAccess(op, store.getMemRef(), store.getIndices());
  }
  if (!isMemoryEffectFree(op))
    return refuseForm(op);
  if (llvm::all_of(op->getOperands(), [&](Value operand) {
        return getKind(operand) == LaneKind::Uniform;
      }))
    return success();
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumResults() != 1)
    return refuseForm(op);
  return classifyElementwise(op);
}

LogicalResult LaneAnalysis::run(bool strict) {
  kinds[loop.getInductionVar()] = LaneKind::Consecutive;
  // findReduction checks the operations that depend on iteration arguments.
  llvm::DenseSet<Value> dependent;
  for (Value carried : loop.getRegionIterArgs())
    if (!carried.use_empty())
      dependent.insert(carried);
  for (auto [carried, next] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues()))
    if (carried == next)
      dependent.erase(carried);
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (op.getNumRegions() == 0 &&
        llvm::any_of(op.getOperands(), [&](Value operand) {
          return dependent.contains(operand);
        })) {
      dependent.insert_range(op.getResults());
      continue;
    }
    if (failed(classify(&op)))
      return failure();
  }
  for (unsigned number : llvm::seq(loop.getNumRegionIterArgs())) {
    if (failed(findReduction(number, strict)))
      return failure();
    Value next = loop.getYieldedValues()[number];
    if (!getReduction(number) &&
        (getKind(next) != LaneKind::Uniform || dependent.contains(next)))
      return refuse(loop) << "iter_arg #" << number
                          << " is not a reduction, and the loop returns its "
                             "value in the last iteration";
  }
  return success();
}
