//===- Texts.cpp - Names, numbers and spelling ----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that the options have in common.
//
//===----------------------------------------------------------------------===//

#include "Texts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

using namespace weft::driver;

bool weft::driver::splitNamed(const std::string &text, std::string &name,
                              std::string &value) {
  size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size())
    return false;
  name = text.substr(0, colon);
  value = text.substr(colon + 1);
  return true;
}

template <typename T>
static bool parseWhole(const std::string &text, T &value) {
  const char *begin = text.data();
  const char *end = begin + text.size();
  if (end - begin > 1 && begin[0] == '+' && begin[1] != '-')
    ++begin;
  T parsed;
  auto [rest, failure] = std::from_chars(begin, end, parsed);
  if (failure != std::errc() || rest != end)
    return false;
  value = parsed;
  return true;
}

bool weft::driver::parseInteger(const std::string &text, int64_t &value) {
  return parseWhole(text, value);
}

bool weft::driver::parseReal(const std::string &text, double &value) {
  if (parseWhole(text, value))
    return true;
  // A number that is too small is zero, as it is in files.
  double parsed = 0;
  const char *end = text.data() + text.size();
  auto [rest, failure] = std::from_chars(text.data(), end, parsed);
  if (failure != std::errc::result_out_of_range || rest != end)
    return false;
  parsed = std::strtod(text.c_str(), nullptr);
  if (!(std::fabs(parsed) < 1))
    return false;
  value = parsed;
  return true;
}

std::string weft::driver::toLower(std::string text) {
  for (char &c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// How many characters must be inserted, deleted or changed to turn one text
/// into the other.
static size_t getEditDistance(const std::string &from, const std::string &to) {
  std::vector<size_t> row(to.size() + 1);
  for (size_t j = 0; j <= to.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= from.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      size_t changed = diagonal + (from[i - 1] != to[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
}

std::string
weft::driver::findNearest(const std::string &text,
                          const std::vector<std::string> &candidates) {
  const std::string *best = nullptr;
  size_t bestDistance = 3;
  for (const std::string &candidate : candidates) {
    size_t distance = getEditDistance(toLower(text), toLower(candidate));
    if (distance < bestDistance && distance < candidate.size()) {
      best = &candidate;
      bestDistance = distance;
    }
  }
  return best ? *best : "";
}

std::string weft::driver::suggest(const std::string &text,
                                  const std::vector<std::string> &candidates) {
  std::string best = findNearest(text, candidates);
  return best.empty() ? "" : "\nhint: did you mean '" + best + "'?";
}

std::string weft::driver::underline(const std::string &option, size_t begin,
                                    size_t length) {
  return "\n  " + option + "\n  " + std::string(begin, ' ') + "^" +
         std::string(std::max<size_t>(length, 1) - 1, '~');
}

bool weft::driver::isName(const std::string &text) {
  auto isPart = [](unsigned char c) {
    return c == '_' || (c < 0x80 && std::isalnum(c));
  };
  return std::all_of(text.begin(), text.end(), isPart) &&
         !std::isdigit(static_cast<unsigned char>(text[0]));
}
