//===- Handles.h - Handles of the C interface -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects behind the handles of Weft.h, and how its functions report
// errors.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_HANDLES_H
#define WEFT_LIB_CAPI_HANDLES_H

#include "weft-c/Weft.h"
#include "weft/Runtime/Device.h"
#include "weft/Runtime/Tensor.h"

#include <mutex>
#include <string>

struct weft_tensor {
  explicit weft_tensor(weft::runtime::Tensor tensor)
      : tensor(std::move(tensor)),
        typeName(weft::runtime::nameOf(this->tensor.type())) {}

  weft::runtime::Tensor tensor;
  std::string typeName;
  /// Its arrays on a device.
  weft::runtime::DeviceCopy device;
  /// Whether results may be computed into its arrays.
  bool isWritable = true;
  /// The format as text, made by the first call of weft_tensor_format.
  mutable std::once_flag formatOnce;
  mutable std::string formatName;
};

namespace weft {
namespace capi {

/// A copy of a text that weft_string_free frees; null if there is no memory.
char *copyText(const std::string &text);

/// Hands a message to the caller and returns the status of a failure.
int fail(char **error, const runtime::Status &status);
inline int fail(char **error, const std::string &message) {
  return fail(error, runtime::Status::failure(message));
}

/// Success if the host has the arrays of a tensor.
runtime::Status checkIsOnHost(const weft_tensor &tensor);

/// Success if a tensor has an array of a number.
runtime::Status checkArrayNumber(const weft_tensor &tensor, int64_t number);

/// Refuses a tensor whose arrays are on a device only.
#define WEFT_REQUIRE_HOST(argument)                                            \
  if (runtime::Status status = ::weft::capi::checkIsOnHost(*(argument));       \
      status.failed())                                                         \
  return ::weft::capi::fail(error, status)

/// Checks that an argument which must be there is there.
#define WEFT_REQUIRE(argument)                                                 \
  if (!(argument))                                                             \
  return ::weft::capi::fail(error, "argument '" #argument "' is NULL")

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_HANDLES_H
