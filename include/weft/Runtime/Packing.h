//===- Packing.h - Building arrays from entries -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every tensor that does not come out of a kernel starts as a list of entries:
// a file, or what a caller hands over. Packing sorts it, sums duplicates and
// builds the levels of a format, top down (thesis section 2.4).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_PACKING_H
#define WEFT_RUNTIME_PACKING_H

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/Tensor.h"

#include <algorithm>
#include <cstring>

namespace weft {
namespace runtime {

/// A list of entries in somebody else's memory, in any order.
struct EntryView {
  ElementType type = ElementType::F64;
  std::vector<int64_t> dims;
  int64_t count = 0;
  /// Zero-based, row by row: `count` x order, in the order of the modes.
  const int64_t *coordinates = nullptr;
  /// `count` components of `type`.
  const void *values = nullptr;
  /// For each entry the line of the file that lists it, for messages; null if
  /// the entries come from elsewhere.
  const int64_t *lines = nullptr;
  /// Whether coordinates in messages start at one, as in the file.
  bool countsFromOne = false;
};

/// A list of entries that grows.
class EntryList {
public:
  EntryList(ElementType type, int64_t order)
      : elementType(type), order(order), valueBytes(sizeOf(type)) {}

  /// Appends an entry; false if there is no memory.
  bool append(const int64_t *coordinate, const void *value) {
    if (count == room && !grow())
      return false;
    int64_t *place = reinterpret_cast<int64_t *>(coordinates.data());
    place += count * order;
    for (int64_t mode = 0; mode < order; ++mode)
      place[mode] = coordinate[mode];
    char *component = values.data() + count * valueBytes;
    // Copies of a known size are no calls.
    if (valueBytes == 8)
      std::memcpy(component, value, 8);
    else
      std::memcpy(component, value, valueBytes);
    ++count;
    return true;
  }

  /// Notes the line of the last entry, of every entry or of none; false if
  /// there is no memory.
  bool appendLine(int64_t line) {
    if (!lines.reserve(room * 8))
      return false;
    reinterpret_cast<int64_t *>(lines.data())[count - 1] = line;
    return true;
  }

  /// Reserves capacity for `more` entries; false if memory is exhausted.
  bool makeRoom(int64_t more);
  /// The arrays of the coordinates and the components behind the last entry, up
  /// to the capacity. `extend` appends the entries stored there.
  int64_t *nextCoordinates() {
    return reinterpret_cast<int64_t *>(coordinates.data()) + count * order;
  }
  char *nextValues() { return values.data() + count * valueBytes; }
  void extend(int64_t more) { count += more; }

  /// Puts behind each entry of a matrix of f64 that is not on the diagonal the
  /// one across it, with the same component or the negative one; false if there
  /// is no memory.
  bool mirror(bool negates);

  int64_t size() const { return count; }
  /// The capacity, in entries, that the list grows to next.
  int64_t nextRoom() const { return std::max<int64_t>(1024, room * 2); }
  ElementType type() const { return elementType; }
  /// The list as a tensor's entries.
  EntryView view() const;

  /// The sizes of the modes, which the producer of the list sets.
  std::vector<int64_t> dims;

private:
  bool grow() { return makeRoom(1); }

  ElementType elementType;
  int64_t order;
  int64_t valueBytes;
  int64_t count = 0;
  int64_t room = 0;
  Buffer coordinates;
  Buffer values;
  Buffer lines;
};

/// How to pack.
struct PackOptions {
  /// Entries with equal coordinates are an error instead of being summed.
  bool rejectDuplicates = false;
};

/// Packs entries into a format. Sums of duplicates are taken in the order of
/// the list. Fails if one is out of the range of its type, if a coordinate lies
/// outside the dimensions, if the format's positions or coordinates are too
/// narrow, if the format cannot hold the entries, or if there is not enough
/// memory.
Expected<Tensor> pack(const EntryView &entries, const Format &format,
                      const PackOptions &options = PackOptions());

/// Packs the entries of a tensor into another format. Fails as `pack` does.
Expected<Tensor> convert(const Tensor &tensor, const Format &format);

/// The same with components of another type. Numbers are rounded to types of
/// real and complex numbers; fails if one does not fit.
Expected<Tensor> convert(const Tensor &tensor, const Format &format,
                         ElementType type);

/// Converts `count` numbers from one type to another, under the same rule.
Status convertNumbers(ElementType fromType, const void *from,
                      ElementType toType, void *to, int64_t count);

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_PACKING_H
