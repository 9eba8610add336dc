//===- LoopEmitter.h - Loops of an iteration lattice ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loops of one `lattice.coiterate`: the two nested loops over lattice
// points of the forall function in thesis figure 5-2. All that varies at run
// time, the induction variables and the carried values, is passed from loop to
// loop as values.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_LOOPEMITTER_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_LOOPEMITTER_H

#include "Iterator.h"

#include "weft/Analysis/IterationLattice.h"
#include "weft/Analysis/SegmentLookup.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/IR/IRMapping.h"

namespace weft {
namespace lattice {

/// Copies the operations of a region, with `args` for its arguments, and
/// returns what it yields. What `known` has a value for is not copied.
llvm::SmallVector<mlir::Value> inlineRegion(mlir::OpBuilder &builder,
                                            mlir::Block &block,
                                            mlir::ValueRange args,
                                            mlir::IRMapping known = {});

/// Whether carried values are not yet those that end the iteration; null if
/// none do.
mlir::Value emitGoesOn(mlir::OpBuilder &builder, CoiterateOp op,
                       mlir::ValueRange carried);

/// Gives a value a name as its location, for those who print the loops.
void setName(mlir::Value value, mlir::StringAttr name);

/// Gives the coordinates of an iteration, and the variable that is computed
/// from them, the names that they have in the text, as their locations.
void nameCoordinates(CoiterateOp op, mlir::ValueRange coordinates,
                     mlir::Value variable);

/// The location of the loops, with the name of their variable.
mlir::Location getLoopLoc(CoiterateOp op);

class LoopEmitter {
public:
  /// What is intersected with many segments is looked up as `lookups` say.
  LoopEmitter(CoiterateOp op, mlir::OpBuilder &builder,
              analysis::Lookups lookups = analysis::Lookups::None);

  /// Emits the loops before the builder's insertion point and returns the
  /// carried values after the last.
  llvm::SmallVector<mlir::Value> emit();

  /// Notes on the operation if runs of equal coordinates may be visited in
  /// pieces, which coiterations inside tell that have not become loops yet.
  void markPieces();

  /// Whether there is one loop, whose number of steps is known when it begins.
  bool isCounted();
  /// Whether there is one loop, over runs of equal coordinates, of which
  /// several may have partitions.
  bool isDivisible();

private:
  /// Whether the number of steps of the loop of a point is known when it
  /// begins.
  bool isCounted(unsigned point);
  /// The point of the only loop; nothing if there are several.
  std::optional<unsigned> findOnlyLoop();
  /// One iteration of the loop of a point.
  struct Step {
    unsigned point;
    /// The resolved coordinates.
    Coordinates coordinates;
    /// The coiterated variable, if it derives from others.
    mlir::Value variable;
    /// Where the segments of the point are, by segment.
    llvm::SmallVector<Place> places;
  };

  /// Whether a coordinate counts in the loop of a point only if several of its
  /// iterators have it, and some of them can move to it by search.
  bool gallops(unsigned point);
  /// Whether the segments of loops are so different in length that search is
  /// worth it; null if it is always.
  mlir::Value emitIsSkewed(llvm::ArrayRef<unsigned> points);

  /// Whether the loop of a point is an intersection of segments, none of which
  /// has a coordinate twice, or is out of order.
  bool isDistinct(unsigned point);
  /// What is known of the loop of a point that merges.
  LoopInfo getInfo(unsigned point);

  void emitFor(unsigned point);
  /// A loop over the parents of positions, and one over those of each.
  void emitNested(unsigned point);
  /// A loop over a tile of positions that threads of a GPU share, and loops in
  /// which they find the parents of all of them.
  void emitShared(unsigned point);
  llvm::SmallVector<mlir::Value> emitTile(mlir::OpBuilder &builder,
                                          unsigned point);
  /// Stores where the children of each parent in a tile begin.
  mlir::Value emitStarts(mlir::OpBuilder &builder, Iterator &iterator,
                         mlir::Value begin, mlir::Value first,
                         mlir::Value last);
  void emitWhile(unsigned point);
  /// Emits whether all segments of a point have entries: each begin is less
  /// than the end.
  mlir::Value emitHaveEntries(unsigned point,
                              mlir::arith::CmpIPredicate isLess);
  /// Emits what changes the carried values if a condition holds.
  mlir::scf::IfOp emitBranch(mlir::Value condition,
                             llvm::function_ref<void()> emitThen);
  /// The only loop, an intersection that may search or look up, if all segments
  /// have entries whose coordinates overlap: preparing for either takes longer
  /// than finding that they do not.
  void emitIntersection(unsigned point);
  /// A loop over runs in partitions, none of which ends within one.
  void emitDivided(unsigned point);

  /// Two segments, of which one is looked up by the coordinates of the other.
  struct Lookup : analysis::SegmentLookup {
    explicit Lookup(const analysis::SegmentLookup &segments)
        : SegmentLookup(segments) {}

    /// The position or the bits of the component of each coordinate, if there
    /// is room for all, for as many as it has places.
    mlir::Value map, hasMap, size;
    /// Where the segment begins that was stored last; if it is cleared, also
    /// where it ends, and the coordinates of its ancestors. The bounds' places.
    mlir::Value current;
    llvm::SmallVector<mlir::Value, 2> bounds;
    /// What the map has where there is no entry, and what the bounds are if no
    /// segment was stored.
    mlir::Value absent, nowhere;

    mlir::Type getElementType() const;
  };
  /// Makes the arrays around all loops of a thread.
  void emitMap(Lookup &lookup);
  /// Names the arrays of a lookup for remarks.
  void nameTables(const Lookup &lookup);
  /// Has partitions of a parallel loop take the map as the last one has left
  /// it.
  void keepTable(const Lookup &lookup);
  /// Whether a lookup takes no longer than a merge and a search.
  mlir::Value emitIsLookedUp(const Lookup &lookup);
  /// Stores the entries of a segment, unless they are there.
  void emitMapping(mlir::OpBuilder &builder, const Lookup &lookup);
  /// The positions of a segment, and the coordinates of its ancestors.
  struct Entries {
    mlir::Value begin, end;
    llvm::SmallVector<mlir::Value> ancestors;
  };
  /// Stores something at each coordinate.
  void emitAtEntries(
      mlir::OpBuilder &builder, const Lookup &lookup, const Entries &entries,
      llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value position)>
          emitStored);
  /// What is kept of the segment that was stored last.
  mlir::Value emitCurrent(mlir::OpBuilder &builder, const Lookup &lookup,
                          int64_t number);
  /// Stores that the segment that was stored last has no entries, if one was.
  void emitClear(mlir::OpBuilder &builder, const Lookup &lookup);
  /// Stores that no segment was stored.
  void emitForget(mlir::OpBuilder &builder, const Lookup &lookup);
  /// Where the segment is at a coordinate.
  Place emitFound(mlir::OpBuilder &builder, const Lookup &lookup,
                  mlir::Value coordinate);
  llvm::SmallVector<mlir::Value>
  emitLookups(mlir::OpBuilder &builder, const Lookup &lookup, unsigned point);
  /// Emits whether the coordinates of two segments with entries, which ascend,
  /// have common bounds.
  mlir::Value emitOverlap(unsigned one, unsigned other);
  /// Emits a loop that looks up or merges, as lengths are.
  void emitLookupOrMerge(Lookup lookup, unsigned point);

  /// At one of `siblings`, the first induction variable is its position, and
  /// there are no others.
  Step emitStep(mlir::OpBuilder &builder, unsigned point,
                llvm::ArrayRef<mlir::Value> inductions,
                const Siblings *siblings = nullptr);
  void emitCandidates(mlir::OpBuilder &builder, Step &step,
                      llvm::ArrayRef<mlir::Value> inductions,
                      const Siblings *siblings);
  /// Notes that a loop has too few steps for vectors, if it is that of what a
  /// merge leaves.
  void annotate(mlir::Operation *loop, unsigned point);
  void emitRunEnds(mlir::OpBuilder &builder, Step &step,
                   llvm::ArrayRef<mlir::Value> inductions);
  /// Whether the entries of a run may be visited in several pieces: what is
  /// made of them is added to what is stored.
  bool canCutRuns(unsigned point);
  bool cutsRuns(unsigned point) const;
  /// Visits a run if it is long, and else its first entry, which is at a
  /// position, and notes where that ends.
  llvm::SmallVector<mlir::Value> emitPieces(mlir::OpBuilder &builder,
                                            Step &step, mlir::Value position,
                                            mlir::ValueRange carried);
  llvm::SmallVector<mlir::Value>
  emitAdvance(mlir::OpBuilder &builder, const Step &step,
              llvm::ArrayRef<mlir::Value> inductions);

  /// Emits the loop of an intersection. Where the condition for search is
  /// computed at run time, an innermost loop has a version with search and one
  /// without, which needs fewer registers.
  void emitMerge(unsigned point);
  llvm::SmallVector<mlir::Value>
  emitGallop(mlir::OpBuilder &builder, const Step &step,
             llvm::ArrayRef<mlir::Value> inductions);

  /// The values of the induction variables of an iterator among those of all
  /// iterators of a point.
  llvm::ArrayRef<mlir::Value>
  getInductionsOf(unsigned id, unsigned point,
                  llvm::ArrayRef<mlir::Value> inductions) const;

  llvm::SmallVector<mlir::Value> emitRegions(mlir::OpBuilder &builder,
                                             const Step &step,
                                             mlir::ValueRange carried);
  llvm::SmallVector<mlir::Value> emitRegion(mlir::OpBuilder &builder,
                                            const Step &step, unsigned point,
                                            mlir::ValueRange carried);

  CoiterateOp op;
  mlir::OpBuilder &builder;
  analysis::Lookups lookups;
  /// Whether the loop of a point is for what is not looked up.
  bool looksUp = false;
  llvm::SmallVector<analysis::Segment> segments;
  /// Its order of points is the operation's.
  analysis::IterationLattice lattice;
  IterationSpace space;
  /// By segment; the last one is the universe.
  llvm::SmallVector<Iterator, 4> iterators;
  /// Where iterators gallop, whether they do this time; null if they do always.
  mlir::Value skewed;
  /// Whether the loop version that is emitted has no search.
  bool onlyMerges = false;
  /// The values of the induction variables, by segment. Empty for what no loop
  /// iterates over.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> current;
  llvm::SmallVector<mlir::Value> carried;
};

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_LOOPEMITTER_H
