//===- CNames.h - Names that C leaves to programs ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel becomes a function that C and C++ programs call. Its name must be
// one that is theirs to give.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_CNAMES_H
#define WEFT_LIB_COMPILER_CNAMES_H

#include "llvm/ADT/StringRef.h"

namespace weft {

/// Whether a name can be that of a C function.
bool isIdentifier(llvm::StringRef name);

/// Whether C or C++ keep a name to themselves: a keyword, the name of the
/// program's entry, one of the implementation's (with an underscore in front),
/// one of the header's own, or one that the headers it includes define.
bool isReservedInC(llvm::StringRef name);

/// Whether CUDA C++ keeps a name to itself in all files: a built-in variable, a
/// type, or a name of its runtime library.
bool isReservedInCUDA(llvm::StringRef name);

} // namespace weft

#endif // WEFT_LIB_COMPILER_CNAMES_H
