//===- BuilderLinearity.h - Builders are used once --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A builder is a value, but the arrays of its states are the same memory. This
// is the check that no operation uses a state that is gone.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_BUILDERLINEARITY_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_BUILDERLINEARITY_H

#include "mlir/IR/Operation.h"

namespace weft {

/// Refuses builders in `root` whose state is changed twice on one path.
mlir::LogicalResult verifyBuilderLinearity(mlir::Operation *root);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_BUILDERLINEARITY_H
