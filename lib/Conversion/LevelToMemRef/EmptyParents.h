//===- EmptyParents.h - Parents that may not exist --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A range of parents is empty where nothing is stored. Levels whose segments do
// not follow each other must not be asked for the bounds of such a range, since
// its begin may be no parent.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_EMPTYPARENTS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_EMPTYPARENTS_H

#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

namespace weft {

/// Emits one of two pairs of values of the given types.
ValuePair emitPairIf(mlir::ImplicitLocOpBuilder &b, mlir::Value condition,
                     mlir::TypeRange types,
                     llvm::function_ref<ValuePair()> emitThen,
                     llvm::function_ref<ValuePair()> emitElse);

/// The bounds that `emitBounds` emits for the one parent in a range; zeros if
/// the range is empty.
ValuePair emitIfParent(const LevelSite &site, mlir::Value parentBegin,
                       mlir::Value parentEnd,
                       llvm::function_ref<ValuePair()> emitBounds);

/// The bounds of the one parent in a range, where `segments` has two for each
/// parent; zeros if the range is empty.
ValuePair emitOwnBounds(const LevelSite &site, mlir::Value segments,
                        mlir::Value parentBegin, mlir::Value parentEnd);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_EMPTYPARENTS_H
