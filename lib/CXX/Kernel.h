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
  /// The definitions of functions, in MLIR.
  std::string functions;
  std::vector<std::string> formats;
  std::vector<std::string> types;
  std::string options;
};

class Kernel {
public:
  Kernel(KernelHandle handle, std::string text)
      : handle(std::move(handle)), text(std::move(text)) {}

  /// The operands and the results of a kernel of statements, in their order. An
  /// operand that no statement reads is the result with the structure that is
  /// kept.
  std::vector<const TensorInfo *>
  getOperands(const std::vector<const Statement *> &statements) const;
  std::vector<const TensorInfo *>
  getResults(const std::vector<const Statement *> &statements) const;
  bool takesStructure(const Statement &statement) const;
  /// Throws if the kernel fails.
  std::vector<TensorHandle>
  run(const std::vector<const weft_tensor *> &operands,
      const std::vector<const TensorInfo *> &results) const;
  /// The same into a tensor, which is the only result.
  void runInto(const std::vector<const weft_tensor *> &operands,
               weft_tensor &result) const;
  std::string print(const std::string &level) const;
  /// The statistics of operands as words for the compiler.
  std::string
  getStatistics(const std::vector<const weft_tensor *> &operands) const;
  const weft_kernel *getHandle() const { return handle.get(); }

private:
  KernelHandle handle;
  std::string text;
};
using KernelPtr = std::shared_ptr<const Kernel>;

/// Compiles a statement, with further options, unless an equal one was
/// compiled. Throws if it does not compile.
KernelPtr compileStatement(const Statement &statement,
                           const std::string &options = "");
/// The same for several statements in one kernel, in their order.
KernelPtr compileStatements(const std::vector<const Statement *> &statements,
                            const std::string &options = "");

} // namespace cxx_impl
} // namespace weft

#endif // WEFT_LIB_CXX_KERNEL_H
