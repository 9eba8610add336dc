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
#include <cassert>
#include <cctype>
#include <charconv>

using namespace weft;
using namespace weft::notation;
using runtime::Format;
using runtime::Level;
using runtime::LevelKind;
using runtime::LevelPart;

namespace {
struct LevelLetter {
  char letter;
  LevelKind kind;
  bool unique;
};

/// A named format: the letters of its levels and what they store, with block
/// sizes left out. Without letters it exists for every order.
struct FormatWord {
  std::string_view word;
  std::string_view letters;
  std::string_view modes;
};
} // namespace

static constexpr LevelLetter levelLetters[] = {
    {'d', LevelKind::Dense, true},           {'s', LevelKind::Compressed, true},
    {'u', LevelKind::Compressed, false},     {'q', LevelKind::Singleton, true},
    {'c', LevelKind::Singleton, false},      {'b', LevelKind::Bitmap, true},
    {'h', LevelKind::Hashed, true},          {'r', LevelKind::Range, true},
    {'o', LevelKind::Offset, true},          {'p', LevelKind::Padded, true},
    {'g', LevelKind::LooseCompressed, true}, {'t', LevelKind::Listed, true},
    {'e', LevelKind::RunLength, true},       {'i', LevelKind::Interval, true},
    {'n', LevelKind::Structured, true},      {'a', LevelKind::Batched, true},
    {'m', LevelKind::Permuted, true},        {'l', LevelKind::Sliced, true},
};

static constexpr FormatWord formatWords[] = {
    {"dense", "", ""},
    {"COO", "", ""},
    {"CSF", "", ""},
    {"bitmap", "", ""},
    {"DOK", "", ""},
    {"MG", "", ""},
    {"CSR", "ds", "0,1"},
    {"CSC", "ds", "1,0"},
    {"DCSR", "ss", "0,1"},
    {"DCSC", "ss", "1,0"},
    {"LIL", "dt", "0,1"},
    {"BCSR", "dsdd", "0/,1/,0%,1%"},
    {"BCSC", "dsdd", "1/,0/,1%,0%"},
    {"CSB", "dduq", "0/,1/,0%,1%"},
    {"DIA", "dro", "*,0,1"},
    {"SDIA", "dso", "*,0,1"},
    {"ELL", "ddp", "*,0,1"},
    {"SELL", "didp", "0/,*,0%,1"},
    {"SELLCS", "mlp", "0,*,1"},
};

static constexpr std::string_view letterHint =
    "the level types are d (dense), s (compressed), u (compressed, not "
    "unique), q (singleton), c (singleton, not unique), b (bitmap), h "
    "(hashed), r (range), o (offset), p (padded), g (loose-compressed), t "
    "(listed), e (run-length), i (interval), n2 (structured: at most 2 below "
    "each parent), a (batched), m8 (permuted: in windows of 8), l4 (sliced: 4 "
    "rows each); s~, u~, q~ and c~ are without order";

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
  MaybeError parseRoom(Piece digits, Level &level) const;
  MaybeError checkOrder(Piece name) const;

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

bool weft::notation::mayLackOrder(const Level &level) {
  return level.kind == LevelKind::Compressed ||
         level.kind == LevelKind::Singleton;
}

static const LevelLetter *findLetter(char letter) {
  const LevelLetter *info =
      std::find_if(std::begin(levelLetters), std::end(levelLetters),
                   [&](const LevelLetter &l) { return l.letter == letter; });
  return info == std::end(levelLetters) ? nullptr : info;
}

char weft::notation::getLetter(const Level &level) {
  const LevelLetter *info =
      std::find_if(std::begin(levelLetters), std::end(levelLetters),
                   [&](const LevelLetter &l) {
                     return l.kind == level.kind && l.unique == level.unique;
                   });
  assert(info != std::end(levelLetters) && "levels come from text");
  return info->letter;
}

/// The levels of a format that exists for every order, and what they store.
static void spellOut(std::string_view word, int64_t order, std::string &letters,
                     std::string &modes) {
  char last = word == "dense" ? 'd' : word == "DOK" ? 'h' : 's';
  std::string above(std::max<int64_t>(0, order - 1), last);
  if (word == "bitmap") {
    above.assign(above.size(), 'd');
    last = 'b';
  }
  // A list of coordinates: those of blocks in the mode-generic format.
  bool isGeneric = word == "MG";
  if ((word == "COO" || isGeneric) && order > 1) {
    above.assign(above.size(), 'c');
    above.front() = 'u';
    last = 'q';
  }
  letters = order == 0 ? "" : above + last;
  if (isGeneric)
    letters.append(order, 'd');
  for (size_t k = 0; k < letters.size(); ++k) {
    modes += (k == 0 ? "" : ",") + std::to_string(k % order);
    if (isGeneric)
      modes += static_cast<int64_t>(k) < order ? "/" : "%";
  }
}

std::optional<Diagnostic> FormatParser::parseWord(const FormatWord &word,
                                                  Piece name) {
  if (word.letters.empty() && !order)
    return errorAt("the format " + quote(name.text) +
                       " needs the order of the tensor",
                   name.range(), "spell the levels out, e.g. dd");
  std::string letters(word.letters), modes(word.modes);
  if (word.letters.empty())
    spellOut(word.word, *order, letters, modes);
  std::string_view rest = modes;
  for (char letter : letters) {
    const LevelLetter &info = *findLetter(letter);
    Level level;
    level.kind = info.kind;
    level.unique = info.unique;
    std::string_view stored = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(stored.size() + 1, rest.size()));
    level.part = stored == "*"          ? LevelPart::Slot
                 : stored.back() == '/' ? LevelPart::Quotient
                 : stored.back() == '%' ? LevelPart::Remainder
                                        : LevelPart::Whole;
    level.mode = -1;
    if (level.part != LevelPart::Slot)
      std::from_chars(stored.data(), stored.data() + stored.size(), level.mode);
    needsBlock |= level.part == LevelPart::Quotient;
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

std::optional<Diagnostic> FormatParser::parseRoom(Piece digits,
                                                  Level &level) const {
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

std::optional<Diagnostic> FormatParser::parseLetters(Piece letters) {
  for (size_t k = 0; k < letters.text.size();) {
    Piece letter = letters.slice(k++, 1);
    const LevelLetter *info = findLetter(letter.text.front());
    if (!info)
      return errorAt("unknown level type " + quote(letter.text), letter.range(),
                     suggestFormat(letters.text));
    if (info->kind == LevelKind::Singleton && format.levels.empty())
      return errorAt("a singleton level cannot be the first level",
                     letter.range(),
                     "a coordinate list starts with u, e.g. uq");
    Level level;
    level.kind = info->kind;
    level.unique = info->unique;
    level.mode = static_cast<int64_t>(format.levels.size());
    if (k < letters.text.size() && letters.text[k] == '~') {
      if (!mayLackOrder(level))
        return errorAt("a level of the type " + quote(letter.text) +
                           " cannot be without order",
                       letters.slice(k, 1).range(),
                       "s~, u~, q~ and c~ store coordinates in any order");
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

std::optional<Diagnostic> FormatParser::checkOrder(Piece name) const {
  if (!order || *order == format.order())
    return std::nullopt;
  std::string owner = tensor.empty() ? "the tensor" : std::string(tensor);
  std::string what = " has " + count(format.levels.size(), "level", "levels");
  if (format.hasParts())
    what = " stores " +
           count(static_cast<size_t>(format.order()), "mode", "modes");
  return errorAt("format " + quote(name.text) + what + " but " + owner +
                     " has " +
                     count(static_cast<size_t>(*order), "mode", "modes"),
                 name.range());
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// Whether a number of a level is still missing.
static bool lacksRoom(const std::vector<Level> &levels) {
  return std::any_of(levels.begin(), levels.end(), [](const Level &level) {
    return runtime::hasRoom(level.kind) && level.room == 0;
  });
}

Result<Format> FormatParser::run() {
  // Cut the text into name, mode order and properties.
  Piece name = trim({text, 0});
  std::optional<Piece> properties, modes;
  if (size_t at = name.text.find('{'); at != name.text.npos) {
    properties = name.slice(at);
    name = name.slice(0, at);
  }
  if (size_t at = name.text.find_first_of(":,"); at != name.text.npos) {
    modes = name.slice(at + 1);
    name = name.slice(0, at);
  }
  name = trim(name);

  const FormatWord *word = nullptr;
  std::string lower = toLower(name.text);
  for (const FormatWord &candidate : formatWords)
    if (toLower(candidate.word) == lower)
      word = &candidate;

  if (word && modes)
    return errorAt("format " + quote(name.text) + " has a mode order already",
                   modes->range(), "spell the levels out, e.g. ds:1,0");
  MaybeError error = word ? parseWord(*word, name) : parseLetters(name);
  if (!error && modes)
    error = parseModeOrder(trim(*modes), format.levels);
  // The order of a tensor is known when the mode order is.
  if (!error && !word)
    error = checkLevels(format.levels, letterPieces);
  if (!error && !word)
    error = checkOrder(name);
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
