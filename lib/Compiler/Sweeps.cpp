//===- Sweeps.cpp - Loops that go over an array in each step ----*- C++ -*-===//
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

#include "Sweeps.h"

#include "BlockLoops.h"
#include "VectorTile.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

static bool isPlain(scf::ForOp loop) {
  return countsByOne(loop) && loop.getNumResults() == 0 &&
         loop->getDiscardableAttrs().empty();
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
static bool isSwept(OperandRange indices, Sweeps &sweeps, Value &offset) {
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
static bool collectArrays(Sweeps &sweeps) {
  for (auto store : sweeps.sweep.getBody()->getOps<memref::StoreOp>()) {
    SweptArray swept{store.getMemRef(), getRoot(store.getMemRef()), {}};
    bool isNew = llvm::none_of(sweeps.arrays, [&](const SweptArray &other) {
      return other.root == swept.root;
    });
    if (!isNew || !isOwnMemory(swept.root) ||
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
static bool readsAll(Sweeps &sweeps) {
  return llvm::all_of(sweeps.arrays, [&](const SweptArray &swept) {
    return llvm::any_of(
        sweeps.sweep.getBody()->getOps<memref::LoadOp>(),
        [&](memref::LoadOp load) { return load.getMemRef() == swept.array; });
  });
}

/// Whether another thread may be at an element between those of two sweeps.
static bool isShared(scf::ForOp loop) {
  for (Operation *op = loop; op; op = op->getParentOp())
    if (op->hasAttr(kParallelAttr))
      return true;
  return false;
}

std::optional<Sweeps> weft::findSweeps(scf::ForOp around) {
  Sweeps sweeps{around, {}, {}};
  if (!isPlain(around) || isShared(around))
    return std::nullopt;
  sweeps.sweep = getSweep(around);
  if (!sweeps.sweep || !isPlain(sweeps.sweep) || !collectArrays(sweeps) ||
      !readsAll(sweeps))
    return std::nullopt;
  return sweeps;
}
