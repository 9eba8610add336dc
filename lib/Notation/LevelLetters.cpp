//===- LevelLetters.cpp - The letters of level types ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each level type has a letter in the text of a format.
//
//===----------------------------------------------------------------------===//

#include "FormatPieces.h"

#include "weft/Notation/FormatText.h"

#include <algorithm>
#include <cassert>

using namespace weft;
using namespace weft::notation;
using runtime::Level;
using runtime::LevelKind;

namespace {
struct LevelLetter {
  char letter;
  LevelKind kind;
  bool unique;
};
} // namespace

static constexpr LevelLetter levelLetters[] = {
    {'d', LevelKind::Dense, true},
    {'s', LevelKind::Compressed, true},
    {'u', LevelKind::Compressed, false},
    {'q', LevelKind::Singleton, true},
    {'c', LevelKind::Singleton, false},
    {'b', LevelKind::Bitmap, true},
    {'h', LevelKind::Hashed, true},
    {'r', LevelKind::Range, true},
    {'o', LevelKind::Offset, true},
    {'p', LevelKind::Padded, true},
    {'g', LevelKind::LooseCompressed, true},
    {'v', LevelKind::LooseCompressed, false},
    {'t', LevelKind::Listed, true},
    {'e', LevelKind::RunLength, true},
    {'i', LevelKind::Interval, true},
    {'n', LevelKind::Structured, true},
    {'a', LevelKind::Batched, true},
    {'m', LevelKind::Permuted, true},
    {'l', LevelKind::Sliced, true},
};

bool weft::notation::mayLackOrder(const Level &level) {
  return level.kind == LevelKind::Compressed ||
         level.kind == LevelKind::Singleton ||
         level.kind == LevelKind::LooseCompressed;
}

static const LevelLetter *findLetter(char letter) {
  const LevelLetter *info =
      std::find_if(std::begin(levelLetters), std::end(levelLetters),
                   [&](const LevelLetter &l) { return l.letter == letter; });
  return info == std::end(levelLetters) ? nullptr : info;
}

std::optional<Level> weft::notation::makeLevel(char letter) {
  const LevelLetter *info = findLetter(letter);
  if (!info)
    return std::nullopt;
  Level level;
  level.kind = info->kind;
  level.unique = info->unique;
  return level;
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
