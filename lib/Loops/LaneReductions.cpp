//===- LaneReductions.cpp - What lanes combine to ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes are combined by halves, those of several vectors together, in an order
// that does not depend on how many there are.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace weft;

Value weft::copyTo(OpBuilder &b, Operation *op, ValueRange operands) {
  Type type = op->getResult(0).getType();
  for (Value operand : operands)
    if (auto vector = dyn_cast<VectorType>(operand.getType()))
      type = vector.clone(op->getResult(0).getType());
  Operation *copy = Operation::create(
      op->getLoc(), op->getName(), type, operands, NamedAttrList(),
      op->getPropertiesStorage(), BlockRange(), /*numRegions=*/0);
  return b.insert(copy)->getResult(0);
}

Value LaneEmitter::emitCombine(const LaneReduction &reduction, Value left,
                               Value right) {
  IRMapping mapping;
  mapping.map(reduction.carried, left);
  mapping.map(reduction.value, right);
  auto vector = dyn_cast<VectorType>(left.getType());
  for (Operation *op : reduction.ops) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      Value mapped = mapping.lookupOrNull(operand);
      if (!mapped) {
        // A constant, perhaps of the body, which this is perhaps behind.
        mapped = b.clone(*operand.getDefiningOp())->getResult(0);
        if (vector)
          mapped = vector::BroadcastOp::create(
              b, op->getLoc(), vector.clone(operand.getType()), mapped);
      }
      operands.push_back(mapped);
    }
    mapping.map(op->getResult(0), copyTo(b, op, operands));
  }
  return mapping.lookup(reduction.ops.back()->getResult(0));
}

/// Combines the first halves of all pieces of vectors, which have the same
/// length, with the second halves.
static Value combineHalves(OpBuilder &b, LaneEmitter &emitter,
                           const LaneReduction &reduction, Value left,
                           Value right, int64_t length) {
  int64_t numLanes = cast<VectorType>(left.getType()).getNumElements();
  int64_t numRead = left == right ? numLanes : 2 * numLanes;
  SmallVector<int64_t> lower, upper;
  for (int64_t piece = 0; piece != numRead; piece += length)
    for (int64_t lane : llvm::seq(piece, piece + length / 2)) {
      lower.push_back(lane);
      upper.push_back(lane + length / 2);
    }
  Location loc = reduction.ops.back()->getLoc();
  return emitter.emitCombine(
      reduction, vector::ShuffleOp::create(b, loc, left, right, lower),
      vector::ShuffleOp::create(b, loc, left, right, upper));
}

SmallVector<Value> LaneEmitter::emitJointly(const LaneReduction &reduction,
                                            ValueRange vectors) {
  SmallVector<Value> joint(vectors);
  int64_t length = lanes;
  // Neighbors become one vector, which has a piece of each.
  for (; joint.size() != 1; joint.truncate(joint.size() / 2), length /= 2)
    for (size_t id = 0, e = joint.size() / 2; id != e; ++id)
      joint[id] = combineHalves(b, *this, reduction, joint[2 * id],
                                joint[2 * id + 1], length);
  Value sums = joint.front();
  for (; length != 1; length /= 2)
    sums = combineHalves(b, *this, reduction, sums, sums, length);
  return llvm::map_to_vector(
      llvm::seq<int64_t>(0, vectors.size()), [&](int64_t number) -> Value {
        return vector::ExtractOp::create(b, reduction.ops.back()->getLoc(),
                                         sums, number);
      });
}

Value LaneEmitter::emitCombineMasked(const LaneReduction &reduction,
                                     Value carried) {
  Value combined = emitCombine(reduction, carried, getVector(reduction.value));
  if (!mask)
    return combined;
  return arith::SelectOp::create(b, combined.getLoc(), mask, combined, carried);
}

Value LaneEmitter::emitReduce(const LaneReduction &reduction, Value vector) {
  return emitJointly(reduction, vector).front();
}

Value LaneEmitter::emitMasked(Value value, Value otherwise) {
  Value vector = getVector(value);
  return arith::SelectOp::create(b, value.getLoc(), emitMask(value.getLoc()),
                                 vector, otherwise);
}

/// Whether two reductions combine in the same way.
static bool areAlike(const LaneReduction &left, const LaneReduction &right) {
  if (left.ops.size() != 1 || right.ops.size() != 1)
    return false;
  Operation *first = left.ops.front(), *second = right.ops.front();
  return first->getName() == second->getName() &&
         first->getResultTypes() == second->getResultTypes() &&
         first->getAttrDictionary() == second->getAttrDictionary();
}

SmallVector<Value>
LaneEmitter::emitReductions(ArrayRef<const LaneReduction *> reductions,
                            ValueRange vectors) {
  int64_t count = reductions.size();
  bool isJoint = count > 1 && count <= lanes && llvm::isPowerOf2_64(count) &&
                 llvm::all_of(reductions, [&](const LaneReduction *reduction) {
                   return areAlike(*reduction, *reductions.front());
                 });
  if (!isJoint)
    return llvm::map_to_vector(
        llvm::zip_equal(reductions, vectors), [&](auto pair) {
          return emitReduce(*std::get<0>(pair), std::get<1>(pair));
        });
  return emitJointly(*reductions.front(), vectors);
}
