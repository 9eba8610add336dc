//===- JointKernel.h - A kernel of several statements -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that computes the values of several statements at once.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CXX_JOINTKERNEL_H
#define WEFT_LIB_CXX_JOINTKERNEL_H

#include "Value.h"

namespace weft {
namespace cxx_impl {

using StatementPtr = std::shared_ptr<const Statement>;
using Operands = std::map<const TensorInfo *, std::shared_ptr<Value>>;

class JointKernel {
public:
  /// Compiles statements that assign distinct tensors. `operands` are the
  /// values that they read and do not make. Throws if they do not compile.
  JointKernel(std::vector<StatementPtr> statements, Operands operands);

  /// The value of a statement, by its number. The first call runs the kernel.
  /// Each statement's value is taken once, so that no value outlives those who
  /// need it.
  StoredPtr take(size_t member);

private:
  std::vector<const Statement *> getStatements() const;
  void run();

  std::vector<StatementPtr> statements;
  Operands operands;
  KernelPtr kernel;
  std::mutex mutex;
  /// By the numbers of the statements; empty before the kernel ran.
  std::vector<StoredPtr> results;
};

} // namespace cxx_impl
} // namespace weft

#endif // WEFT_LIB_CXX_JOINTKERNEL_H
