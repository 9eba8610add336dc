//===- Partitions.cpp - Parallel loops that append --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parallel append: the iterations of a parallel loop are divided into
// partitions, each with separate builders, which are concatenated in order.
// The result does not depend on the number of partitions. Loops that count and
// scatter children of any parent run in partitions, too, the same ones in both
// phases.
//
//===----------------------------------------------------------------------===//

#include "Partitions.h"

#include "weft/Dialect/Level/IR/LevelScatter.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// How many partitions each thread has, if partitions are handed out to threads
/// that are free and nobody says how long they are.
static constexpr int64_t kPartitionsOfThread = 8;

/// Emits how many partitions the threads have, several each if `several`.
static Value emitPartitionsOfThreads(ImplicitLocOpBuilder &b, bool several) {
  Value numThreads = level::NumThreadsOp::create(b);
  if (!several)
    return numThreads;
  return arith::MulIOp::create(
      b, numThreads, arith::ConstantIndexOp::create(b, kPartitionsOfThread));
}

/// Emits about how many partitions fill segments; null if none do. Each says
/// something of every parent, so that short partitions become longer ones. As
/// many place as have counted, even if somebody changes the number of threads.
static Value emitNumFilling(ImplicitLocOpBuilder &b, DistributionAttr how,
                            Value count, ArrayRef<Value> builders) {
  Value counting;
  for (Value builder : builders) {
    auto type = cast<level::BuilderType>(builder.getType());
    if (type.isPlacing())
      return level::CountedPartitionsOp::create(b, builder);
    if (type.isCounting())
      counting = builder;
  }
  if (!counting)
    return {};
  Value most = emitPartitionsOfThreads(b, how.getChunk() || how.isDynamic());
  if (!how.getChunk())
    return most;
  Value chunk = arith::ConstantIndexOp::create(b, *how.getChunk());
  return arith::MinUIOp::create(b, most,
                                arith::CeilDivUIOp::create(b, count, chunk));
}

/// Emits how many of `count` iterations a partition of some builders has.
static Value emitPartitionSize(ImplicitLocOpBuilder &b, DistributionAttr how,
                               Value count, ArrayRef<Value> builders) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value numPartitions = emitNumFilling(b, how, count, builders);
  if (numPartitions)
    numPartitions = arith::MaxUIOp::create(b, numPartitions, one);
  else if (how.getChunk())
    return arith::ConstantIndexOp::create(b, *how.getChunk());
  else
    numPartitions = emitPartitionsOfThreads(b, how.isDynamic());
  Value size = arith::CeilDivUIOp::create(b, count, numPartitions);
  return arith::MaxUIOp::create(b, size, one);
}

static level::BuilderType getBuilderType(Value forked) {
  return cast<level::PartitionsType>(forked.getType()).getBuilder();
}

/// Emits the builder of a partition.
static Value emitBuilder(ImplicitLocOpBuilder &b, Value forked, Value number) {
  level::BuilderType type = getBuilderType(forked);
  if (type.isPlacing())
    return level::ResumePartitionOp::create(b, type, forked, number);
  return level::BeginPartitionOp::create(b, type, forked);
}

SmallVector<Value> lattice::emitPartitions(
    OpBuilder &builder, CoiterateOp op, Value begin, Value end,
    ValueRange inits, ArrayRef<int64_t> partitions,
    function_ref<ValueRange(OpBuilder &, Value, Value, ValueRange)> emitLoop) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  DistributionAttr how = op.getLoopInfo().parallel;
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, begin, end), begin);
  auto builders = llvm::map_to_vector(
      partitions, [&](int64_t partition) -> Value { return inits[partition]; });
  Value size = emitPartitionSize(b, how, count, builders);
  Value numPartitions = arith::CeilDivUIOp::create(b, count, size);

  // What is forked is not carried from partition to partition.
  SmallVector<Value> shared, forked(inits.size());
  for (int64_t partition : partitions) {
    auto type = cast<level::BuilderType>(inits[partition].getType());
    auto partsType = level::PartitionsType::get(
        b.getContext(), type.getTensor(), type.getAssembly());
    forked[partition] =
        level::ForkOp::create(b, partsType, inits[partition], numPartitions);
  }
  for (auto [init, fork] : llvm::zip_equal(inits, forked))
    if (!fork)
      shared.push_back(init);

  auto emitPartition = [&](OpBuilder &builder, Location loc, Value number,
                           ValueRange args) {
    ImplicitLocOpBuilder b(loc, builder);
    Value first =
        arith::AddIOp::create(b, begin, arith::MulIOp::create(b, number, size));
    // The last partition may be shorter.
    Value rest = arith::SubIOp::create(b, end, first);
    Value last =
        arith::AddIOp::create(b, first, arith::MinSIOp::create(b, rest, size));
    SmallVector<Value> own;
    for (Value fork : forked) {
      own.push_back(fork ? emitBuilder(b, fork, number) : args.front());
      args = args.drop_front(fork ? 0 : 1);
    }
    SmallVector<Value> passedOn;
    for (auto [result, fork] :
         llvm::zip_equal(emitLoop(b, first, last, own), forked)) {
      if (fork)
        level::EndPartitionOp::create(b, result, fork, number);
      else
        passedOn.push_back(result);
    }
    scf::YieldOp::create(b, passedOn);
  };
  auto loop =
      scf::ForOp::create(b, zero, numPartitions, one, shared, emitPartition);
  // Partitions are dealt out as iterations would be.
  std::optional<int64_t> chunk;
  if (how.getChunk())
    chunk = 1;
  updateLoopInfo(loop, [&](LoopInfo &info) {
    info.parallel = DistributionAttr::get(b.getContext(), how.getKind(), chunk);
  });

  ValueRange carried = loop.getResults();
  SmallVector<Value> results;
  for (Value fork : forked) {
    results.push_back(
        fork ? level::ConcatenateOp::create(b, getBuilderType(fork), fork)
                   .getResult()
             : carried.front());
    carried = carried.drop_front(fork ? 0 : 1);
  }
  return results;
}

SmallVector<Value> lattice::emitOptionalPartitions(
    OpBuilder &builder, Location loc, Value begin, Value end, ValueRange inits,
    function_ref<ValueRange(OpBuilder &, Value, Value, ValueRange)> emitLoop) {
  auto partitions = PartitionsOp::create(builder, loc, begin, end, inits);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&partitions.getBody().front());
  ValueRange results =
      emitLoop(builder, partitions.getFirst(), partitions.getLast(),
               ValueRange(partitions.getCarried()));
  PartsYieldOp::create(builder, loc, results);
  return SmallVector<Value>(partitions.getResults());
}
