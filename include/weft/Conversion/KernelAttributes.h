//===- KernelAttributes.h - What passes say of kernels ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of the discardable attributes by which functions tell later passes what
// their tensors are called in the text that they come from, and that they are
// called from outside through the layout of TensorABI.h.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_KERNELATTRIBUTES_H
#define WEFT_CONVERSION_KERNELATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace weft {

/// On an argument or result of a function: the tensor's name in the text.
constexpr llvm::StringLiteral kTensorNameAttr = "weft.name";

/// On a function: it is a kernel and gets an entry, which has its name, or, if
/// this is a string instead of a unit, that name. Nothing else has the string,
/// so that it may be what the C library calls one of its functions.
constexpr llvm::StringLiteral kKernelAttr = "weft.kernel";

/// On an index argument of a kernel, `array<i64: r, m>`: the argument is the
/// size of mode `m` of result `r`, which the caller sets.
constexpr llvm::StringLiteral kExtentAttr = "weft.extent";

/// On a lowered kernel, `{arguments = [...], results = [...]}`: per argument
/// and result of the original signature, its type, or for a tensor `{rank,
/// arrays}` with the element types of its arrays.
constexpr llvm::StringLiteral kABIAttr = "weft.abi";

/// On a guarded coiteration, `array<i64: copies, limit>`: how many copies of
/// foralls an exact lattice would have made, and how many it may make. The
/// copies are -1 if they were too many to be counted.
constexpr llvm::StringLiteral kCopiesAttr = "weft.copies";

/// On an `scf.for` whose iterations may run at the same time: `{}`, or
/// `{dynamic, chunk = n}` where iterations are handed out n at a time, to
/// whoever is free if `dynamic` is there. It carries nothing once tensors are
/// arrays.
constexpr llvm::StringLiteral kParallelAttr = "weft.parallel";

/// On a function: it runs a part of the iterations of a parallel loop.
constexpr llvm::StringLiteral kPartAttr = "weft.part";

} // namespace weft

#endif // WEFT_CONVERSION_KERNELATTRIBUTES_H
