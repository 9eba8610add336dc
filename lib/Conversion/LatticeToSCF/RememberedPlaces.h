//===- RememberedPlaces.h - Unions of many segments ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the many segments of a guarded coiteration stand, and how a step moves
// those that have its coordinate (docs/decisions/unions.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_REMEMBEREDPLACES_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_REMEMBEREDPLACES_H

#include "Iterator.h"

#include "weft/Analysis/IterationLattice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace weft {
namespace lattice {

/// The values of the region of a guarded coiteration that say whether all of
/// some segments are present; none if the region asks for less, or looks at the
/// position of one where not all are.
std::optional<llvm::SmallVector<mlir::Value>>
findCommonPresence(CoiterateOp op, const llvm::SmallBitVector &segments);

/// The least of some coordinates, by halves: none waits for all others.
mlir::Value emitLeast(mlir::OpBuilder &builder, mlir::Location loc,
                      llvm::ArrayRef<mlir::Value> coordinates);

/// A union of terms, each of which is a segment, or the intersection of some.
class RememberedPlaces {
public:
  RememberedPlaces(CoiterateOp op, mlir::OpBuilder &builder,
                   llvm::ArrayRef<analysis::LatticePoint> points,
                   llvm::MutableArrayRef<Iterator> iterators,
                   llvm::ArrayRef<unsigned> iterated);

  /// Whether the domain is the union of the terms.
  bool coversTerms() const { return isCovered; }
  /// The segments of a union of two that are terms by themselves.
  std::optional<std::array<unsigned, 2>> getPair() const;

  /// What the loop carries: positions by segment, coordinates by term, and the
  /// least coordinate of each group if there are several.
  llvm::SmallVector<mlir::Value> emitInits();
  void setInductions(mlir::ValueRange inductions);

  /// The least coordinate of all terms.
  mlir::Value emitFirst();
  /// Whether a coordinate is not that of a term that has ended.
  mlir::Value emitIsAlive(mlir::Value coordinate);
  /// The coordinate at which a segment stands; null if none iterates over it.
  mlir::Value getCoordinate(unsigned id) const;
  Place getPlace(unsigned id) const;

  /// Begins a step at the least coordinate, and says of all segments whether
  /// they have it.
  void beginStep(mlir::Value first, llvm::MutableArrayRef<Place> places);
  /// Emits the region. What it does where a term is present is done where that
  /// term moves on.
  llvm::SmallVector<mlir::Value> emitRegion(mlir::ValueRange args);
  /// Moves the terms that have not moved yet, and returns what the loop
  /// carries.
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

  /// Reads the coordinate of a term from the positions of its segments on,
  /// which are moved to it; the largest number if there is none.
  mlir::Value emitRead(const Term &term, llvm::MutableArrayRef<mlir::Value> at);
  mlir::Value emitReadAlone(unsigned id, mlir::Value position);
  mlir::Value emitReadCommon(const Term &term,
                             llvm::MutableArrayRef<mlir::Value> at);
  mlir::Value emitCoordinate(mlir::OpBuilder &builder, unsigned id,
                             mlir::Value position);

  /// What is carried for the terms of a group.
  llvm::SmallVector<mlir::Value> getState(const Group &group) const;
  void setState(Group &group, mlir::ValueRange state);
  mlir::Value emitLeastOf(const Group &group);
  /// Moves the terms of a group, with the branches of the region on them.
  void emitGroup(Group &group, llvm::ArrayRef<mlir::scf::IfOp> guards);
  void emitTerms(const Group &group, llvm::ArrayRef<mlir::scf::IfOp> guards);
  void emitTerm(Term &term, mlir::scf::IfOp guard);

  /// Which term's presence a branch of the region is on; none if its absence
  /// computes something, too.
  std::optional<unsigned> getTerm(mlir::Operation &inner);
  /// Whether what a select takes where some segment is present is used only in
  /// branches on the presence of its term.
  bool isAskedWherePresent(mlir::arith::SelectOp select);
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
  /// Of the values of the region, what has been emitted for them, and the
  /// presence of which terms they are.
  mlir::IRMapping mapping;
  llvm::DenseMap<mlir::Value, unsigned> termOf;
};

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_REMEMBEREDPLACES_H
