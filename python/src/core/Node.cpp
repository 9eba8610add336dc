//===- Node.cpp - Deferred tensors ------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of nodes and of the tensors that own them.
//
//===----------------------------------------------------------------------===//

#include "Node.h"

#include <cstddef>
#include <new>

#if PY_VERSION_HEX < 0x030C0000
#include <structmember.h>
#define Py_T_OBJECT_EX T_OBJECT_EX
#define Py_T_BOOL T_BOOL
#define Py_T_INT T_INT
#define Py_READONLY READONLY
#endif

namespace nb = nanobind;
using namespace weft::python;

// The types of this file, and those of Python that derive from them, of which
// new objects are.
static PyTypeObject *nodeBase, *handleBase, *nodeClass, *handleClass;

void weft::python::setException() noexcept {
  try {
    throw;
  } catch (nb::python_error &error) {
    error.restore();
  } catch (const Error &error) {
    PyErr_SetString(getErrorClass(), error.what());
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

/// The members of a node that are objects.
static constexpr PyObject *NodeObject::*nodeMembers[] = {
    &NodeObject::shape, &NodeObject::type,      &NodeObject::format,
    &NodeObject::data,  &NodeObject::operation, &NodeObject::operands};

static NodeObject *asNode(PyObject *self) {
  return reinterpret_cast<NodeObject *>(self);
}

static PyObject *makeNode(PyTypeObject *type, PyObject *, PyObject *) {
  PyObject *self = PyType_GenericAlloc(type, 0);
  if (!self)
    return nullptr;
  NodeObject *node = asNode(self);
  new (&node->form) FormRef();
  new (&node->sizes) SizeClass();
  for (PyObject *NodeObject::*member : nodeMembers)
    node->*member = nb::none().release().ptr();
  node->cheap = 1;
  return self;
}

NodeObject *weft::python::allocateNode() {
  PyObject *self = makeNode(nodeClass, nullptr, nullptr);
  if (!self)
    throw nb::python_error();
  return asNode(self);
}

static int initNode(PyObject *self, PyObject *arguments, PyObject *named) {
  static const char *names[] = {"shape",   "type",   "sparse",
                                "columns", "format", nullptr};
  PyObject *shape, *type, *format = nullptr;
  int sparse = 0, columns = 0;
  if (!PyArg_ParseTupleAndKeywords(arguments, named, "O!U|$ppU",
                                   const_cast<char **>(names), &PyTuple_Type,
                                   &shape, &type, &sparse, &columns, &format))
    return -1;
  try {
    constexpr Py_ssize_t maxOrder = 64;
    if (PyTuple_Size(shape) > maxOrder)
      throw Error("a tensor has at most 64 modes, not " +
                  std::to_string(PyTuple_Size(shape)));
    NodeObject *node = asNode(self);
    node->sizes = SizeClass::of(shape);
    setMember(node->shape, shape);
    setMember(node->type, type);
    setMember(node->format, format ? nb::borrow(format) : nb::str(""));
    setMember(node->operands, nb::tuple());
    node->sparse = sparse;
    node->columns = columns;
    return 0;
  } catch (...) {
    setException();
    return -1;
  }
}

static int traverseNode(PyObject *self, visitproc visit, void *arg) {
  for (PyObject *NodeObject::*member : nodeMembers)
    Py_VISIT(asNode(self)->*member);
  Py_VISIT(Py_TYPE(self));
  return 0;
}

static int clearNode(PyObject *self) {
  for (PyObject *NodeObject::*member : nodeMembers) {
    PyObject *old = asNode(self)->*member;
    asNode(self)->*member = nullptr;
    Py_XDECREF(old);
  }
  return 0;
}

/// Frees an object of a type that Python may have derived from.
static void freeObject(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  auto release = reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free));
  release(self);
  Py_DECREF(type);
}

static void deleteNode(PyObject *self) {
  PyObject_GC_UnTrack(self);
  clearNode(self);
  asNode(self)->form.~FormRef();
  freeObject(self);
}

void weft::python::settle(NodeObject *node, nb::handle data,
                          const FormRef &form) {
  setMember(node->data, data);
  setMember(node->format, form->format);
  node->form = form;
  node->weight = 0;
  node->reduces = node->needsDims = 0;
  node->cheap = 1;
  // Freed last: this may free other nodes.
  static PyObject *const nothing = PyTuple_New(0);
  setMember(node->operation, nb::none());
  setMember(node->operands, nothing);
}

static HandleObject *asHandle(PyObject *self) {
  return reinterpret_cast<HandleObject *>(self);
}

static int initHandle(PyObject *self, PyObject *arguments, PyObject *named) {
  static const char *names[] = {"node", nullptr};
  PyObject *node;
  if (!PyArg_ParseTupleAndKeywords(arguments, named, "O!",
                                   const_cast<char **>(names), nodeBase, &node))
    return -1;
  setMember(asHandle(self)->node, node);
  return 0;
}

static int traverseHandle(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(asHandle(self)->node);
  Py_VISIT(Py_TYPE(self));
  return 0;
}

static int clearHandle(PyObject *self) {
  PyObject *node = asHandle(self)->node;
  asHandle(self)->node = nullptr;
  Py_XDECREF(node);
  return 0;
}

static void deleteHandle(PyObject *self) {
  PyObject_GC_UnTrack(self);
  clearHandle(self);
  freeObject(self);
}

NodeObject *weft::python::findNode(PyObject *value) {
  if (PyObject_TypeCheck(value, handleBase)) {
    PyObject *node = asHandle(value)->node;
    return node && PyObject_TypeCheck(node, nodeBase) ? asNode(node) : nullptr;
  }
  return PyObject_TypeCheck(value, nodeBase) ? asNode(value) : nullptr;
}

nb::object weft::python::makeHandle(NodeObject *node) {
  PyObject *self = PyType_GenericAlloc(handleClass, 0);
  if (!self)
    throw nb::python_error();
  setMember(asHandle(self)->node, node->asObject());
  return nb::steal(self);
}

nb::object weft::python::makeStored(nb::handle data, const FormRef &form) {
  const Tensor &tensor = nb::cast<const Tensor &>(data);
  NodeObject *node = allocateNode();
  nb::object made = nb::steal(node->asObject());
  setMember(node->shape, getShape(tensor));
  setMember(node->type, form->type);
  node->sparse = form->sparse;
  node->columns = form->columns;
  node->sizes = SizeClass::of(node->shape);
  settle(node, data, form);
  return made;
}

static PyMemberDef nodeMemberTable[] = {
    {"shape", Py_T_OBJECT_EX, offsetof(NodeObject, shape), Py_READONLY,
     nullptr},
    {"type", Py_T_OBJECT_EX, offsetof(NodeObject, type), Py_READONLY, nullptr},
    {"format", Py_T_OBJECT_EX, offsetof(NodeObject, format), 0, nullptr},
    {"data", Py_T_OBJECT_EX, offsetof(NodeObject, data), Py_READONLY, nullptr},
    {"operation", Py_T_OBJECT_EX, offsetof(NodeObject, operation), 0, nullptr},
    {"operands", Py_T_OBJECT_EX, offsetof(NodeObject, operands), 0, nullptr},
    {"weight", Py_T_INT, offsetof(NodeObject, weight), 0, nullptr},
    {"sparse", Py_T_BOOL, offsetof(NodeObject, sparse), Py_READONLY, nullptr},
    {"columns", Py_T_BOOL, offsetof(NodeObject, columns), Py_READONLY, nullptr},
    {"reduces", Py_T_BOOL, offsetof(NodeObject, reduces), 0, nullptr},
    {"cheap", Py_T_BOOL, offsetof(NodeObject, cheap), 0, nullptr},
    {"needs_dims", Py_T_BOOL, offsetof(NodeObject, needsDims), 0, nullptr},
    {nullptr, 0, 0, 0, nullptr}};

static PyMemberDef handleMemberTable[] = {
    {"_node", Py_T_OBJECT_EX, offsetof(HandleObject, node), 0, nullptr},
    {nullptr, 0, 0, 0, nullptr}};

static PyTypeObject *makeType(nb::module_ &module, const char *name,
                              size_t size, PyType_Slot *slots) {
  std::string qualified = std::string("weft_sparse._core.") + name;
  static std::vector<std::unique_ptr<std::string>> names;
  names.push_back(std::make_unique<std::string>(qualified));
  PyType_Spec spec = {
      names.back()->c_str(), static_cast<int>(size), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
  PyObject *type = PyType_FromSpec(&spec);
  if (!type)
    throw nb::python_error();
  module.attr(name) = nb::borrow(type);
  return reinterpret_cast<PyTypeObject *>(type);
}

void weft::python::bindNode(nb::module_ &module) {
  static PyType_Slot nodeSlots[] = {
      {Py_tp_new, reinterpret_cast<void *>(makeNode)},
      {Py_tp_init, reinterpret_cast<void *>(initNode)},
      {Py_tp_traverse, reinterpret_cast<void *>(traverseNode)},
      {Py_tp_clear, reinterpret_cast<void *>(clearNode)},
      {Py_tp_dealloc, reinterpret_cast<void *>(deleteNode)},
      {Py_tp_members, nodeMemberTable},
      {0, nullptr}};
  static PyType_Slot handleSlots[] = {
      {Py_tp_new, reinterpret_cast<void *>(PyType_GenericNew)},
      {Py_tp_init, reinterpret_cast<void *>(initHandle)},
      {Py_tp_traverse, reinterpret_cast<void *>(traverseHandle)},
      {Py_tp_clear, reinterpret_cast<void *>(clearHandle)},
      {Py_tp_dealloc, reinterpret_cast<void *>(deleteHandle)},
      {Py_tp_members, handleMemberTable},
      {0, nullptr}};
  nodeBase = makeType(module, "NodeBase", sizeof(NodeObject), nodeSlots);
  handleBase = makeType(module, "Handle", sizeof(HandleObject), handleSlots);
  module.def(
      "set_classes",
      [](nb::type_object node, nb::type_object tensor) {
        nodeClass = reinterpret_cast<PyTypeObject *>(node.release().ptr());
        handleClass = reinterpret_cast<PyTypeObject *>(tensor.release().ptr());
      },
      nb::arg("node"), nb::arg("tensor"));
  module.def(
      "make_stored",
      [](const nb::object &data) {
        FormRef form = getStoredForm(nb::cast<const Tensor &>(data));
        return makeStored(data, form);
      },
      nb::arg("data"));
}
