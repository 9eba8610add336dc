//===- NumpyArchive.h - Files of arrays in an archive -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A .npz file is a zip archive in which the array NAME is the file NAME.npy.
// What libzip does with it is known here only.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_NUMPYARCHIVE_H
#define WEFT_LIB_RUNTIME_NUMPYARCHIVE_H

#include "NumpyArray.h"
#include "OutputStream.h"

#include <string>
#include <vector>

struct zip;
struct zip_source;

namespace weft {
namespace runtime {

/// An archive to read from. Messages do not name it.
class NumpyArchive {
public:
  static Expected<NumpyArchive> open(const std::string &path);
  NumpyArchive(NumpyArchive &&other) noexcept;
  ~NumpyArchive();

  /// The names of the arrays, no two of which are the same.
  const std::vector<std::string> &names() const { return arrayNames; }
  bool contains(const std::string &name) const;
  Expected<NumpyArray> read(const std::string &name) const;
  /// The text of an array without indices.
  Expected<std::string> readText(const std::string &name) const;

private:
  NumpyArchive() = default;
  Status listNames();
  Expected<std::unique_ptr<InputStream>>
  openFile(const std::string &name) const;

  zip *archive = nullptr;
  std::vector<std::string> arrayNames;
};

/// An archive to write, which is put together in memory.
class NumpyArchiveWriter {
public:
  NumpyArchiveWriter();
  NumpyArchiveWriter(const NumpyArchiveWriter &) = delete;
  ~NumpyArchiveWriter();

  /// Adds an array with the elements at `data`. A failure is kept and reported
  /// by `write`.
  void add(const std::string &name, const std::string &descr,
           const std::vector<int64_t> &shape, const void *data, int64_t bytes);
  /// Writes the archive. Nothing can be added afterwards.
  Status write(OutputStream &stream);

private:
  zip *archive = nullptr;
  zip_source *target = nullptr;
  /// The bytes of the files, which the archive refers to.
  std::vector<Buffer> files;
  Status failure;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_NUMPYARCHIVE_H
