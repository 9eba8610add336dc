//===- LaunchArrays.cpp - Arrays that a launch accesses ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array that is only updated atomically needs no barrier.
//
//===----------------------------------------------------------------------===//

#include "LaunchArrays.h"

#include "LaunchShape.h"
#include "ThreadTiles.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

Value weft::gpu::getArray(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemRef();
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return store.getBase();
  if (auto update = dyn_cast<memref::AtomicRMWOp>(op))
    return update.getMemref();
  if (auto update = dyn_cast<memref::GenericAtomicRMWOp>(op))
    return update.getMemref();
  return Value();
}

bool weft::gpu::isAtomic(Operation *op) {
  return isa<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(op);
}

/// The innermost unit whose loop an operation is inside of. A loop of threads
/// that contains another one gives its iterations to different threads as well,
/// namely to groups of those of a warp.
static Unit getUnit(Operation *op) {
  Unit unit = Unit::Block;
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>()) {
    if (getGPUUnit(loop) == GPUUnit::Thread)
      return Unit::Thread;
    if (getGPUUnit(loop) && getGPUUnit(loop) != GPUUnit::Block)
      unit = Unit::Warp;
  }
  return unit;
}

LaunchArrays::LaunchArrays(mlir::gpu::LaunchOp launch) {
  llvm::DenseSet<Value> fromThreads, fromWarps, plain;
  launch.walk([&](Operation *op) {
    Value array = getArray(op);
    // What a thread allocates is its own.
    if (!array || array.getDefiningOp<memref::AllocaOp>())
      return;
    Unit unit = getUnit(op);
    if (!isa<memref::LoadOp>(op))
      written.insert(array);
    if (unit == Unit::Thread)
      fromThreads.insert(array);
    if (unit != Unit::Block)
      fromWarps.insert(array);
    if (!isAtomic(op))
      plain.insert(array);
  });
  for (Value array : written) {
    if (fromThreads.contains(array) && plain.contains(array))
      crossThread.insert(array);
    if (fromWarps.contains(array) && plain.contains(array))
      crossWarp.insert(array);
  }
}
