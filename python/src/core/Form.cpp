//===- Form.cpp - The structure of deferred tensors -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of forms. They are used with the interpreter's lock.
//
//===----------------------------------------------------------------------===//

#include "Form.h"

#include <string>
#include <unordered_map>

namespace nb = nanobind;
using namespace weft::python;

/// A table with more entries is emptied; nodes keep the forms that they have.
static constexpr size_t maxEntries = 4096;

/// The largest size of a mode whose coordinates have 32 bits.
static constexpr int64_t maxNarrow = INT32_MAX;

SizeClass SizeClass::of(PyObject *shape) {
  SizeClass made;
  Py_ssize_t order = PyTuple_Size(shape);
  made.isUsual = order < 64;
  if (!made.isUsual)
    return made;
  made.ones = uint64_t(1) << order;
  for (Py_ssize_t mode = 0; mode < order; ++mode) {
    int64_t size = PyLong_AsLongLong(PyTuple_GetItem(shape, mode));
    if (size == -1 && PyErr_Occurred())
      throw nb::python_error();
    made.ones |= uint64_t(size == 1) << mode;
    made.isUsual &= size > 0 && size <= maxNarrow;
  }
  return made;
}

void Key::setToken(PyObject *object) {
  token = object;
  tokenHash = PyObject_Hash(object);
  if (tokenHash == -1)
    throw nb::python_error();
}

bool Key::operator==(const Key &other) const {
  if (tokenHash != other.tokenHash || count != other.count ||
      targetOnes != other.targetOnes)
    return false;
  for (size_t i = 0; i < count; ++i)
    if (operands[i].form != other.operands[i].form ||
        operands[i].ones != other.operands[i].ones)
      return false;
  if (token == other.token)
    return true;
  int isEqual = PyObject_RichCompareBool(token, other.token, Py_EQ);
  if (isEqual < 0)
    throw nb::python_error();
  return isEqual == 1;
}

namespace {
struct KeyHash {
  size_t operator()(const Key &key) const {
    uint64_t hash = static_cast<uint64_t>(key.tokenHash);
    for (size_t i = 0; i < key.count; ++i) {
      hash ^= reinterpret_cast<uintptr_t>(key.operands[i].form) >> 4;
      hash = (hash ^ key.operands[i].ones) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    return hash;
  }
};
} // namespace

using Entries = std::unordered_map<Key, Entry, KeyHash>;

// The tables hold objects of Python, which nobody can free once the interpreter
// has ended: they are never freed.
static Entries &getEntries() {
  static Entries &entries = *new Entries;
  return entries;
}

using StoredForms = std::unordered_map<std::string, FormRef>;

static StoredForms &getStoredForms() {
  static StoredForms &forms = *new StoredForms;
  return forms;
}

const Entry *weft::python::findEntry(const Key &key) {
  auto found = getEntries().find(key);
  return found == getEntries().end() ? nullptr : &found->second;
}

void weft::python::addEntry(const Key &key, Entry entry) {
  Entries &entries = getEntries();
  if (entries.size() >= maxEntries) {
    // Freeing an object may call functions that look something up.
    Entries old;
    old.swap(entries);
  }
  entries.emplace(key, std::move(entry));
}

static nb::object intern(const char *text) {
  return nb::steal(PyUnicode_InternFromString(text));
}

FormRef weft::python::getStoredForm(const Tensor &tensor) {
  std::string name = weft_tensor_format(tensor.get());
  size_t length = name.size();
  name += '|';
  name += weft_tensor_type(tensor.get());
  StoredForms &forms = getStoredForms();
  auto found = forms.find(name);
  if (found != forms.end())
    return found->second;
  auto form = std::make_shared<Form>();
  form->format = intern(name.substr(0, length).c_str());
  form->type = intern(weft_tensor_type(tensor.get()));
  form->operation = nb::none();
  nb::tuple facts =
      nb::cast<nb::tuple>(nb::module_::import_("weft_sparse._formats")
                              .attr("describe_format")(form->format));
  form->sparse = nb::cast<bool>(facts[0]);
  form->columns = nb::cast<bool>(facts[1]);
  if (forms.size() >= maxEntries)
    forms.clear();
  forms.emplace(std::move(name), form);
  return form;
}

FormRef weft::python::getDenseForm(const Tensor &tensor) {
  static StoredForms &forms = *new StoredForms;
  std::string name(weft_tensor_order(tensor.get()), 'd');
  name += weft_tensor_type(tensor.get());
  FormRef &form = forms[name];
  if (!form)
    form = getStoredForm(tensor);
  return form;
}
