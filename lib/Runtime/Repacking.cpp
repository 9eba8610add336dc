//===- Repacking.cpp - From one format to another -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors in formats that no kernel assembles are packed from the list of what
// a kernel has made (decision 76).
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Packing.h"

using namespace weft::runtime;

Expected<Tensor> weft::runtime::convert(const Tensor &tensor,
                                        const Format &format) {
  Buffer coordinates, values;
  int64_t count = tensor.numStored();
  if (!coordinates.reserve(std::max<int64_t>(8, count * tensor.order() * 8)) ||
      !values.reserve(std::max<int64_t>(8, count * sizeOf(tensor.type()))))
    return Status::failure("not enough memory");
  int64_t *numbers = reinterpret_cast<int64_t *>(coordinates.data());
  tensor.entries(numbers, values.data());
  EntryView entries;
  entries.type = tensor.type();
  entries.dims = tensor.dims();
  entries.count = count;
  entries.coordinates = numbers;
  entries.values = values.data();
  return pack(entries, format);
}
