//===- LockedUpdate.h - Updates that take turns -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors exchange no complex numbers: one has 16 bytes, or is aligned as
// its parts are. Threads take turns to update them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_LOCKEDUPDATE_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_LOCKEDUPDATE_H

#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

namespace weft {

/// Stores what `emitCombined` makes of an element in its place, while the
/// kernel's lock for its index is held.
void emitLockedUpdate(
    mlir::ImplicitLocOpBuilder &b, mlir::Value array, mlir::Value index,
    llvm::function_ref<mlir::Value(mlir::Value)> emitCombined);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_LOCKEDUPDATE_H
