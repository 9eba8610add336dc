//===- Format.cpp - How a tensor is stored, without a compiler ------------===//
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

static std::string toString(const Level &level) {
  std::string text = "i" + std::to_string(level.mode) + " : ";
  switch (level.kind) {
  case LevelKind::Dense:
    return text + "dense";
  case LevelKind::Compressed:
    text += "compressed";
    break;
  case LevelKind::Singleton:
    text += "singleton";
    break;
  }
  if (!level.unique && !level.ordered)
    return text + "(nonunique, unordered)";
  if (!level.unique)
    return text + "(nonunique)";
  if (!level.ordered)
    return text + "(unordered)";
  return text;
}

std::string weft::runtime::toString(const Format &format) {
  std::string modes, levels;
  for (int64_t i = 0; i < format.order(); ++i) {
    const char *separator = i == 0 ? "" : ", ";
    modes += separator + ("i" + std::to_string(i));
    levels += separator + ::toString(format.levels[i]);
  }
  std::string text = "(" + modes + ") -> (" + levels + ")";
  return format.fill ? text + ", fill = " + toString(*format.fill) : text;
}
