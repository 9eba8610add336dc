//===- Tensor.cpp - Tensors behind the C interface --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Making, reading, writing and looking into tensors: a thin layer over the
// runtime that checks what C cannot promise.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "Spelling.h"

#include "weft/Runtime/KernelSymbols.h"
#include "weft/Runtime/Packing.h"
#include "weft/Runtime/Progress.h"
#include "weft/Runtime/StorageText.h"
#include "weft/Runtime/TensorFile.h"
#include "weft/Runtime/Threads.h"

#include <cstring>
#include <sstream>

using namespace weft;
using namespace weft::capi;

int64_t weft_type_size(const char *type) {
  runtime::ElementType parsed;
  std::string message;
  return type && parseTypeName(type, parsed, message) ? runtime::sizeOf(parsed)
                                                      : 0;
}

int weft_convert_values(const char *from_type, const void *from,
                        const char *to_type, void *to, int64_t count,
                        char **error) {
  WEFT_REQUIRE(from_type);
  WEFT_REQUIRE(to_type);
  runtime::ElementType fromType, toType;
  std::string message;
  if (!parseTypeName(from_type, fromType, message) ||
      !parseTypeName(to_type, toType, message))
    return fail(error, message);
  if (count < 0)
    return fail(error,
                "expected the number of values not to be negative, got " +
                    std::to_string(count));
  if (count > 0) {
    WEFT_REQUIRE(from);
    WEFT_REQUIRE(to);
  }
  runtime::Status status =
      runtime::convertNumbers(fromType, from, toType, to, count);
  return status.failed() ? fail(error, status) : 0;
}

int weft_tensor_create(const char *format, const char *type, int64_t order,
                       const int64_t *dims, int64_t count,
                       const int64_t *coordinates, const void *values,
                       int reject_duplicates, weft_tensor **tensor,
                       char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE(type);
  runtime::resetCancellation();
  Spelling spelling;
  std::string message;
  if (!parseSpelling(format, type, order, spelling, message))
    return fail(error, message);
  if (!spelling.type)
    return fail(error, "expected a type such as f64");
  if (order > 0) {
    WEFT_REQUIRE(dims);
    if (!checkDims(dims, order, message))
      return fail(error, message);
  }
  if (count < 0)
    return fail(error, "expected the number of entries not to be negative, "
                       "got " +
                           std::to_string(count));
  if (count > 0) {
    WEFT_REQUIRE(values);
    if (order > 0)
      WEFT_REQUIRE(coordinates);
  }
  runtime::EntryView entries;
  entries.type = *spelling.type;
  entries.dims.assign(dims, dims + order);
  entries.count = count;
  entries.coordinates = coordinates;
  entries.values = values;
  runtime::PackOptions options;
  options.rejectDuplicates = reject_duplicates != 0;
  allowThreads();
  auto packed = runtime::pack(entries, spelling.format, options);
  if (packed.failed())
    return fail(error, packed.getStatus());
  *tensor = new weft_tensor(std::move(*packed));
  return 0;
}

/// Reads words separated by spaces.
static bool parseReadOptions(const char *text, runtime::ReadOptions &options,
                             runtime::PackOptions &packOptions,
                             std::string &message) {
  std::istringstream words(text ? text : "");
  for (std::string word; words >> word;) {
    if (word == "reject-duplicates") {
      packOptions.rejectDuplicates = true;
    } else if (word == "zero-based") {
      options.zeroBased = true;
    } else {
      message = "unknown option '" + word +
                "', expected reject-duplicates or zero-based";
      return false;
    }
  }
  return true;
}

/// The fill of a format of an unknown order, which its text has whatever the
/// order is.
static std::optional<runtime::Number> findFill(const char *format) {
  Spelling spelling;
  std::string message;
  for (int64_t order = 0; order <= runtime::kMaxOrder; ++order)
    if (parseSpelling(format, nullptr, order, spelling, message))
      return spelling.format.fill;
  return std::nullopt;
}

/// Reads a file of whatever order into a format of that order.
static runtime::Expected<runtime::Tensor>
readAnyOrder(const char *path, const char *format, const char *type,
             runtime::ReadOptions &options,
             const runtime::PackOptions &packOptions) {
  options.background = findFill(format).value_or(runtime::Number());
  auto choose = [&](int64_t order) -> runtime::Expected<runtime::Format> {
    Spelling spelling;
    std::string message;
    if (!parseSpelling(format, type, order, spelling, message))
      return runtime::Status::failure(std::string("cannot load ") + path +
                                      ": " + message);
    return std::move(spelling.format);
  };
  return runtime::readTensor(path, choose, options, packOptions);
}

int weft_tensor_read_with(const char *path, const char *format,
                          const char *type, int64_t order, const int64_t *dims,
                          const char *options, weft_tensor **tensor,
                          char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE(path);
  runtime::resetCancellation();
  Spelling spelling;
  std::string message;
  runtime::ReadOptions readOptions;
  runtime::PackOptions packOptions;
  bool isAnyOrder = order < 0;
  if (!parseSpelling(isAnyOrder ? nullptr : format, type,
                     isAnyOrder ? 0 : order, spelling, message) ||
      !parseReadOptions(options, readOptions, packOptions, message))
    return fail(error, message);
  readOptions.type = spelling.type;
  if (isAnyOrder && dims)
    return fail(error, "sizes are of a tensor whose order is known, got the "
                       "order " +
                           std::to_string(order));
  if (!isAnyOrder)
    readOptions.order = order;
  if (dims) {
    if (!checkDims(dims, order, message))
      return fail(error, message);
    readOptions.dims.emplace(dims, dims + order);
  }
  allowThreads();
  auto read = isAnyOrder
                  ? readAnyOrder(path, format, type, readOptions, packOptions)
                  : runtime::readTensor(path, spelling.format, readOptions,
                                        packOptions);
  if (read.failed())
    return fail(error, read.getStatus());
  *tensor = new weft_tensor(std::move(*read));
  return 0;
}

int weft_tensor_read(const char *path, const char *format, const char *type,
                     int64_t order, const int64_t *dims, int reject_duplicates,
                     weft_tensor **tensor, char **error) {
  return weft_tensor_read_with(path, format, type, order, dims,
                               reject_duplicates ? "reject-duplicates" : "",
                               tensor, error);
}

int weft_tensor_write(const weft_tensor *tensor, const char *path,
                      char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE_HOST(tensor);
  WEFT_REQUIRE(path);
  runtime::Status status = runtime::writeTensor(tensor->tensor, path);
  return status.succeeded() ? 0 : fail(error, status);
}

int64_t weft_tensor_order(const weft_tensor *tensor) {
  return tensor ? tensor->tensor.order() : 0;
}

const int64_t *weft_tensor_dims(const weft_tensor *tensor) {
  return tensor ? tensor->tensor.dimsAndSlots().data() : nullptr;
}

const char *weft_tensor_format(const weft_tensor *tensor) {
  if (!tensor)
    return nullptr;
  std::call_once(tensor->formatOnce, [tensor] {
    tensor->formatName = spellFormat(tensor->tensor.format());
  });
  return tensor->formatName.c_str();
}

const char *weft_tensor_type(const weft_tensor *tensor) {
  return tensor ? tensor->typeName.c_str() : "";
}

int64_t weft_tensor_num_stored(const weft_tensor *tensor) {
  return tensor ? tensor->tensor.numStored() : 0;
}

int weft_tensor_entries(const weft_tensor *tensor, int64_t *coordinates,
                        void *values, char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE_HOST(tensor);
  const runtime::Tensor &stored = tensor->tensor;
  if (stored.numStored() == 0)
    return 0;
  if (stored.order() > 0)
    WEFT_REQUIRE(coordinates);
  WEFT_REQUIRE(values);
  stored.entries(coordinates, values);
  return 0;
}

int weft_tensor_fill(const weft_tensor *tensor, void *value, char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE(value);
  const runtime::Tensor &stored = tensor->tensor;
  // The tensor was made with a fill that fits.
  runtime::storeNumber(stored.format().fill.value_or(runtime::Number()),
                       stored.type(), value);
  return 0;
}

int weft_tensor_print(const weft_tensor *tensor, char **text, char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE_HOST(tensor);
  WEFT_REQUIRE(text);
  *text = capi::copyText(runtime::describeStorage(tensor->tensor));
  return *text ? 0
               : fail(error, runtime::Status::outOfMemory("not enough memory"));
}

int weft_tensor_is_packed(const weft_tensor *tensor) {
  return tensor && tensor->tensor.format().packed;
}

void weft_tensor_free(weft_tensor *tensor) { delete tensor; }
