//===- Value.h - Values that are stored or will be computed -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value never changes. One that an assignment makes has the statement, with
// the values of its operands, until somebody needs it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CXX_VALUE_H
#define WEFT_LIB_CXX_VALUE_H

#include "Kernel.h"
#include "StoredTensor.h"

namespace weft {
namespace cxx_impl {

class JointKernel;

class Value {
public:
  explicit Value(StoredPtr stored) : stored(std::move(stored)) {}
  explicit Value(std::shared_ptr<const Statement> statement);

  /// The stored tensor, which is computed by the first caller.
  StoredPtr get();
  /// Computes the value into memory for `count` components of dense levels,
  /// which it does not keep.
  void computeInto(void *components, size_t count);
  /// The statement, if it has not been computed yet; else null.
  std::shared_ptr<const Statement> getStatement() const;
  /// How many statements have to be computed one after the other.
  size_t getDepth() const;

  /// Compile and assemble the statement, if there is one.
  void compile();
  void assemble();
  /// Lets a kernel of several statements compute the value, which is that of a
  /// member. A value that has been computed stays as it is.
  void join(std::shared_ptr<JointKernel> joint, size_t member);

private:
  /// A statement's kernels. Without the structure of the result, `kernel` does
  /// all.
  struct Pending {
    std::shared_ptr<const Statement> statement;
    KernelPtr kernel;
    KernelPtr assembling;
    KernelPtr computing;
    StoredPtr structure;
    /// The kernel of several statements that computes the value, if any.
    std::shared_ptr<JointKernel> joint;
    size_t member = 0;
  };
  KernelPtr getKernel();
  /// The value of the statement.
  StoredPtr compute();
  /// The operands of a kernel, which `kept` owns.
  std::vector<const weft_tensor *>
  collectOperands(const Kernel &kernel, const StoredTensor *structure,
                  std::vector<StoredPtr> &kept) const;
  /// Runs a kernel on the operands.
  StoredPtr run(const Kernel &kernel, const StoredTensor *structure) const;

  mutable std::mutex mutex;
  StoredPtr stored;
  std::unique_ptr<Pending> pending;
  size_t depth = 0;
};

} // namespace cxx_impl
} // namespace weft

#endif // WEFT_LIB_CXX_VALUE_H
