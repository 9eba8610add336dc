//===- Concatenation.cpp - Concatenate arrays of partitions -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of parallel appending in partitions, as three loops over them: the
// first is a prefix sum of their lengths, to whose total the result grows;
// the second copies the partitions in parallel; the third frees them.
//
//===----------------------------------------------------------------------===//

#include "Concatenation.h"

#include "GrowthFunctions.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

namespace {
class Concatenator {
public:
  Concatenator(ImplicitLocOpBuilder &b, const StorageLayout &layout,
               ValueRange forked, ValueRange tables)
      : b(b), layout(layout), tensor(layout.split(forked)), tables(tables) {}

  StorageParts emit();

private:
  using PartitionEmitter =
      function_ref<SmallVector<Value>(Value number, ValueRange carried)>;

  /// Emits a loop over all partitions.
  scf::ForOp emitForPartitions(ValueRange inits,
                               PartitionEmitter emitPartition);
  StorageParts emitLoadPartition(Value number);
  /// How many positions each level of a partition has.
  SmallVector<Value> emitCounts(const StorageParts &partition);
  /// Finds out where the partitions begin in each level; returns the positions
  /// of all partitions.
  SmallVector<Value> emitBegins();
  void emitReserve(ValueRange totals);
  void emitCopies();
  void emitFrees();

  LevelSite getSite(int64_t level) {
    return layout.getSite(b, tensor.sizes, level);
  }
  ConcatenateEmitterInterface getEmitter(int64_t level) {
    return layout.getEmitter<ConcatenateEmitterInterface>(level);
  }
  bool hasValues() { return layout.getAssembly() != Assembly::Assemble; }

  ImplicitLocOpBuilder &b;
  const StorageLayout &layout;
  StorageParts tensor;
  ValueRange tables;
  /// Where the partitions begin, by level.
  SmallVector<Value> begins;
};
} // namespace

scf::ForOp Concatenator::emitForPartitions(ValueRange inits,
                                           PartitionEmitter emitPartition) {
  auto loop =
      scf::ForOp::create(b, emitIndex(b, 0), emitLength(b, tables.front()),
                         emitIndex(b, 1), inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next =
      emitPartition(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!inits.empty())
    scf::YieldOp::create(b, next);
  return loop;
}

StorageParts Concatenator::emitLoadPartition(Value number) {
  SmallVector<Value> values(tensor.sizes);
  for (Value table : tables)
    values.push_back(memref::LoadOp::create(b, table, number));
  return layout.split(values);
}

SmallVector<Value> Concatenator::emitCounts(const StorageParts &partition) {
  SmallVector<Value> counts;
  Value count = emitIndex(b, 1);
  for (auto [level, state] : llvm::enumerate(partition.levels)) {
    count = layout.getAssembler(level).size(getSite(level), state, count);
    counts.push_back(count);
  }
  return counts;
}

SmallVector<Value> Concatenator::emitBegins() {
  for (size_t level = 0; level != tensor.levels.size(); ++level)
    begins.push_back(memref::AllocOp::create(b, getArrayType(b.getIndexType()),
                                             emitLength(b, tables.front())));
  auto emitPartition = [&](Value number, ValueRange positions) {
    SmallVector<Value> next;
    for (auto [begin, position, count] : llvm::zip_equal(
             begins, positions, emitCounts(emitLoadPartition(number)))) {
      memref::StoreOp::create(b, position, begin, number);
      next.push_back(arith::AddIOp::create(b, position, count));
    }
    return next;
  };
  return SmallVector<Value>(
      emitForPartitions(emitCounts(tensor), emitPartition).getResults());
}

void Concatenator::emitReserve(ValueRange totals) {
  Value parents = emitIndex(b, 1);
  for (auto [level, total] : llvm::enumerate(totals)) {
    getEmitter(level).reservePartitions(getSite(level), tensor.levels[level],
                                        parents, total);
    parents = total;
  }
  Value fill = layout.isLeafAppended() ? Value() : layout.emitFillValue(b);
  if (hasValues())
    tensor.values = emitEnsureLength(b, tensor.values, parents, fill);
}

void Concatenator::emitCopies() {
  auto emitPartition = [&](Value number, ValueRange) {
    StorageParts partition = emitLoadPartition(number);
    Value parent = emitIndex(b, 0), numParents = emitIndex(b, 1);
    for (auto [level, count] : llvm::enumerate(emitCounts(partition))) {
      Value begin = memref::LoadOp::create(b, begins[level], number);
      getEmitter(level).copyPartition(getSite(level), tensor.levels[level],
                                      partition.levels[level], parent,
                                      numParents, begin, count);
      parent = begin;
      numParents = count;
    }
    if (!hasValues())
      return SmallVector<Value>();
    // Segments that were never reserved have the fill.
    Value stored =
        arith::MinSIOp::create(b, emitLength(b, partition.values), numParents);
    emitCopyRange(b, partition.values, emitIndex(b, 0), tensor.values, parent,
                  stored);
    if (!layout.isLeafAppended())
      emitFill(b, tensor.values, arith::AddIOp::create(b, parent, stored),
               arith::AddIOp::create(b, parent, numParents),
               layout.emitFillValue(b));
    return SmallVector<Value>();
  };
  updateLoopInfo(emitForPartitions({}, emitPartition), [&](LoopInfo &info) {
    info.parallel = DistributionAttr::get(
        b.getContext(), DistributionKind::Static, std::nullopt);
  });
}

void Concatenator::emitFrees() {
  emitForPartitions({}, [&](Value number, ValueRange) {
    StorageParts partition = emitLoadPartition(number);
    for (auto [level, state] : llvm::enumerate(partition.levels))
      getEmitter(level).endPartition(getSite(level), state);
    emitFree(b, partition.values);
    return SmallVector<Value>();
  });
  for (Value table : tables)
    emitFree(b, table);
  for (Value begin : begins)
    emitFree(b, begin);
}

StorageParts Concatenator::emit() {
  emitReserve(emitBegins());
  emitCopies();
  emitFrees();
  return tensor;
}

StorageParts weft::emitConcatenation(ImplicitLocOpBuilder &b,
                                     const StorageLayout &layout,
                                     ValueRange forked, ValueRange tables) {
  return Concatenator(b, layout, forked, tables).emit();
}
