//===- ModuleFiles.cpp - Files that modules read and write ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes lists of coordinates for code of modules, which has nowhere
// to return an error to: it ends the process.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/ModuleABI.h"
#include "weft/Runtime/TensorFile.h"

#include <cstdio>
#include <cstdlib>

using namespace weft::runtime;

/// A list that was read has a tensor until its arrays are taken; one that is to
/// be written borrows arrays.
struct weft_rt_list {
  ElementType type;
  std::vector<int64_t> dims;
  std::vector<weft_array> arrays;
  bool isOwner;
};

[[noreturn]] static void fail(const std::string &message) {
  std::fprintf(stderr, "weft: error: %s\n", message.c_str());
  std::_Exit(1);
}

static ElementType parseType(const char *name) {
  ElementType type;
  if (!parseElementType(name, type))
    fail(std::string("unknown type of components '") + name + "'");
  return type;
}

/// The format of lists.
static Format getListFormat(int64_t order) {
  Format format = Format::coo(order);
  format.setPositionBits(64);
  format.setCoordinateBits(64);
  return format;
}

weft_rt_list *weft_rt_read(const char *path, const char *type, int64_t order) {
  ReadOptions options;
  options.type = parseType(type);
  // So upstream documents `sparse_tensor.new`.
  options.keepsTriangle = true;
  Expected<Tensor> tensor = readTensor(path, getListFormat(order), options);
  if (tensor.failed())
    fail(tensor.message());
  std::vector<int64_t> dims = tensor->dims();
  return new weft_rt_list{*options.type, std::move(dims), tensor->takeArrays(),
                          /*isOwner=*/true};
}

int64_t weft_rt_dim(weft_rt_list *list, int64_t mode, int64_t expected) {
  int64_t size = list->dims[mode];
  if (expected >= 0 && size != expected)
    fail("mode " + std::to_string(mode) + " of the file has " +
         std::to_string(size) + " coordinates, the program expects " +
         std::to_string(expected));
  return size;
}

int64_t weft_rt_array_length(weft_rt_list *list, int64_t number) {
  return list->arrays[number].length;
}

void _mlir_ciface_weft_rt_take_array(weft_rt_bytes *bytes, weft_rt_list *list,
                                     int64_t number) {
  weft_array &array = list->arrays[number];
  Format format = getListFormat(static_cast<int64_t>(list->dims.size()));
  int64_t elementBytes = describeArrays(format, list->type)[number].bytes;
  *bytes = {array.data, array.data, 0, array.length * elementBytes, 1};
  array.data = nullptr;
}

void weft_rt_drop(weft_rt_list *list) {
  if (list->isOwner)
    for (weft_array &array : list->arrays)
      if (array.data)
        deallocate(array.data);
  delete list;
}

weft_rt_list *weft_rt_begin_list(const char *type, int64_t order) {
  Format format = getListFormat(order);
  return new weft_rt_list{parseType(type), std::vector<int64_t>(order),
                          std::vector<weft_array>(numArrays(format)),
                          /*isOwner=*/false};
}

void weft_rt_set_dim(weft_rt_list *list, int64_t mode, int64_t size) {
  list->dims[mode] = size;
}

void weft_rt_set_array(weft_rt_list *list, int64_t number, int64_t address,
                       int64_t length) {
  list->arrays[number] = {reinterpret_cast<void *>(address), length};
}

void weft_rt_write(weft_rt_list *list, const char *path) {
  int64_t order = static_cast<int64_t>(list->dims.size());
  Expected<Tensor> tensor =
      Tensor::borrow(getListFormat(order), list->type, list->dims, list->arrays,
                     /*numSlots=*/0, ArrayElements::Trusted);
  if (tensor.failed())
    fail(tensor.message());
  Status status = *path ? writeTensor(*tensor, path) : printTensor(*tensor);
  if (status.failed())
    fail(status.message());
  weft_rt_drop(list);
}
