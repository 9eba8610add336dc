//===- Outputs.h - Results in memory of the caller --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensors of the caller that a run computes results into. A kernel trusts
// their memory, so that it is checked before: the tensors must be dense, of the
// format, type and sizes of the results, and overlap no operand.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_OUTPUTS_H
#define WEFT_LIB_CAPI_OUTPUTS_H

#include "KernelHandle.h"

namespace weft {
namespace capi {

/// The tensors that the results of one run are computed into.
class Outputs {
public:
  using Tensors = RunBuffers::Tensors;

  Outputs(const weft_kernel &kernel, RunBuffers &buffers)
      : kernel(kernel), outputs(buffers.outputs), blocks(buffers.outputMemory),
        copies(buffers.deviceOutputs) {}

  /// Takes a tensor, or null for a new one, for each result.
  runtime::Status take(const weft_tensor *const *tensors,
                       const Tensors &operands);
  /// Checks that the tensors have the sizes of the results.
  runtime::Status checkDims(const KnownSizes::Dims &resultDims) const;

  /// The tensor for each result, or null; empty if there is none at all.
  const Tensors &tensors() const { return outputs; }
  /// The memory of each tensor, in bytes.
  const std::vector<weft_array> &memory() const { return blocks; }
  /// Whether there is a tensor for a result.
  bool has(size_t result) const { return !outputs.empty() && outputs[result]; }
  /// Copies the components of a result that the kernel has made new memory for.
  void copy(size_t result, const runtime::Tensor &made) const;

private:
  runtime::Status check(size_t result, const weft_tensor &output) const;
  runtime::Status checkOverlap(size_t result, const Tensors &operands) const;
  /// A message about a result, which is shown in the text of the kernel.
  runtime::Status refuse(size_t result, const std::string &what,
                         const char *hint) const;

  const weft_kernel &kernel;
  Tensors &outputs;
  std::vector<weft_array> &blocks;
  std::vector<const runtime::DeviceCopy *> &copies;
};

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_OUTPUTS_H
