//===- Nodes.h - Nodes of expressions ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trees behind IndexExpr and IndexStmt. They are shared and never change.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CXX_NODES_H
#define WEFT_LIB_CXX_NODES_H

#include "weft-cxx/Format.h"
#include "weft-cxx/Statement.h"

#include <map>
#include <optional>

namespace weft {
namespace cxx_impl {

class Value;

/// An index variable.
struct Variable {
  std::string name;
  /// Negative if it was not given.
  int64_t size = -1;
};

/// What a tensor is, whatever its value.
struct TensorInfo {
  std::string name;
  std::string type;
  std::vector<int64_t> dims;
  Format format;
};

/// A function that a program defines.
struct Definition {
  std::string name;
  /// In MLIR, with one or several functions.
  std::string text;
};

enum class NodeKind {
  Literal,
  Access,
  IndexValue,
  Negation,
  Binary,
  Call,
  Reduction
};

struct Node {
  NodeKind kind;
  /// The literal, the operator, or the name of the function or reducer.
  std::string text;
  std::vector<std::shared_ptr<const Node>> operands;
  /// Of a reduction, or the one of an index value.
  std::vector<IndexVar> variables;
  /// Of an access.
  std::vector<Index> indices;
  std::shared_ptr<const TensorInfo> tensor;
  /// Of a function that a program defines.
  std::shared_ptr<const Definition> definition;
  /// What is accessed; null in statements, which have values of their own.
  std::shared_ptr<TensorState> state;
  /// The height of the tree, and how many nodes its text has.
  size_t height = 1;
  size_t size = 1;
};
using NodePtr = std::shared_ptr<const Node>;

/// Makes a node. Throws if the tree is too high to be walked by recursion, or
/// too large to be compiled.
NodePtr makeNode(Node node);
NodePtr makeLiteral(std::string text);
/// A tree without the tensors that are accessed, but for what they are.
NodePtr freeze(const NodePtr &node);

/// An argument of a scheduling command: variables, in braces if there is not
/// exactly one; an expression; a tensor; or a word.
struct Argument {
  std::vector<IndexVar> variables = {};
  NodePtr expression = nullptr;
  std::shared_ptr<const TensorInfo> tensor = nullptr;
  std::string word = "";
};

/// A scheduling command.
struct Command {
  std::string name;
  std::vector<Argument> arguments;
};

/// An assignment with the values of its operands and its schedule.
struct Statement {
  std::shared_ptr<const TensorInfo> result;
  std::vector<IndexVar> indices;
  bool accumulates = false;
  NodePtr value;
  std::map<const TensorInfo *, std::shared_ptr<Value>> operands;
  ScheduleForm form = ScheduleForm::Plain;
  /// Whether there is a schedule; without, the compiler chooses one.
  bool hasSchedule = false;
  std::vector<Command> commands;
  /// A schedule as text, in the place of commands; empty if there is none.
  std::string scheduleText;
  std::string options;
  /// The value that the assignment made.
  std::weak_ptr<Value> assigned;
};

} // namespace cxx_impl
} // namespace weft

#endif // WEFT_LIB_CXX_NODES_H
