//===- CoiteratePoints.h - Well-formed lattice points -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the verifier of `lattice.coiterate` that is about its points.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_LATTICE_IR_COITERATEPOINTS_H
#define WEFT_LIB_DIALECT_LATTICE_IR_COITERATEPOINTS_H

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace lattice {

/// Checks the points of a coiteration whose segments are well-formed.
llvm::LogicalResult verifyPoints(CoiterateOp op);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_DIALECT_LATTICE_IR_COITERATEPOINTS_H
