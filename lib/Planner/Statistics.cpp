//===- Statistics.cpp - Statistics of stored tensors ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints and parses statistics, and checks that they can be those of a tensor.
//
//===----------------------------------------------------------------------===//

#include "weft/Planner/Statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace weft::planner;

/// A number of a list, which stands for a count that may exceed 2^53.
static std::string printNumber(double number) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", number);
  return text;
}

static std::string printNumbers(const std::vector<double> &numbers) {
  std::string text;
  for (double number : numbers)
    text += (text.empty() ? "" : "x") + printNumber(number);
  return text;
}

std::string weft::planner::toString(const Statistics &statistics) {
  std::string text;
  auto add = [&](const char *name, const std::string &value) {
    if (!value.empty())
      text += (text.empty() ? "" : ";") + std::string(name) + "=" + value;
  };
  add("sizes", printNumbers(statistics.sizes));
  add("entries", statistics.entries < 0 ? "" : printNumber(statistics.entries));
  add("distinct", printNumbers(statistics.distinct));
  add("squares", printNumbers(statistics.squares));
  add("prefixes", printNumbers(statistics.prefixes));
  return text;
}

/// Takes the part of a text before a separator off its front.
static std::string_view takePart(std::string_view &text, char separator) {
  size_t end = std::min(text.find(separator), text.size());
  std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

/// Parses numbers between `x`. False if one is no count.
static bool parseNumbers(std::string_view text, std::vector<double> &numbers) {
  numbers.clear();
  // A separator at the end has nothing behind it.
  if (text.empty() || text.back() == 'x')
    return false;
  while (!text.empty()) {
    std::string part(takePart(text, 'x'));
    char *end = nullptr;
    double number = std::strtod(part.c_str(), &end);
    // strtod takes spaces, signs, infinities and hexadecimal numbers, too.
    if (part.empty() || *end != '\0' || !(number >= 0) || number > 1e300 ||
        part.find_first_not_of("0123456789.e+-") != std::string::npos)
      return false;
    numbers.push_back(number);
  }
  return true;
}

bool weft::planner::parseStatistics(std::string_view text, size_t order,
                                    Statistics &statistics,
                                    std::string &message) {
  statistics = Statistics();
  while (!text.empty()) {
    std::string_view value = takePart(text, ';');
    std::string name(takePart(value, '='));
    std::vector<double> numbers;
    std::vector<double> *list = name == "sizes"      ? &statistics.sizes
                                : name == "distinct" ? &statistics.distinct
                                : name == "squares"  ? &statistics.squares
                                : name == "prefixes" ? &statistics.prefixes
                                                     : nullptr;
    if (!list && name != "entries") {
      message =
          "expected sizes, entries, distinct, squares or prefixes, got '" +
          name + "'";
      return false;
    }
    if (list ? !list->empty() : statistics.entries >= 0) {
      message = "expected '" + name + "' once";
      return false;
    }
    size_t expected = list ? order : 1;
    if (!parseNumbers(value, numbers) || numbers.size() != expected) {
      message = "expected " + std::to_string(expected) +
                (expected == 1 ? " number" : " numbers") + " for '" + name +
                "', got '" + std::string(value) + "'";
      return false;
    }
    if (list)
      *list = numbers;
    else
      statistics.entries = numbers.front();
  }
  return true;
}

double weft::planner::expectDistinct(double values, double draws) {
  if (values <= 0 || draws <= 0)
    return 0;
  // Without cancellation where few values are drawn.
  return std::min(draws, -values * std::expm1(-draws / values));
}
