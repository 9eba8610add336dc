//===- Deferred.cpp - Building deferred tensors -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that are repeated. An operation whose form is known makes a node
// without a call of Python. All others are left to weft_sparse._array and
// others, which say afterwards what they have made.
//
//===----------------------------------------------------------------------===//

#include "Node.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

namespace nb = nanobind;
using namespace weft::python;

namespace {
/// The operands of an operation as a program gives them: nodes, and numbers.
class Given {
public:
  /// Takes nodes, Tensors, arrays of NumPy, which are copied, and numbers.
  /// False if one is another value.
  bool take(PyObject *const *values, Py_ssize_t count);

  /// Takes a node whose sizes are those of the result.
  void takeTarget(NodeObject *node) {
    target = node;
    if (node)
      heldTarget = nb::borrow(node->asObject());
  }
  NodeObject *getTarget() const { return target; }

  /// The key of an operation on these; false if it is not to be looked up.
  bool makeKey(PyObject *token, Key &key) const;

  size_t size() const { return count; }
  /// The node of an operand; null if it is a number.
  NodeObject *getNode(size_t number) const { return nodes[number]; }
  PyObject *getValue(size_t number) const { return values[number]; }

private:
  std::array<NodeObject *, maxOperands> nodes;
  std::array<PyObject *, maxOperands> values;
  /// References to the nodes: computing one lets other threads run, which may
  /// give the tensors of others new nodes.
  std::array<nb::object, maxOperands> held;
  size_t count = 0;
  NodeObject *target = nullptr;
  nb::object heldTarget;
};

/// The operands of an operation with their forms at that time, to which what it
/// made is compared.
class Signature {
public:
  nb::object token;
  std::vector<nb::object> nodes;
  std::vector<FormRef> forms;
  std::vector<uint64_t> ones;
  std::vector<nb::object> classes;
  /// The sizes of the result, if a target gives them.
  uint64_t targetOnes = 0;

  Key getKey() const;
  Entry makeEntry() const;
};
} // namespace

/// A class of NumPy.
static PyTypeObject *getNumpyClass(const char *name) {
  nb::object found = nb::module_::import_("numpy").attr(name);
  return reinterpret_cast<PyTypeObject *>(found.release().ptr());
}

static bool isNumber(PyObject *value) {
  static PyTypeObject *generic = getNumpyClass("generic");
  return PyFloat_CheckExact(value) || PyLong_CheckExact(value) ||
         PyBool_Check(value) || PyComplex_CheckExact(value) ||
         PyObject_TypeCheck(value, generic);
}

bool Given::take(PyObject *const *given, Py_ssize_t number) {
  static PyTypeObject *arrayClass = getNumpyClass("ndarray");
  if (number > static_cast<Py_ssize_t>(maxOperands))
    return false;
  for (; static_cast<Py_ssize_t>(count) < number; ++count) {
    PyObject *value = given[count];
    values[count] = value;
    nodes[count] = findNode(value);
    if (nodes[count])
      held[count] = nb::borrow(nodes[count]->asObject());
    if (nodes[count] || isNumber(value))
      continue;
    if (Py_TYPE(value) != arrayClass)
      return false;
    nb::object data = copyDense(nb::borrow(value));
    if (data.is_none())
      return false;
    held[count] =
        makeStored(data, getDenseForm(nb::cast<const Tensor &>(data)));
    nodes[count] = findNode(held[count].ptr());
  }
  return true;
}

bool Given::makeKey(PyObject *token, Key &key) const {
  key.setToken(token);
  for (size_t number = 0; number < count; ++number) {
    NodeObject *node = nodes[number];
    if (!node) {
      key.add(Py_TYPE(values[number]), 0);
      continue;
    }
    if (!node->form || !node->sizes.isUsual)
      return false;
    key.add(node->form.get(), node->sizes.ones);
  }
  key.targetOnes = target ? target->sizes.ones : 0;
  return !target || target->sizes.isUsual;
}

Key Signature::getKey() const {
  Key key;
  key.setToken(token.ptr());
  size_t number = 0;
  for (const FormRef &form : forms) {
    const void *kind =
        form ? static_cast<const void *>(form.get()) : classes[number].ptr();
    key.add(kind, ones[number]);
    ++number;
  }
  key.targetOnes = targetOnes;
  return key;
}

Entry Signature::makeEntry() const {
  return {nullptr, 0, token, forms, classes};
}

namespace {
/// The sizes of labels, checked to be the same for all modes with a label.
class LabelSizes {
public:
  /// False if sizes differ, which the operation has to say.
  bool take(const NodeObject *node, const Labels &labels) {
    for (size_t mode = 0; mode < labels.size(); ++mode) {
      int label = labels[mode];
      if (label < 0)
        continue;
      PyObject *size = getSize(node, mode);
      if (!sizes[label])
        sizes[label] = size;
      else if (sizes[label] != size &&
               PyObject_RichCompareBool(sizes[label], size, Py_EQ) != 1)
        return false;
    }
    return true;
  }
  nb::object makeShape(const Labels &labels) const {
    nb::object shape = nb::steal(PyTuple_New(labels.size()));
    for (size_t mode = 0; mode < labels.size(); ++mode) {
      nb::object size =
          labels[mode] < 0 ? nb::int_(1) : nb::borrow(sizes[labels[mode]]);
      PyTuple_SetItem(shape.ptr(), mode, size.release().ptr());
    }
    return shape;
  }

  static constexpr int maxLabels = 64;

  /// Whether the sizes of all labels can be kept.
  static bool haveRoom(const std::vector<Labels> &labels) {
    return std::all_of(labels.begin(), labels.end(), [](const Labels &tensor) {
      return std::all_of(tensor.begin(), tensor.end(),
                         [](int label) { return label < maxLabels; });
    });
  }

private:
  PyObject *sizes[maxLabels] = {};
};
} // namespace

/// A number as a stored node of a type.
static nb::object makeScalar(PyObject *value, const nb::object &type) {
  static nb::handle make =
      nb::object(
          nb::module_::import_("weft_sparse._array").attr("make_scalar_node"))
          .release();
  return make(nb::handle(value), type);
}

/// A new node of a form; null if sizes do not fit.
static nb::object build(const FormRef &form, const Given &given) {
  LabelSizes sizes;
  NodeObject *target = given.getTarget();
  if (target && !sizes.take(target, form->resultLabels))
    return {};
  nb::object operands = nb::steal(PyTuple_New(given.size()));
  for (size_t number = 0; number < given.size(); ++number) {
    nb::object operand;
    if (NodeObject *node = given.getNode(number)) {
      if (!sizes.take(node, form->operandLabels[number]))
        return {};
      operand = nb::borrow(node->asObject());
    } else {
      operand = makeScalar(given.getValue(number), form->scalarTypes[number]);
    }
    PyTuple_SetItem(operands.ptr(), number, operand.release().ptr());
  }
  NodeObject *node = allocateNode();
  nb::object made = nb::steal(node->asObject());
  NodeObject *same = target;
  if (!same && form->sameShape >= 0)
    same = given.getNode(form->sameShape);
  // A form of tensors may be that of a number in the place of one of them.
  if (same) {
    setMember(node->shape, same->shape);
    node->sizes = same->sizes;
  } else {
    setMember(node->shape, sizes.makeShape(form->resultLabels));
    node->sizes = SizeClass::of(node->shape);
  }
  setMember(node->type, form->type);
  setMember(node->format, form->format);
  setMember(node->operation, form->operation);
  setMember(node->operands, operands);
  node->form = form;
  node->weight = form->weight;
  node->sparse = form->sparse;
  node->columns = form->columns;
  node->reduces = form->reduces;
  node->cheap = form->cheap;
  node->needsDims = form->needsDims;
  return made;
}

/// The node of an operation on values; null if its form is not known.
static nb::object apply(PyObject *token, Given &given) {
  // What has operands that are computed first is looked up again.
  for (int attempt = 0; attempt < 2; ++attempt) {
    Key key;
    if (!given.makeKey(token, key))
      return {};
    const Entry *entry = findEntry(key);
    if (!entry)
      return {};
    if (FormRef form = entry->form)
      return build(form, given);
    uint64_t forced = entry->forced;
    for (size_t number = 0; number < given.size(); ++number)
      if (forced >> number & 1)
        force(given.getNode(number));
  }
  return {};
}

/// The signature of an operation, before its node is made; None if it is not
/// remembered. The sizes of the result are those of a target, unless it is
/// None.
static nb::object makeSignature(const nb::object &token,
                                const nb::args &operands,
                                const nb::object &target) {
  std::vector<PyObject *> values;
  for (nb::handle operand : operands)
    values.push_back(operand.ptr());
  Given given;
  given.takeTarget(findNode(target.ptr()));
  Key key;
  for (PyObject *value : values)
    if (!findNode(value) && !isNumber(value))
      return nb::none();
  if (!given.take(values.data(), values.size()) ||
      !given.makeKey(token.ptr(), key))
    return nb::none();
  auto made = std::make_unique<Signature>();
  made->token = token;
  made->targetOnes = key.targetOnes;
  for (size_t number = 0; number < given.size(); ++number) {
    NodeObject *node = given.getNode(number);
    made->nodes.push_back(node ? nb::borrow(node->asObject()) : nb::object());
    made->forms.push_back(node ? node->form : nullptr);
    made->ones.push_back(key.operands[number].ones);
    made->classes.push_back(node ? nb::object()
                                 : nb::borrow(reinterpret_cast<PyObject *>(
                                       Py_TYPE(given.getValue(number)))));
  }
  return nb::cast(made.release(), nb::rv_policy::take_ownership);
}

/// The form of a node that was made for operands of a signature; null if other
/// nodes cannot have it.
static FormRef makeForm(NodeObject *node, const Signature &signature,
                        const std::vector<Labels> &labels) {
  size_t count = signature.forms.size();
  auto form = std::make_shared<Form>();
  form->token = signature.token;
  form->hasTarget = signature.targetOnes != 0;
  for (size_t number = 0; number < count; ++number) {
    NodeObject *operand = node->getOperand(number);
    if (!operand->form)
      return nullptr;
    form->operands.push_back(operand->form);
    // Operands that are numbers may share the form of those that are tensors.
    form->scalarTypes.push_back(nb::borrow(operand->type));
    bool isScalar = !signature.forms[number];
    bool isSame = !isScalar && labels[number] == labels.back();
    if (isSame && form->sameShape < 0)
      form->sameShape = static_cast<int>(number);
  }
  form->operandLabels.assign(labels.begin(), labels.end() - 1);
  form->resultLabels = labels.back();
  form->type = nb::borrow(node->type);
  form->format = nb::borrow(node->format);
  form->operation = nb::borrow(node->operation);
  form->weight = node->weight;
  form->sparse = node->sparse;
  form->columns = node->columns;
  form->reduces = node->reduces;
  form->cheap = node->cheap;
  form->needsDims = node->needsDims;
  return form;
}

/// Keeps the form of a node that was made for a signature. `labels` are those
/// of each operand, and of the result.
static void remember(const Signature &signature, nb::handle made,
                     const std::vector<Labels> &labels) {
  NodeObject *node = findNode(made.ptr());
  size_t count = signature.forms.size();
  if (!node || node->isStored() || !node->sizes.isUsual ||
      node->getNumOperands() != static_cast<Py_ssize_t>(count) ||
      labels.size() != count + 1 || !LabelSizes::haveRoom(labels))
    return;
  Signature computed = signature, ofNodes = signature;
  uint64_t forced = 0;
  for (size_t number = 0; number < count; ++number) {
    NodeObject *operand = node->getOperand(number);
    ofNodes.forms[number] = operand->form;
    ofNodes.ones[number] = operand->sizes.ones;
    if (!signature.forms[number])
      continue;
    if (operand->asObject() != signature.nodes[number].ptr())
      return;
    if (operand->form == signature.forms[number])
      continue;
    if (!operand->isStored())
      return;
    computed.forms[number] = operand->form;
    forced |= uint64_t(1) << number;
  }
  FormRef form = makeForm(node, signature, labels);
  if (!form)
    return;
  if (forced) {
    Entry entry = signature.makeEntry();
    entry.forced = forced;
    addEntry(signature.getKey(), std::move(entry));
  }
  // Numbers are found by their classes, and as the tensors that they become.
  const Signature *const keys[] = {&computed, &ofNodes};
  if (const Entry *known = findEntry(ofNodes.getKey()); known && known->form)
    form = known->form;
  for (const Signature *each : keys) {
    Entry entry = each->makeEntry();
    entry.form = form;
    addEntry(each->getKey(), std::move(entry));
  }
  node->form = form;
}

/// apply(token, *operands): the Tensor of an operation, deferred; None if its
/// form is not known.
static PyObject *callApply(PyObject *, PyObject *const *arguments,
                           Py_ssize_t count) {
  try {
    if (count < 1)
      throw Error("expected an operation");
    Given given;
    nb::object made;
    if (given.take(arguments + 1, count - 1))
      made = apply(arguments[0], given);
    made = made ? makeHandle(findNode(made.ptr())) : nb::none();
    return made.release().ptr();
  } catch (...) {
    setException();
    return nullptr;
  }
}

/// assign(token, target, *operands): the node of an operation whose result has
/// the sizes of a target, deferred; None if its form is not known.
static PyObject *callAssign(PyObject *, PyObject *const *arguments,
                            Py_ssize_t count) {
  try {
    NodeObject *target = count < 2 ? nullptr : findNode(arguments[1]);
    if (!target)
      throw Error("expected an operation and a tensor");
    Given given;
    given.takeTarget(target);
    nb::object made;
    if (given.take(arguments + 2, count - 2))
      made = apply(arguments[0], given);
    if (!made)
      made = nb::none();
    return made.release().ptr();
  } catch (...) {
    setException();
    return nullptr;
  }
}

void weft::python::bindDeferred(nb::module_ &module) {
  static PyMethodDef functions[] = {
      {"apply",
       reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(callApply)),
       METH_FASTCALL, nullptr},
      {"assign",
       reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(callAssign)),
       METH_FASTCALL, nullptr},
      {nullptr, nullptr, 0, nullptr}};
  if (PyModule_AddFunctions(module.ptr(), functions) != 0)
    throw nb::python_error();
  nb::class_<Signature>(module, "Signature");
  module.def("signature", makeSignature, nb::arg("token"), nb::arg("operands"),
             nb::arg("target") = nb::none());
  module.def("remember", remember, nb::arg("signature"), nb::arg("node"),
             nb::arg("labels"));
}
