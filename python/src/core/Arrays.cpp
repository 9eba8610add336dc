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

#include <cstdlib>

namespace nb = nanobind;
using namespace weft::python;

namespace {
/// A type under both names.
struct TypeName {
  const char *name;
  nb::dlpack::dtype_code code;
  uint8_t bits;
};
} // namespace

static const TypeName typeNames[] = {
    {"bool", nb::dlpack::dtype_code::Bool, 8},
    {"i8", nb::dlpack::dtype_code::Int, 8},
    {"i16", nb::dlpack::dtype_code::Int, 16},
    {"i32", nb::dlpack::dtype_code::Int, 32},
    {"i64", nb::dlpack::dtype_code::Int, 64},
    {"u8", nb::dlpack::dtype_code::UInt, 8},
    {"u16", nb::dlpack::dtype_code::UInt, 16},
    {"u32", nb::dlpack::dtype_code::UInt, 32},
    {"u64", nb::dlpack::dtype_code::UInt, 64},
    {"f16", nb::dlpack::dtype_code::Float, 16},
    {"f32", nb::dlpack::dtype_code::Float, 32},
    {"f64", nb::dlpack::dtype_code::Float, 64},
    {"complex<f32>", nb::dlpack::dtype_code::Complex, 64},
    {"complex<f64>", nb::dlpack::dtype_code::Complex, 128},
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

nb::object weft::python::viewArray(const Tensor &tensor, int64_t index,
                                   nb::dlpack::dtype type,
                                   const std::vector<size_t> &shape) {
  const void *data = nullptr;
  int64_t length = 0;
  char *error = nullptr;
  check(weft_tensor_array(tensor.get(), index, &data, &length, &error), error);
  auto *keptAlive = new Tensor(tensor);
  nb::capsule owner(keptAlive, [](void *pointer) noexcept {
    delete static_cast<Tensor *>(pointer);
  });
  // NumPy wants an address for an array without elements, too.
  static const double nothing[2] = {};
  return nb::ndarray<nb::numpy, nb::ro>(data ? data : nothing, shape.size(),
                                        shape.data(), owner, nullptr, type)
      .cast();
}
