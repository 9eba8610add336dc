//===- VectorLoop.h - What becomes of a loop of lanes -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile, which loops around it carry, is one vector however few elements it
// has; other loops have full vectors. What is left is done by one more that
// overlaps the last, where that changes nothing, and else by a scalar loop.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_VECTORLOOP_H
#define WEFT_LIB_LOOPS_VECTORIZATION_VECTORLOOP_H

#include "Vectorization/LaneEmitter.h"

namespace weft {

/// The bytes of a vector whose length nobody says. It is the same on every
/// machine, so that results are; LLVM takes several registers where they are
/// shorter.
inline constexpr int64_t kVectorBytes = 64;

/// How many lanes a register holds of what a loop loads, stores and combines: a
/// power of two, since lanes are combined in pairs.
int64_t getRegisterLanes(const LaneAnalysis &analysis);

/// Whether the lanes that a tile does not fill may have a mask.
bool canMaskTile(mlir::scf::ForOp loop, const LaneAnalysis &analysis);

/// Has a loop, which has no other marks, made a vector of some of the lanes.
void markPartialTile(mlir::scf::ForOp loop, int64_t lanes);

/// What becomes of one loop.
class VectorLoop {
public:
  VectorLoop(mlir::scf::ForOp loop, const LaneAnalysis &analysis)
      : loop(loop), analysis(analysis), b(loop.getLoc(), loop),
        count(getCount()) {}

  /// Makes a vector of the iterations if there are as many as lanes, and else
  /// leaves the loop. Gives the branch that decides that.
  mlir::scf::IfOp makeTile(int64_t lanes);
  /// Makes a vector of the iterations, no more than lanes, if they do not fit
  /// into half of it, for which the loop is left. Gives the branch that decides
  /// that; null if the vector is less than a register, which takes any number
  /// of iterations.
  mlir::scf::IfOp makePartialTile(int64_t lanes);
  /// Makes a vector of the iterations, of which there are at most as many as
  /// lanes; the others are left out.
  void makePredicatedTile(int64_t lanes);
  /// Makes vectors of all iterations but those that do not fill one.
  void makeStrips(int64_t lanes);

private:
  mlir::Value getCount();
  /// Emits the only step of a tile, and gives what the loop results in.
  mlir::SmallVector<mlir::Value> emitTile(int64_t lanes);
  /// Emits the loop over full vectors, and gives what it results in.
  mlir::SmallVector<mlir::Value> emitStrips(mlir::Value middle, int64_t lanes);
  /// Whether the steps that do not fill a vector are one with a mask, instead
  /// of a loop: they just combine rows.
  bool masksRest();
  /// Emits the vector of the steps from `middle` on, if there are any, and
  /// gives what they are combined to with what was before.
  mlir::SmallVector<mlir::Value> emitRest(mlir::Value middle, int64_t lanes,
                                          mlir::ValueRange before);
  /// Combines the lanes of vectors, one for each reduction, with what the loop
  /// begins with.
  mlir::SmallVector<mlir::Value> emitSums(LaneEmitter &emitter,
                                          mlir::ValueRange vectors);
  /// Emits a vector of the last steps, which overlaps the one before, if there
  /// are any left and as many as lanes in all. Gives where the loop begins.
  mlir::Value emitLastVector(mlir::Value middle, mlir::Value left,
                             int64_t lanes);
  /// Yields the results of the loop in the rest, in which it remains.
  void moveInto(mlir::Block *rest);

  mlir::scf::ForOp loop;
  const LaneAnalysis &analysis;
  mlir::ImplicitLocOpBuilder b;
  mlir::Value upper, count;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_VECTORLOOP_H
