//===- CarriedCoordinates.h - Unions that carry coordinates -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The positions and coordinates that the loop of a guarded union carries, and
// the code that advances the segments with the coordinate of a step
// (docs/decisions/unions.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_CARRIEDCOORDINATES_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_CARRIEDCOORDINATES_H

#include "Iterator.h"

#include "weft/Analysis/IterationLattice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace weft {
namespace lattice {

/// The values of the region of a guarded coiteration that are true if all of
/// `segments` are present. None if the region distinguishes which of them are
/// present, or uses the position of one where not all are.
std::optional<llvm::SmallVector<mlir::Value>>
findCommonPresence(CoiterateOp op, const llvm::SmallBitVector &segments);

/// The minimum of some coordinates as a balanced tree of operations, whose
/// latency is logarithmic in their number.
mlir::Value emitLeast(mlir::OpBuilder &builder, mlir::Location loc,
                      llvm::ArrayRef<mlir::Value> coordinates);

/// A union of terms, each of which is a segment, or the intersection of some.
class CarriedCoordinates {
public:
  CarriedCoordinates(CoiterateOp op, mlir::OpBuilder &builder,
                     llvm::ArrayRef<analysis::LatticePoint> points,
                     llvm::MutableArrayRef<Iterator> iterators,
                     llvm::ArrayRef<unsigned> iterated);

  /// Whether the domain is the union of the terms.
  bool coversTerms() const { return isCovered; }
  /// The segments of a union of two that are terms by themselves.
  std::optional<std::array<unsigned, 2>> getPair() const;

  /// What the loop carries: positions by segment, coordinates by term, and the
  /// minimum coordinate of each group if there are several.
  llvm::SmallVector<mlir::Value> emitInits();
  void setInductions(mlir::ValueRange inductions);

  /// The minimum coordinate of all terms.
  mlir::Value emitFirst();
  /// Whether a coordinate is not that of a term that has ended.
  mlir::Value emitIsAlive(mlir::Value coordinate);
  /// The current coordinate of a segment; null if the loop does not iterate it.
  mlir::Value getCoordinate(unsigned id) const;
  Place getPlace(unsigned id) const;

  /// Begins a step at the minimum coordinate, and sets in `places` which
  /// segments have it.
  void beginStep(mlir::Value first, llvm::MutableArrayRef<Place> places);
  /// Emits the region. Its branches on the presence of a term are merged with
  /// the branch that advances that term.
  llvm::SmallVector<mlir::Value> emitRegion(mlir::ValueRange args);
  /// Advances the remaining terms and returns the values that the loop carries.
  llvm::SmallVector<mlir::Value> emitMoves();

private:
  struct Term {
    explicit Term(llvm::ArrayRef<unsigned> ids) : ids(ids) {}
    llvm::SmallVector<unsigned, 1> ids;
    mlir::Value coordinate;
    /// Whether it has the coordinate of the step.
    mlir::Value matches;
  };
  struct Group {
    Group(unsigned begin, unsigned end) : begin(begin), end(end) {}
    /// The numbers of its terms.
    unsigned begin, end;
    mlir::Value least;
    /// Whether one of its terms has the coordinate of the step; null if one
    /// always has.
    mlir::Value matches;
    bool hasMoved = false;
  };

  void setTerms(llvm::ArrayRef<analysis::LatticePoint> points);
  void setGroups();

  /// Finds the next coordinate of a term from the positions `at` of its
  /// segments, and sets `at` to its positions. The largest number if no
  /// coordinate is left.
  mlir::Value emitRead(const Term &term, llvm::MutableArrayRef<mlir::Value> at);
  mlir::Value emitReadAlone(unsigned id, mlir::Value position);
  mlir::Value emitReadCommon(const Term &term,
                             llvm::MutableArrayRef<mlir::Value> at);
  mlir::Value emitCoordinate(mlir::OpBuilder &builder, unsigned id,
                             mlir::Value position);

  /// The carried values of the terms of a group.
  llvm::SmallVector<mlir::Value> getState(const Group &group) const;
  void setState(Group &group, mlir::ValueRange state);
  mlir::Value emitLeastOf(const Group &group);
  /// Advances the terms of a group, with the region's branches on them.
  void emitGroup(Group &group, llvm::ArrayRef<mlir::scf::IfOp> guards);
  void emitTerms(const Group &group, llvm::ArrayRef<mlir::scf::IfOp> guards);
  void emitTerm(Term &term, mlir::scf::IfOp guard);

  /// The term whose presence is the condition of a branch of the region; none
  /// if the branch also computes something where the term is absent.
  std::optional<unsigned> getTerm(mlir::Operation &inner);
  /// Whether the value that a select takes where a segment is present is used
  /// only in branches on the presence of the segment's term.
  bool isUsedWherePresent(mlir::arith::SelectOp select);
  Group &getGroup(unsigned term);

  CoiterateOp op;
  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::MutableArrayRef<Iterator> iterators;
  llvm::ArrayRef<unsigned> iterated;
  llvm::SmallVector<Term> terms;
  llvm::SmallVector<Group> groups;
  bool isCovered = false;
  /// By segment.
  llvm::SmallVector<mlir::Value> positions;
  /// Maps values of the region to emitted values, and presence flags to terms.
  mlir::IRMapping mapping;
  llvm::DenseMap<mlir::Value, unsigned> termOf;
};

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_CARRIEDCOORDINATES_H
