//===- FileReaders.h - One reader per text format ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the readers of the text formats share: how they are called, and the
// complaints about indices and memory, so that those read alike everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_FILEREADERS_H
#define WEFT_LIB_RUNTIME_FILEREADERS_H

#include "LineReader.h"
#include "TokenReader.h"

#include "weft/Runtime/TensorFile.h"

namespace weft {
namespace runtime {

/// Reads a Matrix Market file (also TACO's extension to tensors).
Expected<EntryList> readMatrixMarket(LineReader &lines,
                                     const ReadOptions &options);

/// Reads a FROSTT coordinate list.
Expected<EntryList> readFrostt(LineReader &lines, const ReadOptions &options);

/// The index of the first coordinate in files of text.
inline int64_t firstIndex(const ReadOptions &options) {
  return options.zeroBased ? 0 : 1;
}

/// Reads the indices of an entry, which start at `first`, into coordinates,
/// which start at zero. `limits` has the size of each mode.
Status readCoordinate(LineReader &lines, TokenReader &tokens,
                      const std::vector<int64_t> &limits, int64_t first,
                      int64_t *coordinate);

/// Fails unless the line ends here.
Status expectLineEnd(LineReader &lines, const TokenReader &tokens);

/// A failure to keep the entries read so far and one more.
Status failNoMemory(LineReader &lines, const EntryList &entries);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_FILEREADERS_H
