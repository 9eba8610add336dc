//===- RunSizes.h - The sizes of a run --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Infers the sizes of the results of a kernel from what the caller and the
// operands say.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_RUNSIZES_H
#define WEFT_LIB_CAPI_RUNSIZES_H

#include "KernelHandle.h"

namespace weft {
namespace capi {

/// The sizes of a run of a kernel.
class RunSizes {
public:
  using Tensors = KnownSizes::Tensors;

  explicit RunSizes(const weft_kernel &handle) : handle(handle) {}

  /// What the caller says: sizes of results, or null, or texts.
  void takeDims(const int64_t *const *dims) { givenDims = dims; }
  void takeTexts(const char *const *texts, int64_t count) {
    givenTexts = texts;
    numGivenTexts = count;
  }

  /// Infers the sizes of results. `outputs` has the tensors that the results
  /// are computed into, null where there is none, or is empty; their sizes are
  /// taken where the operands give none.
  runtime::Status infer(const Tensors &operands, const Tensors &outputs,
                        KnownSizes &known, KnownSizes::Dims &resultDims);

  /// The sizes that were given, for messages about a run that failed.
  const notation::Sizes &getGiven(const Tensors &operands,
                                  const Tensors &outputs);

private:
  /// Collects what the caller and the operands say of sizes in `given`.
  runtime::Status collect(const Tensors &operands, const Tensors &outputs);
  runtime::Status collectOperandDims(const Tensors &operands);
  runtime::Status collectResultDims();
  runtime::Status collectTexts();
  bool isNumber(const char *text) const;
  /// Checks that sizes `n + c` of a program of patterns leave a natural number.
  runtime::Status checkNumbers(const Tensors &operands) const;
  void collectOutputDims(const Tensors &outputs);
  const weft_kernel &kernel() const { return handle; }

  const weft_kernel &handle;
  /// As the caller gave them; null if it gave none.
  const int64_t *const *givenDims = nullptr;
  const char *const *givenTexts = nullptr;
  int64_t numGivenTexts = 0;
  notation::Sizes given;
};

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_RUNSIZES_H
