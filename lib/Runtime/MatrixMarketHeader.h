//===- MatrixMarketHeader.h - The head of a Matrix Market file --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The banner and the line with the sizes, which together say how to read all
// other lines of a Matrix Market file.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_MATRIXMARKETHEADER_H
#define WEFT_LIB_RUNTIME_MATRIXMARKETHEADER_H

#include "FileReaders.h"

namespace weft {
namespace runtime {

/// Which components a file leaves out because others imply them.
enum class Symmetry { General, Symmetric, SkewSymmetric, Hermitian };

/// The number across the diagonal of one in a matrix with a symmetry.
Number mirror(Number number, Symmetry symmetry);

/// The head of a Matrix Market file.
struct MatrixMarketHeader {
  /// A `matrix` has order two; a `tensor` (TACO's extension) any.
  bool isTensor = false;
  /// All components, in column-major order, instead of a list of entries.
  bool isArray = false;
  Field field = Field::Real;
  /// The type of the components, unless the reader is told another.
  ElementType type = ElementType::F64;
  Symmetry symmetry = Symmetry::General;
  std::vector<int64_t> dims;
  /// How many lines with entries or components follow.
  int64_t numLines = 0;

  /// Reads the banner and the sizes.
  static Expected<MatrixMarketHeader> read(LineReader &lines);

private:
  Status readBanner(LineReader &lines);
  /// Goes to the line with the sizes, and reads a line before it that says of
  /// which type the components are.
  Expected<bool> nextSizes(LineReader &lines);
  Status readType(LineReader &lines);
  Status readSizes(LineReader &lines);
  Status countComponents(LineReader &lines);
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_MATRIXMARKETHEADER_H
