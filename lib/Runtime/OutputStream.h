//===- OutputStream.h - A file written whole or not at all ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever goes wrong while a result is written, no half of it may stay behind
// or replace what was there. So the bytes go to a temporary file in the same
// directory, which takes the name of the target at the end.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_OUTPUTSTREAM_H
#define WEFT_LIB_RUNTIME_OUTPUTSTREAM_H

#include "weft/Runtime/Status.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace weft {
namespace runtime {

/// Turns bytes into compressed bytes.
class Compressor {
public:
  virtual ~Compressor() = default;
  /// Compresses some bytes (or, with `finish`, the last ones) and appends what
  /// comes out. False if that fails, which only lack of memory causes.
  virtual bool compress(const char *data, int64_t size, bool finish,
                        std::vector<char> &out) = 0;
};

/// Writes a file.
class OutputStream {
public:
  OutputStream() = default;
  OutputStream(OutputStream &&other) noexcept;
  ~OutputStream();

  /// Starts to write a file; its suffix says whether it is compressed.
  static Expected<OutputStream> open(const std::string &path);

  /// Starts to write to the standard output, behind what its C stream holds.
  static Expected<OutputStream> openStandardOutput();

  /// Appends bytes. A failure is kept and reported by `finish`.
  void write(const char *data, int64_t size);
  void write(const std::string &text) { write(text.data(), text.size()); }

  /// Whether writing has failed already, so that it can be given up.
  bool failed() const { return failure.failed(); }

  /// Puts the file in its place. If this or anything before fails, there is no
  /// new file.
  Status finish();

private:
  void flush(bool last);
  /// Gives a file without a name one beside the target. False, with errno, if
  /// that fails.
  bool giveName();
  void writeRaw(const char *data, int64_t size);
  Status fail(int error) const;

  std::string path;
  /// The file that takes the path in the end; empty if the path is no regular
  /// file but, say, a pipe, which is written directly.
  std::string temporary;
  /// Whether the file has no name until it is complete.
  bool isUnnamed = false;
  std::string target;
  int descriptor = -1;
  std::unique_ptr<Compressor> compressor;
  std::vector<char> buffer;
  std::vector<char> compressed;
  Status failure;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_OUTPUTSTREAM_H
