//===- FormatWords.cpp - Formats with names -------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of names of formats, and how one is spelled out for the modes of a
// tensor.
//
//===----------------------------------------------------------------------===//

#include "FormatWords.h"

#include "Spelling.h"

#include <cassert>
#include <utility>

using namespace weft;
using namespace weft::notation;
using runtime::Level;
using runtime::LevelPart;

const std::vector<FormatWord> &weft::notation::getFormatWords() {
  constexpr LevelPart Blocks = LevelPart::Quotient;
  constexpr LevelPart Places = LevelPart::Remainder;
  const std::vector<LevelGroup> compressedRows = {{'d', Modes::First},
                                                  {'s', Modes::Rest}};
  const std::vector<LevelGroup> rowsOfBlocks = {{'d', Modes::First, Blocks},
                                                {'s', Modes::Rest, Blocks},
                                                {'d', Modes::All, Places}};
  static const std::vector<FormatWord> words = {
      {"dense", {{'d', Modes::All}}},
      {"COO", {{coordinateList, Modes::All}}},
      {"CSF", {{'s', Modes::All}}},
      {"bitmap", {{'d', Modes::AllButLast}, {'b', Modes::Last}}},
      {"DOK", {{'h', Modes::All}}},
      {"MG", {{coordinateList, Modes::All, Blocks}, {'d', Modes::All, Places}}},
      {"CSR", compressedRows, 2},
      {"CSC", compressedRows, 2, INT64_MAX, true},
      {"DCSR", {{'s', Modes::All}}, 2},
      {"DCSC", {{'s', Modes::All}}, 2, INT64_MAX, true},
      {"LIL", {{'d', Modes::First}, {'t', Modes::Rest}}, 2},
      {"BCSR", rowsOfBlocks, 2},
      {"BCSC", rowsOfBlocks, 2, INT64_MAX, true},
      {"CSB",
       {{'d', Modes::All, Blocks}, {coordinateList, Modes::All, Places}},
       2},
      {"DIA",
       {{'d', Modes::None}, {'r', Modes::First}, {'o', Modes::Last}},
       2,
       2,
       false,
       "ddro:0,*,1,2 stores the diagonals of each of several matrices, "
       "drod:*,0,1,2 diagonals of vectors"},
      {"SDIA",
       {{'d', Modes::None}, {'s', Modes::First}, {'o', Modes::Last}},
       2,
       2,
       false,
       "ddso:0,*,1,2 stores the diagonals of each of several matrices, "
       "dsod:*,0,1,2 diagonals of vectors"},
      {"ELL",
       {{'d', Modes::None}, {'d', Modes::AllButLast}, {'p', Modes::Last}},
       2},
      {"SELL",
       {{'d', Modes::First, Blocks},
        {'i', Modes::None},
        {'d', Modes::First, Places},
        {'d', Modes::Middle},
        {'p', Modes::Last}},
       2},
      {"SELLCS",
       {{'m', Modes::First},
        {'l', Modes::None},
        {'d', Modes::Middle},
        {'p', Modes::Last}},
       2},
  };
  return words;
}

const FormatWord *weft::notation::findFormatWord(std::string_view text) {
  std::string lower = toLower(text);
  for (const FormatWord &candidate : getFormatWords())
    if (toLower(candidate.word) == lower)
      return &candidate;
  return nullptr;
}

/// The modes of a tensor of an order that are meant, from the first to behind
/// the last.
static std::pair<int64_t, int64_t> getRange(Modes modes, int64_t order) {
  switch (modes) {
  case Modes::First:
    return {0, 1};
  case Modes::Rest:
    return {1, order};
  case Modes::Middle:
    return {1, order - 1};
  case Modes::AllButLast:
    return {0, order - 1};
  case Modes::Last:
    return {order == 0 ? 0 : order - 1, order};
  case Modes::All:
    return {0, order};
  case Modes::None:
    return {0, 0};
  }
  return {0, 0};
}

/// The letter of a level of a coordinate list: paths begin with coordinates
/// that are repeated, and the last completes them.
static char getCoordinateLetter(int64_t mode, int64_t order) {
  if (mode == 0)
    return order == 1 ? 's' : 'u';
  return mode == order - 1 ? 'q' : 'c';
}

std::vector<Level> weft::notation::spellOut(const FormatWord &word,
                                            const std::vector<int64_t> &modes) {
  int64_t order = modes.size();
  assert(order >= word.leastOrder && order <= word.mostOrder &&
         "the name is for tensors of this order");
  std::vector<Level> levels;
  for (const LevelGroup &group : word.groups) {
    if (group.modes == Modes::None) {
      Level &slots = levels.emplace_back(*makeLevel(group.letter));
      slots.part = LevelPart::Slot;
      slots.mode = -1;
    }
    auto [begin, end] = getRange(group.modes, order);
    for (int64_t k = begin; k < end; ++k) {
      char letter = group.letter == coordinateList
                        ? getCoordinateLetter(k, order)
                        : group.letter;
      Level &level = levels.emplace_back(*makeLevel(letter));
      level.part = group.part;
      level.mode = modes[word.isByColumns ? order - 1 - k : k];
    }
  }
  return levels;
}
