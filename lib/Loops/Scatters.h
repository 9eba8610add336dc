//===- Scatters.h - Entries that are put where they belong -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over the entries of rows that store to a place which is loaded for the
// coordinate of each (decision 169), and what such loops have in common with
// others over the entries of rows.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_SCATTERS_H
#define WEFT_LIB_LOOPS_SCATTERS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>

namespace weft {

/// A loop over the entries of a row, where rows follow each other.
struct RowEntries {
  mlir::scf::ForOp loop;
  /// The loop over rows around it, and the array of their bounds, in which
  /// nothing changes.
  mlir::scf::ForOp rows;
  mlir::Value bounds;
};

/// A loop that stores to places that depend on what is loaded at its positions.
struct Scatter : RowEntries {
  /// The coordinate at a position, and the place that is loaded for it.
  mlir::memref::LoadOp coordinate, place;
  llvm::SmallVector<mlir::memref::StoreOp> stores;
};

/// How many entries rows have on average that are not short.
constexpr int64_t kMinRowLength = 3;

/// The load in a loop that an index is computed from, by casts and the addition
/// of constants; null if there is none.
mlir::memref::LoadOp findLoad(mlir::scf::ForOp loop, mlir::Value index);

/// Finds the rows around a loop over the entries of one.
std::optional<RowEntries> findRowEntries(mlir::scf::ForOp loop);

/// What a loop over the entries of a row scatters, if rows follow each other
/// and nothing changes in what tells where they and their coordinates are.
std::optional<Scatter> findScatter(mlir::scf::ForOp loop);

/// The first and the last bound of all rows; zero if there are no rows.
mlir::ValueRange emitBounds(mlir::ImplicitLocOpBuilder &b,
                            const RowEntries &entries);

/// How many entries there are if rows are not short.
mlir::Value emitLeastEntries(mlir::ImplicitLocOpBuilder &b,
                             const RowEntries &entries);

} // namespace weft

#endif // WEFT_LIB_LOOPS_SCATTERS_H
