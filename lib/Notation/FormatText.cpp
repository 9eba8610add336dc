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
#include "Spelling.h"

#include <algorithm>
#include <charconv>

using namespace weft;
using namespace weft::notation;
using runtime::Format;
using runtime::Level;
using runtime::LevelKind;

namespace {
struct LevelLetter {
  char letter;
  LevelKind kind;
  bool unique;
};

/// A named format. Without letters it exists for every order.
struct FormatWord {
  std::string_view word;
  std::string_view letters;
  bool isColumnMajor;
};
} // namespace

static constexpr LevelLetter levelLetters[] = {
    {'d', LevelKind::Dense, true},       {'s', LevelKind::Compressed, true},
    {'u', LevelKind::Compressed, false}, {'q', LevelKind::Singleton, true},
    {'c', LevelKind::Singleton, false},
};

static constexpr FormatWord formatWords[] = {
    {"dense", "", false}, {"COO", "", false},  {"CSF", "", false},
    {"CSR", "ds", false}, {"CSC", "ds", true}, {"DCSR", "ss", false},
    {"DCSC", "ss", true},
};

/// Words and letters of formats that have other level types.
static constexpr std::string_view otherWords[] = {
    "BCSR", "BCSC", "BSR", "BSC", "CSB", "DIA", "ELL", "HASH", "bitmap"};
static constexpr std::string_view otherLetters = "hrob";

static constexpr std::string_view letterHint =
    "the level types are d (dense), s (compressed), u (compressed, not "
    "unique), q (singleton), c (singleton, not unique)";

namespace {
class FormatParser {
public:
  FormatParser(std::string_view text, std::optional<int64_t> order,
               std::string_view tensor)
      : text(text), order(order), tensor(tensor) {}

  Result<Format> run();

private:
  using MaybeError = std::optional<Diagnostic>;

  MaybeError parseWord(const FormatWord &word, Piece name);
  MaybeError parseLetters(Piece letters);
  MaybeError parseModeOrder(Piece modes);
  MaybeError parseWidths(Piece widths);
  MaybeError parseWidth(Piece width);
  MaybeError checkOrder(Piece name) const;

  /// Splits a piece at commas.
  static std::vector<Piece> splitAtCommas(Piece list);

  std::string_view text;
  std::optional<int64_t> order;
  std::string_view tensor;
  Format format;
};
} // namespace

Piece weft::notation::trim(Piece piece) {
  while (!piece.text.empty() && piece.text.front() == ' ') {
    piece.text.remove_prefix(1);
    ++piece.begin;
  }
  while (!piece.text.empty() && piece.text.back() == ' ')
    piece.text.remove_suffix(1);
  return piece;
}

Diagnostic weft::notation::errorAt(std::string message, Range range,
                                   std::string hint) {
  return {std::move(message), range, std::move(hint), {}};
}

std::string weft::notation::quote(std::string_view text) {
  return "'" + std::string(text) + "'";
}

std::vector<Piece> FormatParser::splitAtCommas(Piece list) {
  std::vector<Piece> pieces;
  size_t begin = 0;
  while (true) {
    size_t end = std::min(list.text.find(',', begin), list.text.size());
    pieces.push_back(
        trim({list.text.substr(begin, end - begin), list.begin + begin}));
    if (end == list.text.size())
      return pieces;
    begin = end + 1;
  }
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

std::optional<Diagnostic> FormatParser::parseWord(const FormatWord &word,
                                                  Piece name) {
  if (word.letters.empty() && !order)
    return errorAt("the format " + quote(name.text) +
                       " needs the order of the tensor",
                   name.range(), "spell the levels out, e.g. dd");
  int64_t numLevels =
      word.letters.empty() ? *order : static_cast<int64_t>(word.letters.size());
  bool isList = word.word == "COO" && numLevels > 1;
  for (int64_t k = 0; k < numLevels; ++k) {
    Level level;
    level.mode = word.isColumnMajor ? numLevels - 1 - k : k;
    level.kind = LevelKind::Compressed;
    if (word.word == "dense" ||
        (!word.letters.empty() && word.letters[k] == 'd'))
      level.kind = LevelKind::Dense;
    if (isList) {
      level.kind = k == 0 ? LevelKind::Compressed : LevelKind::Singleton;
      level.unique = k == numLevels - 1;
    }
    format.levels.push_back(level);
  }
  return checkOrder(name);
}

/// What to say about a text that is neither a word nor level letters.
static std::string suggestFormat(std::string_view name) {
  std::vector<std::string_view> words;
  for (const FormatWord &word : formatWords)
    words.push_back(word.word);
  std::string_view nearest = findNearest(name, words);
  if (nearest.empty())
    return std::string(letterHint);
  return "did you mean '" + std::string(nearest) + "'?";
}

std::optional<Diagnostic> FormatParser::parseLetters(Piece letters) {
  for (size_t k = 0; k < letters.text.size(); ++k) {
    char letter = letters.text[k];
    Range range{letters.begin + k, letters.begin + k + 1};
    const auto *info =
        std::find_if(std::begin(levelLetters), std::end(levelLetters),
                     [&](const LevelLetter &l) { return l.letter == letter; });
    if (info == std::end(levelLetters)) {
      bool isOther = otherLetters.find(letter) != otherLetters.npos;
      return errorAt((isOther ? "level type " : "unknown level type ") +
                         quote(letters.text.substr(k, 1)) +
                         (isOther ? " is not supported yet" : ""),
                     range, suggestFormat(letters.text));
    }
    if (info->kind == LevelKind::Singleton && k == 0)
      return errorAt("a singleton level cannot be the first level", range,
                     "a coordinate list starts with u, e.g. uq");
    format.levels.push_back(
        {info->kind, info->unique, /*ordered=*/true, static_cast<int64_t>(k)});
  }
  return checkOrder(letters);
}

std::optional<Diagnostic> FormatParser::checkOrder(Piece name) const {
  if (!order || *order == format.order())
    return std::nullopt;
  std::string owner = tensor.empty() ? "the tensor" : std::string(tensor);
  return errorAt("format " + quote(name.text) + " has " +
                     count(format.levels.size(), "level", "levels") + " but " +
                     owner + " has " +
                     count(static_cast<size_t>(*order), "mode", "modes"),
                 name.range());
}

std::optional<Diagnostic> FormatParser::parseModeOrder(Piece modes) {
  size_t numLevels = format.levels.size();
  std::vector<Piece> pieces = splitAtCommas(modes);
  std::vector<bool> seen(numLevels, false);
  std::string hint =
      "the mode order names each mode once, counting from 0, e.g. ds:1,0";
  for (size_t k = 0; k < pieces.size(); ++k) {
    std::string_view digits = pieces[k].text;
    const char *end = digits.data() + digits.size();
    size_t mode = 0;
    auto [stop, status] = std::from_chars(digits.data(), end, mode);
    if (digits.empty() || stop != end || status == std::errc::invalid_argument)
      return errorAt("expected a mode, got " +
                         (digits.empty() ? "nothing" : quote(digits)),
                     pieces[k].range(), hint);
    if (status != std::errc() || mode >= numLevels)
      return errorAt("mode " + std::string(digits) +
                         " is out of range: the format has " +
                         count(numLevels, "level", "levels"),
                     pieces[k].range(), hint);
    if (seen[mode])
      return errorAt("mode " + std::string(digits) + " is listed twice",
                     pieces[k].range(), hint);
    seen[mode] = true;
    // Each mode is in range and new, so k is below the number of levels.
    format.levels[k].mode = static_cast<int64_t>(mode);
  }
  if (pieces.size() < numLevels)
    return errorAt(
        "the mode order has " + count(pieces.size(), "mode", "modes") +
            " but the format has " + count(numLevels, "level", "levels"),
        modes.range(), hint);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Widths
//===----------------------------------------------------------------------===//

std::optional<Diagnostic> FormatParser::parseWidth(Piece width) {
  std::string hint = "widths are given in bits, e.g. {pos=64,crd=32}";
  size_t equals = width.text.find('=');
  if (equals == width.text.npos)
    return errorAt("expected pos=BITS or crd=BITS, got " +
                       (width.text.empty() ? "nothing" : quote(width.text)),
                   width.range(), hint);
  Piece key = trim({width.text.substr(0, equals), width.begin});
  Piece value = trim({width.text.substr(equals + 1), width.begin + equals + 1});
  if (key.text == "fill")
    return parseFill(value, format.fill);
  if (key.text != "pos" && key.text != "crd")
    return errorAt("unknown property " + quote(key.text) +
                       ", expected 'pos', 'crd' or 'fill'",
                   key.range(), hint);
  for (int bits : {8, 16, 32, 64}) {
    if (value.text != std::to_string(bits))
      continue;
    (key.text == "pos" ? format.positionBits : format.coordinateBits) = bits;
    return std::nullopt;
  }
  return errorAt("expected a width of 8, 16, 32 or 64 bits, got " +
                     (value.text.empty() ? "nothing" : quote(value.text)),
                 value.range(), hint);
}

std::optional<Diagnostic> FormatParser::parseWidths(Piece widths) {
  if (widths.text.back() != '}')
    return errorAt("expected '}' at the end of the format",
                   {text.size(), text.size()});
  widths.text.remove_prefix(1);
  widths.text.remove_suffix(1);
  ++widths.begin;
  for (Piece width : splitAtCommas(widths))
    if (MaybeError error = parseWidth(width))
      return error;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

Result<Format> FormatParser::run() {
  // Cut the text into name, mode order and widths.
  Piece name = trim({text, 0});
  std::optional<Piece> widths, modes;
  if (size_t at = name.text.find('{'); at != name.text.npos) {
    widths = Piece{name.text.substr(at), name.begin + at};
    name.text = name.text.substr(0, at);
  }
  if (size_t at = name.text.find_first_of(":,"); at != name.text.npos) {
    modes = Piece{name.text.substr(at + 1), name.begin + at + 1};
    name.text = name.text.substr(0, at);
  }
  name = trim(name);

  const FormatWord *word = nullptr;
  std::string lower = toLower(name.text);
  for (const FormatWord &candidate : formatWords)
    if (toLower(candidate.word) == lower)
      word = &candidate;
  for (std::string_view other : otherWords)
    if (toLower(other) == lower)
      return errorAt("format " + quote(name.text) + " is not supported yet",
                     name.range(), std::string(letterHint));

  if (word && modes)
    return errorAt("format " + quote(name.text) + " has a mode order already",
                   modes->range(), "spell the levels out, e.g. ds:1,0");
  MaybeError error = word ? parseWord(*word, name) : parseLetters(name);
  if (!error && modes)
    error = parseModeOrder(trim(*modes));
  if (!error && widths)
    error = parseWidths(*widths);
  if (error)
    return std::move(*error);
  return std::move(format);
}

Result<Format> weft::notation::parseFormat(std::string_view text,
                                           std::optional<int64_t> order,
                                           std::string_view tensor) {
  return FormatParser(text, order, tensor).run();
}
