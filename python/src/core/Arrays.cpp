//===- Arrays.cpp - Types and views of arrays -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of Weft's types and those of DLPack, and arrays of tensors as
// arrays of NumPy.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

#include <cstring>

namespace nb = nanobind;
using namespace weft::python;

namespace {
/// A type under the names of Weft, DLPack and NumPy.
struct TypeName {
  const char *name;
  nb::dlpack::dtype_code code;
  uint8_t bits;
  const char *numpyName;
};
} // namespace

static const TypeName typeNames[] = {
    {"bool", nb::dlpack::dtype_code::Bool, 8, "bool"},
    {"i8", nb::dlpack::dtype_code::Int, 8, "int8"},
    {"i16", nb::dlpack::dtype_code::Int, 16, "int16"},
    {"i32", nb::dlpack::dtype_code::Int, 32, "int32"},
    {"i64", nb::dlpack::dtype_code::Int, 64, "int64"},
    {"u8", nb::dlpack::dtype_code::UInt, 8, "uint8"},
    {"u16", nb::dlpack::dtype_code::UInt, 16, "uint16"},
    {"u32", nb::dlpack::dtype_code::UInt, 32, "uint32"},
    {"u64", nb::dlpack::dtype_code::UInt, 64, "uint64"},
    {"f16", nb::dlpack::dtype_code::Float, 16, "float16"},
    {"f32", nb::dlpack::dtype_code::Float, 32, "float32"},
    {"f64", nb::dlpack::dtype_code::Float, 64, "float64"},
    {"complex<f32>", nb::dlpack::dtype_code::Complex, 64, "complex64"},
    {"complex<f64>", nb::dlpack::dtype_code::Complex, 128, "complex128"},
};

const char *weft::python::getTypeName(nb::dlpack::dtype type) {
  for (const TypeName &entry : typeNames)
    if (type.code == static_cast<uint8_t>(entry.code) &&
        type.bits == entry.bits && type.lanes == 1)
      return entry.name;
  // bf16 is the one type that NumPy does not have.
  if (type.code == static_cast<uint8_t>(nb::dlpack::dtype_code::Bfloat) &&
      type.bits == 16 && type.lanes == 1)
    return "bf16";
  throw Error("arrays of this type are not supported: the types are bool, "
              "(u)int8 to (u)int64, float16 to float64, complex64 and "
              "complex128");
}

nb::dlpack::dtype weft::python::getArrayType(const std::string &name) {
  for (const TypeName &entry : typeNames)
    if (name == entry.name)
      return {static_cast<uint8_t>(entry.code), entry.bits, 1};
  // The bits of a bf16.
  return {static_cast<uint8_t>(nb::dlpack::dtype_code::UInt), 16, 1};
}

namespace {
/// The memory of an array of a tensor, which it keeps alive.
class Memory {
public:
  Memory(const Tensor &tensor, const void *data, int64_t numBytes)
      : tensor(tensor), data(data), numBytes(numBytes) {}

  /// Lets NumPy read the memory.
  static int getBuffer(PyObject *self, Py_buffer *view, int flags) {
    if (!nb::inst_ready(self)) {
      PyErr_SetString(PyExc_BufferError, "there is no memory");
      view->obj = nullptr;
      return -1;
    }
    const Memory *memory = nb::inst_ptr<Memory>(self);
    return PyBuffer_FillInfo(view, self, const_cast<void *>(memory->data),
                             memory->numBytes, /*readonly=*/1, flags);
  }

private:
  Tensor tensor;
  const void *data;
  int64_t numBytes;
};
} // namespace

/// A function or a class of NumPy, which is never freed.
static nb::handle importNumpy(const char *name) {
  nb::object value = nb::module_::import_("numpy").attr(name);
  return value.release();
}

/// The type of arrays with components of a type, as an object of NumPy. Made
/// once for each type, with the interpreter's lock.
static nb::handle getNumpyType(const char *name) {
  static nb::handle make = importNumpy("dtype");
  static nb::handle types[sizeof(typeNames) / sizeof(*typeNames)];
  size_t number = 0;
  for (const TypeName &entry : typeNames) {
    if (std::strcmp(name, entry.name) == 0) {
      if (!types[number])
        types[number] = make(entry.numpyName).release();
      return types[number];
    }
    ++number;
  }
  // The bits of a bf16.
  return getNumpyType("u16");
}

nb::object weft::python::viewArray(const Tensor &tensor, int64_t index,
                                   const char *type) {
  const void *data = nullptr;
  int64_t length = 0;
  char *error = nullptr;
  check(weft_tensor_array(tensor.get(), index, &data, &length, &error), error);
  static nb::handle makeArray = importNumpy("frombuffer");
  // An array without elements has an address, too.
  static const double nothing[2] = {};
  Memory memory(tensor, data ? data : nothing, length * weft_type_size(type));
  return makeArray(nb::cast(std::move(memory)), getNumpyType(type));
}

void weft::python::bindArrays(nb::module_ &module) {
  static PyType_Slot slots[] = {
      {Py_bf_getbuffer, reinterpret_cast<void *>(Memory::getBuffer)},
      {0, nullptr}};
  nb::class_<Memory>(module, "Memory", nb::type_slots(slots));
}
