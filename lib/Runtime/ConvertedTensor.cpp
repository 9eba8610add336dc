//===- ConvertedTensor.cpp - A tensor in a format of a file ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all formats of sparse matrices demand of a tensor.
//
//===----------------------------------------------------------------------===//

#include "ConvertedTensor.h"

#include <algorithm>
#include <limits>

using namespace weft::runtime;

Status weft::runtime::checkNoFill(const Tensor &tensor) {
  const std::optional<Number> &fill = tensor.format().fill;
  if (!fill || *fill == Number())
    return Status::success();
  return Status::failure("components that are not stored are zero in this "
                         "format of files, not " +
                         toString(*fill) + "; use .mtx or .npy");
}

int weft::runtime::getIndexBits(const Tensor &tensor) {
  const int64_t most = std::numeric_limits<int32_t>::max();
  int64_t largest = tensor.numStored();
  for (int64_t dim : tensor.dims())
    largest = std::max(largest, dim);
  return largest > most ? 64 : 32;
}
