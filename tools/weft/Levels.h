//===- Levels.h - Printed levels of a kernel --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of the compiler, and those that the driver makes of several
// kernels or of a part of a text: functions in C, and the lattice of one
// variable.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_LEVELS_H
#define WEFT_TOOLS_WEFT_LEVELS_H

#include "Sources.h"

namespace weft {
namespace driver {

/// Names of levels that are no names of the compiler.
namespace level {
/// C source: with the whole result, with its coordinates, with its values, with
/// all three, and the header of the last.
inline constexpr const char *evaluate = "source evaluate";
inline constexpr const char *assemble = "source assemble";
inline constexpr const char *compute = "source compute";
inline constexpr const char *allSources = "source all";
inline constexpr const char *sourceHeader = "source header";
/// The same in CUDA C++: with all functions, and the header of it.
inline constexpr const char *allCUDASources = "cuda source all";
inline constexpr const char *cudaSourceHeader = "cuda source header";
/// Followed by the name of an index variable.
inline constexpr const char *latticesOf = "lattices of ";
} // namespace level

/// Appends a kernel at a level to a text. On failure returns false and sets
/// `message`.
bool printLevel(const weft_kernel *kernel, Sources &sources,
                const std::string &level, std::string &text,
                std::string &message);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_LEVELS_H
