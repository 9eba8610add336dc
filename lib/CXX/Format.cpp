//===- Format.cpp - Storage formats -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts of formats: levels or a name, properties in braces, and modes.
//
//===----------------------------------------------------------------------===//

#include "weft-cxx/Format.h"

#include "weft-cxx/Error.h"

#include <ostream>

using namespace weft;

static std::string joinModes(const std::vector<int> &modes) {
  std::string text;
  for (int mode : modes)
    text += (text.empty() ? "" : ",") + std::to_string(mode);
  return text;
}

Format::Format(const std::vector<ModeFormat> &levels)
    : numLevels(static_cast<int>(levels.size())) {
  for (const ModeFormat &level : levels)
    this->levels += level.getLetters();
}

Format::Format(std::initializer_list<ModeFormat> levels)
    : Format(std::vector<ModeFormat>(levels)) {}

Format::Format(const std::vector<ModeFormat> &levels,
               const std::vector<int> &modes)
    : Format(levels) {
  if (modes.size() != levels.size())
    throw Error("expected " + std::to_string(levels.size()) +
                " modes for as many levels, got " +
                std::to_string(modes.size()));
  this->modes = joinModes(modes);
}

Format::Format(const char *text) : Format(std::string(text ? text : "")) {}

Format::Format(std::string text) {
  size_t brace = text.find('{');
  size_t closed = text.find('}', brace == std::string::npos ? 0 : brace);
  if (brace == std::string::npos || closed == std::string::npos) {
    size_t colon = text.find(':');
    levels = text.substr(0, colon);
    if (colon != std::string::npos)
      modes = text.substr(colon + 1);
    return;
  }
  levels = text.substr(0, brace);
  properties = text.substr(brace + 1, closed - brace - 1);
  // What else follows is left for the compiler to refuse.
  std::string rest = text.substr(closed + 1);
  modes = rest.empty() || rest.front() != ':' ? rest : rest.substr(1);
  if (!rest.empty() && rest.front() != ':')
    throw Error("expected ':' and modes after '}', got '" + rest + "'\n  " +
                text);
}

Format Format::withModes(const std::vector<int> &modes) const {
  Format format = *this;
  format.modes = joinModes(modes);
  return format;
}

Format Format::withProperty(const std::string &property) const {
  Format format = *this;
  format.properties += (properties.empty() ? "" : ",") + property;
  // All modes dense, whichever number of them.
  if (format.levels.empty())
    format.levels = "dense";
  return format;
}

Format Format::withFill(const std::string &fill) const {
  return withProperty("fill=" + fill);
}

Format Format::withWidths(int positionBits, int coordinateBits) const {
  return withProperty("pos=" + std::to_string(positionBits) +
                      ",crd=" + std::to_string(coordinateBits));
}

Format Format::packed() const { return withProperty("packed"); }

std::string Format::getText() const {
  std::string text = levels;
  if (!properties.empty())
    text += "{" + properties + "}";
  return modes.empty() ? text : text + ":" + modes;
}

bool Format::hasDenseLevels() const {
  return levels == "dense" ||
         levels.find_first_not_of('d') == std::string::npos;
}

bool Format::isDense() const {
  return hasDenseLevels() && properties.empty() && modes.empty();
}

bool cxx::operator==(const Format &first, const Format &second) {
  return first.getText() == second.getText();
}

bool cxx::operator!=(const Format &first, const Format &second) {
  return !(first == second);
}

std::ostream &cxx::operator<<(std::ostream &out, const Format &format) {
  std::string text = format.getText();
  return out << (text.empty() ? "dense" : text);
}

/// The property of a name with blocks.
static Format makeBlocks(const char *name, int64_t rows, int64_t columns) {
  if (rows <= 0 || columns <= 0)
    throw Error("expected blocks of a positive size, got " +
                std::to_string(rows) + " x " + std::to_string(columns));
  return Format(std::string(name) + "{block=" + std::to_string(rows) + "x" +
                std::to_string(columns) + "}");
}

Format cxx::BCSR(int64_t rows, int64_t columns) {
  return makeBlocks("BCSR", rows, columns);
}

Format cxx::BCSC(int64_t rows, int64_t columns) {
  return makeBlocks("BCSC", rows, columns);
}
