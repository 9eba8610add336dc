//===- ExactIdentity.h - Exact identities of combiners ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Identities that change no bit, as code needs them that begins with one where
// nothing was combined yet.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_EXACTIDENTITY_H
#define WEFT_SUPPORT_EXACTIDENTITY_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Operation.h"

namespace weft {

/// The number, of the type of elements, whose combination with another one by
/// `op` is that other one, bit by bit but for the payload of what is not a
/// number; null if there is none, or it is not known. That of sums is the
/// negative zero: a negative zero and a positive one add up to the positive
/// one.
mlir::TypedAttr getExactIdentity(mlir::Operation *op);

/// The same, if `op` may besides combine in any order; else null.
mlir::TypedAttr getFreeIdentity(mlir::Operation *op);

} // namespace weft

#endif // WEFT_SUPPORT_EXACTIDENTITY_H
