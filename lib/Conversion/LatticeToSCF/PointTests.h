//===- PointTests.h - Tests of lattice points -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a guarded coiteration asks of its points: whether its loop goes on, and
// whether its region applies.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_POINTTESTS_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_POINTTESTS_H

#include "weft/Analysis/IterationLattice.h"

#include "mlir/IR/Builders.h"

namespace weft {
namespace lattice {

/// Emits a test of a segment or the universe; null if it is always true.
using PointTest = llvm::function_ref<mlir::Value(unsigned)>;

/// Emits whether some point has only members for which `test` is true, and some
/// such point in each of its unions; null if there always is one.
mlir::Value emitAnyPoint(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::ArrayRef<analysis::LatticePoint> points,
                         PointTest test);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_POINTTESTS_H
