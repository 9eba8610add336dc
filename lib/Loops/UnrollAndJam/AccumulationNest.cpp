//===- AccumulationNest.cpp - Loops that go over an array in each step ----*-
//===//
// C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds sweeps by what they read and write.
//
//===----------------------------------------------------------------------===//

#include "UnrollAndJam/AccumulationNest.h"

#include "Analysis/ArrayOrigins.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

static bool isPlain(scf::ForOp loop) {
  return countsByOne(loop) && loop.getNumResults() == 0 && !hasLoopTags(loop);
}

/// The loop that each step of another ends with, if it is the only one; else
/// null.
static scf::ForOp getSweep(scf::ForOp around) {
  Block &body = *around.getBody();
  if (body.getOperations().size() < 2)
    return {};
  auto sweep = dyn_cast<scf::ForOp>(*std::prev(body.end(), 2));
  auto before = llvm::make_range(body.begin(), std::prev(body.end(), 2));
  bool onlyReads = llvm::all_of(before, [](Operation &op) {
    return op.getNumRegions() == 0 &&
           (isMemoryEffectFree(&op) || isa<memref::LoadOp>(op));
  });
  return sweep && onlyReads ? sweep : scf::ForOp();
}

/// Whether an access is at the variable of a sweep, or a distance behind it
/// that all sweeps have, which is given if there is any.
static bool isSwept(OperandRange indices, AccumulationNest &sweeps,
                    Value &offset) {
  Value variable = sweeps.sweep.getInductionVar();
  if (indices.size() != 1)
    return false;
  if (indices.front() == variable)
    return true;
  auto sum = indices.front().getDefiningOp<arith::AddIOp>();
  if (!sum || !llvm::is_contained(sum->getOperands(), variable))
    return false;
  offset = sum.getLhs() == variable ? sum.getRhs() : sum.getLhs();
  return sweeps.around.isDefinedOutsideOfLoop(offset);
}

/// Collects the arrays that sweeps store into. What they store is memory of the
/// function's own, of which all sweeps read and write the same elements.
static bool collectArrays(AccumulationNest &sweeps) {
  for (auto store : sweeps.sweep.getBody()->getOps<memref::StoreOp>()) {
    SweptArray swept{store.getMemRef(), getRoot(store.getMemRef()), {}};
    bool isNew = llvm::none_of(sweeps.arrays, [&](const SweptArray &other) {
      return other.root == swept.root;
    });
    auto type = cast<MemRefType>(swept.array.getType());
    if (!isNew || !isOwnMemory(swept.root) || !type.getLayout().isIdentity() ||
        !sweeps.around.isDefinedOutsideOfLoop(swept.array) ||
        !isSwept(store.getIndices(), sweeps, swept.offset))
      return false;
    sweeps.arrays.push_back(swept);
  }
  WalkResult result = sweeps.around.getBody()->walk([&](Operation *op) {
    Value array = getArray(op);
    const SweptArray *swept =
        array ? llvm::find_if(sweeps.arrays,
                              [&](const SweptArray &swept) {
                                return swept.root == getRoot(array);
                              })
              : sweeps.arrays.end();
    if (swept == sweeps.arrays.end() && array)
      return llvm::any_of(sweeps.arrays,
                          [&](const SweptArray &swept) {
                            return mayOverlap(swept.array, array);
                          })
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    if (swept == sweeps.arrays.end() || isa<memref::StoreOp>(op))
      return WalkResult::advance();
    Value offset;
    auto load = dyn_cast<memref::LoadOp>(op);
    return load && array == swept->array &&
                   load->getParentOp() == sweeps.sweep &&
                   isSwept(load.getIndices(), sweeps, offset) &&
                   offset == swept->offset
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !sweeps.arrays.empty() && !result.wasInterrupted();
}

/// Whether each sweep adds to what there is: one that just stores leaves
/// nothing to do for those before it, and tiles would write what none has.
static bool readsAll(AccumulationNest &sweeps) {
  return llvm::all_of(sweeps.arrays, [&](const SweptArray &swept) {
    return llvm::any_of(
        sweeps.sweep.getBody()->getOps<memref::LoadOp>(),
        [&](memref::LoadOp load) { return load.getMemRef() == swept.array; });
  });
}

/// Whether another thread may be at an element between those of two sweeps.
static bool isShared(scf::ForOp loop) {
  for (Operation *op = loop; op; op = op->getParentOp())
    if (isParallel(op))
      return true;
  return false;
}

/// Whether a loop stores one value into all elements that it goes over.
static bool fills(scf::ForOp loop, Value array) {
  auto store = dyn_cast<memref::StoreOp>(loop.getBody()->front());
  return isPlain(loop) && store && store.getMemRef() == array &&
         store.getIndices() == ValueRange(loop.getInductionVar()) &&
         loop.isDefinedOutsideOfLoop(store.getValueToStore()) &&
         store->getNextNode() == loop.getBody()->getTerminator();
}

/// What fills the array that is swept, if nothing looks at it in between.
static scf::ForOp findFill(const AccumulationNest &sweeps) {
  const SweptArray &swept = sweeps.arrays.front();
  if (sweeps.arrays.size() != 1 || swept.offset)
    return {};
  Operation *around = sweeps.around;
  while ((around = around->getPrevNode())) {
    auto load = dyn_cast<memref::LoadOp>(around);
    auto loop = dyn_cast<scf::ForOp>(around);
    if (loop && fills(loop, swept.array))
      return loop;
    bool isOther = load && getRoot(load.getMemRef()) != swept.root;
    if (!isOther && !isMemoryEffectFree(around))
      return {};
  }
  return {};
}

std::optional<AccumulationNest> weft::findAccumulationNest(scf::ForOp around) {
  AccumulationNest sweeps{around, {}, {}, {}};
  if (!isPlain(around) || isShared(around))
    return std::nullopt;
  sweeps.sweep = getSweep(around);
  if (!sweeps.sweep || !isPlain(sweeps.sweep) || !collectArrays(sweeps) ||
      !readsAll(sweeps))
    return std::nullopt;
  sweeps.fill = findFill(sweeps);
  return sweeps;
}

bool weft::isOfRows(scf::ForOp sweep, const LaneAnalysis &analysis) {
  return llvm::all_of(*sweep.getBody(), [&](Operation &op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!load && !store)
      return true;
    LaneKind kind =
        analysis.getAccessKind(load ? load.getIndices() : store.getIndices());
    // One number for all lanes may be of any type, as a complex one is.
    if (kind == LaneKind::Uniform)
      return true;
    Type element = cast<MemRefType>(getArray(&op).getType()).getElementType();
    return kind == LaneKind::Consecutive &&
           (element.isIndex() || element.getIntOrFloatBitWidth() % 8 == 0);
  });
}

bool weft::isScaled(Value value, scf::ForOp around) {
  Operation *op = value.getDefiningOp();
  if (!op || around.isDefinedOutsideOfLoop(value) ||
      !isa<arith::MulIOp, arith::AddIOp>(op))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return isScaled(operand, around) ||
           (isa<arith::MulIOp>(op) && operand == around.getInductionVar());
  });
}

void weft::leaveOut(scf::ForOp loop, Value first, Value last) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto getIndex = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(b, number);
  };
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value hasTiles =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, first, last);
  Value side = arith::SelectOp::create(b, hasTiles, getIndex(0), getIndex(1));
  auto sides = scf::ForOp::create(b, side, getIndex(2), getIndex(1));
  b.setInsertionPointToStart(sides.getBody());
  Value isBefore = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                         sides.getInductionVar(), getIndex(0));
  Value before = arith::MinSIOp::create(b, first, upper);
  Value behind = arith::MaxSIOp::create(b, last, lower);
  loop.setLowerBound(arith::SelectOp::create(b, isBefore, lower, behind));
  loop.setUpperBound(arith::SelectOp::create(b, isBefore, before, upper));
  loop->moveBefore(sides.getBody()->getTerminator());
}
