//===- GatheredElement.cpp - Indirect loads that can be prefetched --------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches indirect loads `a[crd[p]]` and collects the operations that compute
// their indices, which a prefetch repeats for a position ahead.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/ElementBytes.h"
#include "Analysis/IndirectLoads.h"
#include "Analysis/ReadOnlyArrays.h"
#include "Prefetching/GatherLoop.h"

#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;

/// The most bytes of a vector. Longer ones are no rows of a loop nest.
static constexpr int64_t kMaxRowBytes = 2048;
/// The most operations that compute an index, which a prefetch repeats.
static constexpr size_t kMaxComputed = 32;

GatheredElement::GatheredElement(Operation *load, Value array,
                                 OperandRange indices)
    : load(load), array(array), indices(indices),
      bytes(
          getPackedBytes(cast<MemRefType>(array.getType()).getElementType())) {}

bool GatheredElement::isOfResult() const {
  return array.getDefiningOp<memref::AllocOp>() &&
         llvm::any_of(array.getUsers(), llvm::IsaPred<func::ReturnOp>);
}

std::nullopt_t MissedLoads::add(const Twine &reason) {
  if (std::string text = reason.str(); !llvm::is_contained(reasons, text))
    reasons.push_back(std::move(text));
  return std::nullopt;
}

void MissedLoads::report() const {
  for (const std::string &reason : reasons)
    (void)reportMissed(loop, option, reason);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Whether a value is the induction variable of a loop, plus loop-invariant
/// values, or the least of that and loop-invariant values.
static bool isPosition(Value position, scf::ForOp loop) {
  while (Operation *op = position.getDefiningOp()) {
    if (!isa<arith::AddIOp, arith::MinSIOp>(op))
      return false;
    bool isOther = isLoopInvariant(loop, op->getOperand(0));
    if (!isOther && !isLoopInvariant(loop, op->getOperand(1)))
      return false;
    position = op->getOperand(isOther ? 1 : 0);
  }
  return position == loop.getInductionVar();
}

/// Whether an operation computes an index from others.
static bool isIndexComputation(Operation *op) {
  return isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::AddIOp,
             arith::MulIOp>(op);
}

namespace {
/// From what the index of a load is computed.
enum class Indirection {
  /// No element at a position.
  None,
  /// Elements at positions of arrays that the function writes only.
  WrittenCoordinates,
  /// Elements at positions, by more operations than `kMaxComputed`.
  TooLong,
  /// Coordinates that the function does not write.
  Coordinates
};
} // namespace

/// Collects the coordinates in a block from which the index of an element is
/// computed, at positions that pass a test, and the operations that compute it.
static Indirection
collectCoordinates(Block *block, llvm::function_ref<bool(Value)> isPosition,
                   GatheredElement &element) {
  SmallVector<Value> values(element.indices);
  bool areWritten = false;
  while (!values.empty()) {
    Operation *op = values.pop_back_val().getDefiningOp();
    if (!op || !block->findAncestorOpInBlock(*op))
      continue;
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (op->getBlock() != block || load.getIndices().size() != 1 ||
          !isPosition(load.getIndices().front()))
        continue;
      if (isReadOnly(load.getMemRef()))
        element.coordinates.insert(op);
      else
        areWritten = true;
    } else if (isIndexComputation(op) && element.computed.insert(op)) {
      llvm::append_range(values, op->getOperands());
      if (element.computed.size() > kMaxComputed)
        return Indirection::TooLong;
    }
  }
  if (!element.coordinates.empty())
    return Indirection::Coordinates;
  return areWritten ? Indirection::WrittenCoordinates : Indirection::None;
}

/// The number of lanes that a mask selects if these are the first ones; else
/// null.
static Value getNumLanes(Value mask) {
  auto compare = mask.getDefiningOp<arith::CmpIOp>();
  DenseIntElementsAttr steps;
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
      !matchPattern(compare.getLhs(), m_Constant(&steps)))
    return {};
  for (auto [number, step] : llvm::enumerate(steps.getValues<APInt>()))
    if (step != number)
      return {};
  auto count = compare.getRhs().getDefiningOp<vector::BroadcastOp>();
  return count && count.getSourceType().isIndex() ? count.getSource() : Value();
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Whether a loaded number is an index, as the bounds of segments are.
/// `prefetch_segments` prefetches those at which inner loops begin.
static bool isIndexLoad(Operation *op) {
  return isa<memref::LoadOp>(op) &&
         (op->getResult(0).getType().isIndex() ||
          llvm::any_of(
              op->getUsers(),
              llvm::IsaPred<arith::IndexCastOp, arith::IndexCastUIOp>));
}

/// The element that an operation loads, without its coordinates; nothing if the
/// operation is no load.
static std::optional<GatheredElement> getLoad(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return GatheredElement(op, load.getMemRef(), load.getIndices());
  if (auto load = dyn_cast<vector::LoadOp>(op)) {
    GatheredElement element(op, load.getBase(), load.getIndices());
    element.numElements = load.getVectorType().getNumElements();
    return element;
  }
  auto load = dyn_cast<vector::MaskedLoadOp>(op);
  if (!load)
    return std::nullopt;
  GatheredElement element(op, load.getBase(), load.getIndices());
  element.numElements = load.getVectorType().getNumElements();
  element.isMasked = true;
  element.count = getNumLanes(load.getMask());
  return element;
}

/// Why a load cannot be prefetched, whatever its coordinates are; empty if it
/// can.
static std::string whyNotPrefetched(const GatheredElement &element) {
  auto type = cast<MemRefType>(element.array.getType());
  std::string array = describeArray(element.array);
  if (isIndexLoad(element.load))
    return "the elements of " + array +
           " are indices, whose loads are not prefetched";
  if (element.isMasked && !element.count)
    return "the mask of the load from " + array +
           " is not known to select the first lanes only";
  if (type.getRank() != 1 || !type.getLayout().isIdentity())
    return array + " is multi-dimensional or has a non-identity layout";
  if (element.bytes == 0)
    return "the element type of " + array +
           " is not an integer or float type of 8, 16, 32 or 64 bits";
  if (element.numElements > kMaxRowBytes / element.bytes)
    return "the vector loaded from " + array + " exceeds " +
           std::to_string(kMaxRowBytes) + " bytes";
  if (!isReadOnly(element.array) && !element.isOfResult())
    return "the function may write " + array +
           " and does not allocate and return the array";
  return {};
}

/// The element that an operation of a loop loads indirectly. Nothing if it

std::optional<GatheredElement> weft::findElement(Operation &op, scf::ForOp loop,
                                                 MissedLoads &missed) {
  std::optional<GatheredElement> element = getLoad(&op);
  if (!element)
    return std::nullopt;
  auto isPositionOfLoop = [&](Value value) { return isPosition(value, loop); };
  Indirection indirection =
      collectCoordinates(loop.getBody(), isPositionOfLoop, *element);
  if (indirection == Indirection::None)
    return std::nullopt;
  if (std::string reason = whyNotPrefetched(*element); !reason.empty())
    return missed.add(reason);
  std::string array = describeArray(element->array);
  if (indirection == Indirection::WrittenCoordinates)
    return missed.add("the index array of the loads from " + array +
                      " may be written");
  if (indirection == Indirection::TooLong)
    return missed.add("more than " + Twine(kMaxComputed) +
                      " operations compute the index into " + array);
  return element;
}

std::optional<GatheredElement> weft::findVectorInBlock(Operation &op,
                                                       Block *block) {
  auto isVariable = [](Value position) {
    return !getConstantIntValue(position);
  };
  std::optional<GatheredElement> element = getLoad(&op);
  if (!element || element->isScalar() || !whyNotPrefetched(*element).empty() ||
      collectCoordinates(block, isVariable, *element) !=
          Indirection::Coordinates)
    return std::nullopt;
  return element;
}
