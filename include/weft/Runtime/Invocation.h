//===- Invocation.h - Failures of kernels -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ side of kernel invocation: TensorABI.h declares the functions that
// run a kernel and report a status code; this turns the code into words.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_INVOCATION_H
#define WEFT_RUNTIME_INVOCATION_H

#include "weft/Runtime/TensorABI.h"

#include <string>

namespace weft {
namespace runtime {

/// A message for the user about a failure that weft_rt_invoke reported.
/// `result` names the result that did not fit, where the caller knows it.
std::string describe(const weft_rt_error &error,
                     const std::string &result = "a result");

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_INVOCATION_H
