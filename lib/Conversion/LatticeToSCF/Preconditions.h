//===- Preconditions.h - What can be lowered to loops --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A coiteration may be well-formed and still ask for more than loops can give.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_PRECONDITIONS_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_PRECONDITIONS_H

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace lattice {

/// Checks that a coiteration can be lowered, and says why if it cannot.
mlir::LogicalResult verifyLowerable(CoiterateOp op);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_PRECONDITIONS_H
