//===- Spelling.cpp - Formats and types as callers spell them -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the texts of formats and types, and prints formats.
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"

#include "weft/Notation/FormatText.h"
#include "weft/Runtime/KernelSymbols.h"
#include "weft/Runtime/Threads.h"

using namespace weft;
using namespace weft::capi;

/// Parses the texts of a format and of a type, which may be empty.
static bool parseTexts(const std::string &format, const std::string &type,
                       int64_t order, Spelling &spelling,
                       std::string &message) {
  auto parsedFormat = notation::parseFormat(format, order);
  if (!parsedFormat) {
    message = notation::render(parsedFormat.error(), format);
    return false;
  }
  spelling.format = std::move(*parsedFormat);
  if (type.empty())
    return true;
  if (!parseTypeName(type.c_str(), spelling.type.emplace(), message))
    return false;
  if (auto error =
          notation::checkFill(spelling.format, *spelling.type, format)) {
    message = notation::render(*error, format);
    return false;
  }
  return true;
}

/// The same, and keeps the last ones: programs have few, and parsing one
/// takes longer than to share small arrays.
static bool parseKeptTexts(const char *format, const char *type, int64_t order,
                           Spelling &spelling, std::string &message) {
  struct Parsed {
    std::string format, type;
    int64_t order = 0;
    Spelling spelling;
  };
  static constexpr size_t numKept = 4;
  static thread_local Parsed kept[numKept];
  static thread_local size_t next = 0;
  for (const Parsed &parsed : kept)
    if (parsed.order == order && parsed.format == format &&
        parsed.type == type) {
      spelling = parsed.spelling;
      return true;
    }
  if (!parseTexts(format, type, order, spelling, message))
    return false;
  kept[next++ % numKept] = {format, type, order, spelling};
  return true;
}

bool weft::capi::parseSpelling(const char *format, const char *type,
                               int64_t order, Spelling &spelling,
                               std::string &message) {
  // A caller who passes garbage must not make the library allocate it.
  if (order < 0 || order > runtime::kMaxOrder) {
    message = "expected an order between 0 and " +
              std::to_string(runtime::kMaxOrder) + ", got " +
              std::to_string(order);
    return false;
  }
  type = type ? type : "";
  if (format && *format)
    return parseKeptTexts(format, type, order, spelling, message);
  spelling.format = runtime::Format::dense(order);
  return !*type || parseTypeName(type, spelling.type.emplace(), message);
}

bool weft::capi::checkDims(const int64_t *dims, int64_t order,
                           std::string &message) {
  for (int64_t mode = 0; mode < order; ++mode) {
    if (dims[mode] >= 0)
      continue;
    message = "expected the size of mode " + std::to_string(mode + 1) +
              " not to be negative, got " + std::to_string(dims[mode]);
    return false;
  }
  return true;
}

bool weft::capi::parseTypeName(const char *name, runtime::ElementType &type,
                               std::string &message) {
  auto parsed = notation::parseType(name);
  if (!parsed) {
    message = notation::render(parsed.error(), name);
    return false;
  }
  type = *parsed;
  return true;
}

/// A width for all levels, or one for each.
static std::string spellWidths(const runtime::Format &format,
                               int runtime::Level::*width) {
  std::string text;
  bool isUniform = true;
  for (const runtime::Level &level : format.levels) {
    text += (text.empty() ? "" : ":") + std::to_string(level.*width);
    isUniform &= level.*width == format.levels.front().*width;
  }
  return isUniform ? std::to_string(format.levels.front().*width) : text;
}

/// The letter of a level and what follows it, or the attribute of a plugin.
static std::string spellLevel(const runtime::Level &level) {
  if (level.pluginType)
    return level.pluginType->text;
  std::string text(1, notation::getLetter(level));
  if (!level.ordered)
    text += '~';
  if (level.room != 0)
    text += std::to_string(level.room);
  return text;
}

static std::string spell(const runtime::Format &format) {
  bool isList = format.hasPluginLevels();
  std::string letters, modes;
  for (const runtime::Level &level : format.levels) {
    if (isList)
      letters += letters.empty() ? "{" : ",";
    letters += spellLevel(level);
    modes += modes.empty() ? ":" : ",";
    if (level.part == runtime::LevelPart::Slot) {
      modes += "*";
      continue;
    }
    modes += std::to_string(level.mode);
    if (level.part != runtime::LevelPart::Whole)
      modes += (level.part == runtime::LevelPart::Quotient ? "/" : "%") +
               std::to_string(level.block);
  }
  if (isList)
    letters += "}";
  std::string properties;
  if (!format.levels.empty())
    properties = "pos=" + spellWidths(format, &runtime::Level::positionBits) +
                 ",crd=" + spellWidths(format, &runtime::Level::coordinateBits);
  if (format.fill)
    properties += (properties.empty() ? "fill=" : ",fill=") +
                  runtime::toString(*format.fill);
  // A packed format has a level, which has widths.
  if (format.packed)
    properties += ",packed";
  return letters + modes + (properties.empty() ? "" : "{" + properties + "}");
}

std::string weft::capi::spellFormat(const runtime::Format &format) {
  // Programs make tensors of few formats, and a text takes longer than a small
  // kernel.
  if (format.levels.empty())
    return spell(format);
  struct Spelled {
    runtime::Format format;
    std::string text;
  };
  static constexpr size_t numKept = 4;
  static thread_local Spelled kept[numKept];
  static thread_local size_t next = 0;
  for (const Spelled &spelled : kept)
    if (!spelled.text.empty() && spelled.format == format)
      return spelled.text;
  Spelled &spelled = kept[next++ % numKept];
  spelled = {format, spell(format)};
  return spelled.text;
}

void weft::capi::allowThreads() {
  runtime::setThreadLibrary(runtime::kernelThreadLibrary);
}
