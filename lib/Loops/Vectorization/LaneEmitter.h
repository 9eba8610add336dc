//===- LaneEmitter.h - Emits vector operations ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits consecutive iterations of a loop as operations on vectors.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_LANEEMITTER_H
#define WEFT_LIB_LOOPS_VECTORIZATION_LANEEMITTER_H

#include "Vectorization/LaneAnalysis.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Emits vectors of `lanes` iterations of an analyzed loop.
class LaneEmitter {
public:
  /// `first` maps values that are defined outside of the loop.
  LaneEmitter(mlir::OpBuilder &builder, const LaneAnalysis &analysis,
              int64_t lanes, mlir::IRMapping first = {})
      : b(builder), analysis(analysis), lanes(lanes), first(std::move(first)) {}

  /// Whether a mask can disable lanes: the loop has no results, its operations
  /// can be speculated, and its accesses can be masked.
  static bool canMask(mlir::scf::ForOp loop, const LaneAnalysis &analysis);
  /// The same for a loop whose reductions apply the mask themselves.
  static bool canMaskSteps(mlir::scf::ForOp loop, const LaneAnalysis &analysis);
  /// The same for a loop that stores nothing and gathers nothing.
  static bool canMaskRows(mlir::scf::ForOp loop, const LaneAnalysis &analysis);
  /// Masks the lanes from number `count` on. If `isShort`, the count is between
  /// zero and the number of lanes, which allows a cheaper mask.
  void setCount(mlir::Location loc, mlir::Value count, bool isShort = false);
  /// Replaces gathers by scalar loads. The index of each is recomputed from
  /// scalars, so that no lanes are extracted from vectors.
  void loadVectors() { loadsLanes = true; }
  /// Replaces the accesses of an array, which all use the same vector of it, by
  /// a value.
  void keep(mlir::Value array, mlir::Value vector) { kept[array] = vector; }
  /// The value of that vector after the emitted iterations.
  mlir::Value getKept(mlir::Value array) const { return kept.lookup(array); }
  /// Replaces gathers of an array by scalar loads. Masked lanes load element 0,
  /// so that the array must not be empty.
  void loadScalars(mlir::Value array) { singles.insert(array); }
  /// Prefetches so many elements ahead of a contiguous load, into L2: scalar
  /// loads use L1.
  void prefetch(mlir::memref::LoadOp load, int64_t distance) {
    distances[load] = distance;
  }

  /// Tags inner loops to be unrolled by a factor.
  void unroll(int64_t factor) { numUnrolled = factor; }

  /// Emits one iteration per lane, the first one with the induction variable
  /// `begin`, without the operations of reductions.
  void emitStep(mlir::scf::ForOp loop, mlir::Value begin);

  /// The value of a scalar of the body in the first lane, and a vector of its
  /// values in all lanes.
  mlir::Value getFirst(mlir::Value value) const {
    return first.lookupOrDefault(value);
  }
  mlir::Value getVector(mlir::Value value);

  /// The same vector, with the lanes of another vector where the mask is unset.
  mlir::Value emitMasked(mlir::Value value, mlir::Value otherwise);

  /// Combines two scalars, or two vectors lane by lane.
  mlir::Value emitCombine(const LaneReduction &reduction, mlir::Value left,
                          mlir::Value right);
  /// Combines the values of an iteration into an accumulator vector, except in
  /// masked lanes.
  mlir::Value emitCombineMasked(const LaneReduction &reduction,
                                mlir::Value carried);
  /// Emits the horizontal reduction of a vector, adjacent lanes first.
  mlir::Value emitReduce(const LaneReduction &reduction, mlir::Value vector);
  /// Emits the horizontal reduction of each vector. Vectors of the same
  /// operation share their shuffles.
  llvm::SmallVector<mlir::Value>
  emitReductions(llvm::ArrayRef<const LaneReduction *> reductions,
                 mlir::ValueRange vectors);

private:
  /// Emits the horizontal reductions of vectors, a power of two and at most as
  /// many as lanes, in the order of `emitReduce`.
  llvm::SmallVector<mlir::Value> emitJointly(const LaneReduction &reduction,
                                             mlir::ValueRange vectors);
  mlir::VectorType getVectorType(mlir::Type element) const {
    return mlir::VectorType::get(lanes, element);
  }
  void emitBlock(mlir::Block &block);
  void emitLoop(mlir::scf::ForOp loop);
  void emitBranch(mlir::scf::IfOp branch);
  /// Whether a block has gathers that become scalar loads.
  bool loadsSingly(mlir::Block &block) const;
  /// Emits a branch whose condition is uniform.
  void emitSharedBranch(mlir::scf::IfOp branch);
  /// Emits a block with a mask.
  void emitMaskedBlock(mlir::Block &block, mlir::Value condition);
  /// Emits both regions of a branch with masks, and selects their results.
  llvm::SmallVector<mlir::Value> emitChoice(mlir::scf::IfOp branch,
                                            mlir::Value condition);
  /// A value as a scalar or a vector, by the kind of `target`.
  mlir::Value getAs(mlir::Value target, mlir::Value value);
  void mapTo(mlir::Value target, mlir::Value value);
  mlir::Value emitLoad(mlir::memref::LoadOp load);
  /// Emits scalar loads with recomputed indices.
  mlir::Value emitLaneLoads(mlir::memref::LoadOp load);
  /// Recomputes the value of a scalar of the body in one lane.
  mlir::Value emitLane(mlir::Value value, int64_t lane,
                       mlir::IRMapping &mapping);
  /// Emits scalar loads with indices that are extracted from a vector.
  mlir::Value emitSingles(mlir::memref::LoadOp load);
  void emitStore(mlir::memref::StoreOp store);
  /// The mask; all true if no lane is masked.
  mlir::Value emitMask(mlir::Location loc);
  mlir::Value emitLaneNumbers(mlir::Location loc);

  mlir::OpBuilder &b;
  const LaneAnalysis &analysis;
  int64_t lanes;
  bool loadsLanes = false;
  /// Null if no lane is masked.
  mlir::Value mask;
  mlir::IRMapping first;
  llvm::DenseMap<mlir::Value, mlir::Value> vectors;
  /// The vectors that replace accesses of arrays.
  llvm::DenseMap<mlir::Value, mlir::Value> kept;
  llvm::DenseSet<mlir::Value> singles;
  llvm::DenseMap<mlir::Operation *, int64_t> distances;
  int64_t numUnrolled = 1;
};

/// Emits an elementwise operation with other operands and the same properties,
/// as fast-math flags. Discardable attributes do not hold for vectors.
mlir::Value copyTo(mlir::OpBuilder &b, mlir::Operation *op,
                   mlir::ValueRange operands);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_LANEEMITTER_H
