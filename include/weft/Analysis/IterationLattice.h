//===- IterationLattice.h - Lattice of an iteration domain ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iteration lattices describe the coiteration of one iteration domain as a
// sequence of loops, each simpler than the one before it, and name the regions
// that each loop must tell apart (thesis section 3.3). The code generator walks
// the points of a lattice and needs nothing else to emit while loops, region
// tests and located accesses (thesis section 5.2).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_ITERATIONLATTICE_H
#define WEFT_ANALYSIS_ITERATIONLATTICE_H

#include "weft/Analysis/IterationDomain.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace weft {
namespace analysis {

/// One lattice point: a loop and, for the loops above it, a region. Both sets
/// have one bit per segment and a last bit that stands for the universe, which
/// only `iterators` ever sets. No segment is in both.
struct LatticePoint {
  /// What is coiterated over until one of it runs out of coordinates.
  llvm::SmallBitVector iterators;
  /// What is looked up at each coordinate.
  llvm::SmallBitVector locators;
  /// Of a guarded coiteration only: unions of points. The point has the
  /// coordinates that some point of each union has as well. What is looked up
  /// in such a point needs no iterator of its own.
  std::vector<std::vector<LatticePoint>> unions = {};

  /// The segments that are present in the region of this point. A new set:
  /// keep it in a variable to iterate over its `set_bits()`.
  llvm::SmallBitVector segments() const;
  /// Whether the universe is among the iterators.
  bool iteratesUniverse() const { return iterators.test(universeBit()); }
  /// The index of the bit that stands for the universe.
  unsigned universeBit() const { return iterators.size() - 1; }

  bool operator==(const LatticePoint &other) const {
    return iterators == other.iterators && locators == other.locators &&
           unions == other.unions;
  }

  /// Prints `{U, b | c}`: the iterators, and the locators after a bar. A union
  /// of points, as `({d} ∪ {e})`, comes after the iterators.
  void print(llvm::raw_ostream &os, llvm::ArrayRef<Segment> segments) const;
};

/// Whether `test` is true for some point, those in unions included.
bool anyPoint(llvm::ArrayRef<LatticePoint> points,
              llvm::function_ref<bool(const LatticePoint &)> test);

/// Whether the segments in `present`, which has a last bit for the universe,
/// are enough for some point.
bool containsAny(llvm::ArrayRef<LatticePoint> points,
                 const llvm::SmallBitVector &present);

/// A step down in a lattice.
struct LatticeEdge {
  unsigned from = 0;
  /// The point below; none for the bottom.
  std::optional<unsigned> to;
  /// The iterators that run out of coordinates. None if the points differ in
  /// locators only, so that they are told apart as regions.
  llvm::SmallVector<unsigned, 2> iterators;

  /// The names of the iterators, separated by commas.
  std::string getLabel(llvm::ArrayRef<Segment> segments) const;
};

/// The points of a lattice without its bottom.
///
/// To coiterate, run the loops of the points in order. The loop of a point runs
/// until any of its iterators is exhausted and visits at each step the smallest
/// coordinate of its iterators. That coordinate lies in the region of the first
/// point of the loop's sublattice whose segments all have it; if there is none,
/// the coordinate is outside of the domain. A segment outside of that region is
/// absent, or its value does not matter because it is multiplied by something
/// absent. Iterators that have the coordinate are then advanced.
class IterationLattice {
public:
  IterationLattice() = default;
  /// `points` must be closed under joins up to full segments, and of two points
  /// the one with more segments must not iterate over less than the other;
  /// `buildLattice` sees to that.
  IterationLattice(llvm::SmallVector<LatticePoint, 4> points,
                   llvm::ArrayRef<Segment> segments);

  /// The lattice of points that are in order already. The order says which
  /// region applies where several could, so that it is kept.
  static IterationLattice inOrder(llvm::SmallVector<LatticePoint, 4> points,
                                  llvm::ArrayRef<Segment> segments);

  /// The points, top first: a point precedes all points below it.
  llvm::ArrayRef<LatticePoint> points() const { return latticePoints; }
  const LatticePoint &operator[](unsigned p) const { return latticePoints[p]; }
  unsigned size() const { return latticePoints.size(); }
  bool empty() const { return latticePoints.empty(); }

  /// Whether an iterator has every coordinate.
  bool isFull(unsigned iterator) const { return fullIterators.test(iterator); }

  /// Whether point `q` is point `p` or below it.
  bool isBelow(unsigned q, unsigned p) const;

  /// The regions that the loop of point `p` must tell apart: `p` itself and the
  /// points below it, in order.
  llvm::SmallVector<unsigned> sublattice(unsigned p) const;

  /// The smallest sets of iterators one of which has each coordinate that
  /// counts in the loop of point `p`.
  llvm::SmallVector<llvm::SmallBitVector> leastIterators(unsigned p) const;

  /// Whether a coordinate counts in the loop of point `p` only if several of
  /// its iterators have it, so that others may be skipped.
  bool isIntersection(unsigned p) const;

  /// Whether the loop of point `p` can ever run. Where it cannot, an earlier
  /// loop ends only when one of `p`'s iterators is exhausted as well, and `p`
  /// is nothing but a region.
  bool needsLoop(unsigned p) const { return loops.test(p); }

  /// The point that coiteration moves to from `p` when `iterator` runs out of
  /// coordinates, or nothing if that is the bottom.
  std::optional<unsigned> successor(unsigned p, unsigned iterator) const;

  /// The edges of all points, in the order of the points that they come from.
  llvm::SmallVector<LatticeEdge> getEdges() const;

  /// Prints one point per line, top first; an empty lattice as `{}`.
  void print(llvm::raw_ostream &os, llvm::ArrayRef<Segment> segments) const;

  /// Prints the lattice for Graphviz. Solid edges name the iterators whose
  /// exhaustion leads from one point to the next; dashed edges lead to points
  /// that differ in locators only, so that they are told apart as regions.
  void printDot(llvm::raw_ostream &os, llvm::ArrayRef<Segment> segments) const;

private:
  llvm::SmallVector<LatticePoint, 4> latticePoints;
  llvm::SmallBitVector fullIterators;
  llvm::SmallBitVector loops;
};

struct LatticeOptions {
  /// Iterate over one operand of an intersection and locate in the other.
  bool intersectionOptimization = true;
  /// Iterate over the superset of a union only, and drop the points that a full
  /// segment makes unreachable.
  bool subsetOptimization = true;
  /// The most points that a lattice may have. A union of n segments has 2^n - 1
  /// of them.
  std::optional<size_t> limit = 4096;
};

/// Why a domain has no lattice.
class LatticeError : public llvm::ErrorInfo<LatticeError> {
public:
  enum class Reason {
    /// An unordered segment without locate meets another iterator. Converted to
    /// an ordered level, it can be coiterated.
    Unordered,
    /// A segment has neither an iterate capability nor a usable locate.
    Inaccessible,
    /// The lattice has more points than the limit allows.
    TooManyPoints
  };

  static char ID;

  LatticeError(Reason reason, std::optional<unsigned> segment,
               std::string message)
      : reason(reason), segment(segment), text(std::move(message)) {}

  Reason getReason() const { return reason; }
  /// The offending segment, where there is one.
  std::optional<unsigned> getSegment() const { return segment; }

  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  Reason reason;
  std::optional<unsigned> segment;
  std::string text;
};

/// Builds the lattice of `domain`, whose segments are indices into `segments`.
/// Fails with a `LatticeError`.
llvm::Expected<IterationLattice>
buildLattice(const IterationDomain &domain, llvm::ArrayRef<Segment> segments,
             const LatticeOptions &options = {});

/// The smallest sets of segments at whose common coordinates something belongs
/// to `domain`, each with a last bit for the universe, which is only set in a
/// set of its own. Nothing if there are more than `limit` of them.
std::optional<llvm::SmallVector<llvm::SmallBitVector>>
getMinimalPoints(const IterationDomain &domain, unsigned numSegments,
                 size_t limit);

/// The points at whose coordinates something belongs to `domain`, as many and
/// as large as the domain's expression is long: what an intersection
/// distributes over stays a union inside of a point. Where listing the smallest
/// sets takes no more segments, these are the points. A segment in `located` is
/// located in; where such segments are enough, the universe is iterated over.
std::vector<LatticePoint> getGuardedPoints(const IterationDomain &domain,
                                           const llvm::SmallBitVector &located);

/// Which iterators of a loop do what (thesis section 5.2, "Ranger and Merger
/// Optimization").
struct LoopSets {
  /// Tested in the loop header: the loop runs while all of them have
  /// coordinates left.
  llvm::SmallBitVector rangers;
  /// Combined by `min` to the resolved coordinate.
  llvm::SmallBitVector mergers;
};

/// The smallest ranger and merger sets of the loop of `point`. A full iterator
/// outlasts the others, so that only a loop without others tests one; and it
/// has every coordinate, so that one alone gives the resolved coordinate.
LoopSets getLoopSets(const LatticePoint &point,
                     llvm::ArrayRef<Segment> segments);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_ITERATIONLATTICE_H
