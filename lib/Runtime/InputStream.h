//===- InputStream.h - Bytes of a possibly compressed file ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are read in one pass, so that pipes work and no copy of a file is kept:
// a stream hands out bytes as they are decompressed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_INPUTSTREAM_H
#define WEFT_LIB_RUNTIME_INPUTSTREAM_H

#include "weft/Runtime/Status.h"

#include <cstdint>
#include <memory>
#include <string>

namespace weft {
namespace runtime {

/// Bytes to read.
class InputStream {
public:
  virtual ~InputStream() = default;

  /// Reads up to `size` > 0 bytes to `data`; zero at the end. The message of a
  /// failure says what is wrong, but not with which file.
  virtual Expected<int64_t> read(char *data, int64_t size) = 0;
};

/// Opens a file and decompresses it if it begins like a gzip or xz file. Fails
/// if it cannot be opened, or if its suffix promises a compression that the
/// first bytes do not keep. The message names the file.
Expected<std::unique_ptr<InputStream>> openInput(const std::string &path);

/// The endings of the names of files that can be read and written, for
/// messages.
std::string describeFileNames();

/// Whether `text` ends with `suffix`, which is in lower case; the case of
/// `text` does not matter.
bool endsWith(const std::string &text, const std::string &suffix);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_INPUTSTREAM_H
