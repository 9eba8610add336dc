//===- LatticeTestUtils.h - Segments and domains for tests ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments with the properties of common level types, and the domains and
// lattices over three of them, in the notation of thesis section 3.3.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_ANALYSIS_LATTICETESTUTILS_H
#define WEFT_UNITTESTS_ANALYSIS_LATTICETESTUTILS_H

#include "weft/Analysis/IterationLattice.h"

#include <string>
#include <vector>

namespace weft {
namespace analysis {
namespace test {

inline Segment compressed(std::string name) {
  Segment segment;
  segment.name = std::move(name);
  return segment;
}

inline Segment dense(std::string name) {
  Segment segment = compressed(std::move(name));
  segment.full = segment.locatable = true;
  segment.iterable = false;
  return segment;
}

inline Segment hashed(std::string name) {
  Segment segment = compressed(std::move(name));
  segment.ordered = false;
  segment.locatable = true;
  return segment;
}

inline Segment unorderedCompressed(std::string name) {
  Segment segment = compressed(std::move(name));
  segment.ordered = false;
  return segment;
}

/// Iterated in order and located, but not full: a bitmap with an index, say.
inline Segment indexed(std::string name) {
  Segment segment = compressed(std::move(name));
  segment.locatable = true;
  return segment;
}

/// Full, but only to be iterated over.
inline Segment range(std::string name) {
  Segment segment = compressed(std::move(name));
  segment.full = true;
  return segment;
}

using Domain = IterationDomain;

inline Domain operator&(const Domain &left, const Domain &right) {
  return Domain::intersect(left, right);
}
inline Domain operator|(const Domain &left, const Domain &right) {
  return Domain::unite(left, right);
}

inline const Domain b = Domain::segment(0), c = Domain::segment(1),
                    d = Domain::segment(2), U = Domain::universe();

inline const std::vector<Segment> sparse = {compressed("b"), compressed("c"),
                                            compressed("d")};
inline const std::vector<Segment> allDense = {dense("b"), dense("c"),
                                              dense("d")};
inline const std::vector<Segment> mixed = {compressed("b"), dense("c"),
                                           compressed("d")};

/// The lattice of a domain that has one.
inline IterationLattice get(const Domain &domain,
                            llvm::ArrayRef<Segment> segments) {
  return llvm::cantFail(buildLattice(domain, segments));
}

} // namespace test
} // namespace analysis
} // namespace weft

#endif // WEFT_UNITTESTS_ANALYSIS_LATTICETESTUTILS_H
