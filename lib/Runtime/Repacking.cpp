//===- Repacking.cpp - Conversion between formats ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors in formats that no kernel assembles are packed from the list of what
// a kernel has made (docs/decisions/assembly.md), and so are those that callers
// convert.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Packing.h"

using namespace weft::runtime;

Status weft::runtime::convertNumbers(ElementType fromType, const void *from,
                                     ElementType toType, void *to,
                                     int64_t count) {
  auto *source = static_cast<const char *>(from);
  auto *target = static_cast<char *>(to);
  for (int64_t i = 0; i < count; ++i) {
    Number number = loadNumber(fromType, source + i * sizeOf(fromType));
    if (!storeNumber(number, toType, target + i * sizeOf(toType)))
      return Status::failure("the number " + toString(number) +
                             " does not fit " + nameOf(toType));
  }
  return Status::success();
}

Expected<Tensor> weft::runtime::convert(const Tensor &tensor,
                                        const Format &format) {
  return convert(tensor, format, tensor.type());
}

Expected<Tensor> weft::runtime::convert(const Tensor &tensor,
                                        const Format &format,
                                        ElementType type) {
  auto fail = [](double bytes) {
    return Status::outOfMemory(notEnoughMemory("the list of entries", bytes));
  };
  Buffer coordinates, values, converted;
  int64_t count = tensor.numStored(), coordinateBytes;
  if (__builtin_mul_overflow(count, tensor.order() * 8, &coordinateBytes))
    return fail(8.0 * count * tensor.order());
  int64_t valueBytes = std::max<int64_t>(8, count * sizeOf(tensor.type()));
  if (!coordinates.reserve(std::max<int64_t>(8, coordinateBytes)) ||
      !values.reserve(valueBytes))
    return fail(double(coordinateBytes) + valueBytes);
  int64_t *numbers = reinterpret_cast<int64_t *>(coordinates.data());
  tensor.entries(numbers, values.data());
  EntryView entries;
  entries.type = type;
  entries.dims = tensor.dims();
  entries.count = count;
  entries.coordinates = numbers;
  entries.values = values.data();
  if (type != tensor.type()) {
    int64_t bytes = std::max<int64_t>(8, count * sizeOf(type));
    if (!converted.reserve(bytes))
      return fail(bytes);
    Status status = convertNumbers(tensor.type(), values.data(), type,
                                   converted.data(), count);
    if (status.failed())
      return status;
    entries.values = converted.data();
  }
  return pack(entries, format);
}
