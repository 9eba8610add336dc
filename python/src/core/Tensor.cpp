//===- Tensor.cpp - Tensors in Python ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors are made of arrays of Python where these lie, and show their arrays
// without a copy.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

namespace nb = nanobind;
using namespace weft::python;

using Dims = std::vector<int64_t>;

/// Checks that an array has no gaps, so that its elements are at its address.
static void checkContiguous(const Array &array) {
  if (array.size() == 0)
    return;
  int64_t expected = 1;
  for (size_t axis = array.ndim(); axis-- > 0;) {
    if (array.shape(axis) != 1 && array.stride(axis) != expected)
      throw Error("expected an array whose elements follow each other in "
                  "memory");
    expected *= array.shape(axis);
  }
}

namespace {
/// The arrays of a tensor that Python owns, until the tensor is freed.
struct KeptArrays {
  std::vector<Array> arrays;
};
} // namespace

/// Called on any thread, with or without the interpreter's lock.
static void releaseArrays(void *context) {
  // At exit there is nobody left to return the arrays to.
  runLocked([&] { delete static_cast<KeptArrays *>(context); });
}

/// A tensor of the arrays of its format, where they lie.
static Tensor fromArrays(const std::string &format, const std::string &type,
                         const Dims &dims, int64_t order,
                         std::vector<Array> arrays, bool trusted,
                         bool convert) {
  std::vector<const void *> data;
  std::vector<int64_t> lengths;
  for (const Array &array : arrays) {
    checkContiguous(array);
    data.push_back(array.data());
    lengths.push_back(array.size());
  }
  auto kept = std::make_unique<KeptArrays>(KeptArrays{std::move(arrays)});
  int flags =
      (trusted ? WEFT_ARRAYS_TRUSTED : 0) | (convert ? WEFT_ARRAYS_CONVERT : 0);
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_tensor_from_arrays(format.c_str(), type.c_str(), order,
                                     dims.data(), data.size(), data.data(),
                                     lengths.data(), flags, releaseArrays,
                                     kept.get(), &tensor, &error);
  }
  check(status, error);
  kept.release();
  return Tensor(tensor);
}

/// A tensor of a list of entries: coordinates of shape (count, order), and as
/// many components.
static Tensor fromEntries(const std::string &format, const Dims &dims,
                          const Array &coordinates, const Array &values,
                          bool rejectDuplicates) {
  checkContiguous(coordinates);
  checkContiguous(values);
  if (coordinates.dtype() != nb::dtype<int64_t>())
    throw Error("expected coordinates of type int64");
  const char *type = getTypeName(values.dtype());
  size_t count = values.size();
  if (coordinates.size() != count * dims.size())
    throw Error("expected " + std::to_string(dims.size()) +
                " coordinates for each of " + std::to_string(count) +
                " values, got " + std::to_string(coordinates.size()));
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_tensor_create(
        format.c_str(), type, dims.size(), dims.data(), count,
        static_cast<const int64_t *>(coordinates.data()), values.data(),
        rejectDuplicates, &tensor, &error);
  }
  check(status, error);
  return Tensor(tensor);
}

static Tensor readFile(const std::string &path, const std::string &format,
                       const std::string &type, int64_t order,
                       const std::optional<Dims> &dims) {
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status =
        weft_tensor_read(path.c_str(), format.c_str(), type.c_str(), order,
                         dims ? dims->data() : nullptr, 0, &tensor, &error);
  }
  check(status, error);
  return Tensor(tensor);
}

static void writeFile(const Tensor &tensor, const std::string &path) {
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_tensor_write(tensor.get(), path.c_str(), &error);
  }
  check(status, error);
}

static Tensor convert(const Tensor &tensor, const std::string &format,
                      const std::string &type) {
  weft_tensor *converted = nullptr;
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_tensor_convert(tensor.get(), format.c_str(), type.c_str(),
                                 &converted, &error);
  }
  check(status, error);
  return Tensor(converted);
}

/// The text as an object of Python. Few differ, and each is made once.
static nb::object intern(const char *text) {
  return nb::steal(PyUnicode_InternFromString(text));
}

nb::tuple weft::python::getShape(const Tensor &tensor) {
  int64_t order = weft_tensor_order(tensor.get());
  const int64_t *dims = weft_tensor_dims(tensor.get());
  PyObject *shape = PyTuple_New(order);
  if (!shape)
    throw std::bad_alloc();
  for (int64_t mode = 0; mode < order; ++mode)
    PyTuple_SetItem(shape, mode, PyLong_FromLongLong(dims[mode]));
  return nb::steal<nb::tuple>(shape);
}

/// The coordinates, of shape (count, order), and the components of all entries
/// in storage order.
static nb::tuple getEntries(const Tensor &tensor) {
  size_t count = weft_tensor_num_stored(tensor.get());
  size_t order = weft_tensor_order(tensor.get());
  std::string type = weft_tensor_type(tensor.get());
  size_t bytes = weft_type_size(type.c_str());
  auto *coordinates = new int64_t[count * order + 1];
  nb::capsule coordinatesOwner(coordinates, [](void *pointer) noexcept {
    delete[] static_cast<int64_t *>(pointer);
  });
  auto *values = new double[count * bytes / 8 + 2];
  nb::capsule valuesOwner(values, [](void *pointer) noexcept {
    delete[] static_cast<double *>(pointer);
  });
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_tensor_entries(tensor.get(), coordinates, values, &error);
  }
  check(status, error);
  size_t coordinateShape[] = {count, order}, valueShape[] = {count};
  return nb::make_tuple(
      nb::ndarray<nb::numpy>(coordinates, 2, coordinateShape, coordinatesOwner,
                             nullptr, nb::dtype<int64_t>())
          .cast(),
      nb::ndarray<nb::numpy>(values, 1, valueShape, valuesOwner, nullptr,
                             getArrayType(type))
          .cast());
}

/// The shape, the type and the format: what is known of a tensor that is
/// stored.
static nb::tuple getFacts(const Tensor &tensor) {
  return nb::make_tuple(getShape(tensor),
                        intern(weft_tensor_type(tensor.get())),
                        intern(weft_tensor_format(tensor.get())));
}

static int64_t getLength(const Tensor &tensor, int64_t index) {
  const void *data = nullptr;
  int64_t length = 0;
  char *error = nullptr;
  check(weft_tensor_array(tensor.get(), index, &data, &length, &error), error);
  return length;
}

/// The arrays of the tensor, with elements of the given types.
static nb::list getArrays(const Tensor &tensor, const nb::tuple &types) {
  nb::list arrays;
  for (nb::handle type : types)
    arrays.append(viewArray(tensor, arrays.size(), nb::str(type).c_str()));
  return arrays;
}

/// The components of a tensor with dense levels, as an array of a shape.
static nb::object getValues(const Tensor &tensor, const nb::tuple &shape) {
  int64_t last = weft_tensor_num_arrays(tensor.get()) - 1, count = 1;
  for (nb::handle size : shape)
    count *= nb::cast<int64_t>(size);
  if (count != getLength(tensor, last))
    throw Error("the tensor is not dense");
  nb::object values = viewArray(tensor, last, weft_tensor_type(tensor.get()));
  return shape.size() == 1 ? values : values.attr("reshape")(shape);
}

static nb::object getFill(const Tensor &tensor) {
  std::string type = weft_tensor_type(tensor.get());
  auto *value = new double[2]();
  nb::capsule owner(value, [](void *pointer) noexcept {
    delete[] static_cast<double *>(pointer);
  });
  char *error = nullptr;
  check(weft_tensor_fill(tensor.get(), value, &error), error);
  return nb::ndarray<nb::numpy>(value, 0, nullptr, owner, nullptr,
                                getArrayType(type))
      .cast();
}

static std::string printStorage(const Tensor &tensor) {
  char *text = nullptr, *error = nullptr;
  int status;
  {
    Unlocked unlocked;
    status = weft_tensor_print(tensor.get(), &text, &error);
  }
  check(status, error);
  std::string printed = text;
  weft_string_free(text);
  return printed;
}

void weft::python::bindTensor(nb::module_ &module) {
  nb::class_<Tensor> tensor(module, "Tensor");
  bindShared(tensor);
  bindDevice(tensor);
  tensor
      .def_static("from_arrays", fromArrays, nb::arg("format"), nb::arg("type"),
                  nb::arg("dims"), nb::arg("order"), nb::arg("arrays"),
                  nb::arg("trusted"), nb::arg("convert"))
      .def_static("from_entries", fromEntries, nb::arg("format"),
                  nb::arg("dims"), nb::arg("coordinates"), nb::arg("values"),
                  nb::arg("reject_duplicates"))
      .def_static("read", readFile, nb::arg("path"), nb::arg("format"),
                  nb::arg("type"), nb::arg("order"),
                  nb::arg("dims") = nb::none())
      .def("write", writeFile, nb::arg("path"))
      .def("convert", convert, nb::arg("format"), nb::arg("type"))
      .def_prop_ro("shape", getShape)
      .def_prop_ro("facts", getFacts)
      .def_prop_ro("order",
                   [](const Tensor &t) { return weft_tensor_order(t.get()); })
      .def_prop_ro("type",
                   [](const Tensor &t) {
                     return std::string(weft_tensor_type(t.get()));
                   })
      .def_prop_ro("format",
                   [](const Tensor &t) {
                     return std::string(weft_tensor_format(t.get()));
                   })
      .def_prop_ro(
          "num_stored",
          [](const Tensor &t) { return weft_tensor_num_stored(t.get()); })
      .def_prop_ro(
          "num_arrays",
          [](const Tensor &t) { return weft_tensor_num_arrays(t.get()); })
      .def_prop_ro(
          "is_borrowed",
          [](const Tensor &t) { return weft_tensor_is_borrowed(t.get()) != 0; })
      .def_prop_ro("fill", getFill)
      .def("entries", getEntries)
      .def("arrays", getArrays, nb::arg("types"))
      .def("values", getValues, nb::arg("shape"))
      .def("print", printStorage);
}
