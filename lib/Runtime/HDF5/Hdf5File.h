//===- Hdf5File.h - Arrays in an HDF5 file ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute and the datasets of a file, as far as sparse tensors have them:
// arrays with one index, of integers or real numbers.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_HDF5_HDF5FILE_H
#define WEFT_LIB_RUNTIME_HDF5_HDF5FILE_H

#include "Hdf5Handle.h"

#include "weft/Runtime/ElementType.h"
#include "weft/Runtime/Memory.h"
#include "weft/Runtime/Status.h"

#include <string>

namespace weft {
namespace runtime {

/// Keeps libhdf5 from printing, and lets one thread at a time use it.
class Hdf5Session {
public:
  Hdf5Session();
  Hdf5Session(const Hdf5Session &) = delete;
  ~Hdf5Session();

private:
  H5E_auto2_t printer = nullptr;
  void *printerData = nullptr;
};

/// The type of libhdf5 that a type has in memory, or in a file with the first
/// byte the lowest. Negative for those that are not integers or real numbers of
/// at least 32 bits.
hid_t getMemoryType(ElementType type);
hid_t getFileType(ElementType type);

/// An array in memory.
struct Hdf5Array {
  ElementType type = ElementType::F64;
  int64_t count = 0;
  Buffer elements;

  int64_t size() const { return count; }
  /// An element of an array of integers. Those beyond 2^63 - 1 are that number.
  int64_t integer(int64_t position) const;
};

/// A file to read. Messages do not name it.
class Hdf5File {
public:
  static Expected<Hdf5File> open(const std::string &path);
  /// The text of an attribute of the root.
  Expected<std::string> readText(const char *attribute) const;
  /// How many elements an array has, which is not read.
  Expected<int64_t> count(const std::string &name) const;
  /// An array. Its size is compared with that of what the file stores before
  /// memory is taken.
  Expected<Hdf5Array> readArray(const std::string &name) const;
  /// The same of an array of integers.
  Expected<Hdf5Array> readIntegers(const std::string &name) const;

private:
  explicit Hdf5File(Hdf5Handle file) : file(std::move(file)) {}
  Expected<Hdf5Handle> openDataset(const std::string &name) const;

  Hdf5Handle file;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_HDF5_HDF5FILE_H
