//===- Names.h - Names of tensors and variables -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement's tensors and variables get names that differ and that index
// notation has no other meaning for. Those without a name are numbered as they
// occur, so that equal statements have equal texts and share kernels.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CXX_NAMES_H
#define WEFT_LIB_CXX_NAMES_H

#include "Nodes.h"

#include <set>

namespace weft {
namespace cxx_impl {

class Names {
public:
  /// Names of what a statement, or an expression alone, is made of.
  explicit Names(const Statement &statement);
  explicit Names(const Node &expression);

  const std::string &of(const IndexVar &variable) const;
  const std::string &of(const Variable &variable) const;
  const std::string &of(const TensorInfo &tensor) const;

  /// All tensors, the result first.
  const std::vector<const TensorInfo *> &getTensors() const { return tensors; }
  const std::vector<const Variable *> &getVariables() const {
    return variables;
  }

private:
  void collect(const IndexVar &variable);
  void collect(const Index &index);
  void collect(const TensorInfo &tensor);
  void collect(const Node &node);
  /// Names what has a name, and then everything else.
  void choose();
  std::string makeUnique(const std::string &wanted);
  std::string makeFromPool(const std::vector<std::string> &pool);

  /// Whether the first tensor is a result.
  bool isStatement = false;
  std::vector<const Variable *> variables;
  std::vector<const TensorInfo *> tensors;
  std::map<const void *, std::string> names;
  std::set<std::string> taken;
};

} // namespace cxx_impl
} // namespace weft

#endif // WEFT_LIB_CXX_NAMES_H
