//===- Packing.cpp - From a list of entries to a format -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first half of packing: checks of the entries against the dimensions and
// the format, and their order. The levels are built in LevelBuilder.cpp.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Packing.h"

#include "KeySort.h"
#include "LevelBuilder.h"
#include "TypedArray.h"

#include <algorithm>

using namespace weft::runtime;

//===----------------------------------------------------------------------===//
// EntryList
//===----------------------------------------------------------------------===//

bool EntryList::grow() {
  int64_t more = std::max<int64_t>(1024, room * 2);
  if (!coordinates.reserve(std::max<int64_t>(8, more * order * 8)) ||
      !values.reserve(more * valueBytes))
    return false;
  room = more;
  return true;
}

EntryView EntryList::view() const {
  EntryView view;
  view.type = elementType;
  view.dims = dims;
  view.count = count;
  view.coordinates = reinterpret_cast<const int64_t *>(coordinates.data());
  view.values = values.data();
  view.lines = reinterpret_cast<const int64_t *>(lines.data());
  return view;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// "(3, 7)": as files count, from one, if the entries are from a file, and from
/// zero otherwise.
static std::string describeCoordinate(const EntryView &entries, int64_t index) {
  int64_t order = entries.dims.size();
  int64_t first = entries.lines ? 1 : 0;
  std::string text;
  for (int64_t mode = 0; mode < order; ++mode)
    text += (mode == 0 ? "" : ", ") +
            std::to_string(entries.coordinates[index * order + mode] + first);
  return "(" + text + ")";
}

static Status failDuplicate(const EntryView &entries, int64_t first,
                            int64_t second) {
  std::string message = "duplicate entry at the coordinates " +
                        describeCoordinate(entries, first);
  if (entries.lines)
    message += ": line " + std::to_string(entries.lines[second]) +
               " repeats line " + std::to_string(entries.lines[first]);
  return Status::failure(message);
}

static Status checkDims(const EntryView &entries, const Format &format) {
  for (const Level &level : format.levels) {
    int64_t dim = entries.dims[level.mode];
    std::string what = "mode " + std::to_string(level.mode + 1) +
                       " has the size " + std::to_string(dim);
    if (dim < 0)
      return Status::failure(what + ", expected zero or more");
    bool isStored = level.kind != LevelKind::Dense;
    if (isStored && dim - 1 > largestInteger(format.coordinateBits))
      return Status::failure(
          what + ", more than " + std::to_string(format.coordinateBits) +
          "-bit coordinates can number; use a format with wider coordinates, "
          "as in CSR{crd=64}");
  }
  return Status::success();
}

static Status checkCoordinates(const EntryView &entries) {
  int64_t order = entries.dims.size();
  const int64_t *coordinate = entries.coordinates;
  for (int64_t i = 0; i < entries.count; ++i)
    for (int64_t mode = 0; mode < order; ++mode, ++coordinate)
      if (*coordinate < 0 || *coordinate >= entries.dims[mode])
        return Status::failure("entry " + std::to_string(i + 1) +
                               " has the coordinates " +
                               describeCoordinate(entries, i) +
                               ", outside the " + describeDims(entries.dims));
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Compares two entries by the levels of a format.
static int compare(const EntryView &entries, const Format &format, int64_t a,
                   int64_t b) {
  int64_t order = entries.dims.size();
  for (const Level &level : format.levels) {
    int64_t first = entries.coordinates[a * order + level.mode];
    int64_t second = entries.coordinates[b * order + level.mode];
    if (first != second)
      return first < second ? -1 : 1;
  }
  return 0;
}

/// Whether the entries are sorted by the levels of a format.
static bool isSorted(const EntryView &entries, const Format &format) {
  for (int64_t i = 1; i < entries.count; ++i)
    if (compare(entries, format, i - 1, i) > 0)
      return false;
  return true;
}

/// Sorts the entries by the levels of a format. `items` has room for twice as
/// many as there are entries. Returns the part of it with the result.
static SortItem *sortEntries(const EntryView &entries, const Format &format,
                             SortItem *items) {
  if (isSorted(entries, format)) {
    for (int64_t i = 0; i < entries.count; ++i)
      items[i] = {0, i};
    return items;
  }
  std::vector<KeyColumn> columns;
  int64_t stride = static_cast<int64_t>(entries.dims.size()) * 8;
  for (const Level &level : format.levels) {
    const int64_t *data = entries.coordinates + level.mode;
    int64_t largest = entries.dims[level.mode] - 1;
    columns.push_back({reinterpret_cast<const char *>(data), 8, stride,
                       /*smallest=*/0, bitsFor(largest)});
  }
  return sortByColumns(columns.data(), columns.size(), entries.count, items,
                       items + entries.count);
}

Expected<Tensor> weft::runtime::pack(const EntryView &entries,
                                     const Format &format,
                                     const PackOptions &options) {
  Status status = checkFormat(format, entries.dims.size());
  if (status.succeeded())
    status = checkDims(entries, format);
  if (status.succeeded() && entries.count < 0)
    status = Status::failure("expected zero or more entries, got " +
                             std::to_string(entries.count));
  char fill[16];
  if (status.succeeded() && format.fill &&
      !storeNumber(*format.fill, entries.type, fill))
    status = Status::failure("the fill " + toString(*format.fill) +
                             " does not fit " + nameOf(entries.type));
  if (status.succeeded())
    status = checkCoordinates(entries);
  if (status.succeeded())
    status = checkDenseSizes(entries, format);
  if (status.failed())
    return status;

  Buffer memory;
  int64_t bytes;
  if (__builtin_mul_overflow(entries.count, 2 * sizeof(SortItem), &bytes) ||
      !memory.reserve(bytes))
    return Status::failure(
        notEnoughMemory("sorting " + std::to_string(entries.count) + " entries",
                        2.0 * sizeof(SortItem) * entries.count));
  SortItem *items =
      sortEntries(entries, format, reinterpret_cast<SortItem *>(memory.data()));

  // Mark duplicates from the back, where the item before is not yet marked.
  for (int64_t i = entries.count - 1; i > 0; --i) {
    if (compare(entries, format, items[i - 1].index, items[i].index) != 0)
      continue;
    if (options.rejectDuplicates)
      return failDuplicate(entries, items[i - 1].index, items[i].index);
    items[i].index = ~items[i].index;
  }
  return LevelBuilder(entries, format, items).build();
}
