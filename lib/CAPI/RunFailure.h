//===- RunFailure.h - Messages of failed runs -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the caller of a kernel is told if it fails.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_RUNFAILURE_H
#define WEFT_LIB_CAPI_RUNFAILURE_H

#include "KernelHandle.h"

#include "weft/Notation/Sizes.h"

namespace weft {
namespace capi {

/// In what a format differs from the one that a kernel was compiled for. Widths
/// are no part of the text of a format.
std::string describeDifference(const runtime::Format &format,
                               const runtime::Format &expected);

/// What is known of a run when it fails: the sizes of operands and results.
struct FailedRun {
  const weft_kernel &kernel;
  const notation::Sizes &given;
  const std::vector<std::vector<int64_t>> &resultDims;
};

/// The message about a failure, in terms of the text of the kernel.
std::string describeFailure(const weft_rt_error &failure, const FailedRun &run);

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_RUNFAILURE_H
