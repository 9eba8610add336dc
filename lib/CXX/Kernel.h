//===- Kernel.h - Compiled statements ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of statements, which equal ones share.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CXX_KERNEL_H
#define WEFT_LIB_CXX_KERNEL_H

#include "StoredTensor.h"

namespace weft {
namespace cxx_impl {

struct FreeKernel {
  void operator()(weft_kernel *kernel) const { weft_kernel_free(kernel); }
};
using KernelHandle = std::unique_ptr<weft_kernel, FreeKernel>;

/// What the compiler is given.
struct KernelSource {
  std::string text;
  std::vector<std::string> formats;
  std::vector<std::string> types;
  std::string options;
};

/// An operand of a kernel: a tensor of a statement, or the result with the
/// structure that is kept.
struct KernelOperand {
  const TensorInfo *tensor;
  bool isStructure;
};

class Kernel {
public:
  Kernel(KernelHandle handle, std::string text)
      : handle(std::move(handle)), text(std::move(text)) {}

  /// The operands of a kernel of a statement, in their order.
  std::vector<KernelOperand> getOperands(const Statement &statement) const;
  bool takesStructure(const Statement &statement) const;
  /// Throws if the kernel fails.
  TensorHandle run(const std::vector<const weft_tensor *> &operands,
                   const std::vector<int64_t> &resultDims) const;
  std::string print(const std::string &level) const;

private:
  KernelHandle handle;
  std::string text;
};
using KernelPtr = std::shared_ptr<const Kernel>;

/// Compiles a statement, with further options, unless an equal one was
/// compiled. Throws if it does not compile.
KernelPtr compileStatement(const Statement &statement,
                           const std::string &options = "");

} // namespace cxx_impl
} // namespace weft

#endif // WEFT_LIB_CXX_KERNEL_H
