//===- CHeader.h - Kernels for C programs -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel in an object file is called from C through a header that is written
// beside it and needs no other file.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_CHEADER_H
#define WEFT_COMPILER_CHEADER_H

#include <string>
#include <vector>

namespace weft {

class Kernel;

/// A self-contained C header: the layout of tensors, the declaration of the
/// kernel and an inline function that calls it with one argument per tensor.
std::string makeCHeader(const Kernel &kernel);

/// The names of the arguments of a kernel in C: those of its tensors, with a
/// suffix that sets a result apart from an operand of the same name.
std::vector<std::string> getArgumentNames(const Kernel &kernel);

} // namespace weft

#endif // WEFT_COMPILER_CHEADER_H
