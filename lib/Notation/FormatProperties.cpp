//===- FormatProperties.cpp - Properties of a format in braces ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses what a format says of all of its levels: widths, block sizes, the fill
// and whether coordinates are in order, as in "{pos=64,crd=32}".
//
//===----------------------------------------------------------------------===//

#include "FormatPieces.h"
#include "Spelling.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

using namespace weft;
using namespace weft::notation;
using runtime::Format;
using runtime::Level;

using MaybeError = std::optional<Diagnostic>;

static constexpr const char *widthHint =
    "widths are given in bits, e.g. {pos=64,crd=32}";

static std::string describe(Piece piece) {
  return piece.text.empty() ? "nothing" : quote(piece.text);
}

static MaybeError parseBits(Piece value, int &width) {
  for (int bits : {8, 16, 32, 64}) {
    if (value.text != std::to_string(bits))
      continue;
    width = bits;
    return std::nullopt;
  }
  return errorAt("expected a width of 8, 16, 32 or 64 bits, got " +
                     describe(value),
                 value.range(), widthHint);
}

/// Reads one width for all levels, or one for each.
static MaybeError parseWidths(Piece value, Format &format, int Level::*width) {
  std::vector<Piece> pieces = split(value, ':');
  if (pieces.size() != 1 && pieces.size() != format.levels.size())
    return errorAt("expected one width or one for each of " +
                       count(format.levels.size(), "level", "levels") +
                       ", got " + std::to_string(pieces.size()),
                   value.range(),
                   "widths are separated by colons, as in {crd=32:64} for two "
                   "levels");
  int bits = 0;
  for (size_t l = 0; l < std::max(pieces.size(), format.levels.size()); ++l) {
    if (l < pieces.size())
      if (MaybeError error = parseBits(pieces[l], bits))
        return error;
    if (l < format.levels.size())
      format.levels[l].*width = bits;
  }
  // What is added to a coordinate has its width.
  for (size_t l = 1; l < format.levels.size(); ++l)
    if (format.levels[l].kind == runtime::LevelKind::Offset &&
        format.levels[l].coordinateBits != format.levels[l - 1].coordinateBits)
      return errorAt(
          "an offset level has the width of coordinates of the level "
          "above",
          value.range(), "for example DIA{crd=32:64:64}");
  return std::nullopt;
}

static MaybeError parseOrdered(Piece value, Format &format) {
  if (value.text != "true" && value.text != "false")
    return errorAt("expected true or false, got " + describe(value),
                   value.range(),
                   "coordinates are in any order in CSR{ordered=false}");
  bool isKnown = false;
  for (Level &level : format.levels)
    if (mayLackOrder(level)) {
      isKnown = true;
      level.ordered = value.text == "true";
    }
  if (isKnown)
    return std::nullopt;
  return errorAt("the format has no compressed, loose-compressed or singleton "
                 "level, whose coordinates may be in any order",
                 value.range());
}

static MaybeError takePacked(Piece property, Format &format) {
  if (format.levels.empty() || !runtime::canBePacked(format.levels.back()))
    return errorAt("the last level has no coordinate for each component that "
                   "they could be packed with",
                   property.range(),
                   "coordinates and components are side by side in "
                   "CSR{packed}");
  format.packed = true;
  return std::nullopt;
}

/// Reads the number of a level of a type, which a word leaves out; nothing if
/// there is no such level.
static std::optional<MaybeError>
parseRoom(Piece value, Format &format, runtime::LevelKind kind, int64_t least) {
  for (Level &level : format.levels) {
    if (level.kind != kind || level.room != 0)
      continue;
    const char *end = value.text.data() + value.text.size();
    auto [stop, status] = std::from_chars(value.text.data(), end, level.room);
    if (stop == end && status == std::errc() && level.room >= least &&
        level.room <= INT32_MAX)
      return MaybeError();
    return errorAt("expected a number from " + std::to_string(least) +
                       " to 2147483647, got " + describe(value),
                   value.range(), "for example SELLCS{block=4,sort=32}");
  }
  return std::nullopt;
}

static MaybeError parseProperty(Piece property, Format &format,
                                bool &needsBlock,
                                std::set<std::string> &given) {
  if (trim(property).text == "packed") {
    if (format.packed)
      return errorAt("'packed' is given twice", property.range());
    return takePacked(trim(property), format);
  }
  size_t equals = property.text.find('=');
  if (equals == property.text.npos)
    return errorAt("expected pos=BITS, crd=BITS or packed, got " +
                       describe(property),
                   property.range(), widthHint);
  Piece key = trim(property.slice(0, equals));
  Piece value = trim(property.slice(equals + 1));
  if (!given.insert(std::string(key.text)).second)
    return errorAt(quote(key.text) + " is given twice", key.range());
  if (key.text == "sort") {
    if (auto error = parseRoom(value, format, runtime::LevelKind::Permuted, 2))
      return *error;
    return errorAt("the format has no rows that could be sorted", key.range(),
                   "rows are sorted in SELLCS{block=4,sort=32}");
  }
  if (key.text == "block") {
    if (auto error = parseRoom(value, format, runtime::LevelKind::Sliced, 1))
      return *error;
    if (!std::exchange(needsBlock, false))
      return errorAt("the format takes no block size here", key.range(),
                     "formats with a block size are BCSR, BCSC, CSB, SELL, "
                     "SELLCS and MG; others say what each level stores, e.g. "
                     "dsdd:0/2,1/3,0%2,1%3");
    return parseBlock(value, format.levels);
  }
  if (key.text == "fill")
    return parseFill(value, format.fill);
  if (key.text == "ordered")
    return parseOrdered(value, format);
  if (key.text == "pos")
    return parseWidths(value, format, &Level::positionBits);
  if (key.text == "crd")
    return parseWidths(value, format, &Level::coordinateBits);
  return errorAt("unknown property " + quote(key.text) +
                     ", expected 'pos', 'crd', 'fill', 'ordered' or 'packed'",
                 key.range(), widthHint);
}

MaybeError weft::notation::parseProperties(Piece braces, Format &format,
                                           bool &needsBlock) {
  if (braces.text.back() != '}') {
    size_t end = braces.begin + braces.text.size();
    return errorAt("expected '}' at the end of the format", {end, end});
  }
  std::set<std::string> given;
  for (Piece property : split(braces.slice(1, braces.text.size() - 2), ','))
    if (MaybeError error = parseProperty(property, format, needsBlock, given))
      return error;
  return std::nullopt;
}
