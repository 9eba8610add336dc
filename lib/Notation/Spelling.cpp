//===- Spelling.cpp - Guessing what a misspelt name means -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The edit distance behind "did you mean": the one of Damerau and Levenshtein
// in its restricted form, in which a pair of neighbours is exchanged once.
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"

#include <algorithm>

using namespace weft::notation;

/// Names longer than this are not compared: the work is quadratic.
static constexpr size_t maxLength = 64;

static size_t editDistance(std::string_view a, std::string_view b) {
  // Three rows of the table of distances between prefixes.
  std::vector<size_t> older, previous(b.size() + 1), current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    previous[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({replaced, previous[j] + 1, current[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        current[j] = std::min(current[j], older[j - 2] + 1);
    }
    older = std::move(previous);
    previous = current;
  }
  return previous[b.size()];
}

std::string_view
weft::notation::findNearest(std::string_view name,
                            const std::vector<std::string_view> &candidates) {
  std::string_view nearest;
  if (name.empty() || name.size() > maxLength)
    return nearest;
  // A third of the letters may differ, but never all of a short name.
  size_t best = std::min<size_t>(3, (name.size() + 2) / 3) + 1;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > maxLength)
      continue;
    size_t distance = editDistance(toLower(name), toLower(candidate));
    if (distance >= best || distance >= candidate.size())
      continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string weft::notation::toLower(std::string_view text) {
  std::string lower(text);
  for (char &c : lower)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string weft::notation::count(size_t number, std::string_view singular,
                                  std::string_view plural) {
  return std::to_string(number) + " " +
         std::string(number == 1 ? singular : plural);
}
