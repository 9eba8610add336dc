//===- FlattenRows.cpp - Loops over rows as one loop over entries ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces a loop over short rows by one loop over their entries. Processors
// mispredict the exit of the inner loop, and discard the operations that they
// began behind it. Here a first loop stores the row of each entry of a chunk,
// by a vector that may be longer than the row: the next row overwrites the rest
// of it, without a branch on the length. A second loop iterates the entries of
// the chunk (docs/decisions/short-rows.md).
//
//===----------------------------------------------------------------------===//

#include "Analysis/IndirectStores.h"
#include "Analysis/ValueDependence.h"
#include "Segments/SegmentVectors.h"
#include "Tiling/LoopVersions.h"
#include "Vectorization/BlockReduction.h"

#include "weft/Dialect/Weft/IR/ArrayNames.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
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

/// Entries of a chunk, whose rows are stored before its entries are iterated.
/// Their array takes 4 KiB of the stack.
static constexpr int64_t kChunk = 512;
/// Lanes of the vector that stores the row of several entries.
static constexpr int64_t kLanes = 8;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

static LogicalResult missed(scf::ForOp loop, const Twine &reason) {
  return reportMissed(loop, LoweringOption::FlattenRows, reason);
}

/// Whether a loop over a segment stores at an index that it loads at a loaded
/// index.
static bool isCandidate(scf::ForOp loop) {
  auto loadsIndex = [&](Value index, auto &&test) {
    return !isComputedFrom(index, [&](Value value) -> std::optional<bool> {
      auto load = value.getDefiningOp<memref::LoadOp>();
      if (load && load->getBlock() == loop.getBody())
        return !test(load);
      return loop.isDefinedOutsideOfLoop(value) || isa<BlockArgument>(value)
                 ? std::optional(true)
                 : std::nullopt;
    });
  };
  auto isAny = [](memref::LoadOp) { return true; };
  auto isIndirect = [&](memref::LoadOp load) {
    return llvm::any_of(load.getIndices(),
                        [&](Value index) { return loadsIndex(index, isAny); });
  };
  return SegmentInfo::of(loop) && isInnermost(loop) &&
         llvm::any_of(loop.getBody()->getOps<memref::StoreOp>(),
                      [&](memref::StoreOp store) {
                        return llvm::any_of(
                            store.getIndices(), [&](Value index) {
                              return loadsIndex(index, isIndirect);
                            });
                      });
}

/// Why a candidate stores to no array at an index that is loaded for the
/// coordinate of each entry of adjacent segments.
static std::string whyNotIndirect(scf::ForOp loop) {
  std::optional<AdjacentSegments> rows = AdjacentSegments::of(loop);
  if (!rows)
    return "the loop bounds are not known to be pos[i] and pos[i + 1], where i "
           "is the induction variable of an enclosing unit-step loop";
  if (rows->offset)
    return "the loop bounds are loaded at an offset from the induction "
           "variable of the enclosing loop";
  if (hasLoopTags(rows->parents))
    return "the loop over rows " + describeLoopTag(rows->parents);
  if (!matchPattern(loop.getStep(), m_One()) || loop.getUnsignedCmp())
    return "the loop over entries has a step other than 1 or unsigned bounds";
  if (!findSequentialSegments(loop))
    return "the loop is nested in an operation other than `scf.if` inside the "
           "loop that indexes its bounds";
  return "no store index is loaded from an index array at a coordinate";
}

/// The operations of a row that are computed from its number alone.
static llvm::SetVector<Operation *> findRowNumberOps(scf::ForOp rows) {
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

/// Checks that the loops carry no values, and that the loop over rows is not
/// nested: the array of a chunk is allocated once.
static LogicalResult checkLoops(scf::ForOp rows, scf::ForOp loop) {
  if (!isa<FunctionOpInterface>(rows->getParentOp()))
    return missed(loop,
                  "the loop over rows is not at the top level of the function");
  if (rows.getNumResults() != 0)
    return missed(loop, "the loop over rows has iter_args");
  if (loop.getNumResults() != 0)
    return missed(loop, "the loop over entries has iter_args");
  if (hasLoopTags(loop))
    return missed(loop, "the loop over entries " + describeLoopTag(loop));
  return success();
}

/// Checks that a row only iterates its entries, which use no value of the row
/// except those that are computed from its number.
static LogicalResult checkRow(scf::ForOp rows, scf::ForOp loop) {
  if (loop->getBlock() != rows.getBody())
    return missed(loop, "the loop over entries is in a branch");
  if (loop->getNextNode() != rows.getBody()->getTerminator())
    return missed(loop, "'" + loop->getNextNode()->getName().getStringRef() +
                            "' follows the loop over entries");
  for (Operation &op :
       llvm::make_range(rows.getBody()->begin(), loop->getIterator()))
    if (op.getNumRegions() != 0 ||
        !(isMemoryEffectFree(&op) || isa<memref::LoadOp>(op)))
      return missed(
          loop,
          "'" + op.getName().getStringRef() +
              "' before the loop over entries has regions or side effects");
  llvm::SetVector<Operation *> computed = findRowNumberOps(rows);
  auto isKnown = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return !op || op->getBlock() != rows.getBody() || computed.contains(op);
  };
  for (Operation &op : *loop.getBody()) {
    if (op.getNumRegions() != 0)
      return missed(loop, "the loop over entries contains '" +
                              op.getName().getStringRef() + "'");
    if (!llvm::all_of(op.getOperands(), isKnown))
      return missed(
          loop,
          "the loop over entries uses a value that is not computed from the "
          "induction variable of the loop over rows by pure operations");
  }
  return success();
}

/// The indirect stores of a loop over entries, if it can be flattened.
static FailureOr<IndirectStores> findFlattenable(scf::ForOp loop) {
  std::optional<IndirectStores> scatter = findIndirectStores(loop);
  if (!scatter)
    return missed(loop, whyNotIndirect(loop));
  scf::ForOp rows = scatter->segments.parents;
  if (failed(checkLoops(rows, loop)) || failed(checkRow(rows, loop)))
    return failure();
  return *scatter;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Flattens a loop over rows, in a version for short rows.
class FlattenedRows {
public:
  explicit FlattenedRows(const IndirectStores &scatter)
      : rows(scatter.segments.parents), loop(scatter.segments.loop),
        scatter(scatter), b(loop.getLoc(), rows) {}

  void emit();

private:
  Value getIndex(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  void emitRow(Value row, Value begin, Value end);
  Value emitRows(Value first, Value begin, Value end);
  void emitEntries(Value begin, Value end);

  scf::ForOp rows, loop;
  const IndirectStores &scatter;
  ImplicitLocOpBuilder b;
  /// The row of each entry of a chunk.
  Value numbers;
};
} // namespace

/// Stores a row for the entries `[begin, end)` of the chunk. The last vector
/// may store it for following entries as well.
void FlattenedRows::emitRow(Value row, Value begin, Value end) {
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

/// Stores the rows of the entries `[begin, end)`, the first of which is in row
/// `first`. Returns the row of the last entry.
Value FlattenedRows::emitRows(Value first, Value begin, Value end) {
  Type index = b.getIndexType();
  auto each = scf::WhileOp::create(b, index, first);
  OpBuilder::InsertionGuard guard(b);
  Block *before = b.createBlock(&each.getBefore(), {}, index, b.getLoc());
  Value row = before->getArgument(0);
  // The loop exits at the latest after the last row, which ends at `end`. A row
  // that begins in the chunk is stored there.
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

/// Emits the loop over the entries `[begin, end)`.
void FlattenedRows::emitEntries(Value begin, Value end) {
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
  for (Operation *op : findRowNumberOps(rows))
    b.clone(*op, mapping);
  for (Operation &op : loop.getBody()->without_terminator())
    b.clone(op, mapping);
}

void FlattenedRows::emit() {
  ValueRange bounds = scatter.segments.emitBounds(b);
  Value count = arith::SubIOp::create(b, bounds[1], bounds[0]);
  Value isShort =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, count,
                            scatter.segments.emitSize(b, kMinSegmentLength));
  numbers = memref::AllocaOp::create(
      b, MemRefType::get(kChunk + kLanes, b.getIndexType()));
  setArrayRole(numbers.getDefiningOp(), "row numbers of the chunk");
  versionOperation(b, rows, isShort);
  // The version for longer rows is not flattened.
  b.setInsertionPoint(rows);
  auto chunks = scf::ForOp::create(b, bounds[0], bounds[1], getIndex(kChunk),
                                   rows.getLowerBound());
  b.setInsertionPointToStart(chunks.getBody());
  Value begin = chunks.getInductionVar();
  Value end = arith::MinSIOp::create(
      b, arith::AddIOp::create(b, begin, getIndex(kChunk)), bounds[1]);
  Value last = emitRows(chunks.getRegionIterArg(0), begin, end);
  emitEntries(begin, end);
  scf::YieldOp::create(b, last);
  rows.erase();
}

namespace {
struct FlattenRows : weft::impl::FlattenRowsBase<FlattenRows> {
  void runOnOperation() override {
    // At most one inner loop of each loop over rows, by that loop.
    llvm::MapVector<Operation *, IndirectStores> scatters;
    getOperation().walk([&](scf::ForOp loop) {
      if (!isCandidate(loop) || !isChosen(loop, LoweringOption::FlattenRows))
        return;
      FailureOr<IndirectStores> scatter = findFlattenable(loop);
      if (succeeded(scatter))
        scatters.try_emplace(scatter->segments.parents, std::move(*scatter));
    });
    for (auto &[rows, scatter] : scatters) {
      reportPassed(
          scatter.segments.loop, LoweringOption::FlattenRows,
          "flattens the loops over rows and entries into chunks of " +
              Twine(kChunk) +
              " entries, in a loop version for rows that average fewer than " +
              Twine(kMinSegmentLength) + " entries");
      FlattenedRows(scatter).emit();
    }
  }
};
} // namespace
