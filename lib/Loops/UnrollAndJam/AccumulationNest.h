//===- AccumulationNest.h - Loops that accumulate into arrays ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches a loop each iteration of which ends with an inner loop that
// accumulates into consecutive elements of an array, at the same indices in all
// iterations, as a product with a matrix that is stored by diagonals does.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_UNROLLANDJAM_ACCUMULATIONNEST_H
#define WEFT_LIB_LOOPS_UNROLLANDJAM_ACCUMULATIONNEST_H

#include "Vectorization/LaneAnalysis.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>
#include <string>

namespace weft {

/// An array that the inner loop accumulates into.
struct AccumulatedArray {
  /// The array, and the allocation that it is a view of.
  mlir::Value array, root;
  /// The index is the induction variable of the inner loop plus this value,
  /// which is invariant in the outer loop. Null if the offset is zero.
  mlir::Value offset;
};

/// A loop, and the inner loop at the end of its body that accumulates.
struct AccumulationNest {
  mlir::scf::ForOp outer, inner;
  llvm::SmallVector<AccumulatedArray> arrays;
  /// The loop that initializes the only array with one value; null if none was
  /// found.
  mlir::scf::ForOp fill;
};

/// Matches the accumulation nest of a loop whose iterations can be interchanged
/// with those of its inner loop. If the inner loop accumulates, but a
/// precondition is not met, reports a missed `tile_sweeps`.
std::optional<AccumulationNest> findAccumulationNest(mlir::scf::ForOp outer);

/// The reason why vectors cannot load and store the elements that the inner
/// loop accesses: elements are not consecutive, or not of whole bytes. None if
/// vectors can. Elements that are the same for all lanes are loaded as scalars.
std::optional<std::string> whyNotInVectors(mlir::scf::ForOp inner,
                                           const LaneAnalysis &analysis);

/// Whether a value is computed by additions and multiplications from the
/// induction variable of a loop times a factor, so that each iteration accesses
/// a different row.
bool isScaledByIteration(mlir::Value value, mlir::scf::ForOp outer);

/// Restricts a loop to the iterations before `first` and from `last` on. If the
/// two are equal, the loop executes all of its iterations.
void excludeIterations(mlir::scf::ForOp loop, mlir::Value first,
                       mlir::Value last);

} // namespace weft

#endif // WEFT_LIB_LOOPS_UNROLLANDJAM_ACCUMULATIONNEST_H
