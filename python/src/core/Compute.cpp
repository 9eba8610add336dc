//===- Compute.cpp - Computing deferred tensors -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node whose form has a kernel is computed by it, without a call of Python.
// All others are left to weft_sparse._node, which says afterwards which kernel
// it has run.
//
//===----------------------------------------------------------------------===//

#include "Node.h"

#include <algorithm>

namespace nb = nanobind;
using namespace weft::python;

/// Whether a thread writes the text of a kernel, during which nodes change
/// under the lock of weft_sparse._node only.
static bool isEmitting = false;

PyObject *weft::python::getSize(const NodeObject *node, size_t mode) {
  return PyTuple_GetItem(node->shape, mode);
}

namespace {
/// The stored operands of a deferred node, in the order in which they are met.
class Leaves {
public:
  /// False if there are too many, or an operand has another form than when the
  /// operation was applied.
  bool collect(const NodeObject *node) {
    const Form &form = *node->form;
    if (node->getNumOperands() != static_cast<Py_ssize_t>(form.operands.size()))
      return false;
    for (size_t number = 0; number < form.operands.size(); ++number) {
      const NodeObject *operand = node->getOperand(number);
      if (operand->form != form.operands[number])
        return false;
      if (operand->isStored() ? !add(operand->data) : !collect(operand))
        return false;
    }
    return true;
  }

  int find(PyObject *data) const {
    for (size_t number = 0; number < count; ++number)
      if (leaves[number] == data)
        return static_cast<int>(number);
    return -1;
  }
  bool fits(const Program &program) const {
    return program.pattern.size() == count &&
           std::equal(program.pattern.begin(), program.pattern.end(),
                      pattern.begin()) &&
           program.device == device;
  }
  std::vector<uint8_t> getPattern() const {
    return {pattern.begin(), pattern.begin() + count};
  }
  int64_t getDevice() const { return device; }
  PyObject *operator[](size_t number) const { return leaves[number]; }

private:
  bool add(PyObject *data) {
    if (count == maxLeaves)
      return false;
    int first = find(data);
    pattern[count] = first < 0 ? count : first;
    leaves[count++] = data;
    device = std::max<int64_t>(
        device, weft_tensor_device(nb::inst_ptr<Tensor>(data)->get()));
    return true;
  }

  std::array<PyObject *, maxLeaves> leaves;
  std::array<uint8_t, maxLeaves> pattern;
  size_t count = 0;
  int64_t device = -1;
};
} // namespace

/// Gives a deferred node the form that it has now that operands were computed.
/// False if that is not known.
static bool renewForm(NodeObject *node) {
  if (!node->form)
    return false;
  Key key;
  key.setToken(node->form->token.ptr());
  Py_ssize_t count = node->getNumOperands();
  for (Py_ssize_t number = 0; number < count; ++number) {
    NodeObject *operand = node->getOperand(number);
    if (!operand->form || (!operand->isStored() && !renewForm(operand)))
      return false;
    key.add(operand->form.get(), operand->sizes.ones);
  }
  key.targetOnes = node->form->hasTarget ? node->sizes.ones : 0;
  const Entry *entry = findEntry(key);
  if (!entry || !entry->form)
    return false;
  node->form = entry->form;
  return true;
}

/// Runs a kernel on some of the leaves.
static nb::object runProgram(const Program &program, const Leaves &leaves,
                             const NodeObject *node) {
  std::array<const weft_tensor *, maxLeaves> operands;
  std::array<nb::object, maxLeaves> kept;
  size_t count = program.order.size();
  for (size_t number = 0; number < count; ++number) {
    PyObject *data = leaves[program.order[number]];
    kept[number] = nb::borrow(data);
    operands[number] = nb::inst_ptr<Tensor>(data)->get();
  }
  int64_t dims[64];
  const int64_t *resultDims[] = {nullptr};
  Py_ssize_t order = PyTuple_Size(node->shape);
  if (node->needsDims && order > 0) {
    for (Py_ssize_t mode = 0; mode < order; ++mode)
      dims[mode] = PyLong_AsLongLong(getSize(node, mode));
    resultDims[0] = dims;
  }
  nb::object kernel = program.kernel;
  weft_tensor *result = nullptr;
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_kernel_run(
        nb::inst_ptr<Kernel>(kernel)->get(), operands.data(), count,
        resultDims[0] ? resultDims : nullptr, &result, 1, &error);
  }
  check(status, error);
  return nb::cast(Tensor(result));
}

/// Takes a computed tensor, unless another thread was faster.
static nb::object finish(NodeObject *node, const nb::object &data,
                         const FormRef &form) {
  if (isEmitting)
    return nb::borrow(node->asObject()).attr("settle")(data);
  if (!node->isStored())
    settle(node, data, form);
  return nb::borrow(node->data);
}

/// Whether nobody has chosen another format for a node than nodes of its form
/// have.
static bool hasFormatOfForm(const NodeObject *node) {
  return node->form &&
         PyUnicode_Compare(node->format, node->form->format.ptr()) == 0;
}

/// Computes a node with the kernel of its form; null if there is none.
static nb::object compute(NodeObject *node) {
  if (isEmitting || !hasFormatOfForm(node))
    return {};
  Leaves leaves;
  if (!leaves.collect(node)) {
    leaves = Leaves();
    if (!renewForm(node) || !leaves.collect(node))
      return {};
  }
  FormRef form = node->form;
  for (const Program &program : form->programs) {
    if (!leaves.fits(program))
      continue;
    FormRef result = program.result;
    return finish(node, runProgram(program, leaves, node), result);
  }
  return {};
}

nb::object weft::python::force(NodeObject *node) {
  if (node->isStored())
    return nb::borrow(node->data);
  nb::object self = nb::borrow(node->asObject());
  nb::object data = compute(node);
  return data ? data : self.attr("compute")();
}

/// Keeps the kernel that has computed a node, before it is settled. The
/// operands are those of the kernel.
static void rememberKernel(nb::handle made, const nb::object &kernel,
                           const nb::tuple &operands, const Tensor &result) {
  constexpr size_t maxPrograms = 16;
  NodeObject *node = findNode(made.ptr());
  if (!node || node->isStored() || !hasFormatOfForm(node) ||
      node->form->programs.size() >= maxPrograms)
    return;
  Leaves leaves;
  if (!leaves.collect(node) || operands.size() > maxLeaves)
    return;
  Program program{leaves.getPattern(),
                  leaves.getDevice(),
                  kernel,
                  {},
                  getStoredForm(result)};
  for (nb::handle operand : operands) {
    int place = leaves.find(operand.ptr());
    if (place < 0)
      return;
    program.order.push_back(static_cast<uint8_t>(place));
  }
  for (const Program &known : node->form->programs)
    if (leaves.fits(known))
      return;
  node->form->programs.push_back(std::move(program));
}

/// force(node)
static PyObject *callForce(PyObject *, PyObject *value) {
  try {
    NodeObject *node = findNode(value);
    if (!node)
      throw Error("expected a tensor");
    return force(node).release().ptr();
  } catch (...) {
    setException();
    return nullptr;
  }
}

/// The node of a tensor. Throws if the object is none.
static NodeObject &requireNode(const nb::object &made) {
  NodeObject *node = findNode(made.ptr());
  if (!node)
    throw Error("expected a tensor");
  return *node;
}

void weft::python::bindCompute(nb::module_ &module) {
  static PyMethodDef functions[] = {{"force", callForce, METH_O, nullptr},
                                    {nullptr, nullptr, 0, nullptr}};
  if (PyModule_AddFunctions(module.ptr(), functions) != 0)
    throw nb::python_error();
  module.def("remember_kernel", rememberKernel, nb::arg("node"),
             nb::arg("kernel"), nb::arg("operands"), nb::arg("result"));
  module.def(
      "forget_form",
      [](const nb::object &made) { requireNode(made).form.reset(); },
      nb::arg("node"));
  module.def(
      "set_emitting", [](bool value) { isEmitting = value; }, nb::arg("value"));
  module.def(
      "settle",
      [](const nb::object &made, const nb::object &data) {
        settle(&requireNode(made), data,
               getStoredForm(nb::cast<const Tensor &>(data)));
      },
      nb::arg("node"), nb::arg("data"));
}
