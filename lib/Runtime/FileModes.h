//===- FileModes.h - Modes of files that tensors have -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file states its order and sizes, and whoever reads it may state others. All
// readers of files with sizes reconcile the two by the rules below.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_FILEMODES_H
#define WEFT_LIB_RUNTIME_FILEMODES_H

#include "weft/Runtime/TensorFile.h"

namespace weft {
namespace runtime {

/// Which modes of a file are modes of the tensor, and the sizes of both.
struct FileModes {
  /// The modes of the file that are modes of the tensor too.
  std::vector<int64_t> kept;
  /// The sizes of the tensor.
  std::vector<int64_t> dims;
  /// The sizes that the indices of the file must respect: those of the file and
  /// those asked for.
  std::vector<int64_t> limits;

  /// Chooses the modes. A column or a row may serve as a vector, and a file of
  /// one component as a scalar. Fails if the orders differ otherwise, or if the
  /// file lists all components (`isDense`) and has more than the sizes asked
  /// for.
  static Expected<FileModes> choose(const std::vector<int64_t> &fileDims,
                                    bool isDense, const ReadOptions &options);
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_FILEMODES_H
