//===- SharedLoops.cpp - Loops that the threads of a unit share -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A store at an index that is the induction variable plus loop-invariant values
// writes another element in each iteration.
//
//===----------------------------------------------------------------------===//

#include "SharedLoops.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/IndexSum.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

/// Whether threads take the iterations of a loop, or of one around it.
static bool isOfThreads(scf::ForOp loop) {
  for (; loop; loop = loop->getParentOfType<scf::ForOp>())
    if (getGPUUnit(loop) == GPUUnit::Thread)
      return true;
  return false;
}

/// Whether an index differs in all iterations of a loop.
static bool isOwnIndex(Value index, scf::ForOp loop) {
  IndexSum sum = IndexSum::of(index);
  return llvm::count(sum.addends, loop.getInductionVar()) == 1 &&
         llvm::all_of(sum.addends, [&](Value addend) {
           return addend == loop.getInductionVar() ||
                  loop.isDefinedOutsideOfLoop(addend);
         });
}

/// Whether the iterations of a loop are independent, and store something.
static bool isStoreLoop(scf::ForOp loop) {
  llvm::SmallPtrSet<void *, 4> stored, loaded;
  auto getKey = [](Value array) { return array.getAsOpaquePointer(); };
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (!loop.isDefinedOutsideOfLoop(store.getMemRef()) ||
          store.getIndices().size() != 1 ||
          !isOwnIndex(store.getIndices().front(), loop) ||
          !stored.insert(getKey(store.getMemRef())).second)
        return false;
    } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
      loaded.insert(getKey(load.getMemRef()));
    } else if (op.getNumRegions() != 0 || !isPure(&op)) {
      return false;
    }
  }
  return !stored.empty() && llvm::none_of(stored, [&](void *array) {
    return loaded.contains(array);
  });
}

void weft::gpu::shareStoreLoops(mlir::gpu::LaunchOp launch) {
  launch.walk([](scf::ForOp loop) {
    if (getGPUUnit(loop) || loop.getNumResults() != 0 ||
        loop.getUnsignedCmp() || isOfThreads(loop) || !isStoreLoop(loop))
      return;
    reportPassed(loop, "map_to_gpu",
                 "threads share the iterations of the loop");
    updateLoopInfo(loop, [](LoopInfo &info) { info.gpu = GPUUnit::Thread; });
  });
}
