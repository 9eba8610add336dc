//===- StagedLoads.cpp - Loads that threads exchange ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is strip-mined into chunks of as many iterations as a warp has
// threads. Each thread loads the elements of one iteration of a chunk. In each
// step, as many iterations are executed as threads share the loop. Steps in
// which each of these has an iteration are unrolled, so that the loads of
// several iterations are in flight.
//
//===----------------------------------------------------------------------===//

#include "StagedLoads.h"

#include "Shuffles.h"

#include "weft/Support/IndexSum.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

/// The unroll factor of steps, and the largest number of operations of an
/// iteration that is unrolled.
static constexpr int64_t kUnrolledSteps = 4;
static constexpr size_t kMaxUnrolledOperations = 64;

namespace {
class StagedLoop {
public:
  StagedLoop(scf::ForOp loop, ArrayRef<memref::LoadOp> loads, WarpLanes lanes)
      : loop(loop), loads(loads), lanes(lanes), b(loop.getLoc(), loop) {}

  scf::ForOp rewrite();

private:
  using EmitBody =
      llvm::function_ref<SmallVector<Value>(Value number, ValueRange carried)>;

  scf::ForOp emitFor(Value begin, Value end, int64_t step, ValueRange inits,
                     EmitBody emitBody);
  /// Loads the elements of the iteration `own` of the loop.
  void emitLoads(Value own);
  /// Emits the iteration `number` of the chunk that starts at `begin`. Threads
  /// past the chunk have none if `isGuarded`.
  SmallVector<Value> emitIteration(Value begin, Value number, Value count,
                                   ValueRange carried, bool isGuarded);
  SmallVector<Value> emitSteps(Value begin, Value count, ValueRange inits);
  int64_t getNumUnrolled() const;

  Value emitIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }

  scf::ForOp loop;
  ArrayRef<memref::LoadOp> loads;
  WarpLanes lanes;
  ImplicitLocOpBuilder b;
  SmallVector<Value> elements;
};
} // namespace

scf::ForOp StagedLoop::emitFor(Value begin, Value end, int64_t step,
                               ValueRange inits, EmitBody emitBody) {
  OpBuilder::InsertionGuard guard(b);
  auto made = scf::ForOp::create(b, begin, end, emitIndex(step), inits);
  Block *body = made.getBody();
  if (body->mightHaveTerminator())
    body->getTerminator()->erase();
  b.setInsertionPointToEnd(body);
  SmallVector<Value> next =
      emitBody(made.getInductionVar(), made.getRegionIterArgs());
  scf::YieldOp::create(b, next);
  return made;
}

void StagedLoop::emitLoads(Value own) {
  for (memref::LoadOp load : loads) {
    IndexSum index = IndexSum::of(load.getIndices().front());
    Value sum = own;
    for (Value addend : index.addends)
      if (addend != loop.getInductionVar())
        sum = arith::AddIOp::create(b, sum, addend);
    if (index.constant != 0)
      sum = arith::AddIOp::create(b, sum, emitIndex(index.constant));
    elements.push_back(memref::LoadOp::create(b, load.getMemref(), sum));
  }
}

SmallVector<Value> StagedLoop::emitIteration(Value begin, Value number,
                                             Value count, ValueRange carried,
                                             bool isGuarded) {
  Value source = arith::IndexCastOp::create(b, b.getI32Type(), number);
  IRMapping mapping;
  for (auto [load, element] : llvm::zip_equal(loads, elements)) {
    memref::LoadOp replaced = load;
    mapping.map(replaced.getResult(),
                emitShuffle(b, element, source, lanes.warpSize,
                            mlir::gpu::ShuffleMode::IDX));
  }
  mapping.map(loop.getInductionVar(),
              arith::AddIOp::create(b, begin, number).getResult());
  mapping.map(loop.getRegionIterArgs(), carried);
  auto emitBody = [&] {
    for (Operation &op : loop.getBody()->without_terminator())
      if (!llvm::is_contained(loads, dyn_cast<memref::LoadOp>(&op)))
        b.clone(op, mapping);
    return llvm::map_to_vector(loop.getYieldedValues(), [&](Value value) {
      return mapping.lookupOrDefault(value);
    });
  };
  if (!isGuarded)
    return emitBody();
  // Threads without an iteration exchange elements as well.
  Value isInside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, number, count);
  auto branch = scf::IfOp::create(b, TypeRange(carried), isInside,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/!carried.empty());
  OpBuilder::InsertionGuard guard(b);
  if (carried.empty()) {
    b.setInsertionPoint(branch.thenYield());
    (void)emitBody();
    return {};
  }
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, carried);
  b.setInsertionPointToEnd(branch.thenBlock());
  SmallVector<Value> next = emitBody();
  scf::YieldOp::create(b, next);
  return llvm::to_vector_of<Value>(branch.getResults());
}

int64_t StagedLoop::getNumUnrolled() const {
  size_t size = 0;
  scf::ForOp op = loop;
  op.getBody()->walk([&](Operation *) { ++size; });
  return size > kMaxUnrolledOperations
             ? 1
             : std::min(kUnrolledSteps, lanes.warpSize / lanes.numLanes);
}

SmallVector<Value> StagedLoop::emitSteps(Value begin, Value count,
                                         ValueRange inits) {
  auto getNumber = [&](Value first, int64_t step) {
    if (step != 0)
      first = arith::AddIOp::create(b, first, emitIndex(step * lanes.numLanes));
    return lanes.lane ? arith::AddIOp::create(b, first, lanes.lane).getResult()
                      : first;
  };
  SmallVector<Value> carried(inits);
  Value first = emitIndex(0);
  if (int64_t unrolled = getNumUnrolled(); unrolled != 1) {
    int64_t size = unrolled * lanes.numLanes;
    Value whole = arith::AndIOp::create(b, count, emitIndex(-size));
    auto steps = emitFor(
        first, whole, size, carried, [&](Value number, ValueRange sums) {
          SmallVector<Value> next(sums);
          for (int64_t step : llvm::seq(unrolled))
            next = emitIteration(begin, getNumber(number, step), count, next,
                                 /*isGuarded=*/false);
          return next;
        });
    carried = llvm::to_vector_of<Value>(steps.getResults());
    first = whole;
  }
  auto rest =
      emitFor(first, count, lanes.numLanes, carried,
              [&](Value number, ValueRange sums) {
                return emitIteration(begin, getNumber(number, 0), count, sums,
                                     /*isGuarded=*/lanes.numLanes != 1);
              });
  return llvm::to_vector_of<Value>(rest.getResults());
}

scf::ForOp StagedLoop::rewrite() {
  Value end = loop.getUpperBound();
  Value last = arith::SubIOp::create(b, end, emitIndex(1));
  scf::ForOp chunks = emitFor(
      loop.getLowerBound(), end, lanes.warpSize, loop.getInits(),
      [&](Value begin, ValueRange carried) {
        Value own = arith::AddIOp::create(b, begin, lanes.thread);
        emitLoads(arith::MinSIOp::create(b, own, last));
        Value count = arith::MinSIOp::create(
            b, arith::SubIOp::create(b, end, begin), emitIndex(lanes.warpSize));
        return emitSteps(begin, count, carried);
      });
  loop.replaceAllUsesWith(chunks.getResults());
  loop.erase();
  return chunks;
}

scf::ForOp weft::gpu::stageLoads(scf::ForOp loop,
                                 ArrayRef<memref::LoadOp> loads,
                                 WarpLanes lanes) {
  return StagedLoop(loop, loads, lanes).rewrite();
}
