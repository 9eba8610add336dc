//===- ArrayNames.h - Names of allocated arrays -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names by which remarks call arrays that a kernel allocates. A name is
// metadata of the location of the allocation (`#weft.array_name`), so that it
// survives lowering and passes that move the allocation. No transformation
// depends on it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_ARRAYNAMES_H
#define WEFT_DIALECT_WEFT_IR_ARRAYNAMES_H

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace weft {

/// The location with the name of an array of a tensor, in place of the name it
/// has. `tensor` is empty if the array belongs to none, and `role` if it is not
/// known which array it is; with neither, the location has no name.
mlir::Location setArrayName(mlir::Location loc, llvm::StringRef tensor,
                            const llvm::Twine &role = "");

/// Sets the role of the array that an operation allocates, and keeps the
/// tensor.
void setArrayRole(mlir::Operation *alloc, const llvm::Twine &role);

/// The name in a location; null if there is none.
ArrayNameAttr getArrayName(mlir::Location loc);

/// "the values of 'w'", "an array of 'w'" if the role is not known, or "the
/// lookup table" of no tensor.
std::string describe(ArrayNameAttr name);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_ARRAYNAMES_H
