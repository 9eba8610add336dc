//===- PrefetchSegments.cpp - What segments have is loaded ahead ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over segments that follow each other read arrays from their beginning
// to their end, and processors load ahead what is read so, but not far, and not
// into the nearest cache. What a coordinate leads to waits for it. So vectors
// ask for what the segments after the next few have.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

namespace weft {
#define GEN_PASS_DEF_PREFETCHSEGMENTS
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// How many elements ahead: as many as loops take from a near cache while a far
/// one, or memory, answers.
static constexpr int64_t kDistance = 512;
/// From how many bytes on a step of a loop asks for what is ahead of it. One
/// that reads less would ask for a line again and again.
static constexpr int64_t kMinStepBytes = 32;

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// What a number is before it was cast.
static Value skipCasts(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_present<arith::IndexCastOp, arith::IndexCastUIOp>(op)
             ? op->getOperand(0)
             : value;
}

/// Whether a value grows by one from one iteration of a loop to the next: it is
/// the variable of the loop, to which something may be added that the loop does
/// not change.
static bool countsIterations(Value value) {
  if (auto sum = value.getDefiningOp<arith::AddIOp>()) {
    auto counts = [](Value term, Value other) {
      auto loop = dyn_cast<scf::ForOp>(term.getParentBlock()->getParentOp());
      return loop && loop.isDefinedOutsideOfLoop(other) &&
             countsIterations(term);
    };
    return counts(sum.getLhs(), sum.getRhs()) ||
           counts(sum.getRhs(), sum.getLhs());
  }
  auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
  return loop && value == loop.getInductionVar() &&
         getConstantIntValue(loop.getStep()) == 1;
}

/// Whether a value is where a segment begins, and the segment of the next
/// iteration begins where this one ends.
static bool beginsSegment(Value value) {
  auto load = skipCasts(value).getDefiningOp<memref::LoadOp>();
  return load && load.getMemRefType().getRank() == 1 &&
         countsIterations(load.getIndices().front());
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

/// The array that an operation reads in a row from an index on; null if it does
/// something else.
static Value getArrayReadAt(Operation *op, Value index) {
  auto load = dyn_cast<vector::LoadOp>(op);
  return load && load.getIndices().size() == 1 &&
                 load.getIndices().front() == index
             ? load.getBase()
             : Value();
}

/// How many bytes of an array two steps of a loop are apart.
static int64_t getStepBytes(scf::ForOp loop, Value array) {
  Type element = cast<MemRefType>(array.getType()).getElementType();
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  return step && element.isIntOrFloat()
             ? *step * element.getIntOrFloatBitWidth() / 8
             : 0;
}

/// Whether an array is an operand: what is assembled here is near.
static bool isOperand(Value array) {
  return isa<BlockArgument>(array) &&
         isa<func::FuncOp>(array.getParentBlock()->getParentOp());
}

/// The operands of which each step of a loop reads a vector.
static SmallVector<Value> findStreams(scf::ForOp loop) {
  llvm::SmallSetVector<Value, 4> streams;
  for (Operation *user : loop.getInductionVar().getUsers()) {
    Value array = getArrayReadAt(user, loop.getInductionVar());
    if (array && isOperand(array) && getStepBytes(loop, array) >= kMinStepBytes)
      streams.insert(array);
  }
  // Users are in no order.
  SmallVector<Value> ordered = streams.takeVector();
  llvm::sort(ordered, [](Value left, Value right) {
    return cast<BlockArgument>(left).getArgNumber() <
           cast<BlockArgument>(right).getArgNumber();
  });
  return ordered;
}

//===----------------------------------------------------------------------===//
// Asking for it
//===----------------------------------------------------------------------===//

/// Has each step of a loop load ahead what the loops after it will read.
static void prefetch(scf::ForOp loop, ArrayRef<Value> streams) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop.getContext());
  b.setInsertionPointToStart(loop.getBody());
  Value ahead = arith::AddIOp::create(
      b, loop.getInductionVar(), arith::ConstantIndexOp::create(b, kDistance));
  for (Value array : streams)
    memref::PrefetchOp::create(b, array, ahead, /*isWrite=*/false,
                               /*localityHint=*/3, /*isDataCache=*/true);
}

namespace {
struct PrefetchSegments : weft::impl::PrefetchSegmentsBase<PrefetchSegments> {
  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) {
      if (!beginsSegment(loop.getLowerBound()))
        return;
      SmallVector<Value> streams = findStreams(loop);
      if (!streams.empty())
        prefetch(loop, streams);
    });
  }
};
} // namespace
