//===- ThreadTiles.h - Full tiles of iterations of threads ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of threads over a full tile gives each thread of a warp one iteration,
// so that all of them execute its body together. Accesses of adjacent elements
// become vector loads and stores there, and loads at the induction variable of
// an inner loop are staged: each thread loads one element, and the threads
// exchange them by shuffles.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_THREADTILES_H
#define WEFT_GPU_THREADTILES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace weft {
struct IndexSum;

namespace gpu {

/// Whether threads that share an iteration of a loop of threads run a loop
/// inside of it.
bool hasThreadsInside(mlir::scf::ForOp loop);

/// A loop whose loads are staged, and which those are.
using StagedLoops =
    llvm::MapVector<mlir::Operation *, llvm::SmallVector<mlir::memref::LoadOp>>;

/// The body of a loop of threads, and how it is rewritten where all threads of
/// a warp execute it.
class ThreadTile {
public:
  /// `written` has the arrays that the launch writes. `numLanes` threads share
  /// an iteration.
  ThreadTile(mlir::scf::ForOp loop, mlir::gpu::LaunchOp launch,
             const llvm::DenseSet<mlir::Value> &written, int64_t numLanes);

  /// Whether the body has vector loads or staged loads in a full tile. Vector
  /// stores alone are not worth a version.
  bool hasGain() const { return !groups.empty() || !staged.empty(); }
  /// Emits whether the addresses of vector loads are aligned; null if there is
  /// nothing to check.
  mlir::Value emitAlignment();
  /// Clones the body for one iteration, with vector loads and stores. Gives the
  /// loops of the clone whose loads are to be staged.
  StagedLoops cloneBody(mlir::ImplicitLocOpBuilder &b, mlir::Value iteration);

private:
  void findGroups(mlir::Block &block);
  void addGroups(llvm::ArrayRef<mlir::memref::LoadOp> loads,
                 llvm::ArrayRef<int64_t> offsets);
  /// Finds stores of one thread to elements that follow each other, with
  /// nothing in between that accesses what the launch writes.
  void findStores(mlir::Block &block);
  void addStores(llvm::ArrayRef<mlir::memref::StoreOp> stores);
  void findStaged(mlir::Block &block);
  /// Whether the threads that share an iteration load whole sectors of memory.
  bool isCoalesced(mlir::Type element) const;
  /// Whether a value is the same in all threads.
  bool isUniform(mlir::Value value);
  /// Whether a value is a multiple of a number if `conditions` are, too.
  bool isMultiple(mlir::Value value, int64_t factor,
                  llvm::SmallVectorImpl<mlir::Value> &conditions);
  bool isMultiple(const IndexSum &index, int64_t factor,
                  llvm::SmallVectorImpl<mlir::Value> &conditions);

  mlir::scf::ForOp loop;
  mlir::gpu::LaunchOp launch;
  const llvm::DenseSet<mlir::Value> &written;
  int64_t numLanes;
  /// Loads of elements that follow each other, and stores to such elements.
  llvm::SmallVector<llvm::SmallVector<mlir::memref::LoadOp>> groups;
  llvm::SmallVector<llvm::SmallVector<mlir::memref::StoreOp>> storeGroups;
  /// Values outside of the launch that are to be multiples of a number, and
  /// arrays that are to begin at a multiple of as many bytes.
  llvm::MapVector<std::pair<mlir::Value, int64_t>, bool> multiples;
  StagedLoops staged;
};

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_THREADTILES_H
