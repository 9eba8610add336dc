//===- VectorLoop.h - Rewrites a loop to vectors ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites an analyzed loop to vector operations: a tile to one vector, which
// may be masked, and other loops to a loop over full vectors with a tail. The
// tail is a masked vector, a vector that overlaps the last full one, or a
// scalar loop.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_VECTORLOOP_H
#define WEFT_LIB_LOOPS_VECTORIZATION_VECTORLOOP_H

#include "Vectorization/LaneEmitter.h"

namespace weft {

/// The size in bytes of a vector if the schedule sets no length: one AVX-512
/// register. It is the same on every machine, so that floating-point results
/// are. LLVM splits such vectors where registers are shorter.
inline constexpr int64_t kVectorBytes = 64;

/// The number of lanes in `kVectorBytes` for the widest element of a loop. It
/// is a power of two, at least 2, since a horizontal reduction combines pairs.
int64_t getRegisterLanes(const LaneAnalysis &analysis);

/// Whether a tile that is not full may be a masked vector: all operations can
/// be masked, and no masked store precedes a load that overlaps with it.
bool canMaskTile(mlir::scf::ForOp loop, const LaneAnalysis &analysis);

/// Why `canMaskTile` is false, as a clause; nothing if it is true.
std::optional<std::string> whyNotMaskable(mlir::scf::ForOp loop,
                                          const LaneAnalysis &analysis);

/// Tags a loop, which has no other tags, to become a masked vector.
void markPartialTile(mlir::scf::ForOp loop, int64_t lanes);

/// How a loop over full vectors executes the iterations that fill no vector.
enum class VectorTail { None, Masked, Overlapping, Scalar };

/// Rewrites one loop. Each object makes one of the rewrites.
class VectorLoop {
public:
  VectorLoop(mlir::scf::ForOp loop, const LaneAnalysis &analysis)
      : loop(loop), analysis(analysis), b(loop.getLoc(), loop),
        count(getCount()) {}

  /// Emits one vector for the case that the number of iterations is `lanes`,
  /// and keeps the loop for other cases. Returns the branch between both; null
  /// if the number is constant.
  mlir::scf::IfOp makeTile(int64_t lanes);
  /// Emits one masked vector for more than `lanes / 2` iterations, and keeps
  /// the loop for fewer. The loop has at most `lanes` iterations. Returns the
  /// branch between both; null if the vector is shorter than a register and
  /// therefore executes any number of iterations.
  mlir::scf::IfOp makePartialTile(int64_t lanes);
  /// Replaces the loop, of at most `lanes` iterations, by one masked vector.
  void makePredicatedTile(int64_t lanes);
  /// Strip-mines the loop by `lanes`.
  void makeStrips(int64_t lanes);
  /// The tail that `makeStrips` emits.
  VectorTail getTail(int64_t lanes);

private:
  mlir::Value getCount();
  /// Emits a tile as one unmasked vector, and returns the results of the loop.
  mlir::SmallVector<mlir::Value> emitTile(int64_t lanes);
  /// Emits the loop over full vectors, from the lower bound to `middle`, and
  /// returns the results of the loop so far.
  mlir::SmallVector<mlir::Value> emitStrips(mlir::Value middle, int64_t lanes);
  /// Whether the tail is a masked vector: the loop only reduces contiguous
  /// loads, with operations that have a neutral element.
  bool hasMaskedTail();
  /// Emits the masked vector of the iterations from `middle` on, if there are
  /// any, and returns the accumulators `before` combined with it.
  mlir::SmallVector<mlir::Value>
  emitMaskedTail(mlir::Value middle, int64_t lanes, mlir::ValueRange before);
  /// Emits the horizontal reduction of each accumulator, and combines it with
  /// the initial value of the loop.
  mlir::SmallVector<mlir::Value> emitSums(LaneEmitter &emitter,
                                          mlir::ValueRange vectors);
  /// Emits a vector of the last `lanes` iterations, which overlaps with the
  /// last full vector, if `left` is not zero and the loop has as many
  /// iterations. Returns the lower bound of the scalar tail.
  mlir::Value emitLastVector(mlir::Value middle, mlir::Value left,
                             int64_t lanes);
  /// Moves the loop to the end of a block, and yields its results there.
  void moveInto(mlir::Block *block);

  mlir::scf::ForOp loop;
  const LaneAnalysis &analysis;
  mlir::ImplicitLocOpBuilder b;
  mlir::Value upper, count;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_VECTORLOOP_H
