//===- KernelHandle.h - What stands behind a kernel handle ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel and the texts about its tensors that the C interface hands out and
// that have to live as long as the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_KERNELHANDLE_H
#define WEFT_LIB_CAPI_KERNELHANDLE_H

#include "Handles.h"
#include "KernelSource.h"

#include "weft/Notation/Program.h"
#include "weft/Notation/Sizes.h"
#include "weft/Runtime/ObjectCode.h"

#include <algorithm>

/// A tensor of a signature in words.
struct TensorTexts {
  std::string name;
  std::string format;
  std::string type;
  /// The index variable of each mode; empty where a constant selects it.
  std::vector<std::string> variables;
};

namespace weft {
namespace capi {

/// The sizes of the results of the last run. Inferring them takes longer than
/// small kernels do, and programs run kernels on the same sizes again.
class KnownSizes {
public:
  using Dims = std::vector<std::vector<int64_t>>;
  using Operands = std::vector<const runtime::Tensor *>;

  /// Fills `dims` and returns true if the operands of the last run, and the
  /// tensors that its results were computed into, had the same sizes.
  bool find(const Operands &operands, const Operands &outputs,
            Dims &dims) const {
    std::lock_guard<std::mutex> lock(mutex);
    if (!isKnown || !haveSizes(operands, lastOperands) ||
        !haveSizes(outputs, lastOutputs))
      return false;
    dims = lastDims;
    return true;
  }
  void keep(const Operands &operands, const Operands &outputs,
            const Dims &dims) const {
    std::lock_guard<std::mutex> lock(mutex);
    isKnown = true;
    keepSizes(operands, lastOperands);
    keepSizes(outputs, lastOutputs);
    lastDims = dims;
  }

private:
  /// The sizes of a tensor; one that no tensor has, if it is null.
  static const std::vector<int64_t> &getSizes(const runtime::Tensor *tensor) {
    static const std::vector<int64_t> none = {-1};
    return tensor ? tensor->dims() : none;
  }
  static bool haveSizes(const Operands &tensors, const Dims &dims) {
    return std::equal(
        tensors.begin(), tensors.end(), dims.begin(), dims.end(),
        [](const runtime::Tensor *tensor, const std::vector<int64_t> &sizes) {
          return getSizes(tensor) == sizes;
        });
  }
  static void keepSizes(const Operands &tensors, Dims &dims) {
    dims.clear();
    for (const runtime::Tensor *tensor : tensors)
      dims.push_back(getSizes(tensor));
  }

  mutable std::mutex mutex;
  mutable bool isKnown = false;
  mutable Dims lastOperands, lastOutputs, lastDims;
};

} // namespace capi
} // namespace weft

struct weft_kernel {
  /// Takes over what runs a kernel. The text was parsed before, with success.
  explicit weft_kernel(weft::KernelDescription description);

  const std::string &text() const { return description.text; }
  const std::string &schedule() const { return description.schedule; }
  const std::map<std::string, int64_t> &sizes() const {
    return description.sizes;
  }
  const std::vector<weft::KernelTensor> &results() const {
    return description.results;
  }
  const std::vector<weft::KernelTensor> &operands() const {
    return description.operands;
  }

  weft::KernelDescription description;
  weft::notation::Program program;
  weft::capi::KnownSizes knownSizes;
  /// In words, results first.
  std::vector<TensorTexts> tensors;

  /// The function to hand to weft_rt_invoke; null if no code was generated. It
  /// is in `code`, or else in what `source` has compiled.
  weft_kernel_fn entry = nullptr;
  std::unique_ptr<weft::runtime::ObjectCode> code;
  /// Whether an earlier process has compiled it.
  bool isCached = false;
  /// The kernel for those who want to see it.
  std::unique_ptr<weft::capi::KernelSource> source;
};

#endif // WEFT_LIB_CAPI_KERNELHANDLE_H
