//===- KernelHandle.h - Handle of a kernel ----------------------*- C++ -*-===//
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
#include "RunBuffers.h"

#include "weft/Notation/Program.h"
#include "weft/Notation/Sizes.h"
#include "weft/Runtime/ObjectCode.h"

namespace weft {
namespace capi {
class AutomaticSchedule;
} // namespace capi
} // namespace weft

/// A tensor of a signature in words.
struct TensorTexts {
  std::string name;
  std::string format;
  std::string type;
  /// The index variable of each mode; empty where a constant selects it.
  std::vector<std::string> variables;
  /// The line of the text that it is in, and a caret below it.
  std::string excerpt;
};

struct weft_kernel {
  /// Takes over what runs a kernel. The text was parsed before, with success.
  explicit weft_kernel(weft::KernelDescription description);

  const std::string &text() const { return description.text; }
  const std::string &schedule() const { return description.schedule; }
  const std::map<std::string, int64_t> &sizes() const {
    return description.sizes;
  }
  /// Where a tensor of the signature is in `description.source()`: where the
  /// text accesses it first, or its parameter of a program of patterns; empty
  /// if a program of patterns has no place for it.
  weft::notation::Range getPlace(const weft::KernelTensor &tensor) const;
  /// An error about a tensor of the signature, which a caret points at.
  weft::runtime::Status refuse(const weft::KernelTensor &tensor,
                               const std::string &message,
                               const std::string &hint = "") const;
  /// Whether the text is a program of patterns.
  bool hasPatterns() const { return !description.patterns.empty(); }
  const std::vector<weft::KernelTensor> &results() const {
    return description.results;
  }
  const std::vector<weft::KernelTensor> &operands() const {
    return description.operands;
  }

  weft::KernelDescription description;
  weft::notation::Program program;
  weft::capi::SpareBuffers spareBuffers;
  /// How many arrays each result has.
  std::vector<int64_t> numResultArrays;
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
  /// Chooses the kernel that runs in the place of this one; null unless the
  /// schedule is chosen for operands.
  std::shared_ptr<weft::capi::AutomaticSchedule> automatic;
};

#endif // WEFT_LIB_CAPI_KERNELHANDLE_H
