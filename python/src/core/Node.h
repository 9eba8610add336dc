//===- Node.h - Deferred tensors --------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node is a tensor that is stored, or an operation on other nodes whose
// result is not computed yet. The type is written against the C interface of
// Python: programs make a node for each operation, and read its members.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PYTHON_NODE_H
#define WEFT_PYTHON_NODE_H

#include "Form.h"

namespace weft {
namespace python {

/// What `Node` of weft_sparse._node derives from. All members but the sizes are
/// those of Python; none is null.
struct NodeObject {
  PyObject_HEAD PyObject *shape;
  PyObject *type;
  PyObject *format;
  /// The stored tensor, or None.
  PyObject *data;
  /// An Operation, or None if the tensor is stored.
  PyObject *operation;
  /// A tuple of nodes.
  PyObject *operands;
  /// Null if no other node is known to have the structure.
  FormRef form;
  SizeClass sizes;
  int weight;
  char sparse, columns, reduces, cheap, needsDims;

  PyObject *asObject() { return reinterpret_cast<PyObject *>(this); }
  bool isStored() const { return data != Py_None; }
  NodeObject *getOperand(Py_ssize_t number) const {
    return reinterpret_cast<NodeObject *>(PyTuple_GetItem(operands, number));
  }
  Py_ssize_t getNumOperands() const { return PyTuple_Size(operands); }
};

/// What `TensorData` of weft_sparse derives from: the owner of a node.
struct HandleObject {
  PyObject_HEAD PyObject *node;
};

/// The node of a Tensor or a Node; null, without an exception, if a value is
/// neither. Borrowed.
NodeObject *findNode(PyObject *value);

/// A new stored node of a Tensor of the extension, which has a form.
nanobind::object makeStored(nanobind::handle data, const FormRef &form);
/// A new Tensor of Python that owns a node.
nanobind::object makeHandle(NodeObject *node);
/// A new node without any member but the defaults.
NodeObject *allocateNode();

/// The size of a mode of a node. Borrowed.
PyObject *getSize(const NodeObject *node, size_t mode);

/// The tensor of a node, which is computed unless it is stored.
nanobind::object force(NodeObject *node);

/// Makes a node a stored one.
void settle(NodeObject *node, nanobind::handle data, const FormRef &form);

/// Replaces a member, which holds a reference.
inline void setMember(PyObject *&member, nanobind::handle value) {
  PyObject *old = member;
  member = value.inc_ref().ptr();
  Py_XDECREF(old);
}

/// Sets the exception of Python for the C++ exception in flight.
void setException() noexcept;

/// Adds the types of nodes and their owners.
void bindNode(nanobind::module_ &module);
/// Adds what builds nodes.
void bindDeferred(nanobind::module_ &module);
/// Adds what computes them.
void bindCompute(nanobind::module_ &module);

} // namespace python
} // namespace weft

#endif // WEFT_PYTHON_NODE_H
