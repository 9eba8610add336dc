//===- GuardedEmitter.h - The loop of a guarded coiteration --*- C++ -*-===//
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
  /// A loop that reads each coordinate again at each step, and one that carries
  /// them.
  llvm::SmallVector<mlir::Value> emitReading();
  llvm::SmallVector<mlir::Value> emitRemembering();
  /// Whether the loop is to carry the coordinates at which its many segments
  /// stand.
  bool remembers();
  /// Whether some point has only members for which `test` is true.
  mlir::Value emitAnyPoint(PointTest test);
  void emitPlaces(mlir::ValueRange inductions);
  void emitPlace(unsigned id, mlir::ValueRange inductions, mlir::Value alive);
  /// Finds which segments have the resolved coordinates, those that are alive
  /// and those that are located in.
  void emitMatches(mlir::ValueRange inductions,
                   llvm::ArrayRef<mlir::Value> alive);
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
