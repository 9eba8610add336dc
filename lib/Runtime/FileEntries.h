//===- FileEntries.h - Entries of files in other types ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binary files store components of a type, which becomes that of the tensor:
// the list of entries that all readers of such files fill.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_FILEENTRIES_H
#define WEFT_LIB_RUNTIME_FILEENTRIES_H

#include "FileModes.h"
#include "TokenReader.h"

namespace weft {
namespace runtime {

/// Collects the entries of a file. Messages do not name the file.
class FileEntries {
public:
  /// A file whose components have a type.
  FileEntries(ElementType fileType, const ReadOptions &options)
      : options(options), fileType(fileType),
        type(options.type.value_or(fileType)), entries(type, 0) {}

  /// Chooses the modes of the tensor from the sizes of a file, which lists all
  /// components or entries.
  Status begin(const std::vector<int64_t> &fileDims, bool isDense);
  /// Adds an entry, whose coordinate starts at zero and whose component is one
  /// of the file. Of a file that lists all components, those that are the
  /// background are left out.
  Status add(const int64_t *coordinate, const void *component);
  EntryList take() { return std::move(entries); }

private:
  Status convert(const int64_t *coordinate, const void *from);

  const ReadOptions &options;
  ElementType fileType, type;
  EntryList entries;
  FileModes modes;
  std::vector<int64_t> kept;
  bool isDense = false;
  int64_t numAdded = 0;
  Component component, background;
};

/// A failure with the name of a file.
inline Status failInFile(const std::string &path, const Status &status) {
  return status.prefixed(path + ": ");
}

/// The number of components of sizes, none of which is negative; false if there
/// are 2^63 or more.
bool multiplySizes(const std::vector<int64_t> &sizes, int64_t &product);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_FILEENTRIES_H
