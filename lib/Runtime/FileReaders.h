//===- FileReaders.h - Readers of file formats ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The readers, one for each format of files, all of which are called alike; and
// what those of text share: the complaints about indices and memory, so that
// they read alike everywhere.
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
Expected<EntryList> readMatrixMarket(const std::string &path,
                                     const ReadOptions &options);

/// Reads a FROSTT coordinate list.
Expected<EntryList> readFrostt(const std::string &path,
                               const ReadOptions &options);

/// Reads a Rutherford-Boeing or Harwell-Boeing file.
Expected<EntryList> readRutherfordBoeing(const std::string &path,
                                         const ReadOptions &options);

/// Reads an array of NumPy.
Expected<EntryList> readNumpy(const std::string &path,
                              const ReadOptions &options);

/// Reads an archive of NumPy with one array, or with a matrix of SciPy.
Expected<EntryList> readNumpyArchive(const std::string &path,
                                     const ReadOptions &options);

/// Reads an HDF5 file after the binsparse specification.
Expected<EntryList> readBinsparse(const std::string &path,
                                  const ReadOptions &options);

/// Opens a file of text.
Expected<LineReader> openLines(const std::string &path);

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

/// What there is no memory for: the entries read so far and one more.
std::string describeNoMemory(const EntryList &entries);

/// A failure to keep the entries read so far and one more.
Status failNoMemory(LineReader &lines, const EntryList &entries);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_FILEREADERS_H
