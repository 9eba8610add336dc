//===- Scheduling.h - Transformations of iteration spaces -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduling language (thesis, chapter 6; transformation framework paper,
// sections 3 to 7) as functions on foralls. As all transformations of `cin`
// (Transforms.h), they check their preconditions first, and tell the rewriter's
// listener which one does not hold and where.
//
// None changes what a kernel computes, but for the order in which a reduction
// combines its values.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_TRANSFORMS_SCHEDULING_H
#define WEFT_DIALECT_CIN_TRANSFORMS_SCHEDULING_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace weft {
namespace cin {

/// Splits a forall into two, one for tiles and one for the coordinates of a
/// tile. `size` is the number of coordinates of a tile (`down`) or the number
/// of tiles (`up`), which have equal work if the split is `balanced`. The old
/// variable is derived from the new ones; the forall becomes the one for tiles.
///
/// The forall has no tags and is over no part of a balanced split, and the
/// kernel has no index variables of the two names. What is balanced counts no
/// positions.
///
/// Tiles that are split `down` may have a tail strategy. The last one is
/// shifted inwards only if nothing changes when coordinates are visited twice:
/// what the statement assigns is dense, each component from one coordinate, or
/// combined by an idempotent combiner, and it is not read. The coordinates of a
/// tile that is guarded or predicated stay those of a forall.
mlir::FailureOr<SplitOp>
splitForall(mlir::RewriterBase &rewriter, ForallOp forall,
            llvm::StringRef outer, llvm::StringRef inner,
            SplitDirection direction, int64_t size,
            std::optional<TailStrategy> tail = std::nullopt);

/// Collapses two foralls into one, over the Cartesian combination of their
/// coordinates in row-major order. The old variables are derived from the new
/// one; the outer forall becomes that of the new one, and the inner one is
/// gone.
///
/// The inner forall is nested directly in the outer one, or produces a
/// workspace in it, which becomes one of all iterations of the outer one;
/// neither has tags, and the kernel has no index variable of the name.
mlir::FailureOr<CollapseOp> collapseForalls(mlir::RewriterBase &rewriter,
                                            ForallOp outer, ForallOp inner,
                                            llvm::StringRef name);

/// Lets a forall iterate over the positions at which a tensor stores its
/// coordinates, instead of over the coordinates. The old variable is derived
/// from the new one.
///
/// The access is inside of the forall, of a tensor that the forall does not
/// assign. The variable of the forall, or those that were collapsed into it,
/// are what consecutive levels of the tensor store, in their order, and what
/// the levels above store is bound around the forall. It has no tags and counts
/// no positions yet, and the kernel has no index variable of the name. That the
/// tensor has all coordinates that matter is for the lowering to say.
mlir::FailureOr<PositionOp> iteratePositions(mlir::RewriterBase &rewriter,
                                             ForallOp forall,
                                             llvm::StringRef name,
                                             AccessOp access);

/// Lets a forall that iterates over the positions of a tensor iterate over the
/// coordinates again, under a name that may be the one it had before; or one
/// over the positions of a tile, over the coordinates that the tile has.
///
/// The forall has no tags, and nothing has been precomputed over its positions.
/// Those of a tile are of one level, and of a part of a whole. The kernel has
/// no other index variable of the name.
mlir::LogicalResult iterateCoordinates(mlir::RewriterBase &rewriter,
                                       ForallOp forall, llvm::StringRef name);

/// The consecutive levels of an accessed tensor that store what a forall
/// iterates over, in its order; empty if there are none.
llvm::SmallVector<int64_t> findPositionLevels(ForallOp forall, AccessOp access);

/// Puts nested foralls into the given order, outermost first. Foralls between
/// them that are not listed keep their places. All foralls remain.
///
/// What they reduce by is associative and commutative. No other statements are
/// between the outermost and the innermost of them but where statements, in
/// whose producers the inner ones are: they leave them, and a scalar workspace
/// that does nothing then goes. What the consumer does with the workspace
/// distributes over the combiner. With `strict`, floating-point numbers are
/// combined where they were.
mlir::LogicalResult reorderForalls(mlir::RewriterBase &rewriter,
                                   llvm::ArrayRef<ForallOp> order,
                                   bool strict = false);

/// Promises that the extent of a forall is exactly a number, at most it or a
/// multiple of it, and gives its variable a name, which may be the one it has.
/// The promise is checked before the kernel runs; `loc` is where it is made.
///
/// The variable is a whole one, or a part of one, which gets an extent of which
/// the promise is true; it numbers no combinations or positions, and the forall
/// has no tags.
mlir::LogicalResult boundForall(mlir::RewriterBase &rewriter, ForallOp forall,
                                llvm::StringRef name, level::Bound bound,
                                int64_t number, mlir::Location loc);

/// Unrolls the loop of a forall by a positive factor.
///
/// The number of iterations is a constant but in the last tile: the forall is
/// that of the coordinates of a tile split `down`, that of the tiles of one
/// split `up`, or bounded exactly. It has not been unrolled before and is not
/// parallel, and there are at most `kMaxUnrolledCopies` copies of a statement.
mlir::LogicalResult unrollForall(mlir::RewriterBase &rewriter, ForallOp forall,
                                 int64_t factor);

/// The operands of a chain of one operator, as `a * b * c`, which is the result
/// of an operation. What else uses a part of it ends it.
llvm::SmallVector<mlir::Value> getChain(mlir::Value chain);

/// Lets some operands of a chain of one associative and commutative operator,
/// as `a * b * c`, be combined first, and returns what they make.
mlir::FailureOr<mlir::Value>
groupOperands(mlir::RewriterBase &rewriter, mlir::Value chain,
              llvm::ArrayRef<mlir::Value> operands);

/// A variable that something is precomputed over, and what it is called in the
/// producer and in the consumer. One of them may keep the name: an empty name
/// is that of the forall in the consumer, and the same or an empty one stands
/// for a new name in the producer.
struct PrecomputedVariable {
  ForallOp forall;
  llvm::StringRef producer;
  llvm::StringRef consumer;
};

/// Computes a scalar of a statement into a workspace before it is used, over at
/// least one variable: `a(i) += e * f` becomes `a(i) = w * f where w += e`.
/// Foralls around the statement that one side alone uses move into that side.
/// An empty name stands for a new one, and that of what the statement assigns
/// for no workspace: `a(i) = e + f` becomes `a(i) = e; a(i) += f`, if the
/// result is dense and the operator associative. With `strict`, floating-point
/// reductions stay where they are: a factor of a sum does not leave it. Gives
/// the where statement or the sequence.
///
/// The scalar is part of one assignment, around which the foralls are the
/// innermost ones and have no tags, with nothing between them but the consumers
/// of where statements. A workspace that is asked to be dense need not tell
/// which components are absent. None of the foralls iterates over positions.
mlir::FailureOr<mlir::Operation *>
precompute(mlir::RewriterBase &rewriter, mlir::Value expression,
           llvm::ArrayRef<PrecomputedVariable> variables,
           llvm::StringRef workspace, std::optional<level::Workspace> kind,
           bool strict = false);

/// How the iterations of a forall are mapped to what runs them at the same
/// time.
struct Parallelization {
  ParallelUnit unit = ParallelUnit::CPUThread;
  RaceStrategy races = RaceStrategy::NoRaces;
  std::optional<DistributionKind> distribution;
  /// How many iterations are handed out at a time; zero if that is not said.
  int64_t chunk = 0;
  /// The iterations run one after the other where they cannot run at the same
  /// time after all, or where the runtime finds that it does not pay.
  bool isOptional = false;
  /// Races that are ignored need not be harmless.
  bool allowRaces = false;
};

/// Lets the iterations of a forall run at the same time.
///
/// Neither a forall around it nor one inside of it runs on the same unit, what
/// it reduces by is associative and commutative, and different iterations use
/// no component that one of them assigns. With `IgnoreRaces`, they may where it
/// is proven that it makes no difference, or where races are allowed. With
/// `Temporary`, they may race by compound assignments to dense tensors, one for
/// each, if the forall is that of the tiles of a split `up`: each combines into
/// a partial result of its own, and these are combined behind the forall, in
/// their order.
///
/// The lanes of vectors share an innermost forall. If there are others inside,
/// nested directly and the same for each coordinate, it is split into tiles,
/// unless it is over one, and the coordinates of a tile go inside of them. With
/// `Temporary`, and where they race with `IgnoreRaces`, each lane combines what
/// the forall combines into one component, and lanes are combined behind it.
/// They have no `Atomics`.
mlir::LogicalResult parallelizeForall(mlir::RewriterBase &rewriter,
                                      ForallOp forall,
                                      const Parallelization &how);

/// Chooses how the segments of a forall are coiterated, which has not been
/// chosen before.
mlir::LogicalResult setMergeStrategy(mlir::RewriterBase &rewriter,
                                     ForallOp forall, MergeStrategy strategy);

/// Sets options of the lowering of loops over arrays, for what is inside of an
/// operation: of a forall in `config`, of a module, a function or a loop in
/// `weft.lowering_config`. Others keep their values. Fails for other
/// operations.
mlir::LogicalResult configureLowering(mlir::RewriterBase &rewriter,
                                      mlir::Operation *op,
                                      LoweringConfigAttr config);

/// Combines those factors of a compound assignment first, into a scalar, that
/// depend on some of the variables that it reduces over, beside the foralls
/// that the scalar does not depend on: `E += A * B * C * D`, for the forall of
/// `k`, becomes `E += A * t * D where t += B * C`. The foralls are put into an
/// order in which that is possible.
///
/// The operator of the product distributes over the combiner, the foralls are
/// nested right around the assignment and have no tags, what is assigned is
/// dense, and the foralls beside those of the scalar visit all coordinates.
/// With `strict`, floating-point numbers are combined where they were.
mlir::FailureOr<WhereOp> factorReduction(mlir::RewriterBase &rewriter,
                                         llvm::ArrayRef<ForallOp> reduced,
                                         bool strict = false);

/// Takes the factors that do not depend on an innermost forall out of the sum
/// over it: `A += B * C * D`, for the forall of `k`, becomes `A = B * t where
/// t += C * D`.
///
/// The forall visits all coordinates, is reduced over and has no unit. The
/// operator of the product distributes over the combiner. No forall that may
/// find nothing leaves the sum as well.
mlir::LogicalResult hoistFactors(mlir::RewriterBase &rewriter,
                                 ForallOp innermost, bool strict = false);

/// Multiplies the factors of the product that the assignment right inside of a
/// forall combines in the order of the foralls that determine them. There are
/// three at least, and the operator is associative and commutative.
mlir::LogicalResult orderFactors(mlir::RewriterBase &rewriter,
                                 ForallOp innermost, bool strict = false);

} // namespace cin
} // namespace weft

#endif // WEFT_DIALECT_CIN_TRANSFORMS_SCHEDULING_H
