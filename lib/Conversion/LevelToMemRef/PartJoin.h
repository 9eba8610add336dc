//===- PartJoin.h - Joins of what threads assembled ------------ *- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the parts of a tensor behind each other, level by level: where a part
// begins is a sum over the parts before it. Nothing that is copied has to be
// changed, since positions of parents are those of the level above, and
// segments are known by their lengths until the assembly ends (Segments.h).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_PARTJOIN_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_PARTJOIN_H

#include "StorageLayout.h"

namespace weft {

/// Emits the tensor with all parts behind what it has. `tables` have the states
/// of the parts, and are freed with them.
StorageParts emitJoin(mlir::ImplicitLocOpBuilder &b,
                      const StorageLayout &layout, mlir::ValueRange forked,
                      mlir::ValueRange tables);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_PARTJOIN_H
