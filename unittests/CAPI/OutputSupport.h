//===- OutputSupport.h - Results in memory of the caller --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes tensors of memory, and runs kernels into them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_CAPI_OUTPUTSUPPORT_H
#define WEFT_UNITTESTS_CAPI_OUTPUTSUPPORT_H

#include "Handles.h"

namespace weft {
namespace test {

/// A tensor of memory that results may be computed into.
template <typename T>
Tensor borrow(std::vector<T> &memory, const std::vector<int64_t> &dims,
              const char *format = "", const char *type = "f64",
              int flags = WEFT_ARRAYS_WRITABLE | WEFT_ARRAYS_TRUSTED) {
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  const void *data = memory.data();
  int64_t length = memory.size() * sizeof(T) / weft_type_size(type);
  weft_tensor_from_arrays(format, type, dims.size(), dims.data(), 1, &data,
                          &length, flags, nullptr, nullptr, &tensor, &error);
  EXPECT_EQ(take(error), "");
  return Tensor(tensor);
}

/// Runs a kernel into tensors, and gives the message if it fails.
inline std::string runInto(const Kernel &kernel,
                           const std::vector<const weft_tensor *> &operands,
                           std::vector<weft_tensor *> results,
                           const std::vector<const char *> &sizes = {}) {
  char *error = nullptr;
  std::vector<weft_tensor *> given = results;
  int status = weft_kernel_run_into(kernel.get(), operands.data(),
                                    operands.size(), sizes.data(), sizes.size(),
                                    results.data(), results.size(), &error);
  std::string message = take(error);
  EXPECT_EQ(status != 0, !message.empty());
  // Tensors of the caller are still there, and others were made.
  for (size_t i = 0; i < given.size(); ++i)
    if (given[i])
      EXPECT_EQ(results[i], given[i]);
    else if (status == 0)
      weft_tensor_free(results[i]);
  return message;
}

/// The matrix [1 0 2; 0 3 0] and a vector.
inline Tensor makeMatrix() {
  return makeTensor("CSR", {2, 3}, {0, 0, 0, 2, 1, 1}, {1, 2, 3});
}
inline Tensor makeVector() {
  return makeTensor("", {3}, {0, 1, 2}, {10, 20, 30});
}

} // namespace test
} // namespace weft

#endif // WEFT_UNITTESTS_CAPI_OUTPUTSUPPORT_H
