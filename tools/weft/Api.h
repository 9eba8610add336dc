//===- Api.h - The C interface with destructors -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver uses Weft through its C interface only, as any other program
// would; these are its handles as C++ likes them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_API_H
#define WEFT_TOOLS_WEFT_API_H

#include "weft-c/Weft.h"

#include <memory>
#include <string>
#include <vector>

namespace weft {
namespace driver {

struct HandleDeleter {
  void operator()(weft_tensor *tensor) const { weft_tensor_free(tensor); }
  void operator()(weft_kernel *kernel) const { weft_kernel_free(kernel); }
  void operator()(char *text) const { weft_string_free(text); }
};

using Tensor = std::unique_ptr<weft_tensor, HandleDeleter>;
using Kernel = std::unique_ptr<weft_kernel, HandleDeleter>;
using Text = std::unique_ptr<char, HandleDeleter>;

/// The addresses of texts, for functions that take lists of them.
inline std::vector<const char *>
getPointers(const std::vector<std::string> &texts) {
  std::vector<const char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(text.c_str());
  return pointers;
}

/// Takes the message of a function of the C interface over.
inline bool fail(char *error, std::string &message) {
  message = error ? error : "not enough memory";
  weft_string_free(error);
  return false;
}

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_API_H
