//===- ModeOrder.cpp - Modes that levels store ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the part of a format that says which mode each level stores, whole or
// in blocks (thesis, section 2.5): "1,0", "0/2,1/3,0%2,1%3" and "{block=2x3}".
// Each mode is stored once; whatever breaks that has a place to point at.
//
//===----------------------------------------------------------------------===//

#include "FormatPieces.h"
#include "Spelling.h"

#include <algorithm>
#include <charconv>

using namespace weft;
using namespace weft::notation;
using runtime::Level;
using runtime::LevelKind;
using runtime::LevelPart;

Piece weft::notation::trim(Piece piece) {
  while (!piece.text.empty() && piece.text.front() == ' ')
    piece = piece.slice(1);
  while (!piece.text.empty() && piece.text.back() == ' ')
    piece.text.remove_suffix(1);
  return piece;
}

std::vector<Piece> weft::notation::split(Piece list, char separator) {
  std::vector<Piece> pieces;
  while (true) {
    size_t end = list.text.find(separator);
    pieces.push_back(trim(list.slice(0, end)));
    if (end == list.text.npos)
      return pieces;
    list = list.slice(end + 1);
  }
}

Diagnostic weft::notation::errorAt(std::string message, Range range,
                                   std::string hint) {
  return {std::move(message), range, std::move(hint), {}};
}

std::string weft::notation::quote(std::string_view text) {
  return "'" + std::string(text) + "'";
}

/// Reads a number that is not negative. Returns whether it is one; one that
/// does not fit is the largest.
static bool readNumber(std::string_view digits, int64_t &number) {
  const char *end = digits.data() + digits.size();
  auto [stop, status] = std::from_chars(digits.data(), end, number);
  if (status == std::errc::result_out_of_range)
    number = INT64_MAX;
  return !digits.empty() && digits.front() != '-' && stop == end &&
         status != std::errc::invalid_argument;
}

/// Reads a block size.
static std::optional<Diagnostic> parseSize(Piece digits, int64_t least,
                                           int64_t &size) {
  std::string hint = "block sizes are whole numbers, e.g. BCSR{block=2x3} or "
                     "dsdd:0/2,1/3,0%2,1%3";
  if (!readNumber(digits.text, size))
    return errorAt("expected a block size, got " +
                       (digits.text.empty() ? "nothing" : quote(digits.text)),
                   digits.range(), hint);
  if (size == 1 && least > 1)
    hint = "a mode in blocks of 1 is stored whole: it is listed once, without "
           "/ and %";
  if (size < least || size > INT32_MAX)
    return errorAt("expected a block size between " + std::to_string(least) +
                       " and " + std::to_string(INT32_MAX) + ", got " +
                       std::string(digits.text),
                   digits.range(), hint);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Mode orders
//===----------------------------------------------------------------------===//

static std::string getHint(bool isBlocked) {
  return isBlocked
             ? "a mode is listed once, or by its quotient and its remainder by "
               "one block size, e.g. dsdd:0/2,1/3,0%2,1%3"
             : "the mode order names each mode once, counting from 0, e.g. "
               "ds:1,0";
}

/// Checks that the levels up to `k` store no part of a mode twice.
static std::optional<Diagnostic> checkPart(const std::vector<Level> &levels,
                                           size_t k, Piece piece) {
  const Level &level = levels[k];
  std::string name = "mode " + std::to_string(level.mode);
  for (size_t other = 0; other < k; ++other) {
    if (levels[other].mode != level.mode || level.part == LevelPart::Slot)
      continue;
    bool isWhole = level.part == LevelPart::Whole ||
                   levels[other].part == LevelPart::Whole;
    std::string hint = getHint(!isWhole || level.part != levels[other].part);
    if (isWhole || level.part == levels[other].part)
      return errorAt(name + " is listed twice", piece.range(), hint);
    if (level.block != levels[other].block)
      return errorAt(name + " is listed with the block sizes " +
                         std::to_string(levels[other].block) + " and " +
                         std::to_string(level.block),
                     piece.range(), hint);
  }
  return std::nullopt;
}

/// Reads what one level stores.
static std::optional<Diagnostic> parsePart(Piece piece, const std::string &hint,
                                           Level &level) {
  Piece name = piece, size;
  if (name.text == "*") {
    level.mode = -1;
    level.part = LevelPart::Slot;
    return std::nullopt;
  }
  if (size_t at = name.text.find_first_of("/%"); at != name.text.npos) {
    level.part =
        name.text[at] == '/' ? LevelPart::Quotient : LevelPart::Remainder;
    size = trim(name.slice(at + 1));
    name = trim(name.slice(0, at));
  }
  if (!readNumber(name.text, level.mode))
    return errorAt("expected a mode, got " +
                       (name.text.empty() ? "nothing" : quote(name.text)),
                   name.range(), hint);
  if (level.part == LevelPart::Whole)
    return std::nullopt;
  return parseSize(size, /*least=*/2, level.block);
}

std::optional<Diagnostic>
weft::notation::parseModeOrder(Piece modes, std::vector<Level> &levels) {
  std::vector<Piece> pieces = split(modes, ',');
  // A remainder belongs to a mode that is counted by its quotient; slots are no
  // mode.
  int64_t numModes = levels.size();
  bool isBlocked = false;
  for (const Piece &piece : pieces) {
    numModes -= piece.text.find_first_of("%*") != piece.text.npos;
    isBlocked |= piece.text.find_first_of("%/*") != piece.text.npos;
  }
  std::string hint = getHint(isBlocked);
  std::vector<Level> parts(pieces.size());
  for (size_t k = 0; k < pieces.size(); ++k)
    if (auto error = parsePart(pieces[k], hint, parts[k]))
      return error;
  if (pieces.size() != levels.size())
    return errorAt(
        (isBlocked
             ? "the mode order says what " +
                   count(pieces.size(), "level stores", "levels store") + ","
             : "the mode order has " + count(pieces.size(), "mode", "modes")) +
            " but the format has " + count(levels.size(), "level", "levels"),
        modes.range(), hint);
  for (size_t k = 0; k < levels.size(); ++k) {
    if (parts[k].mode >= numModes) {
      Range range = pieces[k].range();
      return errorAt("mode " + std::to_string(parts[k].mode) +
                         " is out of range: the format " +
                         (isBlocked
                              ? "stores " + count(numModes, "mode", "modes")
                              : "has " + count(numModes, "level", "levels")),
                     range, hint);
    }
    levels[k].mode = parts[k].mode;
    levels[k].part = parts[k].part;
    levels[k].block = parts[k].block;
    if (auto error = checkPart(levels, k, pieces[k]))
      return error;
  }
  for (size_t k = 0; k < levels.size(); ++k) {
    size_t numLevels = 0;
    for (const Level &other : levels)
      numLevels += other.mode == levels[k].mode;
    bool isPart = levels[k].part == LevelPart::Quotient ||
                  levels[k].part == LevelPart::Remainder;
    if (isPart && numLevels == 1)
      return errorAt("mode " + std::to_string(levels[k].mode) +
                         " is listed in part only",
                     pieces[k].range(), hint);
  }
  return std::nullopt;
}

std::optional<Diagnostic> weft::notation::parseModes(
    Piece modes, std::string_view name, const std::string &owner,
    std::optional<int64_t> order, std::vector<int64_t> &parsed) {
  std::vector<Piece> pieces = split(modes, ',');
  if (order == 0 && modes.text.empty())
    return std::nullopt;
  std::string hint = "after a name, each mode is listed once, counting from 0, "
                     "e.g. " +
                     std::string(name) + ":1,0";
  for (const Piece &piece : pieces) {
    if (piece.text.find_first_of("/%*") != piece.text.npos)
      hint += "; which levels store blocks and slots, the name says";
    int64_t mode;
    if (!readNumber(piece.text, mode))
      return errorAt("expected a mode, got " +
                         (piece.text.empty() ? "nothing" : quote(piece.text)),
                     piece.range(), hint);
    parsed.push_back(mode);
  }
  int64_t numModes = order.value_or(static_cast<int64_t>(pieces.size()));
  if (parsed.size() != static_cast<size_t>(numModes))
    return errorAt("the mode order has " +
                       count(pieces.size(), "mode", "modes") + " but " + owner +
                       " has " +
                       count(static_cast<size_t>(numModes), "mode", "modes"),
                   modes.range(), hint);
  for (size_t k = 0; k < parsed.size(); ++k) {
    std::string mode = "mode " + std::string(pieces[k].text);
    if (parsed[k] >= numModes)
      return errorAt(mode + " is out of range: " + owner + " has " +
                         count(static_cast<size_t>(numModes), "mode", "modes"),
                     pieces[k].range(), hint);
    if (std::find(parsed.begin(), parsed.begin() + k, parsed[k]) !=
        parsed.begin() + k)
      return errorAt(mode + " is listed twice", pieces[k].range(), hint);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Block sizes
//===----------------------------------------------------------------------===//

/// How many modes are stored in blocks.
static size_t countBlocked(const std::vector<Level> &levels) {
  return std::count_if(levels.begin(), levels.end(), [](const Level &level) {
    return level.part == LevelPart::Quotient;
  });
}

std::string weft::notation::getBlockHint(const std::vector<Level> &levels,
                                         std::string_view name) {
  size_t numBlocked = countBlocked(levels);
  std::string sizes = "2";
  for (size_t mode = 1; mode < numBlocked; ++mode)
    sizes += "x" + std::to_string(mode == 1 ? 3 : 2);
  std::string what = numBlocked == 1   ? "rows of a block"
                     : numBlocked == 2 ? "rows and columns of a block"
                                       : "sizes of a block";
  return what + ", e.g. " + std::string(name) + "{block=" + sizes + "}";
}

/// Whether places in blocks are listed, and not all stored.
static bool hasPlacesInList(const std::vector<Level> &levels) {
  return std::any_of(levels.begin(), levels.end(), [](const Level &level) {
    return level.part == LevelPart::Remainder && level.kind != LevelKind::Dense;
  });
}

/// Takes level `k` away. What is left of a coordinate list still begins with
/// positions, and its last level still has no coordinate twice.
static void leaveOut(std::vector<Level> &levels, size_t k) {
  bool endsList = levels[k].kind == LevelKind::Singleton;
  if (k + 1 < levels.size() && levels[k + 1].kind == LevelKind::Singleton)
    levels[k + 1].kind = levels[k].kind;
  else if (endsList)
    levels[k - 1].unique = true;
  levels.erase(levels.begin() + k);
}

std::optional<Diagnostic>
weft::notation::parseBlock(Piece sizes, std::vector<Level> &levels) {
  std::vector<Piece> pieces = split(sizes, 'x');
  size_t numBlocked = countBlocked(levels);
  if (pieces.size() != numBlocked) {
    std::string what = numBlocked == 2
                           ? "the sizes of a block of a matrix"
                           : count(numBlocked, "size", "sizes") + " of a block";
    return errorAt("expected " + what + ", got " +
                       (sizes.text.empty() ? "nothing" : quote(sizes.text)),
                   sizes.range(),
                   numBlocked == 2
                       ? "rows and columns are separated by x, e.g. "
                         "{block=2x3}"
                       : "sizes are separated by x");
  }
  // Which of the modes in blocks one is.
  auto getRank = [&](int64_t mode) {
    return std::count_if(levels.begin(), levels.end(), [&](const Level &other) {
      return other.part == LevelPart::Quotient && other.mode < mode;
    });
  };
  for (Level &level : levels)
    if (level.part == LevelPart::Quotient || level.part == LevelPart::Remainder)
      if (auto error =
              parseSize(pieces[getRank(level.mode)], /*least=*/1, level.block))
        return error;
  bool hasList = hasPlacesInList(levels);
  for (size_t k = levels.size(); k-- > 0;) {
    if (levels[k].block == 1 && levels[k].part == LevelPart::Remainder)
      leaveOut(levels, k);
    else if (levels[k].block == 1 && levels[k].part == LevelPart::Quotient)
      levels[k].part = LevelPart::Whole;
  }
  if (hasList && !hasPlacesInList(levels))
    return errorAt("blocks of a single place have no coordinates to list",
                   sizes.range(), "COO lists entries without blocks");
  return std::nullopt;
}
