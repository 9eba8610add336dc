//===- TileRows.h - A pass that schedules linalg operations -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass of this compiler that runs before Weft's.
//
//===----------------------------------------------------------------------===//

#ifndef EXAMPLES_COMPILER_TILEROWS_H
#define EXAMPLES_COMPILER_TILEROWS_H

#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

/// Creates a pass that tiles the outermost loop of products with a stored
/// matrix by `size`.
std::unique_ptr<mlir::Pass> createTileRows(unsigned size);

#endif // EXAMPLES_COMPILER_TILEROWS_H
