//===- Concatenation.h - Concatenates what threads assembled ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the partitions of a tensor behind each other, level by level: where a
// partition begins is a sum over the partitions before it. Nothing that is
// copied has to be changed, since positions of parents are those of the level
// above, and segments are known by their lengths until the assembly ends
// (Segments.h).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_CONCATENATION_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_CONCATENATION_H

#include "StorageLayout.h"

namespace weft {

/// Emits the tensor with all partitions behind what it has. `tables` have the
/// states of the partitions, and are freed with them.
StorageParts emitConcatenation(mlir::ImplicitLocOpBuilder &b,
                               const StorageLayout &layout,
                               mlir::ValueRange forked,
                               mlir::ValueRange tables);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_CONCATENATION_H
