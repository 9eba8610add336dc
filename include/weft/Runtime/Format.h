//===- Format.h - Storage formats without a compiler ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plain description of a stored tensor's format that the text front end,
// the runtime and the compiler agree on. It mirrors the
// `#level.format` attribute for the level types that the runtime can pack by
// itself (thesis section 2.4 and 2.5) and depends on nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_FORMAT_H
#define WEFT_RUNTIME_FORMAT_H

#include "weft/Runtime/ElementType.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft {
namespace runtime {

/// The most modes that a tensor may have.
constexpr int64_t kMaxOrder = 64;

/// The level types of this description.
enum class LevelKind {
  Dense,
  Compressed,
  Singleton,
  Bitmap,
  Hashed,
  Range,
  Offset,
  Padded,
  LooseCompressed,
  Listed,
  RunLength,
  Interval,
  Structured,
  Batched,
  Permuted,
  Sliced,
  /// One of a plugin, described by a PluginLevelType.
  Plugin
};

/// What an array of a level holds: numbers of the format's width of positions
/// or coordinates, or a byte for each position that says whether its coordinate
/// is stored.
enum class ArrayKind { Positions, Coordinates, Presence };

/// An array of a level, and what it is called.
struct ArrayInfo {
  const char *name;
  ArrayKind kind;
  /// Whether it has one element for each position of the level, so that it can
  /// be stored side by side with the components.
  bool isForEachPosition = false;
};

/// A level type that a plugin implements. Descriptions are unique and never
/// freed, so that equal level types have equal addresses.
struct PluginLevelType {
  /// The attribute without its '#', e.g. "strided.every<3>".
  std::string text;
  /// The arrays that store a level; their names live as long as the process.
  std::vector<ArrayInfo> arrays;
  bool isUnique = true;
  bool isOrdered = true;
  /// Whether coordinates can be appended to a level or inserted into it.
  bool isAssembled = false;
};

struct Level;

/// The arrays that store a level, in their order.
const std::vector<ArrayInfo> &arraysOf(const Level &level);
/// Whether a level has one coordinate for each position, so that it can be the
/// last one of a packed format.
bool canBePacked(const Level &level);
/// Whether levels of a type have a number, their `room`.
bool hasRoom(LevelKind kind);
/// The name of a level type that is none of a plugin.
const char *nameOf(LevelKind kind);
/// The name of the type of a level.
const char *nameOf(const Level &level);

/// What a level stores of the coordinates of its mode: the coordinates, or
/// their quotients or remainders by a block size. A level of slots stores no
/// mode, but which of several coordinates an entry has in a level below that
/// stores one for each parent.
enum class LevelPart { Whole, Quotient, Remainder, Slot };

/// One level: its type, its configurable properties and the tensor mode whose
/// coordinates it stores, whole or in part.
struct Level {
  LevelKind kind = LevelKind::Dense;
  bool unique = true;
  bool ordered = true;
  /// Of no meaning for a level of slots.
  int64_t mode = 0;
  LevelPart part = LevelPart::Whole;
  /// What a part divides by; 1 for a level that stores coordinates whole.
  int64_t block = 1;
  /// The number of coordinates that a structured level stores below each
  /// parent, that are permuted at a time, or of the parents of a slice; unused
  /// for other levels.
  int64_t room = 0;
  /// The widths of positions and coordinates in bits (8, 16, 32 or 64), as far
  /// as the level has any.
  int positionBits = 32;
  int coordinateBits = 32;
  /// The level type of a plugin; null for others.
  const PluginLevelType *pluginType = nullptr;

  /// What the level stores of a coordinate of its mode.
  int64_t coordinateOf(int64_t coordinate) const {
    return part == LevelPart::Whole      ? coordinate
           : part == LevelPart::Quotient ? coordinate / block
                                         : coordinate % block;
  }
  /// How many coordinates the level has if its mode has `dim`.
  int64_t sizeOf(int64_t dim) const {
    return part == LevelPart::Whole      ? dim
           : part == LevelPart::Quotient ? dim / block + (dim % block != 0)
                                         : block;
  }

  bool operator==(const Level &other) const {
    return kind == other.kind && unique == other.unique &&
           ordered == other.ordered && mode == other.mode &&
           part == other.part && block == other.block && room == other.room &&
           positionBits == other.positionBits &&
           coordinateBits == other.coordinateBits &&
           pluginType == other.pluginType;
  }
};

/// A tensor format: the levels from the outermost to the innermost. A mode is
/// stored whole by one level, or blocked: by one level with the quotients and
/// one with the remainders of its coordinates.
struct Format {
  std::vector<Level> levels;
  /// What components are that are not stored; zero if there is none.
  std::optional<Number> fill;
  /// Whether the coordinates of the last level and the components are stored
  /// side by side, in one array of records.
  bool packed = false;

  /// Give all levels one width.
  void setPositionBits(int bits) {
    for (Level &level : levels)
      level.positionBits = bits;
  }
  void setCoordinateBits(int bits) {
    for (Level &level : levels)
      level.coordinateBits = bits;
  }

  int64_t numLevels() const { return static_cast<int64_t>(levels.size()); }
  /// How many modes the levels store.
  int64_t order() const {
    int64_t order = 0;
    for (const Level &level : levels)
      order +=
          level.part == LevelPart::Whole || level.part == LevelPart::Quotient;
    return order;
  }
  /// Whether a level stores something else than a whole mode.
  bool hasParts() const { return numLevels() != order(); }
  bool hasSlots() const {
    for (const Level &level : levels)
      if (level.part == LevelPart::Slot)
        return true;
    return false;
  }
  /// Whether a level has the level type of a plugin.
  bool hasPluginLevels() const {
    for (const Level &level : levels)
      if (level.kind == LevelKind::Plugin)
        return true;
    return false;
  }
  bool operator==(const Format &other) const {
    return levels == other.levels && fill == other.fill &&
           packed == other.packed;
  }

  /// All modes dense, in the order of the tensor's modes.
  static Format dense(int64_t order);
  /// A sorted coordinate list in the order of the tensor's modes; its last
  /// level is unique.
  static Format coo(int64_t order);
};

/// The format as text, e.g. "(i0, i1) -> (i0 : dense, i1 : compressed)".
std::string toString(const Format &format);

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_FORMAT_H
