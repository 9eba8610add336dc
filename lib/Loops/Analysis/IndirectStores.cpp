//===- IndirectStores.cpp - Indirect stores -------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from the index of a store to the coordinate that selects it.
//
//===----------------------------------------------------------------------===//

#include "Analysis/IndirectStores.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;

/// The load in a loop from which an index is computed by casts and additions of
/// constants; null if the index is not computed so.
static memref::LoadOp findLoad(scf::ForOp loop, Value index) {
  while (Operation *op = index.getDefiningOp()) {
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      bool isInside = load->getBlock() == loop.getBody();
      return isInside && load.getIndices().size() == 1 ? load : nullptr;
    }
    auto sum = dyn_cast<arith::AddIOp>(op);
    bool isOffset = sum && matchPattern(sum.getRhs(), m_Constant());
    if (!isOffset && !isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return nullptr;
    index = op->getOperand(0);
  }
  return nullptr;
}

std::optional<AdjacentSegments> weft::findSequentialSegments(scf::ForOp loop) {
  std::optional<AdjacentSegments> segments = AdjacentSegments::of(loop);
  if (!segments || segments->offset || hasLoopTags(segments->parents) ||
      !matchPattern(loop.getStep(), m_One()) || loop.getUnsignedCmp())
    return std::nullopt;
  // Loop versioning places the loop into branches.
  Operation *around = loop->getParentOp();
  while (isa<scf::IfOp>(around))
    around = around->getParentOp();
  return around == segments->parents ? segments : std::nullopt;
}

std::optional<IndirectStores> weft::findIndirectStores(scf::ForOp loop) {
  std::optional<AdjacentSegments> segments = findSequentialSegments(loop);
  if (!segments)
    return std::nullopt;
  IndirectStores found{*segments, {}, {}, {}};
  for (auto store : loop.getBody()->getOps<memref::StoreOp>()) {
    if (store.getIndices().size() != 1 ||
        !loop.isDefinedOutsideOfLoop(store.getMemRef()))
      continue;
    memref::LoadOp place = findLoad(loop, store.getIndices().front());
    if (!place || (found.place && place != found.place) ||
        !loop.isDefinedOutsideOfLoop(place.getMemRef()))
      continue;
    memref::LoadOp coordinate = findLoad(loop, place.getIndices().front());
    if (!coordinate || !isCoordinate(coordinate, loop))
      continue;
    found.place = place;
    found.coordinate = coordinate;
    found.stores.push_back(store);
  }
  return found.stores.empty() ? std::nullopt : std::optional(found);
}
