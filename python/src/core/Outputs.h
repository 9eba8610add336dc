//===- Outputs.h - Results in arrays of NumPy -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of the arrays that a kernel computes results into. An array that may
// overlap an operand takes its result from memory beside it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PYTHON_OUTPUTS_H
#define WEFT_PYTHON_OUTPUTS_H

#include "Core.h"

#include <optional>

namespace weft {
namespace python {

/// An array that can be written to, and has no gaps between its elements.
using WritableArray = nanobind::ndarray<nanobind::device::cpu>;

/// Where a result is computed: the components in the order in which its format
/// stores them, and the sizes of the result.
using Output = std::pair<WritableArray, std::vector<int64_t>>;

/// The tensors of the results of one run.
class Outputs {
public:
  /// Makes a tensor for each result that has an array.
  Outputs(const Kernel &kernel,
          const std::vector<std::optional<Output>> &arrays,
          const weft_tensor *const *operands, size_t numOperands);

  /// A tensor for each result, or null.
  std::vector<weft_tensor *> getTensors() const;
  /// Copies the results that overlapped an operand.
  void finish();

private:
  struct Target {
    /// Null if the result has no array.
    std::unique_ptr<weft_tensor, void (*)(weft_tensor *)> tensor;
    void *data = nullptr;
    std::vector<char> beside;
  };
  std::vector<Target> targets;
};

} // namespace python
} // namespace weft

#endif // WEFT_PYTHON_OUTPUTS_H
