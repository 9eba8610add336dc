//===- FlattenRows.cpp - Rows of entries as a flat loop -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the entries of a row that has few of them stops where a processor
// does not foresee it, and what it has begun behind that is lost. So the rows
// of a few hundred entries are written down first, each by a vector that may be
// longer than the row, which the next one corrects, without a question for its
// length; then one loop goes over these entries (decision 171).
//
//===----------------------------------------------------------------------===//

#include "Analysis/IndirectStores.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace weft {
#define GEN_PASS_DEF_FLATTENROWS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Of how many entries the rows are written down at a time.
static constexpr int64_t kChunk = 512;
/// To how many entries a row is written at once.
static constexpr int64_t kLanes = 8;

/// What is computed in each row from its number alone.
static llvm::SetVector<Operation *> getComputed(scf::ForOp rows) {
  llvm::SetVector<Operation *> computed;
  auto isKnown = [&](Value value) {
    return value == rows.getInductionVar() ||
           rows.isDefinedOutsideOfLoop(value) ||
           computed.contains(value.getDefiningOp());
  };
  for (Operation &op : rows.getBody()->without_terminator())
    if (op.getNumRegions() == 0 && isPure(&op) &&
        llvm::all_of(op.getOperands(), isKnown))
      computed.insert(&op);
  return computed;
}

/// Whether all that a row does is done for its entries, which need to know
/// nothing of it but its number.
static bool isExpandable(const IndirectStores &scatter) {
  scf::ForOp rows = scatter.segments.parents, loop = scatter.segments.loop;
  // What is written down is there once, and nobody else's.
  if (!isa<FunctionOpInterface>(rows->getParentOp()) ||
      rows.getNumResults() != 0 || loop.getNumResults() != 0 ||
      hasLoopTags(loop) ||
      loop->getNextNode() != rows.getBody()->getTerminator())
    return false;
  bool onlyReads = llvm::all_of(
      llvm::make_range(rows.getBody()->begin(), loop->getIterator()),
      [](Operation &op) {
        return op.getNumRegions() == 0 &&
               (isMemoryEffectFree(&op) || isa<memref::LoadOp>(op));
      });
  llvm::SetVector<Operation *> computed = getComputed(rows);
  auto isKnown = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return !op || op->getBlock() != rows.getBody() || computed.contains(op);
  };
  return onlyReads && llvm::all_of(*loop.getBody(), [&](Operation &op) {
           return op.getNumRegions() == 0 &&
                  llvm::all_of(op.getOperands(), isKnown);
         });
}

namespace {
class ExpandedRows {
public:
  explicit ExpandedRows(const IndirectStores &scatter)
      : rows(scatter.segments.parents), loop(scatter.segments.loop),
        scatter(scatter), b(loop.getLoc(), rows) {}

  void emit();

private:
  Value getIndex(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  void emitRow(Value row, Value begin, Value end);
  Value emitRowsOf(Value first, Value begin, Value end);
  void emitEntries(Value begin, Value end);

  scf::ForOp rows, loop;
  const IndirectStores &scatter;
  ImplicitLocOpBuilder b;
  /// The row of each entry of a chunk.
  Value numbers;
};
} // namespace

/// Writes a row down for the entries `[begin, end)` of the chunk, and for some
/// behind them.
void ExpandedRows::emitRow(Value row, Value begin, Value end) {
  auto type = VectorType::get(kLanes, b.getIndexType());
  Value lanes = vector::BroadcastOp::create(b, type, row);
  vector::StoreOp::create(b, lanes, numbers, begin);
  Value width = getIndex(kLanes);
  auto more =
      scf::ForOp::create(b, arith::AddIOp::create(b, begin, width), end, width);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(more.getBody());
  vector::StoreOp::create(b, lanes, numbers, more.getInductionVar());
}

/// Writes the rows of the entries `[begin, end)` down, of which `first` has the
/// first; returns the row that has the last.
Value ExpandedRows::emitRowsOf(Value first, Value begin, Value end) {
  Type index = b.getIndexType();
  auto each = scf::WhileOp::create(b, index, first);
  OpBuilder::InsertionGuard guard(b);
  Block *before = b.createBlock(&each.getBefore(), {}, index, b.getLoc());
  Value row = before->getArgument(0);
  // The last row ends where all entries do, so that none is looked for behind
  // it; and a row that begins in the chunk is written there.
  Value low = scatter.segments.emitBegin(b, row);
  Value high =
      scatter.segments.emitBegin(b, arith::AddIOp::create(b, row, getIndex(1)));
  Value from = arith::MaxSIOp::create(b, low, begin);
  Value to = arith::MinSIOp::create(b, high, end);
  emitRow(row, arith::SubIOp::create(b, from, begin),
          arith::SubIOp::create(b, to, begin));
  Value goesOn = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, high, end);
  scf::ConditionOp::create(b, goesOn, row);
  Block *after = b.createBlock(&each.getAfter(), {}, index, b.getLoc());
  scf::YieldOp::create(
      b,
      arith::AddIOp::create(b, after->getArgument(0), getIndex(1)).getResult());
  return each.getResult(0);
}

/// Does what the loop does for the entries `[begin, end)`.
void ExpandedRows::emitEntries(Value begin, Value end) {
  auto flat = scf::ForOp::create(b, begin, end, getIndex(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(flat.getBody());
  Value position = flat.getInductionVar();
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), position);
  mapping.map(
      rows.getInductionVar(),
      memref::LoadOp::create(
          b, numbers, arith::SubIOp::create(b, position, begin).getResult())
          .getResult());
  for (Operation *op : getComputed(rows))
    b.clone(*op, mapping);
  for (Operation &op : loop.getBody()->without_terminator())
    b.clone(op, mapping);
}

void ExpandedRows::emit() {
  ValueRange bounds = scatter.segments.emitBounds(b);
  Value count = arith::SubIOp::create(b, bounds[1], bounds[0]);
  Value isShort =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, count,
                            scatter.segments.emitSize(b, kMinSegmentLength));
  numbers = memref::AllocaOp::create(
      b, MemRefType::get(kChunk + kLanes, b.getIndexType()));
  emitVersions(b, rows, isShort);
  // The copy in the other branch stays as it is.
  b.setInsertionPoint(rows);
  auto chunks = scf::ForOp::create(b, bounds[0], bounds[1], getIndex(kChunk),
                                   rows.getLowerBound());
  b.setInsertionPointToStart(chunks.getBody());
  Value begin = chunks.getInductionVar();
  Value end = arith::MinSIOp::create(
      b, arith::AddIOp::create(b, begin, getIndex(kChunk)), bounds[1]);
  Value last = emitRowsOf(chunks.getRegionIterArg(0), begin, end);
  emitEntries(begin, end);
  scf::YieldOp::create(b, last);
  rows.erase();
}

namespace {
struct FlattenRows : weft::impl::FlattenRowsBase<FlattenRows> {
  void runOnOperation() override {
    // One of each loop over rows, of which there is only one copy.
    llvm::MapVector<Operation *, IndirectStores> scatters;
    getOperation().walk([&](scf::ForOp loop) {
      if (!isChosen(loop, LoweringOption::FlattenRows))
        return;
      std::optional<IndirectStores> scatter = findIndirectStores(loop);
      if (scatter && isExpandable(*scatter))
        scatters.try_emplace(scatter->segments.parents, std::move(*scatter));
    });
    for (auto &[rows, scatter] : scatters)
      ExpandedRows(scatter).emit();
  }
};
} // namespace
