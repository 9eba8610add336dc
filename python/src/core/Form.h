//===- Form.h - The structure of deferred tensors ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs apply the same operations to tensors of the same formats and types
// again and again. A form is the structure that such nodes share: an operation
// and the forms of its operands. Forms are unique, so that one lookup finds
// what a new node is like, and another one the kernel that computes it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PYTHON_FORM_H
#define WEFT_PYTHON_FORM_H

#include "Core.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace weft {
namespace python {

struct Form;
using FormRef = std::shared_ptr<Form>;

/// What the text of an operation depends on, of the sizes of an operand.
struct SizeClass {
  /// A bit for each mode of size one, and one above the last mode.
  uint64_t ones = 0;
  /// Whether no mode is empty, has coordinates of more than 32 bits, or is
  /// beyond the bits.
  bool isUsual = false;

  static SizeClass of(PyObject *shape);
};

/// The most operands of an operation that is looked up, and the most stored
/// tensors of a kernel that is.
constexpr size_t maxOperands = 8, maxLeaves = 16;

/// A kernel that computes nodes of a form.
struct Program {
  /// For each stored operand, in the order in which they are met, the first one
  /// that is the same tensor.
  std::vector<uint8_t> pattern;
  /// The device of the operands; -1 is the host.
  int64_t device;
  nanobind::object kernel;
  /// The number of the stored operand for each operand of the kernel.
  std::vector<uint8_t> order;
  FormRef result;
};

/// The modes of an operand or a result: equal labels have equal sizes, and a
/// mode without a label (-1) has size one.
using Labels = std::vector<int>;

struct Form {
  /// The members of nodes of the form.
  nanobind::object type, format, operation;
  int weight = 0;
  bool sparse = false, columns = false, reduces = false, cheap = true,
       needsDims = false;

  /// Of an operation: what it was looked up by, and how sizes follow.
  nanobind::object token;
  std::vector<FormRef> operands;
  std::vector<Labels> operandLabels;
  Labels resultLabels;
  /// Whether the sizes of the result are those of a target.
  bool hasTarget = false;
  /// The operand with the labels of the result; -1 if none has them.
  int sameShape = -1;
  /// For each operand its type, which is that of the tensor that a number
  /// becomes.
  std::vector<nanobind::object> scalarTypes;
  std::vector<Program> programs;
};

/// The form of a stored tensor.
FormRef getStoredForm(const Tensor &tensor);
/// The same of a tensor in the dense format with the modes in their order,
/// whose text is not made for each.
FormRef getDenseForm(const Tensor &tensor);

/// What forms are looked up by. The members are borrowed, unless a table has
/// the key.
struct Key {
  struct Operand {
    /// The form of a node, or the class of a number.
    const void *form;
    uint64_t ones;
  };

  PyObject *token = nullptr;
  Py_hash_t tokenHash = 0;
  /// The sizes of the target of the operation; zero if it has none.
  uint64_t targetOnes = 0;
  size_t count = 0;
  std::array<Operand, maxOperands> operands;

  /// Throws if the token has no hash.
  void setToken(PyObject *object);
  void add(const void *form, uint64_t ones) {
    operands[count++] = {form, ones};
  }
  bool operator==(const Key &other) const;
};

/// What is known of an operation.
struct Entry {
  /// Null if operands are computed first.
  FormRef form;
  /// A bit for each operand that is computed before the operation is looked up
  /// again.
  uint64_t forced = 0;
  /// What keeps the members of the key alive.
  nanobind::object token;
  std::vector<FormRef> forms;
  std::vector<nanobind::object> classes;
};

/// The entry of a key; null if there is none.
const Entry *findEntry(const Key &key);
/// Adds an entry, unless there is one.
void addEntry(const Key &key, Entry entry);

} // namespace python
} // namespace weft

#endif // WEFT_PYTHON_FORM_H
