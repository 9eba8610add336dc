//===- Shared.cpp - Tensors of arrays that exist ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short paths for what small operations do most: tensors of arrays of NumPy in
// the order of a dense format, and tensors of the arrays of another one.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdlib>
#include <cstring>

namespace nb = nanobind;
using namespace weft::python;

/// The largest order of a tensor.
static constexpr int maxOrder = 64;

/// The type of the elements of a buffer; null if components have no such type
/// or are not in the byte order of the machine.
static const char *findType(const char *format, int64_t bytes) {
  if (!format)
    return nullptr;
  if (std::strcmp(format, "Zd") == 0)
    return "complex<f64>";
  if (std::strcmp(format, "Zf") == 0)
    return "complex<f32>";
  if (!*format || format[1])
    return nullptr;
  static const char *const integers[] = {"i8", "i16", "i32", "i64"};
  static const char *const naturals[] = {"u8", "u16", "u32", "u64"};
  int width = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
  switch (*format) {
  case 'd':
    return "f64";
  case 'f':
    return "f32";
  case 'e':
    return "f16";
  case '?':
    return "bool";
  case 'b':
  case 'h':
  case 'i':
  case 'l':
  case 'q':
    return integers[width];
  case 'B':
  case 'H':
  case 'I':
  case 'L':
  case 'Q':
    return naturals[width];
  default:
    return nullptr;
  }
}

namespace {
/// A view of the memory of an array, which the array keeps until it is given
/// back. The interpreter's lock is held.
class BufferView {
public:
  explicit BufferView(const nb::object &array) {
    has = PyObject_GetBuffer(array.ptr(), &view,
                             PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) == 0;
    if (!has)
      PyErr_Clear();
  }
  ~BufferView() {
    if (has)
      PyBuffer_Release(&view);
  }
  BufferView(const BufferView &) = delete;
  BufferView &operator=(const BufferView &) = delete;

  explicit operator bool() const { return has; }
  const Py_buffer *operator->() const { return &view; }

private:
  Py_buffer view;
  bool has;
};
} // namespace

/// Called on any thread, with or without the interpreter's lock.
static void releaseView(void *context) {
  runLocked([&] { delete static_cast<BufferView *>(context); });
}

/// Whether elements of a type lie at an address where they can be used.
static bool isAligned(const Py_buffer &buffer) {
  // Half of a complex number is aligned as the number is.
  int64_t alignment = buffer.itemsize < 8 ? buffer.itemsize : 8;
  return reinterpret_cast<uintptr_t>(buffer.buf) % alignment == 0;
}

/// The name of the type of components in a buffer; null if they cannot be used
/// where they lie.
static const char *findUsableType(const Py_buffer &buffer) {
  const char *type = findType(buffer.format, buffer.itemsize);
  bool isUsable = type && weft_type_size(type) == buffer.itemsize &&
                  isAligned(buffer) && buffer.ndim <= maxOrder;
  return isUsable ? type : nullptr;
}

/// Whether truth values are stored as 0 and 1, which kernels compute with.
static bool areTruthValues(const Py_buffer &buffer) {
  auto *bytes = static_cast<const uint8_t *>(buffer.buf);
  uint8_t bits = 0;
  for (Py_ssize_t i = 0; i < buffer.len; ++i)
    bits |= bytes[i];
  return bits <= 1;
}

/// A dense tensor of an array whose elements follow each other in memory, which
/// is shared, or copied; None if it has gaps, another order of modes, or
/// elements that components are not, or if it is large and to be copied.
static nb::object ofDense(const nb::object &array, bool copy) {
  auto view = std::make_unique<BufferView>(array);
  if (!*view)
    return nb::none();
  const Py_buffer &buffer = *view->operator->();
  // NumPy copies larger arrays without the interpreter's lock.
  constexpr int64_t maxCopyBytes = 1 << 20;
  if (copy && buffer.len > maxCopyBytes)
    return nb::none();
  const char *type = findUsableType(buffer);
  if (!type || (*type == 'b' && !areTruthValues(buffer)))
    return nb::none();
  int64_t dims[maxOrder];
  for (int axis = 0; axis < buffer.ndim; ++axis)
    dims[axis] = buffer.shape[axis];
  const void *data = buffer.buf;
  int64_t length = buffer.len / buffer.itemsize;
  void (*release)(void *) = releaseView;
  void *context = view.get();
  if (copy) {
    void *copied = std::malloc(buffer.len + 1);
    if (!copied)
      throw std::bad_alloc();
    std::memcpy(copied, data, buffer.len);
    data = context = copied;
    release = std::free;
  }
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  int status = weft_tensor_from_arrays(nullptr, type, buffer.ndim, dims, 1,
                                       &data, &length, WEFT_ARRAYS_TRUSTED,
                                       release, context, &tensor, &error);
  if (status != 0 && copy)
    std::free(context);
  check(status, error);
  if (!copy)
    view.release();
  return nb::cast(Tensor(tensor));
}

nb::object weft::python::copyDense(const nb::object &array) {
  return ofDense(array, /*copy=*/true);
}

/// The views of the arrays of a tensor.
using BufferViews = std::vector<std::unique_ptr<BufferView>>;

/// Called on any thread, with or without the interpreter's lock.
static void releaseViews(void *context) {
  runLocked([&] { delete static_cast<BufferViews *>(context); });
}

/// Views of arrays; none if a buffer is missing or has gaps.
static std::unique_ptr<BufferViews> viewAll(const nb::tuple &arrays) {
  auto views = std::make_unique<BufferViews>();
  for (nb::handle array : arrays) {
    views->push_back(std::make_unique<BufferView>(nb::borrow(array)));
    if (!*views->back() || !findUsableType(*views->back()->operator->()))
      return nullptr;
  }
  return views;
}

/// Sizes as numbers; false if one is none.
static bool getSizes(const nb::tuple &shape, std::vector<int64_t> &dims) {
  for (nb::handle size : shape) {
    dims.push_back(PyLong_AsLongLong(size.ptr()));
    if (PyErr_Occurred()) {
      PyErr_Clear();
      return false;
    }
  }
  return true;
}

/// The width of the elements of all arrays but the last, which are those of
/// positions and coordinates; zero if they are others, or differ.
static int getIndexBits(const BufferViews &views) {
  std::string common;
  for (size_t i = 0; i + 1 < views.size(); ++i) {
    const Py_buffer &buffer = *views[i]->operator->();
    std::string type = findType(buffer.format, buffer.itemsize);
    if (!common.empty() && type != common)
      return 0;
    common = type;
  }
  return common == "i32" ? 32 : common == "i64" || common.empty() ? 64 : 0;
}

/// A tensor of arrays where they lie: of positions and coordinates, all of 32
/// or all of 64 bits, and at last of values. None if the arrays are others, or
/// do not store a tensor of the levels.
static nb::object ofArrays(const std::string &levels, const nb::tuple &shape,
                           const nb::tuple &arrays, bool trusted) {
  std::vector<int64_t> dims;
  std::unique_ptr<BufferViews> views = viewAll(arrays);
  if (!views || views->empty() || !getSizes(shape, dims))
    return nb::none();
  std::vector<const void *> data;
  std::vector<int64_t> lengths;
  for (const std::unique_ptr<BufferView> &view : *views) {
    const Py_buffer &buffer = *view->operator->();
    data.push_back(buffer.buf);
    lengths.push_back(buffer.len / buffer.itemsize);
  }
  const Py_buffer &values = *views->back()->operator->();
  const char *type = findType(values.format, values.itemsize);
  int width = getIndexBits(*views);
  if (width == 0)
    return nb::none();
  std::string bits = std::to_string(width);
  std::string format = levels + "{pos=" + bits + ",crd=" + bits + "}";
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_tensor_from_arrays(
        format.c_str(), type, dims.size(), dims.data(), data.size(),
        data.data(), lengths.data(), trusted ? WEFT_ARRAYS_TRUSTED : 0,
        releaseViews, views.get(), &tensor, &error);
  }
  if (PyErr_Occurred())
    check(status, error);
  weft_string_free(error);
  if (status != 0)
    return nb::none();
  views.release();
  return nb::cast(Tensor(tensor));
}

/// Called on any thread, with or without the interpreter's lock.
static void releaseTensor(void *context) {
  delete static_cast<Tensor *>(context);
}

/// A tensor of the arrays of another one, in a format and of sizes.
static Tensor shareAs(const Tensor &tensor, const char *format,
                      const int64_t *dims, int64_t order) {
  int64_t count = weft_tensor_num_arrays(tensor.get());
  std::vector<const void *> data(count);
  std::vector<int64_t> lengths(count);
  char *error = nullptr;
  for (int64_t index = 0; index < count; ++index)
    check(weft_tensor_array(tensor.get(), index, &data[index], &lengths[index],
                            &error),
          error);
  auto kept = std::make_unique<Tensor>(tensor);
  weft_tensor *made = nullptr;
  int status;
  {
    Unlocked unlocked;
    status = weft_tensor_from_arrays(format, weft_tensor_type(tensor.get()),
                                     order, dims, count, data.data(),
                                     lengths.data(), WEFT_ARRAYS_TRUSTED,
                                     releaseTensor, kept.get(), &made, &error);
  }
  check(status, error);
  kept.release();
  return Tensor(made);
}

Tensor weft::python::shareArrays(const Tensor &tensor) {
  return shareAs(tensor, weft_tensor_format(tensor.get()),
                 weft_tensor_dims(tensor.get()),
                 weft_tensor_order(tensor.get()));
}

/// A tensor of the arrays of another one in another format and of other sizes.
static Tensor share(const Tensor &tensor, const std::string &format,
                    const std::vector<int64_t> &dims) {
  return shareAs(tensor, format.c_str(), dims.data(), dims.size());
}

void weft::python::bindShared(nb::class_<Tensor> &tensor) {
  tensor.def_static("of_dense", ofDense, nb::arg("array"), nb::arg("copy"))
      .def_static("of_arrays", ofArrays, nb::arg("levels"), nb::arg("shape"),
                  nb::arg("arrays"), nb::arg("trusted"))
      .def("share", share, nb::arg("format"), nb::arg("dims"));
}
