//===- FormatText.cpp - Formats as people spell them ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the grammar of formats in FormatText.h. A word is looked up first,
// then the text is read as level letters; every check on the result (thesis
// section 2.5: as many levels as modes, each mode once) has a place in the text
// to point at.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/FormatText.h"

#include "FormatPieces.h"
#include "FormatWords.h"
#include "Spelling.h"
#include "Utf8.h"

#include "weft/Runtime/PluginLevels.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>

using namespace weft;
using namespace weft::notation;
using runtime::Format;
using runtime::Level;
using runtime::LevelKind;
using runtime::LevelPart;

using MaybeError = std::optional<Diagnostic>;

static constexpr std::string_view letterHint =
    "the level types are d (dense), s (compressed), u (compressed, not "
    "unique), q (singleton), c (singleton, not unique), b (bitmap), h "
    "(hashed), r (range), o (offset), p (padded), g (loose-compressed), v "
    "(loose-compressed, not unique), t (listed), e (run-length), i (interval), "
    "n2 (structured: at most 2 below each parent), a (batched), m8 (permuted: "
    "in windows of 8), l4 (sliced: 4 rows each); s~, u~, q~, c~, g~ and v~ are "
    "without order";

namespace {
class FormatParser {
public:
  FormatParser(std::string_view text, std::optional<int64_t> order,
               std::string_view tensor)
      : text(text), order(order), tensor(tensor) {}

  Result<Format> run();

private:
  MaybeError parseWord(const FormatWord &word, Piece name,
                       std::optional<Piece> list);
  MaybeError parseLetters(Piece letters);
  MaybeError parseLevels(Piece braces);
  MaybeError parsePluginFormat(const runtime::PluginFormat &given, Piece name);
  MaybeError parseName(Piece name, std::optional<Piece> modes);
  MaybeError parseRoom(Piece digits, Level &level) const;
  MaybeError checkOrder(Piece name) const;
  /// What has the modes, in messages.
  std::string getOwner() const {
    return tensor.empty() ? "the tensor" : std::string(tensor);
  }

  std::string_view text;
  std::optional<int64_t> order;
  std::string_view tensor;
  Format format;
  /// The letters of the levels.
  std::vector<Piece> letterPieces;
  /// Whether block sizes are still missing.
  bool needsBlock = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

MaybeError FormatParser::parseWord(const FormatWord &word, Piece name,
                                   std::optional<Piece> list) {
  // Without a tensor, a name has the order of its list, or of a matrix.
  std::optional<int64_t> known = order;
  if (!known && !list && word.leastOrder > 0)
    known = word.leastOrder;
  if (!known && !list)
    return errorAt("the format " + quote(name.text) +
                       " needs the order of the tensor",
                   name.range(), "spell the levels out, e.g. dd");
  std::vector<int64_t> modes;
  if (list)
    if (MaybeError error =
            parseModes(trim(*list), word.word, getOwner(), known, modes))
      return error;
  if (!list) {
    modes.resize(*known);
    std::iota(modes.begin(), modes.end(), 0);
  }
  int64_t numModes = modes.size();
  if (numModes < word.leastOrder || numModes > word.mostOrder)
    return errorAt(
        "format " + quote(name.text) + " stores " +
            count(static_cast<size_t>(word.leastOrder), "mode", "modes") +
            (word.leastOrder == word.mostOrder ? "" : " or more") + " but " +
            getOwner() + " has " +
            count(static_cast<size_t>(numModes), "mode", "modes"),
        name.range(), std::string(numModes > word.mostOrder ? word.hint : ""));
  format.levels = spellOut(word, modes);
  needsBlock = std::any_of(
      format.levels.begin(), format.levels.end(),
      [](const Level &level) { return level.part == LevelPart::Quotient; });
  return std::nullopt;
}

/// What to say about a text that is neither a word nor level letters.
static std::string suggestFormat(std::string_view name) {
  std::vector<std::string_view> words;
  for (const FormatWord &word : getFormatWords())
    words.push_back(word.word);
  std::string_view nearest = findNearest(name, words);
  if (nearest.empty())
    return std::string(letterHint);
  return "did you mean '" + std::string(nearest) + "'?";
}

MaybeError FormatParser::parseRoom(Piece digits, Level &level) const {
  const char *end = digits.text.data() + digits.text.size();
  auto [stop, status] = std::from_chars(digits.text.data(), end, level.room);
  int64_t least = level.kind == LevelKind::Permuted ? 2 : 1;
  if (stop == end && status == std::errc() && level.room >= least &&
      level.room <= INT32_MAX)
    return std::nullopt;
  std::string what = level.kind == LevelKind::Permuted
                         ? "expected how many coordinates are permuted at a "
                           "time, from 2"
                     : level.kind == LevelKind::Sliced
                         ? "expected how many rows a slice has, from 1"
                         : "expected how many coordinates a structured level "
                           "has room for, from 1";
  return errorAt(what + " to 2147483647, got " +
                     (digits.text.empty() ? "nothing" : quote(digits.text)),
                 digits.range(),
                 level.kind == LevelKind::Structured
                     ? "at most 2 of 4 neighbours in a row are stored as "
                       "ddn2:0,1/4,1%4"
                     : "slices of 4 rows, of which 32 are ordered by their "
                       "lengths at a time, are stored as m32l4p:0,*,1");
}

MaybeError FormatParser::parseLetters(Piece letters) {
  for (size_t k = 0; k < letters.text.size();) {
    Piece letter = letters.slice(k++, 1);
    std::optional<Level> known = makeLevel(letter.text.front());
    if (!known) {
      size_t length = utf8Length(letters.text.substr(k - 1));
      letter = letters.slice(k - 1, std::max<size_t>(length, 1));
      return errorAt("unknown level type " + quote(letter.text), letter.range(),
                     suggestFormat(letters.text));
    }
    Level &level = *known;
    if (level.kind == LevelKind::Singleton && format.levels.empty())
      return errorAt("a singleton level cannot be the first level",
                     letter.range(),
                     "a coordinate list starts with u, e.g. uq");
    level.mode = static_cast<int64_t>(format.levels.size());
    if (k < letters.text.size() && letters.text[k] == '~') {
      if (!mayLackOrder(level))
        return errorAt("a level of the type " + quote(letter.text) +
                           " cannot be without order",
                       letters.slice(k, 1).range(),
                       "s~, u~, q~, c~, g~ and v~ store coordinates in any "
                       "order");
      level.ordered = false;
      ++k;
    }
    if (runtime::hasRoom(level.kind)) {
      size_t numDigits = 0;
      while (
          k + numDigits < letters.text.size() &&
          std::isdigit(static_cast<unsigned char>(letters.text[k + numDigits])))
        ++numDigits;
      if (MaybeError error = parseRoom(letters.slice(k, numDigits), level))
        return error;
      k += numDigits;
    }
    format.levels.push_back(level);
    letterPieces.push_back(letter);
  }
  return std::nullopt;
}

/// Reads levels in braces, each of which is a name or a letter.
MaybeError FormatParser::parseLevels(Piece braces) {
  for (Piece piece : splitLevels(braces.slice(1, braces.text.size() - 2))) {
    if (piece.text.empty())
      return errorAt("expected a level type, got nothing", piece.range(),
                     "for example {dense,compressed}");
    if (std::optional<Result<Level>> level = parseLevelName(piece)) {
      if (!*level)
        return level->error();
      if ((*level)->kind == LevelKind::Singleton && format.levels.empty())
        return errorAt("a singleton level cannot be the first level",
                       piece.range());
      (*level)->mode = static_cast<int64_t>(format.levels.size());
      format.levels.push_back(**level);
      letterPieces.push_back(piece);
      continue;
    }
    size_t before = format.levels.size();
    // A word of several letters is rather a name than levels.
    bool isLetter = piece.text.size() == 1 || piece.text[1] == '~' ||
                    std::isdigit(static_cast<unsigned char>(piece.text[1]));
    if (!isLetter)
      return errorAt("unknown level type " + quote(piece.text), piece.range(),
                     "levels in braces are names such as dense and compressed, "
                     "letters, or level types of plugins, e.g. "
                     "strided.every<3>");
    if (MaybeError error = parseLetters(piece))
      return error;
    if (format.levels.size() != before + 1)
      return errorAt("expected one level, got " + quote(piece.text),
                     piece.range(),
                     "levels in braces have commas between them");
  }
  return std::nullopt;
}

/// Takes the levels of a format that a plugin names.
MaybeError FormatParser::parsePluginFormat(const runtime::PluginFormat &given,
                                           Piece name) {
  Result<Format> levels = parseFormat(given.text);
  if (!levels)
    return errorAt(levels.error().message, name.range());
  format = std::move(*levels);
  letterPieces.assign(format.levels.size(), name);
  return std::nullopt;
}

/// Reads what the levels are, and then the order of the modes.
MaybeError FormatParser::parseName(Piece name, std::optional<Piece> modes) {
  if (const FormatWord *word = findFormatWord(name.text))
    return parseWord(*word, name, modes);
  const runtime::PluginFormat *given =
      runtime::findPluginFormat(std::string(name.text));
  bool isList = !name.text.empty() && name.text.front() == '{';
  MaybeError error = isList  ? parseLevels(name)
                     : given ? parsePluginFormat(*given, name)
                             : parseLetters(name);
  if (!error && modes)
    error = parseModeOrder(trim(*modes), format.levels);
  // The order of a tensor is known when the mode order is.
  if (!error)
    error = checkLevels(format.levels, letterPieces);
  return error ? error : checkOrder(name);
}

MaybeError FormatParser::checkOrder(Piece name) const {
  if (!order || *order == format.order())
    return std::nullopt;
  std::string what = " has " + count(format.levels.size(), "level", "levels");
  if (format.hasParts())
    what = " stores " +
           count(static_cast<size_t>(format.order()), "mode", "modes");
  return errorAt("format " + quote(name.text) + what + " but " + getOwner() +
                     " has " +
                     count(static_cast<size_t>(*order), "mode", "modes"),
                 name.range());
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// Whether a text begins with levels in braces. Properties of a scalar, which
/// has no levels, are in braces as well, and begin with a key.
static bool beginsWithLevels(std::string_view text) {
  if (text.empty() || text.front() != '{')
    return false;
  size_t end = text.find_first_of("=<,}", 1);
  return end == text.npos || text[end] != '=';
}

/// Whether a number of a level is still missing.
static bool lacksRoom(const std::vector<Level> &levels) {
  return std::any_of(levels.begin(), levels.end(), [](const Level &level) {
    return runtime::hasRoom(level.kind) && level.room == 0;
  });
}

Result<Format> FormatParser::run() {
  // Cut the text into name, properties and mode order, in either order.
  Piece name = trim({text, 0});
  std::optional<Piece> properties, modes, levels;
  if (beginsWithLevels(name.text)) {
    size_t end = name.text.find('}');
    if (end == name.text.npos)
      return errorAt(
          "expected '}' behind the levels",
          {name.begin + name.text.size(), name.begin + name.text.size()},
          "for example {dense,compressed}");
    levels = name.slice(0, end + 1);
    name = trim(name.slice(end + 1));
  }
  if (size_t begin = name.text.find('{'); begin != name.text.npos) {
    Piece braces = name.slice(begin);
    size_t end = std::min(braces.text.find('}'), braces.text.size() - 1);
    properties = braces.slice(0, end + 1);
    Piece rest = trim(braces.slice(end + 1));
    name = name.slice(0, begin);
    bool isList = !rest.text.empty() &&
                  (rest.text.front() == ':' || rest.text.front() == ',');
    if (isList && name.text.find_first_of(":,") == name.text.npos)
      modes = rest.slice(1);
    else if (!rest.text.empty())
      return errorAt("expected the end of the format, got " + quote(rest.text),
                     rest.range(), "for example BCSR{block=2x3}:1,0");
  }
  if (size_t at = name.text.find_first_of(":,"); at != name.text.npos) {
    modes = name.slice(at + 1);
    name = name.slice(0, at);
  }
  name = trim(name);
  if (levels && !name.text.empty())
    return errorAt("expected the end of the format, got " + quote(name.text),
                   name.range(), "for example {dense,compressed}:1,0");
  if (levels)
    name = *levels;

  MaybeError error = parseName(name, modes);
  if (!error && properties)
    error = parseProperties(*properties, format, needsBlock);
  if (!error && lacksRoom(format.levels))
    error = errorAt("format " + quote(name.text) +
                        " needs the number of rows in a slice and of those "
                        "that are sorted at a time",
                    name.range(), "for example SELLCS{block=4,sort=32}");
  if (!error && needsBlock)
    error = errorAt("format " + quote(name.text) + " needs a block size",
                    name.range(), getBlockHint(format.levels, name.text));
  if (error)
    return std::move(*error);
  return std::move(format);
}

Result<Format> weft::notation::parseFormat(std::string_view text,
                                           std::optional<int64_t> order,
                                           std::string_view tensor) {
  return FormatParser(text, order, tensor).run();
}
