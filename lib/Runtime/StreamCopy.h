//===- StreamCopy.h - Copies that pass the caches ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is copied to an array that no cache holds need not be read from there
// first, nor drive out what is in the caches.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_STREAMCOPY_H
#define WEFT_LIB_RUNTIME_STREAMCOPY_H

#include <cstdint>

namespace weft {
namespace runtime {

/// Whether an array of so many bytes does not stay in the caches until it is
/// read.
bool exceedsCaches(int64_t bytes);

/// Copies bytes, which do not overlap, past the caches; other threads see them
/// once they see what this one stores afterwards.
void copyPastCaches(char *to, const char *from, int64_t bytes);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_STREAMCOPY_H
