//===- AccumulationNest.h - Loops that go over an array in each step ------*-
//-*- C++ -*-===//
// C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of sweeps has a loop at the end of each step that reads and writes
// elements of arrays one after the other, at the same places for all steps.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_UNROLLANDJAM_ACCUMULATIONNEST_H
#define WEFT_LIB_LOOPS_UNROLLANDJAM_ACCUMULATIONNEST_H

#include "Vectorization/LaneAnalysis.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace weft {

/// An array that sweeps combine into.
struct SweptArray {
  mlir::Value array, root;
  /// What is added to the variable of a sweep to get the index; perhaps null.
  mlir::Value offset;
};

/// A loop of sweeps.
struct AccumulationNest {
  mlir::scf::ForOp around, sweep;
  llvm::SmallVector<SweptArray> arrays;
  /// What fills the array, if there is one, before it is swept; perhaps null.
  mlir::scf::ForOp fill;
};

/// What a loop goes over again and again, if nothing else matters to the order
/// of its iterations.
std::optional<AccumulationNest> findAccumulationNest(mlir::scf::ForOp around);

/// Whether all that a sweep loads and stores is the same for all lanes, or lies
/// in a row of whole bytes.
bool isOfRows(mlir::scf::ForOp sweep, const LaneAnalysis &analysis);

/// Whether a number is computed from a product with the step of a loop, so that
/// it is another one for each step.
bool isScaled(mlir::Value value, mlir::scf::ForOp around);

/// Lets a loop go over what is before some steps, and then over what is behind
/// them. If there are none, that is all of it.
void leaveOut(mlir::scf::ForOp loop, mlir::Value first, mlir::Value last);

} // namespace weft

#endif // WEFT_LIB_LOOPS_UNROLLANDJAM_ACCUMULATIONNEST_H
