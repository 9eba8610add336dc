//===- FileEntries.cpp - Entries of files in other types ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Components become others as those of text do: real numbers are rounded, and
// what does not fit is refused.
//
//===----------------------------------------------------------------------===//

#include "FileEntries.h"

#include "FileReaders.h"

#include "weft/Runtime/Progress.h"

#include <cstring>

using namespace weft::runtime;

/// "(3, 7)".
static std::string describeCoordinate(const int64_t *coordinate,
                                      int64_t order) {
  std::string text;
  for (int64_t mode = 0; mode < order; ++mode)
    text += (mode == 0 ? "" : ", ") + std::to_string(coordinate[mode]);
  return "(" + text + ")";
}

bool weft::runtime::multiplySizes(const std::vector<int64_t> &sizes,
                                  int64_t &product) {
  product = 1;
  // A zero makes the product zero, however large the others are.
  for (int64_t size : sizes)
    if (size == 0)
      product = 0;
  for (int64_t size : sizes)
    if (__builtin_mul_overflow(product, size, &product))
      return false;
  return true;
}

Status FileEntries::begin(const std::vector<int64_t> &fileDims, bool dense) {
  if (isComplex(fileType) && !isComplex(type))
    return Status::failure("the file holds complex numbers, but the tensor is "
                           "of type " +
                           nameOf(type) + "; choose the type complex<f64>");
  Expected<FileModes> chosen = FileModes::choose(fileDims, dense, options);
  if (chosen.failed())
    return chosen.takeStatus();
  modes = std::move(*chosen);
  isDense = dense;
  entries = EntryList(type, modes.kept.size());
  entries.dims = modes.dims;
  kept.resize(modes.kept.size());
  background = Component();
  storeNumber(options.background, type, background.bytes);
  return Status::success();
}

Status FileEntries::convert(const int64_t *coordinate, const void *from) {
  if (type == fileType) {
    std::memcpy(component.bytes, from, sizeOf(type));
    return Status::success();
  }
  Number number = loadNumber(fileType, from);
  if (storeNumber(number, type, component.bytes))
    return Status::success();
  return Status::failure("the component at the coordinates " +
                         describeCoordinate(coordinate, modes.limits.size()) +
                         ", " + toString(number) + ", does not fit " +
                         nameOf(type));
}

Status FileEntries::add(const int64_t *coordinate, const void *from) {
  constexpr int64_t numBetweenReports = 1 << 16;
  if (++numAdded % numBetweenReports == 0 && !reportProgress("reading", -1))
    return Status::failure("cancelled");
  int64_t order = modes.limits.size();
  for (int64_t mode = 0; mode < order; ++mode)
    if (coordinate[mode] < 0 || coordinate[mode] >= modes.limits[mode])
      return Status::failure("the entry at the coordinates " +
                             describeCoordinate(coordinate, order) +
                             " lies outside the " + describeDims(modes.limits));
  if (Status status = convert(coordinate, from); status.failed())
    return status;
  if (isDense && !kept.empty() &&
      std::memcmp(component.bytes, background.bytes, sizeOf(type)) == 0)
    return Status::success();
  for (size_t i = 0; i < kept.size(); ++i)
    kept[i] = coordinate[modes.kept[i]];
  if (entries.append(kept.data(), component.bytes))
    return Status::success();
  return Status::outOfMemory(describeNoMemory(entries));
}
