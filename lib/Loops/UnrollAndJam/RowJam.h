//===- RowJam.h - Rows that lead to rows of an operand ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over rows goes over the entries of each, and each entry leads to a row
// of a dense operand that is the same for all rows with that coordinate.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_UNROLLANDJAM_ROWJAM_H
#define WEFT_LIB_LOOPS_UNROLLANDJAM_ROWJAM_H

#include "UnrollAndJam/IterationJam.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <optional>

namespace weft {

/// What an entry leads to has so many bytes at least: less takes no longer than
/// to compare the coordinates of rows, and to guess wrong how that ends.
constexpr int64_t kMinBytes = 512;
/// The same where most rows that are looked at are alike.
constexpr int64_t kMinAlikeBytes = 256;

/// A loop over rows, and the operation in it that goes over the entries of one.
struct RowJam {
  mlir::scf::ForOp rows;
  mlir::Operation *nest = nullptr;
  /// A load of what an entry leads to, how many bytes it has, up to
  /// `kMinBytes`, and the loops around it in the nest that are the same for all
  /// rows.
  mlir::vector::LoadOp load;
  int64_t bytes = 0;
  llvm::SmallVector<mlir::scf::ForOp> around;
  /// The loop in the nest over the positions of a row.
  mlir::scf::ForOp segment;
  /// What rows have in common if the coordinates of these positions are the
  /// same, and there are as many as a step has.
  AlikeParts alike;

  int64_t getStep() const {
    mlir::scf::ForOp loop = segment;
    return *mlir::getConstantIntValue(loop.getStep());
  }
};

/// The nest of a loop over rows that does not depend on the order of these;
/// nothing if it has none, or may gain nothing from several rows at once.
std::optional<RowJam> findRowJam(mlir::scf::ForOp rows);

} // namespace weft

#endif // WEFT_LIB_LOOPS_UNROLLANDJAM_ROWJAM_H
