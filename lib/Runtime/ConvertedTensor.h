//===- ConvertedTensor.h - A tensor in a format of a file -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays of binary files are those of a tensor in one of a few formats. One
// that has it already is written as it is.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_CONVERTEDTENSOR_H
#define WEFT_LIB_RUNTIME_CONVERTEDTENSOR_H

#include "weft/Runtime/Packing.h"

#include <optional>

namespace weft {
namespace runtime {

/// A tensor in a format, converted only if it has another. Refers to the
/// original.
class ConvertedTensor {
public:
  static Expected<ConvertedTensor> convert(const Tensor &tensor,
                                           const Format &format) {
    ConvertedTensor result(tensor);
    if (tensor.format() == format)
      return std::move(result);
    Expected<Tensor> converted = weft::runtime::convert(tensor, format);
    if (converted.failed())
      return converted.takeStatus();
    result.converted.emplace(std::move(*converted));
    return std::move(result);
  }
  /// All components, the last index changing fastest.
  static Expected<ConvertedTensor> listComponents(const Tensor &tensor) {
    Format format = Format::dense(tensor.order());
    format.fill = tensor.format().fill;
    return convert(tensor, format);
  }

  const Tensor &get() const { return converted ? *converted : original; }

private:
  explicit ConvertedTensor(const Tensor &tensor) : original(tensor) {}

  const Tensor &original;
  std::optional<Tensor> converted;
};

/// Fails if the components that a tensor does not store are not zero, which all
/// formats of sparse matrices take for granted but those of text.
Status checkNoFill(const Tensor &tensor);

/// How many bits the coordinates and positions of a tensor take in files: 32 or
/// 64.
int getIndexBits(const Tensor &tensor);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_CONVERTEDTENSOR_H
