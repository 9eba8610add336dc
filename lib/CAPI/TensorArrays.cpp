//===- TensorArrays.cpp - The arrays of tensors -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of arrays that the caller owns, and the arrays of tensors for callers
// that want them without a copy.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "Spelling.h"

#include "weft/Runtime/Packing.h"
#include "weft/Runtime/Progress.h"

#include <algorithm>
#include <cstring>

using namespace weft;
using namespace weft::capi;

//===----------------------------------------------------------------------===//
// Arrays of the caller
//===----------------------------------------------------------------------===//

namespace {
/// What weft_tensor_from_arrays was given, once it is checked.
struct CallerArrays {
  runtime::Format format;
  runtime::ElementType type;
  std::vector<int64_t> dims;
  int64_t numSlots = 0;
  std::vector<weft_array> arrays;
};
} // namespace

/// The same format, whose coordinates may come in any order and more than once.
static runtime::Format loosen(runtime::Format format) {
  for (runtime::Level &level : format.levels) {
    bool isList = level.kind == runtime::LevelKind::Compressed ||
                  level.kind == runtime::LevelKind::Singleton ||
                  level.kind == runtime::LevelKind::Listed ||
                  level.kind == runtime::LevelKind::LooseCompressed;
    if (!isList)
      continue;
    level.ordered = false;
    level.unique = false;
  }
  return format;
}

/// Copies of the arrays, which are as long as the caller says.
static runtime::Expected<std::vector<weft_array>>
copyArrays(const CallerArrays &given) {
  std::vector<runtime::ArrayElement> elements =
      runtime::describeArrays(given.format, given.type);
  std::vector<weft_array> copies;
  for (size_t i = 0; i < given.arrays.size(); ++i) {
    int64_t length = given.arrays[i].length, size = 0;
    void *copy = nullptr;
    if (!__builtin_mul_overflow(length, elements[i].bytes, &size))
      copy = runtime::allocate(std::max<int64_t>(1, size));
    if (!copy) {
      for (weft_array &made : copies)
        runtime::deallocate(made.data);
      return runtime::Status::outOfMemory(runtime::notEnoughMemory(
          "a copy of an array", double(length) * elements[i].bytes));
    }
    if (size > 0)
      std::memcpy(copy, given.arrays[i].data, size);
    copies.push_back({copy, length});
  }
  return copies;
}

/// Copies the arrays, sorts the entries and sums duplicates.
static runtime::Expected<runtime::Tensor>
convertArrays(const CallerArrays &given) {
  auto copies = copyArrays(given);
  if (copies.failed())
    return copies.takeStatus();
  auto loose =
      runtime::Tensor::adopt(loosen(given.format), given.type, given.dims,
                             std::move(*copies), given.numSlots);
  if (loose.failed())
    return loose.takeStatus();
  return runtime::convert(*loose, given.format);
}

/// Checks the arguments of weft_tensor_from_arrays.
static bool parseArrays(const char *format, const char *type, int64_t order,
                        const int64_t *dims, int64_t numArrays,
                        const void *const *data, const int64_t *lengths,
                        CallerArrays &given, std::string &message) {
  Spelling spelling;
  if (!parseSpelling(format, type, order, spelling, message) ||
      !checkDims(dims, order, message))
    return false;
  if (!spelling.type) {
    message = "expected a type such as f64";
    return false;
  }
  int64_t expected = runtime::numArrays(spelling.format);
  if (numArrays != expected) {
    message = "expected " + std::to_string(expected) +
              " arrays for the format " + runtime::toString(spelling.format) +
              ", got " + std::to_string(numArrays);
    return false;
  }
  for (int64_t i = 0; i < numArrays; ++i) {
    if (lengths[i] < 0 || (lengths[i] > 0 && !data[i])) {
      message = "array " + std::to_string(i + 1) + " of " +
                std::to_string(numArrays) +
                (lengths[i] < 0 ? " has a negative length" : " is NULL");
      return false;
    }
    given.arrays.push_back({const_cast<void *>(data[i]), lengths[i]});
  }
  given.format = std::move(spelling.format);
  given.type = *spelling.type;
  given.dims.assign(dims, dims + order);
  if (given.format.hasSlots())
    given.numSlots = dims[order];
  return true;
}

/// Checks the arguments of weft_tensor_from_arrays and of
/// weft_tensor_from_device_arrays, but the flags.
static int takeArrays(const char *format, const char *type, int64_t order,
                      const int64_t *dims, int64_t num_arrays,
                      const void *const *data, const int64_t *lengths,
                      weft_tensor **tensor, CallerArrays &given, char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE(type);
  WEFT_REQUIRE(data);
  WEFT_REQUIRE(lengths);
  if (order > 0)
    WEFT_REQUIRE(dims);
  runtime::resetCancellation();
  std::string message;
  return parseArrays(format, type, order, dims, num_arrays, data, lengths,
                     given, message)
             ? 0
             : fail(error, message);
}

/// Refuses flags that are unknown or exclude each other.
static runtime::Status checkFlags(int flags) {
  if (flags &
      ~(WEFT_ARRAYS_TRUSTED | WEFT_ARRAYS_CONVERT | WEFT_ARRAYS_WRITABLE))
    return runtime::Status::failure("unknown flags " + std::to_string(flags));
  if ((flags & WEFT_ARRAYS_WRITABLE) && (flags & WEFT_ARRAYS_CONVERT))
    return runtime::Status::failure(
        "WEFT_ARRAYS_WRITABLE and WEFT_ARRAYS_CONVERT exclude each other: "
        "results would be computed into a copy");
  return runtime::Status::success();
}

static runtime::ArrayElements getElements(int flags) {
  return flags & WEFT_ARRAYS_TRUSTED ? runtime::ArrayElements::Trusted
                                     : runtime::ArrayElements::Checked;
}

int weft_tensor_from_arrays(const char *format, const char *type, int64_t order,
                            const int64_t *dims, int64_t num_arrays,
                            const void *const *data, const int64_t *lengths,
                            int flags, weft_release_function release,
                            void *context, weft_tensor **tensor, char **error) {
  if (runtime::Status status = checkFlags(flags); status.failed())
    return fail(error, status);
  CallerArrays given;
  if (int status = takeArrays(format, type, order, dims, num_arrays, data,
                              lengths, tensor, given, error))
    return status;
  auto borrowed =
      runtime::Tensor::borrow(given.format, given.type, given.dims,
                              given.arrays, given.numSlots, getElements(flags));
  if (borrowed.succeeded()) {
    borrowed->setRelease({release, context});
    *tensor = new weft_tensor(std::move(*borrowed));
    (*tensor)->isWritable = flags & WEFT_ARRAYS_WRITABLE;
    return 0;
  }
  if (!(flags & WEFT_ARRAYS_CONVERT))
    return fail(error, borrowed.getStatus());
  allowThreads();
  auto converted = convertArrays(given);
  if (converted.failed())
    return fail(error, converted.getStatus());
  *tensor = new weft_tensor(std::move(*converted));
  if (release)
    release(context);
  return 0;
}

int weft_tensor_from_device_arrays(const char *format, const char *type,
                                   int64_t order, const int64_t *dims,
                                   int64_t num_arrays, const uint64_t *data,
                                   const int64_t *lengths, int flags,
                                   int64_t device,
                                   weft_release_function release, void *context,
                                   weft_tensor **tensor, char **error) {
  if (runtime::Status status = checkFlags(flags); status.failed())
    return fail(error, status);
  if (flags & WEFT_ARRAYS_CONVERT)
    return fail(error, "arrays on a device are not converted; leave "
                       "WEFT_ARRAYS_CONVERT out");
  static_assert(sizeof(void *) == sizeof(uint64_t), "addresses have 64 bits");
  CallerArrays given;
  if (int status = takeArrays(format, type, order, dims, num_arrays,
                              reinterpret_cast<const void *const *>(data),
                              lengths, tensor, given, error))
    return status;
  runtime::DeviceCopy copy;
  auto made = runtime::DeviceCopy::borrow(given.format, given.type, given.dims,
                                          given.arrays, given.numSlots,
                                          getElements(flags), device, copy);
  if (made.failed())
    return fail(error, made.getStatus());
  made->setRelease({release, context});
  *tensor = new weft_tensor(std::move(*made));
  (*tensor)->device = std::move(copy);
  (*tensor)->isWritable = flags & WEFT_ARRAYS_WRITABLE;
  return 0;
}

int weft_tensor_is_borrowed(const weft_tensor *tensor) {
  return tensor && tensor->tensor.isBorrowed();
}

//===----------------------------------------------------------------------===//
// Arrays of tensors
//===----------------------------------------------------------------------===//

runtime::Status capi::checkArrayNumber(const weft_tensor &tensor,
                                       int64_t number) {
  int64_t count = weft_tensor_num_arrays(&tensor);
  if (number >= 0 && number < count)
    return runtime::Status::success();
  return runtime::Status::failure("expected the number of an array below " +
                                  std::to_string(count) + ", got " +
                                  std::to_string(number));
}

int64_t weft_tensor_num_arrays(const weft_tensor *tensor) {
  return tensor ? static_cast<int64_t>(tensor->tensor.arrays().size()) : 0;
}

int weft_tensor_array(const weft_tensor *tensor, int64_t index,
                      const void **data, int64_t *length, char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE_HOST(tensor);
  WEFT_REQUIRE(data);
  WEFT_REQUIRE(length);
  if (runtime::Status status = checkArrayNumber(*tensor, index);
      status.failed())
    return fail(error, status);
  const weft_array &array = tensor->tensor.arrays()[index];
  *data = array.data;
  *length = array.length;
  return 0;
}

int64_t weft_tensor_num_bytes(const weft_tensor *tensor) {
  if (!tensor)
    return 0;
  const runtime::Tensor &stored = tensor->tensor;
  int64_t bytes = 0, index = 0;
  for (const runtime::ArrayElement &element :
       runtime::describeArrays(stored.format(), stored.type()))
    bytes += element.bytes * stored.arrays()[index++].length;
  return bytes;
}

int weft_tensor_take_arrays(weft_tensor *tensor, void **data, int64_t *lengths,
                            char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE_HOST(tensor);
  WEFT_REQUIRE(data);
  WEFT_REQUIRE(lengths);
  if (tensor->tensor.isBorrowed())
    return fail(error, "the arrays of this tensor belong to the caller of "
                       "weft_tensor_from_arrays");
  for (const weft_array &array : tensor->tensor.takeArrays()) {
    *data++ = array.data;
    *lengths++ = array.length;
  }
  delete tensor;
  return 0;
}

void weft_array_free(void *data) { runtime::deallocate(data); }

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

int weft_tensor_convert(const weft_tensor *tensor, const char *format,
                        const char *type, weft_tensor **converted,
                        char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE_HOST(tensor);
  WEFT_REQUIRE(converted);
  runtime::resetCancellation();
  const runtime::Tensor &stored = tensor->tensor;
  std::string typeName = type && *type ? type : runtime::nameOf(stored.type());
  Spelling spelling;
  std::string message;
  if (!parseSpelling(format, typeName.c_str(), stored.order(), spelling,
                     message))
    return fail(error, message);
  allowThreads();
  auto result = runtime::convert(stored, spelling.format, *spelling.type);
  if (result.failed())
    return fail(error, result.getStatus());
  *converted = new weft_tensor(std::move(*result));
  return 0;
}
