//===- ShortLoops.h - Loops of few steps ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares how a conversion says that a loop is not worth vectors, which are
// expensive to make and longer than what such a loop has to do.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_SHORTLOOPS_H
#define WEFT_SUPPORT_SHORTLOOPS_H

#include "mlir/IR/Operation.h"

namespace weft {

/// What LLVM is told about a loop: an attribute of `scf` loops, and then, as
/// the LLVM dialect's own, of the branch that goes back.
inline constexpr llvm::StringLiteral kLoopAnnotationAttr = "loop_annotation";

/// Says that a loop has too few steps for vectors, by that attribute.
void markShortLoop(mlir::Operation *loop);

/// Says that a loop is worth a vector in each step, but no more code than that,
/// by that attribute.
void markModestLoop(mlir::Operation *loop);

} // namespace weft

#endif // WEFT_SUPPORT_SHORTLOOPS_H
