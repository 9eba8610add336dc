//===- ListLimits.h - Sizes of lists that are combined ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the ways to combine the entries of a full list have in common.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_LISTLIMITS_H
#define WEFT_LIB_RUNTIME_LISTLIMITS_H

#include <cstdint>

namespace weft {
namespace runtime {

/// Full lists of fewer entries are left to what puts them in order when they
/// are complete, which is as fast: 4096, unless the environment's
/// WEFT_COMBINE_FROM says otherwise, as tests do.
int64_t fewestGrouped();

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_LISTLIMITS_H
