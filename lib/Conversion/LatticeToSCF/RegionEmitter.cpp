//===- RegionEmitter.cpp - Regions of an iteration lattice ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells apart the regions in which the resolved coordinate of a loop may lie,
// and puts the statement of each there (thesis section 5.2, "Emit conditional
// header").
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

SmallVector<Value> weft::lattice::inlineRegion(OpBuilder &builder, Block &block,
                                               ValueRange args,
                                               IRMapping mapping) {
  mapping.map(block.getArguments(), args);
  for (Operation &inner : block.without_terminator())
    if (inner.getNumResults() != 1 || !mapping.contains(inner.getResult(0)))
      builder.clone(inner, mapping);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

/// The most segments that are tried in all combinations below.
static constexpr unsigned kMaxTried = 10;

/// Whether all segments in `test` are present, given that those in none of
/// `failed` are all present and that one of `oneOf` is, if it has members. The
/// last region of a union needs no test for this reason.
static bool isImplied(const llvm::SmallBitVector &test,
                      ArrayRef<llvm::SmallBitVector> failed,
                      const llvm::SmallBitVector &oneOf) {
  llvm::SmallBitVector relevant = test;
  relevant |= oneOf;
  for (const llvm::SmallBitVector &other : failed)
    relevant |= other;
  SmallVector<unsigned> ids(relevant.set_bits());
  if (ids.size() > kMaxTried)
    return test.none();
  for (unsigned bits = 0, e = 1u << ids.size(); bits != e; ++bits) {
    llvm::SmallBitVector present(test.size());
    for (auto [index, id] : llvm::enumerate(ids))
      present[id] = (bits >> index) & 1;
    bool possible =
        (oneOf.none() || present.anyCommon(oneOf)) &&
        llvm::none_of(failed, [&](const llvm::SmallBitVector &other) {
          return analysis::isSubset(other, present);
        });
    if (possible && !analysis::isSubset(test, present))
      return false;
  }
  return true;
}

SmallVector<Value> LoopEmitter::emitRegions(OpBuilder &builder,
                                            const Step &step,
                                            ValueRange carried) {
  Location loc = op.getLoc();
  SmallVector<unsigned> regions = lattice.sublattice(step.point);
  analysis::LoopSets sets =
      analysis::getLoopSets(lattice[step.point], segments);

  // One of the mergers is at the resolved coordinate, which is their minimum.
  llvm::SmallBitVector oneOf = sets.mergers;
  for (unsigned id : sets.mergers.set_bits())
    if (!step.places[id].matches || step.places[id].found)
      oneOf.reset();

  SmallVector<llvm::SmallBitVector> failed;
  auto emitFrom = [&](auto &self, OpBuilder &builder,
                      unsigned index) -> SmallVector<Value> {
    if (index == regions.size())
      return SmallVector<Value>(carried);
    const llvm::SmallBitVector present = lattice[regions[index]].segments();
    llvm::SmallBitVector test = present;
    for (unsigned id : present.set_bits())
      if (!step.places[id].matches && !step.places[id].found)
        test.reset(id);
    if (isImplied(test, failed, oneOf))
      return emitRegion(builder, step, regions[index], carried);
    Value condition;
    for (unsigned id : test.set_bits())
      for (Value partition : {step.places[id].matches, step.places[id].found})
        if (partition)
          condition = condition ? arith::AndIOp::create(builder, loc, condition,
                                                        partition)
                                : partition;
    failed.push_back(test);
    bool hasElse = !carried.empty() || index + 1 != regions.size();
    auto branch =
        scf::IfOp::create(builder, loc, carried.getTypes(), condition, hasElse);
    auto fill = [&](Block *block, auto emit) {
      OpBuilder::InsertionGuard guard(builder);
      if (block->mightHaveTerminator())
        builder.setInsertionPoint(block->getTerminator());
      else
        builder.setInsertionPointToEnd(block);
      SmallVector<Value> results = emit();
      if (!carried.empty())
        scf::YieldOp::create(builder, loc, results);
    };
    fill(branch.thenBlock(),
         [&] { return emitRegion(builder, step, regions[index], carried); });
    if (hasElse)
      fill(branch.elseBlock(), [&] { return self(self, builder, index + 1); });
    return SmallVector<Value>(branch.getResults());
  };
  return emitFrom(emitFrom, builder, 0);
}

SmallVector<Value> LoopEmitter::emitRegion(OpBuilder &builder, const Step &step,
                                           unsigned point, ValueRange carried) {
  Location loc = op.getLoc();
  SmallVector<Value> args(ArrayRef(step.coordinates));
  if (step.variable)
    args.push_back(step.variable);
  IRMapping known;
  for (int64_t segment : op.getSegmentsOf(point)) {
    const Place &place = step.places[segment];
    if (place.component)
      for (Operation *load :
           op.getBlock(point).getArgument(args.size()).getUsers())
        known.map(load->getResult(0), place.component);
    args.push_back(place.position);
    if (op.hasPositionRange(segment))
      args.push_back(emitRunEnd(builder, loc, place));
  }
  llvm::append_range(args, carried);
  return inlineRegion(builder, op.getBlock(point), args, std::move(known));
}
