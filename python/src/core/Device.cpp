//===- Device.cpp - Tensors on a GPU ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles are immutable: one that is on a device shares the arrays of the host
// with the one that it was made of.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

namespace nb = nanobind;
using namespace weft::python;

/// A tensor with copies of the arrays on a device.
static Tensor toDevice(const Tensor &tensor, int64_t device) {
  if (weft_tensor_device(tensor.get()) == device)
    return tensor;
  Tensor made = shareArrays(tensor);
  char *error = nullptr;
  int status;
  {
    Unlocked unlocked;
    status = weft_tensor_to_device(made.getMutable(), device, &error);
  }
  check(status, error);
  return made;
}

/// A tensor that is on the host only.
static Tensor toHost(const Tensor &tensor) {
  if (weft_tensor_device(tensor.get()) < 0)
    return tensor;
  char *error = nullptr;
  int status;
  {
    Unlocked unlocked;
    status = weft_tensor_update_host(tensor.get(), &error);
  }
  check(status, error);
  return shareArrays(tensor);
}

/// Called on any thread, with or without the interpreter's lock.
static void releaseObject(void *context) {
  runLocked([&] { delete static_cast<nb::object *>(context); });
}

/// A tensor of arrays on a device, which an object owns.
static Tensor fromDeviceArrays(const std::string &format,
                               const std::string &type,
                               const std::vector<int64_t> &dims,
                               const std::vector<uint64_t> &addresses,
                               const std::vector<int64_t> &lengths,
                               int64_t device, const nb::object &owner) {
  if (addresses.size() != lengths.size())
    throw Error("expected a length for each array");
  auto kept = std::make_unique<nb::object>(owner);
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  int status;
  {
    Unlocked unlocked;
    status = weft_tensor_from_device_arrays(
        format.c_str(), type.c_str(), dims.size(), dims.data(),
        addresses.size(), addresses.data(), lengths.data(), /*flags=*/0, device,
        releaseObject, kept.get(), &tensor, &error);
  }
  check(status, error);
  kept.release();
  return Tensor(tensor);
}

/// A tensor of an array on a device with DLPack.
static Tensor ofDeviceArray(
    const nb::ndarray<nb::ro, nb::device::cuda, nb::c_contig> &array) {
  std::vector<int64_t> dims;
  for (size_t axis = 0; axis < array.ndim(); ++axis)
    dims.push_back(static_cast<int64_t>(array.shape(axis)));
  return fromDeviceArrays(
      std::string(dims.size(), 'd'), getTypeName(array.dtype()), dims,
      {reinterpret_cast<uint64_t>(array.data())},
      {static_cast<int64_t>(array.size())}, array.device_id(), nb::cast(array));
}

/// The address of an array on the device, and its length.
static std::pair<uint64_t, int64_t> findArray(const Tensor &tensor,
                                              int64_t index) {
  uint64_t address = 0;
  int64_t length = 0;
  char *error = nullptr;
  check(
      weft_tensor_device_array(tensor.get(), index, &address, &length, &error),
      error);
  return {address, length};
}

static nb::tuple getDeviceArray(const Tensor &tensor, int64_t index) {
  auto [address, length] = findArray(tensor, index);
  return nb::make_tuple(address, length);
}

/// The components of a dense tensor on the device, as a capsule of DLPack.
static nb::object viewDeviceValues(const Tensor &tensor,
                                   const std::vector<size_t> &shape) {
  int64_t last = weft_tensor_num_arrays(tensor.get()) - 1;
  uint64_t address = findArray(tensor, last).first;
  return nb::ndarray<>(reinterpret_cast<void *>(address), shape.size(),
                       shape.data(), nb::cast(tensor), /*strides=*/nullptr,
                       getArrayType(weft_tensor_type(tensor.get())),
                       nb::device::cuda::value,
                       static_cast<int>(weft_tensor_device(tensor.get())))
      .cast();
}

void weft::python::bindDevice(nb::class_<Tensor> &tensor) {
  tensor.def("to_device", toDevice, nb::arg("device"))
      .def("to_host", toHost)
      .def_static("from_device_arrays", fromDeviceArrays, nb::arg("format"),
                  nb::arg("type"), nb::arg("dims"), nb::arg("addresses"),
                  nb::arg("lengths"), nb::arg("device"), nb::arg("owner"))
      .def_static("of_device_array", ofDeviceArray, nb::arg("array"))
      .def("device_array", getDeviceArray, nb::arg("index"))
      .def("device_values", viewDeviceValues, nb::arg("shape"))
      .def_prop_ro("device",
                   [](const Tensor &t) { return weft_tensor_device(t.get()); })
      .def_prop_ro("is_on_host", [](const Tensor &t) {
        return weft_tensor_is_on_host(t.get()) != 0;
      });
}
