//===- Handles.h - Handles for the tests of the C interface -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles that free themselves, and short ways to make tensors and kernels.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_CAPI_HANDLES_H
#define WEFT_UNITTESTS_CAPI_HANDLES_H

#include "weft-c/Weft.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace weft {
namespace test {

struct Deleter {
  void operator()(weft_tensor *tensor) const { weft_tensor_free(tensor); }
  void operator()(weft_kernel *kernel) const { weft_kernel_free(kernel); }
};
using Tensor = std::unique_ptr<weft_tensor, Deleter>;
using Kernel = std::unique_ptr<weft_kernel, Deleter>;

/// The text of an error, which is freed.
inline std::string take(char *error) {
  std::string text = error ? error : "";
  weft_string_free(error);
  return text;
}

/// A tensor of f64; null if that fails, and then `error` says why.
inline Tensor makeTensor(const std::string &format,
                         const std::vector<int64_t> &dims,
                         const std::vector<int64_t> &coordinates,
                         const std::vector<double> &values,
                         std::string *error = nullptr) {
  weft_tensor *tensor = nullptr;
  char *message = nullptr;
  weft_tensor_create(format.c_str(), "f64", dims.size(), dims.data(),
                     values.size(), coordinates.data(), values.data(), 0,
                     &tensor, &message);
  std::string text = take(message);
  if (error)
    *error = text;
  return Tensor(tensor);
}

/// A kernel; null if that fails, and then `error` says why.
inline Kernel compile(const std::string &text,
                      const std::vector<const char *> &formats = {},
                      const std::vector<const char *> &types = {},
                      const char *options = nullptr,
                      std::string *error = nullptr) {
  weft_kernel *kernel = nullptr;
  char *message = nullptr;
  weft_compile(text.c_str(), formats.data(), formats.size(), types.data(),
               types.size(), options, &kernel, &message);
  std::string reason = take(message);
  if (error)
    *error = reason;
  else
    EXPECT_EQ(reason, "");
  return Kernel(kernel);
}

/// The values of a tensor of f64 in storage order.
inline std::vector<double> getValues(const weft_tensor *tensor) {
  std::vector<double> values(weft_tensor_num_stored(tensor));
  std::vector<int64_t> coordinates(values.size() * weft_tensor_order(tensor));
  char *error = nullptr;
  EXPECT_EQ(
      weft_tensor_entries(tensor, coordinates.data(), values.data(), &error), 0)
      << take(error);
  return values;
}

} // namespace test
} // namespace weft

#endif // WEFT_UNITTESTS_CAPI_HANDLES_H
