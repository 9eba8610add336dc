//===- LaneReductions.cpp - Horizontal reductions -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits horizontal reductions of one or several vectors. First, the registers
// of each vector are combined, then adjacent lanes, then pairs of these, and so
// on. The order does not depend on how many vectors are reduced together, so
// that results do not. Shuffles stay in chunks of 128 bits as long as possible,
// since x86 shuffles across chunks have a higher latency.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/LaneEmitter.h"
#include "Vectorization/VectorLoop.h"

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
        // A constant. The body that defines it may not dominate this point.
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

/// The bits of the chunks in which shuffles are fast: the width of an SSE or
/// NEON register, and of the lanes of AVX registers.
static constexpr int64_t kChunkBits = 128;

namespace {
/// Vectors that are reduced together to one, each lane of which has the result
/// of one of them.
class JointReduction {
public:
  JointReduction(OpBuilder &b, LaneEmitter &emitter,
                 const LaneReduction &reduction, ValueRange vectors);

  void combine();
  /// The result of a vector, by its number.
  Value emitExtract(int64_t number);

private:
  int64_t getNumLanes(size_t id = 0) const { return sources[id].size(); }
  /// Combines the selected lanes of one or two vectors with `others`, and
  /// stores the result as number `to`.
  void combinePair(size_t left, size_t right, size_t to,
                   ArrayRef<int64_t> lanes, ArrayRef<int64_t> others);
  /// Combines adjacent lanes in each chunk of two vectors. Each chunk of the
  /// result has the sums of the left one before those of the right one.
  void combineNeighbors(size_t left, size_t right, size_t to);
  /// Combines each lane of the only vector with the lane at a distance in the
  /// same chunk, so that both have the sum.
  void combineAt(int64_t distance);
  /// Combines the first half of each `length` lanes with the second half.
  void combineHalves(size_t left, size_t right, size_t to, int64_t length);
  /// Applies a function to pairs of adjacent vectors, each of which becomes
  /// one, or to the only vector.
  void joinPairs(llvm::function_ref<void(size_t, size_t, size_t)> join);

  OpBuilder &b;
  LaneEmitter &emitter;
  const LaneReduction &reduction;
  Location loc;
  /// The lanes of a register, and of a chunk.
  int64_t registerLanes, chunk;
  SmallVector<Value> vectors;
  /// For each lane of each vector, the number of the vector that it is a sum
  /// of.
  SmallVector<SmallVector<int64_t>> sources;
};
} // namespace

/// The lanes that fit into `bits`, a power of two, at most `numLanes`.
static int64_t getLanes(int64_t bits, int64_t laneBits, int64_t numLanes) {
  return std::min<int64_t>(numLanes, llvm::bit_floor<uint64_t>(std::max(
                                         bits / laneBits, int64_t(1))));
}

JointReduction::JointReduction(OpBuilder &b, LaneEmitter &emitter,
                               const LaneReduction &reduction,
                               ValueRange vectors)
    : b(b), emitter(emitter), reduction(reduction),
      loc(reduction.ops.back()->getLoc()), vectors(vectors) {
  auto type = cast<VectorType>(vectors.front().getType());
  Type element = type.getElementType();
  int64_t bits = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                   : element.getIntOrFloatBitWidth();
  registerLanes = getLanes(8 * kVectorBytes, bits, type.getNumElements());
  chunk = getLanes(kChunkBits, bits, type.getNumElements());
  for (int64_t number : llvm::seq<int64_t>(vectors.size()))
    sources.emplace_back(type.getNumElements(), number);
}

void JointReduction::combinePair(size_t left, size_t right, size_t to,
                                 ArrayRef<int64_t> lanes,
                                 ArrayRef<int64_t> others) {
  auto shuffle = [&](ArrayRef<int64_t> chosen) -> Value {
    return vector::ShuffleOp::create(b, loc, vectors[left], vectors[right],
                                     chosen);
  };
  SmallVector<int64_t> numbers(sources[left]);
  llvm::append_range(numbers, sources[right]);
  vectors[to] = emitter.emitCombine(reduction, shuffle(lanes), shuffle(others));
  sources[to] =
      llvm::map_to_vector(lanes, [&](int64_t lane) { return numbers[lane]; });
}

void JointReduction::combineNeighbors(size_t left, size_t right, size_t to) {
  SmallVector<int64_t> lanes, others;
  for (int64_t first = 0; first != getNumLanes(); first += chunk)
    for (int64_t begin : {first, getNumLanes() + first})
      for (int64_t lane = begin; lane != begin + chunk; lane += 2) {
        lanes.push_back(lane);
        others.push_back(lane + 1);
      }
  combinePair(left, right, to, lanes, others);
}

void JointReduction::combineAt(int64_t distance) {
  auto others = llvm::map_to_vector(
      llvm::seq(getNumLanes()), [&](int64_t lane) { return lane ^ distance; });
  Value &vector = vectors.front();
  vector = emitter.emitCombine(
      reduction, vector,
      vector::ShuffleOp::create(b, loc, vector, vector, others));
}

void JointReduction::combineHalves(size_t left, size_t right, size_t to,
                                   int64_t length) {
  int64_t numRead = getNumLanes(left) * (left == right ? 1 : 2);
  SmallVector<int64_t> lanes, others;
  for (int64_t first = 0; first != numRead; first += length)
    for (int64_t lane : llvm::seq(first, first + length / 2)) {
      lanes.push_back(lane);
      others.push_back(lane + length / 2);
    }
  combinePair(left, right, to, lanes, others);
}

void JointReduction::joinPairs(
    llvm::function_ref<void(size_t, size_t, size_t)> join) {
  if (vectors.size() == 1)
    return join(0, 0, 0);
  for (size_t id = 0, e = vectors.size(); id != e; id += 2)
    join(id, id + 1, id / 2);
  vectors.truncate(vectors.size() / 2);
  sources.truncate(vectors.size());
}

void JointReduction::combine() {
  // A vector of several registers becomes one register first.
  int64_t length = getNumLanes();
  for (; length > registerLanes; length /= 2)
    for (size_t id : llvm::seq(vectors.size()))
      combineHalves(id, id, id, length);
  int64_t distance = 1;
  for (int64_t left = chunk; left != 1; left /= 2)
    if (vectors.size() != 1) {
      joinPairs([&](size_t left, size_t right, size_t to) {
        combineNeighbors(left, right, to);
      });
    } else {
      combineAt(distance);
      distance *= 2;
    }
  for (; length > chunk; length /= 2)
    joinPairs([&](size_t left, size_t right, size_t to) {
      combineHalves(left, right, to, length);
    });
  assert(vectors.size() == 1 && "more vectors than lanes of a register");
}

Value JointReduction::emitExtract(int64_t number) {
  const auto *lane = llvm::find(sources.front(), number);
  return vector::ExtractOp::create(
      b, loc, vectors.front(),
      static_cast<int64_t>(lane - sources.front().begin()));
}

SmallVector<Value> LaneEmitter::emitJointly(const LaneReduction &reduction,
                                            ValueRange vectors) {
  JointReduction joint(b, *this, reduction, vectors);
  joint.combine();
  return llvm::map_to_vector(
      llvm::seq<int64_t>(vectors.size()),
      [&](int64_t number) { return joint.emitExtract(number); });
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

/// Whether two reductions have the same operation.
static bool haveSameOp(const LaneReduction &left, const LaneReduction &right) {
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
  // Each result needs a lane of a register.
  bool isJoint = count > 1 && count <= lanes &&
                 count * analysis.getWidth() <= kVectorBytes &&
                 llvm::isPowerOf2_64(count) &&
                 llvm::all_of(reductions, [&](const LaneReduction *reduction) {
                   return haveSameOp(*reduction, *reductions.front());
                 });
  if (!isJoint)
    return llvm::map_to_vector(
        llvm::zip_equal(reductions, vectors), [&](auto pair) {
          return emitReduce(*std::get<0>(pair), std::get<1>(pair));
        });
  return emitJointly(*reductions.front(), vectors);
}
