//===- Format.cpp - Storage formats without a compiler ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats by name and as text. The text of a format is that of the
// `#level.format` attribute, so that a message of the runtime and one of the
// compiler read alike.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Format.h"

#include <algorithm>

using namespace weft::runtime;

Format Format::dense(int64_t order) {
  Format format;
  for (int64_t mode = 0; mode < order; ++mode)
    format.levels.push_back({LevelKind::Dense, true, true, mode});
  return format;
}

Format Format::coo(int64_t order) {
  Format format;
  for (int64_t mode = 0; mode < order; ++mode) {
    LevelKind kind = mode == 0 ? LevelKind::Compressed : LevelKind::Singleton;
    bool last = mode == order - 1;
    format.levels.push_back({kind, /*unique=*/last, /*ordered=*/true, mode});
  }
  return format;
}

/// The arrays that store a level of a type that is none of a plugin.
static const std::vector<ArrayInfo> &arraysOf(LevelKind kind) {
  using Arrays = const std::vector<ArrayInfo>;
  static Arrays none;
  static Arrays coordinates = {{"crd", ArrayKind::Coordinates, true}};
  static Arrays offsets = {{"offset", ArrayKind::Coordinates}};
  static Arrays presences = {{"present", ArrayKind::Presence}};
  static Arrays lengths = {{"len", ArrayKind::Positions},
                           {"crd", ArrayKind::Coordinates, true}};
  static Arrays runs = {{"pos", ArrayKind::Positions},
                        {"first", ArrayKind::Coordinates},
                        {"last", ArrayKind::Coordinates}};
  static Arrays intervals = {{"pos", ArrayKind::Positions},
                             {"first", ArrayKind::Coordinates}};
  static Arrays permutations = {{"crd", ArrayKind::Coordinates},
                                {"where", ArrayKind::Coordinates}};
  static Arrays slices = {{"pos", ArrayKind::Positions}};
  static Arrays segments = {{"pos", ArrayKind::Positions},
                            {"crd", ArrayKind::Coordinates, true}};
  switch (kind) {
  case LevelKind::Dense:
    return none;
  case LevelKind::Singleton:
  case LevelKind::Padded:
  case LevelKind::Structured:
    return coordinates;
  case LevelKind::Range:
  case LevelKind::Offset:
    return offsets;
  case LevelKind::Bitmap:
    return presences;
  case LevelKind::Listed:
    return lengths;
  case LevelKind::RunLength:
    return runs;
  case LevelKind::Interval:
    return intervals;
  case LevelKind::Permuted:
    return permutations;
  case LevelKind::Sliced:
    return slices;
  case LevelKind::Compressed:
  case LevelKind::LooseCompressed:
  case LevelKind::Hashed:
  case LevelKind::Batched:
  case LevelKind::Plugin:
    break;
  }
  return segments;
}

const std::vector<ArrayInfo> &weft::runtime::arraysOf(const Level &level) {
  return level.pluginType ? level.pluginType->arrays : ::arraysOf(level.kind);
}

bool weft::runtime::canBePacked(const Level &level) {
  if (level.kind == LevelKind::Plugin)
    return false;
  const std::vector<ArrayInfo> &arrays = arraysOf(level);
  return std::count_if(arrays.begin(), arrays.end(),
                       [](const ArrayInfo &array) {
                         return array.isForEachPosition;
                       }) == 1;
}

bool weft::runtime::hasRoom(LevelKind kind) {
  return kind == LevelKind::Structured || kind == LevelKind::Permuted ||
         kind == LevelKind::Sliced;
}

const char *weft::runtime::nameOf(LevelKind kind) {
  switch (kind) {
  case LevelKind::Dense:
    return "dense";
  case LevelKind::Compressed:
    return "compressed";
  case LevelKind::Singleton:
    return "singleton";
  case LevelKind::Bitmap:
    return "bitmap";
  case LevelKind::Range:
    return "range";
  case LevelKind::Offset:
    return "offset";
  case LevelKind::Padded:
    return "padded";
  case LevelKind::LooseCompressed:
    return "loose_compressed";
  case LevelKind::Listed:
    return "listed";
  case LevelKind::RunLength:
    return "run_length";
  case LevelKind::Interval:
    return "interval";
  case LevelKind::Structured:
    return "structured";
  case LevelKind::Batched:
    return "batched";
  case LevelKind::Permuted:
    return "permuted";
  case LevelKind::Sliced:
    return "sliced";
  case LevelKind::Plugin:
    return "plugin";
  case LevelKind::Hashed:
    break;
  }
  return "hashed";
}

const char *weft::runtime::nameOf(const Level &level) {
  return level.pluginType ? level.pluginType->text.c_str() : nameOf(level.kind);
}

static std::string toString(const Level &level) {
  bool isSlot = level.part == LevelPart::Slot;
  std::string text = isSlot ? "slot" : "i" + std::to_string(level.mode);
  if (level.part == LevelPart::Quotient || level.part == LevelPart::Remainder)
    text += (level.part == LevelPart::Quotient ? " floordiv " : " mod ") +
            std::to_string(level.block);
  text += " : ";
  if (level.pluginType)
    return text + "#" + level.pluginType->text;
  text += nameOf(level.kind);
  if (hasRoom(level.kind))
    return text + "(" + std::to_string(level.room) + ")";
  // Other level types have no properties that vary.
  if (level.kind != LevelKind::Compressed &&
      level.kind != LevelKind::LooseCompressed &&
      level.kind != LevelKind::Singleton)
    return text;
  if (!level.unique && !level.ordered)
    return text + "(nonunique, nonordered)";
  if (!level.unique)
    return text + "(nonunique)";
  if (!level.ordered)
    return text + "(nonordered)";
  return text;
}

std::string weft::runtime::toString(const Format &format) {
  std::string modes, levels;
  for (int64_t i = 0; i < format.order(); ++i)
    modes += (i == 0 ? "i" : ", i") + std::to_string(i);
  for (const Level &level : format.levels)
    levels += (levels.empty() ? "" : ", ") + ::toString(level);
  std::string text = "(" + modes + ") -> (" + levels + ")";
  if (format.fill)
    text += ", fill = " + toString(*format.fill);
  return format.packed ? text + ", packed" : text;
}
