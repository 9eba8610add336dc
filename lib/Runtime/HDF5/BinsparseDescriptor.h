//===- BinsparseDescriptor.h - Descriptors of binsparse files ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The descriptor of the binsparse specification, which is JSON in an attribute.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_HDF5_BINSPARSEDESCRIPTOR_H
#define WEFT_LIB_RUNTIME_HDF5_BINSPARSEDESCRIPTOR_H

#include "MatrixMarketHeader.h"

#include <optional>
#include <string>
#include <vector>

namespace weft {
namespace runtime {

/// A type of binsparse.
struct BinsparseType {
  ElementType type = ElementType::F64;
  /// Whether one value is stored for all entries.
  bool isIso = false;
};

/// The descriptor of a file.
struct BinsparseDescriptor {
  /// DVEC, DMATR, DMATC, CVEC, CSR, CSC, DCSR, DCSC or COO.
  std::string format;
  std::vector<int64_t> shape;
  int64_t numStored = 0;
  BinsparseType values;
  /// Which components are left out because others imply them.
  Symmetry symmetry = Symmetry::General;
  bool isLower = true;
  /// Whether the array `fill_value` says what is not stored.
  bool hasFill = false;

  /// Reads JSON.
  static Expected<BinsparseDescriptor> parse(const std::string &text);
  /// The descriptor as JSON, with the types of the arrays of indices.
  std::string print(const std::vector<std::string> &indexArrays,
                    const std::string &indexType) const;
};

/// The name that binsparse has for a type; empty if there is none.
std::string getBinsparseName(ElementType type);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_HDF5_BINSPARSEDESCRIPTOR_H
