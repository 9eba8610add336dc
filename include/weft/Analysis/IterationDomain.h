//===- IterationDomain.h - Set expressions over segments --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coordinates that one index variable iterates over, as a set expression
// over coordinate tree segments (thesis section 3.2, "Index Variable Iteration
// Universes and Domains"). Iteration lattices are built from it. It knows a
// segment by properties and capabilities only, never by level type, so that a
// new level type needs no change here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_ITERATIONDOMAIN_H
#define WEFT_ANALYSIS_ITERATIONDOMAIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <string>

namespace weft {
namespace analysis {

/// What the algebra needs to know of one coordinate tree segment.
struct Segment {
  /// The name as the thesis writes it: the tensor and the level, "B1".
  std::string name;
  /// Every coordinate of the universe is present.
  bool full = false;
  /// Iteration yields the coordinates in increasing order.
  bool ordered = true;
  /// No coordinate is stored twice.
  bool unique = true;
  /// The level has the coordinate or the position iterate capability.
  bool iterable = true;
  /// The level has the locate capability.
  bool locatable = false;
  /// Where it is intersected, the level is searched rather than iterated over.
  bool searched = false;

  /// Whether one look-up finds all there is at a coordinate. A look-up returns
  /// one position, so that it would lose the rest of a run of equal
  /// coordinates.
  bool canLocate() const { return locatable && unique; }
  /// The same in an intersection, whose size may be that of the other side.
  bool canLocateInIntersection() const {
    return (locatable || searched) && unique;
  }
};

/// Whether all members of `subset` are members of `superset`.
inline bool isSubset(const llvm::SmallBitVector &subset,
                     const llvm::SmallBitVector &superset) {
  return !subset.test(superset);
}

/// A set expression over segments, which are named by their index in a table
/// that the caller keeps. An immutable value: copies share their nodes.
class IterationDomain {
public:
  enum class Kind { Empty, Universe, Segment, Intersection, Union };

  static IterationDomain empty();
  static IterationDomain universe();
  static IterationDomain segment(unsigned id);

  /// The intersection, with the laws of the empty set and of idempotence
  /// applied. A universe stays, because it says that an operand is broadcast.
  static IterationDomain intersect(const IterationDomain &left,
                                   const IterationDomain &right);
  /// The union, with the same laws applied.
  static IterationDomain unite(const IterationDomain &left,
                               const IterationDomain &right);

  Kind getKind() const { return node->kind; }
  bool isEmpty() const { return getKind() == Kind::Empty; }

  /// The index of a `Segment`.
  unsigned getSegment() const;
  /// The operands of an `Intersection` or a `Union`.
  IterationDomain getLeft() const;
  IterationDomain getRight() const;

  /// The domain that remains when the segments in `exhausted` have run out of
  /// coordinates.
  IterationDomain without(const llvm::SmallBitVector &exhausted) const;

  /// Whether a coordinate belongs to the domain at which exactly the segments
  /// in `present` have a coordinate.
  bool contains(const llvm::SmallBitVector &present) const;

  /// Structural equality.
  bool operator==(const IterationDomain &other) const;
  bool operator!=(const IterationDomain &other) const {
    return !(*this == other);
  }

  /// Prints the expression in the notation of the thesis: `(B1 ∪ C1) ∩ U`.
  void print(llvm::raw_ostream &os, llvm::ArrayRef<Segment> segments) const;

private:
  struct Node {
    Kind kind;
    unsigned segment = 0;
    std::shared_ptr<const Node> left = nullptr;
    std::shared_ptr<const Node> right = nullptr;
  };

  explicit IterationDomain(std::shared_ptr<const Node> node)
      : node(std::move(node)) {}
  static IterationDomain get(Node node);

  std::shared_ptr<const Node> node;
};

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_ITERATIONDOMAIN_H
