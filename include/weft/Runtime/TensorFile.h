//===- TensorFile.h - Tensors in files --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file formats that sparse tensors come in: Matrix Market (.mtx; NIST's
// "Matrix Market Exchange Formats"), its extension to tensors of any order that
// TACO introduced (.ttx), FROSTT's coordinate lists (.tns), Rutherford-Boeing
// files (.rb) and arrays of NumPy (.npy), each of which may be compressed with
// gzip or xz; archives of NumPy and SciPy (.npz), and HDF5 files after the
// binsparse specification (.h5). A suffix says which
// format a file has; whether it is compressed is seen from its first bytes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_TENSORFILE_H
#define WEFT_RUNTIME_TENSORFILE_H

#include "weft/Runtime/Packing.h"
#include "weft/Runtime/Tensor.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace weft {
namespace runtime {

/// What to expect of a file.
struct ReadOptions {
  /// The type of the components. By default the file's own, or f64 if the file
  /// states none. Reals are rounded
  /// to the type; what would change a value in another way is an error.
  std::optional<ElementType> type;
  /// The order of the tensor. By default the file's own. A matrix with one row
  /// or one column may be read as a vector, and one with both as a scalar.
  std::optional<int64_t> order;
  /// The sizes of the modes; every coordinate must lie within them. By default
  /// the file's own: for .tns files without a header the largest coordinates.
  std::optional<std::vector<int64_t>> dims;
  /// Whether the indices of files of text start at zero instead of one.
  bool zeroBased = false;
  /// What components are that are no entries of a file which lists all.
  Number background;
  /// Whether only the triangle of a symmetric matrix that a file lists is read.
  bool keepsTriangle = false;
  /// Whether to note the line of every entry, for messages.
  bool noteLines = false;
};

/// Reads the entries of a file. Symmetric matrices are expanded; of a file that
/// lists all components (`array`) those that are not the background become
/// entries.
Expected<EntryList> readEntries(const std::string &path,
                                const ReadOptions &options = ReadOptions());

/// Reads a file into a format, whose order is the one expected of the file.
Expected<Tensor> readTensor(const std::string &path, const Format &format,
                            ReadOptions options = ReadOptions(),
                            const PackOptions &packOptions = PackOptions());

/// The same into a format that is chosen when the order of the file is known.
/// `options` says what components are that are no entries.
Expected<Tensor>
readTensor(const std::string &path,
           const std::function<Expected<Format>(int64_t order)> &chooseFormat,
           ReadOptions options, const PackOptions &packOptions);

/// Writes a tensor to a file, whole or not at all. Tensors whose levels are all
/// dense become `array` files in .mtx and .ttx. Numbers are written with as
/// many digits as reading them back exactly takes.
Status writeTensor(const Tensor &tensor, const std::string &path);

/// Writes a tensor to the standard output as MLIR's runtime library does: the
/// order, the number of entries and the sizes before a list as in a .tns file.
Status printTensor(const Tensor &tensor);

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_TENSORFILE_H
