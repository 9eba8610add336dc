//===- KeptBlocks.h - Blocks of a medium size that are reused ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C library returns large free blocks to the system, which clears each page
// again when the next run of a kernel writes to it (docs/decisions/memory.md).
// Blocks that are too small for mappings of their own (Pages.h) are kept
// instead.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_KEPTBLOCKS_H
#define WEFT_LIB_RUNTIME_KEPTBLOCKS_H

#include "Pages.h"

namespace weft {
namespace runtime {

/// Blocks of as many bytes and more are kept, up to leastMapping; the C library
/// keeps smaller ones itself.
constexpr int64_t leastKept = int64_t(1) << 16;

/// Whether blocks of a size are kept.
constexpr bool isKeptSize(int64_t bytes) {
  return usesMappings && bytes >= leastKept && bytes < leastMapping;
}

/// The smallest block that is kept, has `bytes` bytes or up to twice as many,
/// and begins at a multiple of `alignment`; none if there is none.
Pages takeBlockOfSize(int64_t alignment, int64_t bytes);
/// Keeps a block of the C library, in place of the oldest ones if there are too
/// many.
void keepBlock(Pages block);

/// How many bytes of blocks are kept, and gives them to the C library.
int64_t keptBlockBytes();
void dropKeptBlocks();

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_KEPTBLOCKS_H
