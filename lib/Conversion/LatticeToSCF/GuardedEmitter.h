//===- GuardedEmitter.h - The loop of a guarded coiteration --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the one loop of a guarded `lattice.coiterate`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_GUARDEDEMITTER_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_GUARDEDEMITTER_H

#include "Iterator.h"

namespace weft {
namespace lattice {

/// Emits the loop before the builder's insertion point and returns the carried
/// values after it.
llvm::SmallVector<mlir::Value> emitGuarded(CoiterateOp op,
                                           mlir::OpBuilder &builder);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_GUARDEDEMITTER_H
