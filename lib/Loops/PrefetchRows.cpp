//===- PrefetchRows.cpp - Rows that coordinates lead to ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The row of a dense operand that an entry leads to may be anywhere. A
// processor loads ahead as far as it guesses right, which ends with the rows of
// the sparse operand, and asks for few lines at a time. Where the dense operand
// is in memory or a far cache, each entry asks for the lines that another one
// needs some entries later (decision 179).
//
//===----------------------------------------------------------------------===//

#include "ConstantArrays.h"
#include "ElementBytes.h"
#include "FoundPlaces.h"
#include "LoopVersions.h"

#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_PREFETCHROWS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// How many entries ahead.
static constexpr int64_t kDistance = 16;
/// The least that an entry loads: what is asked for less takes as long as what
/// it gains.
static constexpr int64_t kMinRowBytes = 256;
/// From how many bytes on an operand is far: nearer caches hold less.
static constexpr int64_t kFarBytes = int64_t(1) << 23;

namespace {
/// What a loop loads of a row that the coordinate at its variable leads to.
struct FoundRow {
  memref::LoadOp coordinate;
  vector::LoadOp row;
  /// The bytes of an element of it.
  int64_t bytes;
};
} // namespace

static std::optional<FoundRow> findRow(scf::ForOp loop) {
  if (getConstantIntValue(loop.getStep()) != 1 ||
      !loop.getInductionVar().getType().isIndex())
    return std::nullopt;
  for (auto row : loop.getBody()->getOps<vector::LoadOp>()) {
    MemRefType type = row.getMemRefType();
    if (type.getRank() != 1 || !type.getLayout().isIdentity() ||
        !type.getElementType().isIntOrFloat() || !isNeverWritten(row.getBase()))
      continue;
    int64_t bytes = type.getElementTypeBitWidth() / 8;
    if (bytes * row.getVectorType().getNumElements() < kMinRowBytes)
      continue;
    if (auto coordinate = findCoordinate(loop, row.getIndices().front()))
      return FoundRow{coordinate, row, bytes};
  }
  return std::nullopt;
}

/// Asks in each iteration for the row of an entry ahead.
static void emitPrefetches(scf::ForOp loop, FoundRow found) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop.getContext());
  b.setInsertionPointToStart(loop.getBody());
  auto emitConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value coordinates = found.coordinate.getMemRef();
  Value last = arith::SubIOp::create(
      b, memref::DimOp::create(b, coordinates, emitConstant(0)),
      emitConstant(1));
  Value ahead =
      arith::AddIOp::create(b, loop.getInductionVar(), emitConstant(kDistance));
  ahead = arith::MinSIOp::create(b, ahead, last);
  Value other = memref::LoadOp::create(b, coordinates, ahead);
  Value index = emitFoundIndex(b, found.row.getIndices().front(),
                               found.coordinate, other);
  int64_t bytes = found.bytes * found.row.getVectorType().getNumElements();
  for (int64_t line = 0; line < bytes; line += kLineBytes) {
    Value at =
        arith::AddIOp::create(b, index, emitConstant(line / found.bytes));
    memref::PrefetchOp::create(b, found.row.getBase(), at, /*isWrite=*/false,
                               /*localityHint=*/3, /*isDataCache=*/true);
  }
}

static void prefetch(scf::ForOp loop, FoundRow found) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value length = memref::DimOp::create(b, found.row.getBase(),
                                       arith::ConstantIndexOp::create(b, 0));
  Value isFar = arith::CmpIOp::create(
      b, arith::CmpIPredicate::sge, length,
      arith::ConstantIndexOp::create(b, kFarBytes / found.bytes));
  // The loop itself is the first version.
  emitVersions(b, loop, isFar);
  emitPrefetches(loop, found);
}

namespace {
struct PrefetchRows : weft::impl::PrefetchRowsBase<PrefetchRows> {
  void runOnOperation() override {
    SmallVector<std::pair<scf::ForOp, FoundRow>> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (std::optional<FoundRow> found = findRow(loop))
        loops.push_back({loop, *found});
    });
    for (auto [loop, found] : loops)
      prefetch(loop, found);
  }
};
} // namespace
