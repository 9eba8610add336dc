//===- CompileOptions.h - Options of a compilation --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a caller spells in the options of weft_compile().
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_COMPILEOPTIONS_H
#define WEFT_LIB_COMPILER_COMPILEOPTIONS_H

#include "weft/Compiler/Kernel.h"

namespace weft {

/// Applies one word of the options; false if there is no such word, or if its
/// value is wrong.
bool applyOption(llvm::StringRef word, CompileRequest &request);

} // namespace weft

#endif // WEFT_LIB_COMPILER_COMPILEOPTIONS_H
