//===- Coiteration.cpp - Exact or guarded -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses between the exact lattice and the guarded form.
//
//===----------------------------------------------------------------------===//

#include "Coiteration.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace weft;
using namespace weft::cin_to_lattice;
using namespace weft::analysis;

/// A forall inside of another counts as what a union of two segments would make
/// of it, whether it is one is not known yet: the loop of both has three
/// regions, those of what is left have one.
static constexpr size_t kInnerCopies = 3 + 1 + 1;

/// In how many loops the region of each point of a lattice is copied.
static llvm::SmallVector<size_t> countCopies(const IterationLattice &lattice) {
  llvm::SmallVector<size_t> copies(lattice.size(), 0);
  for (unsigned point = 0, e = lattice.size(); point != e; ++point)
    if (lattice.needsLoop(point))
      for (unsigned below : lattice.sublattice(point))
        ++copies[below];
  return copies;
}

bool cin_to_lattice::isLocatedGuarded(const Segment &segment) {
  if (!segment.iterable)
    return segment.canLocate();
  return lattice::CoiterateOp::isLocatedGuarded(segment.canLocate(),
                                                segment.full, segment.ordered);
}

std::optional<Coiteration>
cin_to_lattice::getGuarded(const IterationDomain &domain,
                           llvm::ArrayRef<Segment> segments, size_t numCopies) {
  llvm::SmallBitVector located(segments.size() + 1);
  for (auto [id, segment] : llvm::enumerate(segments)) {
    located[id] = isLocatedGuarded(segment);
    if (!located[id] && (segment.full || !segment.ordered || !segment.iterable))
      return std::nullopt;
  }
  Coiteration result;
  result.guarded = true;
  result.numCopies = {numCopies};
  result.points = llvm::to_vector(getGuardedPoints(domain, located));
  return result;
}

llvm::Expected<Coiteration> cin_to_lattice::chooseCoiteration(
    const IterationDomain &domain, llvm::ArrayRef<Segment> segments,
    size_t numCopies, size_t numForalls, const CINToLatticeOptions &options) {
  // More points would be more copies.
  LatticeOptions limits;
  limits.limit = options.maxTotalCopies;
  auto lattice = buildLattice(domain, segments, limits);
  if (lattice) {
    Coiteration exact;
    exact.points = llvm::to_vector(lattice->points());
    exact.numCopies = countCopies(*lattice);
    size_t numRegions = std::accumulate(exact.numCopies.begin(),
                                        exact.numCopies.end(), size_t(0));
    size_t copies = numRegions * (1 + kInnerCopies * (numForalls - 1));
    size_t totalCopies = numCopies * numRegions * numForalls;
    bool isLarge =
        lattice->size() > 1 &&
        (copies > options.maxCopies || totalCopies > options.maxTotalCopies);
    if (isLarge)
      if (auto guarded = getGuarded(domain, segments, numCopies)) {
        bool alone = copies > options.maxCopies;
        guarded->exactCopies = alone ? copies : totalCopies;
        guarded->limit = alone ? options.maxCopies : options.maxTotalCopies;
        return *guarded;
      }
    for (size_t &copies : exact.numCopies)
      copies *= numCopies;
    return exact;
  }
  // Too many points to be spelled out.
  llvm::Error error = lattice.takeError();
  bool isLarge = false;
  error = llvm::handleErrors(
      std::move(error),
      [&](std::unique_ptr<LatticeError> lattice) -> llvm::Error {
        isLarge = lattice->getReason() == LatticeError::Reason::TooManyPoints;
        return llvm::Error(std::move(lattice));
      });
  if (isLarge)
    if (auto guarded = getGuarded(domain, segments, numCopies)) {
      llvm::consumeError(std::move(error));
      guarded->limit = options.maxTotalCopies;
      return *guarded;
    }
  return std::move(error);
}
