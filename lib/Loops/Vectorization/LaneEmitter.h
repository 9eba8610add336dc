//===- LaneEmitter.h - Operations on lanes ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits what a loop does in some iterations after each other as operations on
// vectors.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_LANEEMITTER_H
#define WEFT_LIB_LOOPS_VECTORIZATION_LANEEMITTER_H

#include "Vectorization/LaneAnalysis.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

class LaneEmitter {
public:
  /// What a step uses of around its loop is as `first` says.
  LaneEmitter(mlir::OpBuilder &builder, const LaneAnalysis &analysis,
              int64_t lanes, mlir::IRMapping first = {})
      : b(builder), analysis(analysis), lanes(lanes), first(std::move(first)) {}

  /// Whether lanes can be left out: they combine nothing, what they compute
  /// from nothing does no harm, and arrays are accessed by vectors whose lanes
  /// processors can mask.
  static bool canMask(mlir::scf::ForOp loop, const LaneAnalysis &analysis);
  /// The same, if what lanes combine leaves them out as well.
  static bool canMaskSteps(mlir::scf::ForOp loop, const LaneAnalysis &analysis);
  /// Whether lanes can be left out of what a loop combines: it just reads, and
  /// what lies in a row.
  static bool canMaskRows(mlir::scf::ForOp loop, const LaneAnalysis &analysis);
  /// Leaves out the lanes from number `count` on, which is not negative and no
  /// more than there are if it `isShort`.
  void setCount(mlir::Location loc, mlir::Value count, bool isShort = false);
  /// Gathers by single loads. The index of each is computed by itself, of
  /// elements in a row that are loaded by themselves as well.
  void loadLanes() { loadsLanes = true; }
  /// Has a vector instead of the elements of an array, all of whose accesses
  /// are at one place.
  void keep(mlir::Value array, mlir::Value vector) { kept[array] = vector; }
  /// What the steps have made of that.
  mlir::Value getKept(mlir::Value array) const { return kept.lookup(array); }
  /// Loads what would be gathered of an array lane by lane. It has an element,
  /// which lanes load that are left out.
  void loadSingly(mlir::Value array) { singles.insert(array); }
  /// Has a load of elements in a row ask for what is so many elements ahead, to
  /// come to the second cache: the first one is left to what is loaded singly.
  void prefetch(mlir::memref::LoadOp load, int64_t distance) {
    distances[load] = distance;
  }

  /// Marks the loops inside so that several of their steps become one.
  void unroll(int64_t factor) { numUnrolled = factor; }

  /// Emits one iteration per lane, of which the first is `begin`, up to what
  /// they combine.
  void emitStep(mlir::scf::ForOp loop, mlir::Value begin);

  /// The value of a scalar of the body in the first lane, and in all of them.
  mlir::Value getFirst(mlir::Value value) const {
    return first.lookupOrDefault(value);
  }
  mlir::Value getVector(mlir::Value value);

  /// The same, but for another vector in the lanes that are left out.
  mlir::Value emitMasked(mlir::Value value, mlir::Value otherwise);

  /// Combines two scalars, or two vectors lane by lane.
  mlir::Value emitCombine(const LaneReduction &reduction, mlir::Value left,
                          mlir::Value right);
  /// Combines what the lanes of a step have into a vector, but for those that
  /// are left out.
  mlir::Value emitCombineMasked(const LaneReduction &reduction,
                                mlir::Value carried);
  /// Combines the lanes of a vector into a scalar, neighbors first.
  mlir::Value emitReduce(const LaneReduction &reduction, mlir::Value vector);
  /// Combines the lanes of each vector into a scalar, those of vectors that are
  /// combined in the same way together.
  llvm::SmallVector<mlir::Value>
  emitReductions(llvm::ArrayRef<const LaneReduction *> reductions,
                 mlir::ValueRange vectors);

private:
  /// Combines the lanes of vectors, a power of two and no more than lanes, in
  /// the same order as those of each by itself.
  llvm::SmallVector<mlir::Value> emitJointly(const LaneReduction &reduction,
                                             mlir::ValueRange vectors);
  mlir::VectorType getVectorType(mlir::Type element) const {
    return mlir::VectorType::get(lanes, element);
  }
  void emitBlock(mlir::Block &block);
  void emitLoop(mlir::scf::ForOp loop);
  void emitBranch(mlir::scf::IfOp branch);
  /// Whether some lanes of a branch load one by one.
  bool loadsSingly(mlir::Block &block) const;
  /// Emits a branch that all lanes take or none.
  void emitSharedBranch(mlir::scf::IfOp branch);
  /// Emits what is done by the lanes of a mask.
  void emitMaskedBlock(mlir::Block &block, mlir::Value lanesOfBlock);
  /// Emits both cases of a branch, and what lanes have of them.
  llvm::SmallVector<mlir::Value> emitChoice(mlir::scf::IfOp branch,
                                            mlir::Value condition);
  /// A value as that is which it becomes: a scalar or a vector.
  mlir::Value getAs(mlir::Value target, mlir::Value value);
  void mapTo(mlir::Value target, mlir::Value value);
  mlir::Value emitLoad(mlir::memref::LoadOp load);
  /// Loads each lane of a vector by itself.
  mlir::Value emitLaneLoads(mlir::memref::LoadOp load);
  /// The value of a scalar of the body in one lane, which is computed anew.
  mlir::Value emitLane(mlir::Value value, int64_t lane,
                       mlir::IRMapping &mapping);
  /// Loads lane by lane.
  mlir::Value emitSingles(mlir::memref::LoadOp load);
  void emitStore(mlir::memref::StoreOp store);
  /// Which lanes are there.
  mlir::Value emitMask(mlir::Location loc);
  mlir::Value emitLaneNumbers(mlir::Location loc);

  mlir::OpBuilder &b;
  const LaneAnalysis &analysis;
  int64_t lanes;
  bool loadsLanes = false;
  /// Null if no lane is left out.
  mlir::Value mask;
  mlir::IRMapping first;
  llvm::DenseMap<mlir::Value, mlir::Value> vectors;
  /// The vectors that stand for elements of arrays.
  llvm::DenseMap<mlir::Value, mlir::Value> kept;
  llvm::DenseSet<mlir::Value> singles;
  llvm::DenseMap<mlir::Operation *, int64_t> distances;
  int64_t numUnrolled = 1;
};

/// Copies an elementwise operation to other operands, and what it is with it;
/// what Weft noted on the scalar operation is not said of vectors.
mlir::Value copyTo(mlir::OpBuilder &b, mlir::Operation *op,
                   mlir::ValueRange operands);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_LANEEMITTER_H
