//===- RowJam.h - Rows that gather from a dense operand ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches a loop over sparse rows in which each entry loads vectors of a dense
// operand, at an index that is computed from the coordinate of the entry.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_UNROLLANDJAM_ROWJAM_H
#define WEFT_LIB_LOOPS_UNROLLANDJAM_ROWJAM_H

#include "UnrollAndJam/IterationJam.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <optional>

namespace weft {

/// A loop over rows, and the nest in its body that traverses the entries of a
/// row.
struct RowJam {
  mlir::scf::ForOp rows;
  mlir::Operation *nest = nullptr;
  /// An indirect load in the nest.
  mlir::vector::LoadOp load;
  /// The bytes of the load, at most the machine's
  /// `jammed_row_min_bytes`.
  int64_t bytes = 0;
  /// The loops around the load, in the nest, whose bounds are the same for all
  /// rows.
  llvm::SmallVector<mlir::scf::ForOp> around;
  /// The loop in the nest over the positions of a row.
  mlir::scf::ForOp segment;
  /// The properties of rows with the same coordinates and the same number of
  /// entries, which is at least the step of `segment`.
  JamGuarantees guarantees;

  int64_t getStep() const {
    mlir::scf::ForOp loop = segment;
    return *mlir::getConstantIntValue(loop.getStep());
  }
};

/// Matches a loop over independent rows for which jamming may be profitable. If
/// rows gather from an operand, but a precondition is not met, reports a missed
/// `jam_rows`.
std::optional<RowJam> findRowJam(mlir::scf::ForOp rows);

} // namespace weft

#endif // WEFT_LIB_LOOPS_UNROLLANDJAM_ROWJAM_H
