//===- ArrayNaming.h - Names of the arrays of builders ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names the arrays that level operations allocate, for remarks. `level.init`
// has the name of its tensor in its location (`ArrayNames.h`).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_ARRAYNAMING_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_ARRAYNAMING_H

#include "StorageLayout.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

namespace weft {

/// The role of an array of a level.
ArrayKind getKind(level::LevelArray::Kind kind);

/// Gives all level operations on a builder the name that its `level.init` has,
/// so that the arrays they allocate have it as well.
void propagateTensorNames(mlir::Operation *root);

/// Names the roles of the arrays that the lowering of an operation has
/// allocated. `values` replace a result of the given type.
void nameArrayRoles(mlir::Operation *op, mlir::Type type,
                    mlir::ValueRange values);

/// Removes the names of tensors from the arrays that a function allocates,
/// since several tensors share the function.
void dropTensorNames(mlir::Operation *function);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_ARRAYNAMING_H
