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

/// Whether a name is one of index notation that has no other meaning there.
bool isFreeName(const std::string &name);

class Names {
public:
  /// Names of what statements, or an expression alone, are made of.
  explicit Names(const std::vector<const Statement *> &statements);
  explicit Names(const Statement &statement);
  explicit Names(const Node &expression);

  const std::string &of(const IndexVar &variable) const;
  const std::string &of(const Variable &variable) const;
  const std::string &of(const TensorInfo &tensor) const;

  /// All tensors, the first result first.
  const std::vector<const TensorInfo *> &getTensors() const { return tensors; }
  const std::vector<const Variable *> &getVariables() const {
    return variables;
  }
  /// The functions that the program defines, in the order of their calls.
  const std::vector<const Definition *> &getDefinitions() const {
    return definitions;
  }

private:
  void collect(const Statement &statement);
  void collect(const Definition &definition);
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
  std::vector<const Definition *> definitions;
  std::map<const void *, std::string> names;
  std::set<std::string> taken;
};

} // namespace cxx_impl
} // namespace weft

#endif // WEFT_LIB_CXX_NAMES_H
