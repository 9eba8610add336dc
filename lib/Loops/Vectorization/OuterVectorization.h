//===- OuterVectorization.h - Loops with a row in each step ---------------*-
//-*- C++ -*-===//
// C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over rows has a loop in each step that goes over what the row has, and
// elements of one row after the other lie beside each other.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_OUTERVECTORIZATION_H
#define WEFT_LIB_LOOPS_VECTORIZATION_OUTERVECTORIZATION_H

#include "Vectorization/LaneAnalysis.h"

namespace weft {

/// What is known of a loop over rows that lanes may share.
struct VectorizableRows {
  mlir::scf::ForOp rows;
  /// A load at places that rows load, of each array that has some.
  llvm::SmallVector<mlir::memref::LoadOp> gathers;
  /// The loads in a row for lanes in loops inside of the rows.
  llvm::SmallVector<mlir::memref::LoadOp> streams;
  /// Whether what a step of a loop inside loads is a constant number of
  /// elements behind that of the one before, so that all streams are as one.
  bool isOneStream = true;
};

/// Whether a loop may be one over rows: it counts by one and carries nothing,
/// there are loops in its steps, and nobody has noted anything but that threads
/// may share it.
bool mayBeOfRows(mlir::scf::ForOp loop);

/// What is known of a loop that lanes can run and gain from; nothing if it is
/// none.
std::optional<VectorizableRows> findRows(mlir::scf::ForOp loop,
                                         const LaneAnalysis &analysis);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_OUTERVECTORIZATION_H
