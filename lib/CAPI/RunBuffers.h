//===- RunBuffers.h - Buffers of a kernel run -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vectors that a run fills before it calls a kernel. A kernel keeps them
// for its next run, so that a run allocates new results and workspaces only.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_RUNBUFFERS_H
#define WEFT_LIB_CAPI_RUNBUFFERS_H

#include "weft/Runtime/Device.h"
#include "weft/Runtime/TensorABI.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace weft {
namespace capi {

/// The sizes of the results of the last run. Inferring them takes longer than
/// small kernels do, and programs run kernels on the same sizes again.
class KnownSizes {
public:
  using Dims = std::vector<std::vector<int64_t>>;
  using Tensors = std::vector<const runtime::Tensor *>;

  /// Fills `dims` and returns true if the operands of the last run, and the
  /// tensors that its results were computed into, had the same sizes, and the
  /// caller gave the same ones: those of results, or null.
  bool find(const Tensors &operands, const Tensors &outputs,
            const int64_t *const *given, Dims &dims) const {
    if (!isKnown || !haveSizes(operands, lastOperands) ||
        !haveSizes(outputs, lastOutputs) || !areGiven(given))
      return false;
    dims = lastDims;
    return true;
  }
  void keep(const Tensors &operands, const Tensors &outputs,
            const int64_t *const *given, const Dims &dims) {
    isKnown = true;
    keepSizes(operands, lastOperands);
    keepSizes(outputs, lastOutputs);
    lastDims = dims;
    isGiven.assign(given ? dims.size() : 0, false);
    for (size_t result = 0; result < isGiven.size(); ++result)
      isGiven[result] = given[result] != nullptr;
  }

private:
  /// The sizes of a tensor; one that no tensor has, if it is null.
  static const std::vector<int64_t> &getSizes(const runtime::Tensor *tensor) {
    static const std::vector<int64_t> none = {-1};
    return tensor ? tensor->dims() : none;
  }
  static bool haveSizes(const Tensors &tensors, const Dims &dims) {
    return std::equal(
        tensors.begin(), tensors.end(), dims.begin(), dims.end(),
        [](const runtime::Tensor *tensor, const std::vector<int64_t> &sizes) {
          return getSizes(tensor) == sizes;
        });
  }
  /// Whether the caller of the last run gave these sizes. What it gave are the
  /// sizes of the result then.
  bool areGiven(const int64_t *const *given) const {
    if (!given)
      return isGiven.empty();
    if (isGiven.empty() && !lastDims.empty())
      return false;
    for (size_t result = 0; result < isGiven.size(); ++result) {
      const std::vector<int64_t> &dims = lastDims[result];
      if (isGiven[result] != (given[result] != nullptr) ||
          (given[result] &&
           !std::equal(dims.begin(), dims.end(), given[result])))
        return false;
    }
    return true;
  }
  static void keepSizes(const Tensors &tensors, Dims &dims) {
    dims.clear();
    for (const runtime::Tensor *tensor : tensors)
      dims.push_back(getSizes(tensor));
  }

  bool isKnown = false;
  Dims lastOperands, lastOutputs, lastDims;
  /// For which results the caller gave sizes; empty if it gave none at all.
  std::vector<bool> isGiven;
};

/// What one run works with at a time.
struct RunBuffers {
  using Tensors = KnownSizes::Tensors;

  Tensors operands;
  /// What has each of these on a device, and each tensor that results are
  /// computed into; only those that are on one.
  std::vector<const runtime::DeviceCopy *> deviceOperands, deviceOutputs;
  /// How many operands with modes are on a device.
  int64_t numOperandsOnDevice = 0;
  /// The tensors that results are computed into, or null; empty if there is
  /// none at all.
  Tensors outputs;
  /// The memory of each of these, in bytes.
  std::vector<weft_array> outputMemory;
  /// The sizes of each result, and then the number of its slots.
  KnownSizes::Dims resultDims;
  /// The arrays of each result.
  std::vector<std::vector<weft_array>> arrays;
  /// The tensors of the signature as kernels see them.
  std::vector<weft_tensor_data> views;
  std::vector<weft_tensor_data *> pointers;
  /// A new tensor for each result, or none if it is in memory of the caller.
  std::vector<std::optional<runtime::Tensor>> results;
  KnownSizes knownSizes;

  /// Leaves the memory of the vectors, and nothing of the run.
  void clear() {
    operands.clear();
    deviceOperands.clear();
    deviceOutputs.clear();
    numOperandsOnDevice = 0;
    outputs.clear();
    outputMemory.clear();
    views.clear();
    pointers.clear();
    results.clear();
  }
};

/// The buffers of a kernel that no run uses: as many as there have been runs at
/// the same time.
class SpareBuffers {
public:
  std::unique_ptr<RunBuffers> take() const {
    std::lock_guard<std::mutex> lock(mutex);
    if (spare.empty())
      return std::make_unique<RunBuffers>();
    std::unique_ptr<RunBuffers> buffers = std::move(spare.back());
    spare.pop_back();
    return buffers;
  }
  void giveBack(std::unique_ptr<RunBuffers> buffers) const {
    buffers->clear();
    std::lock_guard<std::mutex> lock(mutex);
    spare.push_back(std::move(buffers));
  }

private:
  mutable std::mutex mutex;
  mutable std::vector<std::unique_ptr<RunBuffers>> spare;
};

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_RUNBUFFERS_H
