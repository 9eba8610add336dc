//===- GuardedEmitter.h - The loop of a guarded coiteration -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the one loop of a guarded `lattice.coiterate`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_GUARDEDEMITTER_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_GUARDEDEMITTER_H

#include "Iterator.h"
#include "PointTests.h"

#include "weft/Analysis/LatticeFromIR.h"

#include <array>

namespace weft {
namespace lattice {

class GuardedEmitter {
public:
  GuardedEmitter(CoiterateOp op, mlir::OpBuilder &builder)
      : op(op), builder(builder), loc(op.getLoc()), space(op),
        points(analysis::getPoints(op)), iterators(getIterators(op, space)) {}

  /// Emits the loop before the builder's insertion point and returns the
  /// carried values after it.
  llvm::SmallVector<mlir::Value> emit();

private:
  /// Emits a loop that loads each coordinate at each step, or a loop that
  /// carries the current coordinates.
  llvm::SmallVector<mlir::Value> emitReading();
  llvm::SmallVector<mlir::Value> emitCarried();
  /// Emits the loop of a union of two segments, with a copy of the region for
  /// each case, and loops for the remaining entries of either segment.
  using Pair = std::array<unsigned, 2>;
  llvm::SmallVector<mlir::Value> emitPair(Pair pair);
  bool mayCopyRegion();
  /// Emits one step at which neither segment has ended. Returns the carried
  /// values and whether another step follows.
  llvm::SmallVector<mlir::Value>
  emitPairStep(Pair pair, mlir::ValueRange positions, mlir::ValueRange carried);
  /// The region where those of `present` have the coordinate.
  llvm::SmallVector<mlir::Value> emitPresent(Pair pair,
                                             std::array<bool, 2> present,
                                             mlir::ValueRange positions,
                                             mlir::Value coordinate,
                                             mlir::ValueRange carried);
  /// Emits the steps of one segment after the end of the other.
  llvm::SmallVector<mlir::Value> emitRest(Pair pair, unsigned number,
                                          mlir::ValueRange positions,
                                          mlir::ValueRange carried);
  /// The coordinate of a segment at a position before its end.
  mlir::Value emitCoordinate(unsigned id, mlir::Value position);
  mlir::Value emitIsInside(unsigned id, mlir::Value position);
  /// With the condition of carried values to go on, if they have one.
  mlir::Value emitAndGoesOn(mlir::Value condition, mlir::ValueRange carried);
  /// Whether the loop carries the current coordinates of its segments.
  bool carriesCoordinates();
  /// Whether some point has only members for which `test` is true.
  mlir::Value emitAnyPoint(PointTest test);
  void emitPlaces(mlir::ValueRange inductions);
  void emitPlace(unsigned id, mlir::ValueRange inductions, mlir::Value alive);
  /// Finds which segments have the resolved coordinates, those that are alive
  /// and those that are located in.
  void emitMatches(mlir::ValueRange inductions,
                   llvm::ArrayRef<mlir::Value> alive);
  /// Looks up the resolved coordinates where nothing iterates.
  void emitLocated(llvm::ArrayRef<mlir::Value> alive);
  mlir::Value emitPresence(unsigned id);
  llvm::SmallVector<mlir::Value> emitBody(mlir::ValueRange carried);
  llvm::SmallVector<mlir::Value> emitRegion(mlir::ValueRange carried);
  /// What the region takes, the carried values last.
  llvm::SmallVector<mlir::Value> getRegionArguments(mlir::ValueRange carried);
  llvm::SmallVector<mlir::Value> emitAdvance(mlir::ValueRange inductions);
  /// Whether each iterated segment brings its coordinates into the domain.
  bool coversIterators();
  /// The values of the induction variables of an iterator among those of all.
  mlir::ValueRange getInductionsOf(unsigned id, mlir::ValueRange inductions);

  CoiterateOp op;
  mlir::OpBuilder &builder;
  mlir::Location loc;
  IterationSpace space;
  llvm::SmallVector<analysis::LatticePoint, 4> points;
  llvm::SmallVector<Iterator, 4> iterators;
  /// The segments that the loop iterates over, and perhaps the universe.
  llvm::SmallVector<unsigned> iterated;
  /// The resolved coordinates of one iteration, the coiterated variable if it
  /// derives from others, and where the segments are.
  Coordinates resolved;
  mlir::Value variable;
  llvm::SmallVector<Place> places;
};

/// Emits the loop before the builder's insertion point and returns the carried
/// values after it.
llvm::SmallVector<mlir::Value> emitGuarded(CoiterateOp op,
                                           mlir::OpBuilder &builder);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_GUARDEDEMITTER_H
