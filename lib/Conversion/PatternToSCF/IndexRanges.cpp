//===- IndexRanges.cpp - Loops whose indices are in range -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop versioning of index checks. An element of an operand that is used as an
// index is checked where it is used, which keeps the loop around it from being
// vectorized, and from running on a GPU. The outermost loop of a kernel is
// emitted twice therefore: without these checks, for positions at which all
// elements of the operand are in range, and with them. On CPUs, a chunk of
// positions is examined just before it is computed, so that the elements are in
// a cache then. Before a launch, the whole operand is, and the loop with checks
// runs on the host.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_scf;

using Values = Evaluator::Values;

/// How many positions of the outermost loop are examined at a time: rows of
/// eight indices of 32 bits fill an eighth of an L1 cache.
static constexpr int64_t kChunk = 128;

/// Whether a scalar is below a length for sure. If indices are collected, notes
/// one that is not.
bool Evaluator::isInRange(const View &index, const Nat &length) {
  if (nats.getOptions().checkAccesses)
    return false;
  if (index.bound == length)
    return true;
  const std::optional<IndexSource> &source = index.source;
  if (!source)
    return false;
  auto isSame = [&](const IndexRange &range) {
    return range.source.memory == source->memory && range.length == length;
  };
  if (llvm::any_of(validIndices, isSame))
    return true;
  if (isCollecting && nats.isOfNumbers(length))
    indices.push_back({*source, length});
  return false;
}

/// Emits whether the elements of all collected operands are in range, or those
/// from one outermost position up to another: the largest of them is, as a
/// number without a sign.
Value Evaluator::emitAreBelow(std::optional<std::pair<Nat, Nat>> positions,
                              Location loc) {
  Value areBelow = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (const IndexRange &range : indices) {
    const IndexSource &source = range.source;
    Type type = cast<MemRefType>(source.memory.getType()).getElementType();
    auto [begin, end] =
        positions.value_or(std::pair(Nat(0), source.type.getLength()));
    nats.notePrefix(end, source.type.getLength());
    Value first = nats.emit(loc, getOffset(source.type, begin));
    Value last = nats.emit(loc, getOffset(source.type, end));
    Value none =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    auto body = [&](const Nat &address, Values carried) -> Values {
      Value element = memref::LoadOp::create(builder, loc, source.memory,
                                             nats.emit(loc, address));
      return {arith::MaxUIOp::create(builder, loc, element, carried[0])};
    };
    LoopBody loop{getSize(source.type), "k", Mapping::Vec, loc,
                  Order::Sequential,    body};
    Values results = emitRange(loop, first, last, {none}, /*hasUnit=*/false);
    Value length = nats.emit(loc, range.length);
    Value largest = arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(), results[0]);
    Value isBelow = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, largest, length);
    Value isEmpty = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sge, first, last);
    areBelow = arith::AndIOp::create(
        builder, loc, areBelow,
        arith::OrIOp::create(builder, loc, isBelow, isEmpty));
  }
  return areBelow;
}

/// Emits both versions of the iterations from `begin` to `end`.
Values Evaluator::emitBranches(const LoopBody &loop, Value isValid, Value begin,
                               Value end, Values carried, bool hasUnit) {
  OpBuilder::InsertionGuard guard(builder);
  auto branch = scf::IfOp::create(builder, loop.loc,
                                  ValueRange(carried).getTypes(), isValid,
                                  /*withElseRegion=*/true);
  auto emitBranch = [&](Block *block, bool withUnit) {
    builder.setInsertionPointToStart(block);
    Values results = emitRange(loop, begin, end, carried, withUnit);
    if (!carried.empty())
      scf::YieldOp::create(builder, loop.loc, results);
  };
  validIndices = indices;
  emitBranch(branch.thenBlock(), hasUnit);
  validIndices.clear();
  bool wasOnHost = std::exchange(isOnHost, true);
  emitBranch(branch.elseBlock(), /*withUnit=*/false);
  isOnHost = wasOnHost;
  return Values(branch.getResults());
}

/// Emits a loop over chunks, each of which is examined and then computed.
Values Evaluator::emitChunks(const LoopBody &parts, Value end, Values carried) {
  Location loc = parts.loc;
  // Passes take steps of one for granted where loops are shared.
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value size = arith::ConstantIndexOp::create(builder, loc, kChunk);
  Value count = arith::CeilDivUIOp::create(builder, loc, end, size);
  auto loop = scf::ForOp::create(builder, loc, zero, count, one, carried);
  if (carried.empty() && parts.order == Order::Any)
    setUnit(loop, parts.mapping, parts.count, parts.order);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value begin =
      arith::MulIOp::create(builder, loc, loop.getInductionVar(), size);
  Value last = arith::MinSIOp::create(
      builder, loc, end, arith::AddIOp::create(builder, loc, begin, size));
  Nat from = nats.defineVariable("from", begin, parts.count);
  Nat to = nats.defineVariable("to", last, parts.count + 1);
  nats.notePrefix(from, parts.count);
  ++numLoops;
  Value isValid = emitAreBelow(std::pair(from, to), loc);
  Values next = emitBranches(parts, isValid, begin, last,
                             Values(loop.getRegionIterArgs()),
                             /*hasUnit=*/false);
  --numLoops;
  if (!carried.empty())
    scf::YieldOp::create(builder, loc, next);
  return Values(loop.getResults());
}

/// Leaves one range of each operand and length. If a chunk is examined, there
/// is none of an operand that is indexed at other positions than those of the
/// loop.
static void filterIndices(SmallVectorImpl<Evaluator::IndexRange> &indices,
                          const Nat &variable, const Nat &count,
                          bool isChunked) {
  SmallVector<Evaluator::IndexRange> kept;
  for (const Evaluator::IndexRange &range : indices) {
    auto isOfLoop = [&](const Evaluator::IndexRange &other) {
      return other.source.memory != range.source.memory ||
             (other.source.position == variable &&
              other.source.type.getLength() == count);
    };
    auto isSame = [&](const Evaluator::IndexRange &other) {
      return other.source.memory == range.source.memory &&
             other.length == range.length;
    };
    if ((!isChunked || llvm::all_of(indices, isOfLoop)) &&
        llvm::none_of(kept, isSame))
      kept.push_back(range);
  }
  indices = std::move(kept);
}

/// Emits the outermost loop of a kernel: once to collect the indices that it
/// uses, and then its versions if there are any.
Values Evaluator::emitVersions(const LoopBody &parts, Value end,
                               Values carried) {
  Nat variable;
  auto body = [&](const Nat &position, Values inner) {
    variable = position;
    return parts.body(position, std::move(inner));
  };
  LoopBody traced{parts.count, parts.name,  parts.mapping,
                  parts.loc,   parts.order, body};
  Value zero = arith::ConstantIndexOp::create(builder, parts.loc, 0);
  indices.clear();
  isCollecting = true;
  Values results = emitRange(traced, zero, end, carried, /*hasUnit=*/true);
  isCollecting = false;
  bool isLaunched = parts.mapping == Mapping::Workgroup;
  filterIndices(indices, variable, parts.count, !isLaunched);
  if (indices.empty())
    return results;
  std::prev(builder.getInsertionPoint())->erase();
  if (!isLaunched)
    return emitChunks(parts, end, std::move(carried));
  Value isValid = emitAreBelow(std::nullopt, parts.loc);
  return emitBranches(parts, isValid, zero, end, std::move(carried),
                      /*hasUnit=*/true);
}
