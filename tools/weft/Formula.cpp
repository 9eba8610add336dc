//===- Formula.cpp - Costs in numbers -------------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive descent over sums of products. A formula that it does not know
// has no value.
//
//===----------------------------------------------------------------------===//

#include "Formula.h"

#include <algorithm>
#include <cctype>
#include <cmath>

using namespace weft::driver;

using Value = std::optional<double>;

/// The coordinates of more entries take much memory.
static const int64_t mostEntries = 20000000;

//===----------------------------------------------------------------------===//
// Quantities
//===----------------------------------------------------------------------===//

void Quantities::add(const std::string &name, const weft_tensor *tensor,
                     const std::vector<std::string> &variables,
                     const std::string &format) {
  tensors.emplace(name, tensor);
  // The order of the modes follows the letters; a level of a part of a mode has
  // an operator behind its number.
  size_t mode = format.find(':') + 1;
  size_t end = format.find_first_not_of("0123456789", mode);
  bool isWhole =
      mode > 0 && end == mode + 1 && (format[end] == ',' || format[end] == '{');
  bool endsInDigit = std::isdigit(static_cast<unsigned char>(name.back()));
  if (isWhole)
    levels.emplace(name + (endsInDigit ? "_1" : "1"),
                   std::make_pair(name, size_t(format[mode] - '0')));
  for (size_t mode = 0; mode < variables.size(); ++mode)
    if (!variables[mode].empty())
      sizes.emplace(variables[mode], double(weft_tensor_dims(tensor)[mode]));
}

Value Quantities::getSize(const std::string &variable) const {
  auto known = sizes.find(variable);
  return known == sizes.end() ? Value() : known->second;
}

Value Quantities::getSize(const std::string &name, int64_t mode) const {
  auto known = tensors.find(name);
  if (known == tensors.end() || mode < 1 ||
      mode > weft_tensor_order(known->second))
    return std::nullopt;
  return double(weft_tensor_dims(known->second)[mode - 1]);
}

Value Quantities::countStored(const std::string &name) const {
  auto known = tensors.find(name);
  if (known != tensors.end())
    return double(weft_tensor_num_stored(known->second));
  auto level = levels.find(name);
  if (level != levels.end()) {
    const std::vector<int64_t> *counts =
        countByMode(level->second.first, level->second.second);
    return counts ? Value(double(counts->size() -
                                 std::count(counts->begin(), counts->end(), 0)))
                  : std::nullopt;
  }
  auto bound = bounds.find(name);
  return bound == bounds.end() ? Value() : bound->second;
}

const std::vector<int64_t> *Quantities::countByMode(const std::string &name,
                                                    size_t mode) const {
  auto level = levels.find(name);
  if (!tensors.count(name) && level != levels.end() && mode == 0)
    return countByMode(level->second.first, level->second.second);
  auto known = tensors.find(name);
  if (known == tensors.end())
    return nullptr;
  const weft_tensor *tensor = known->second;
  size_t order = weft_tensor_order(tensor);
  int64_t count = weft_tensor_num_stored(tensor);
  if (mode >= order || count > mostEntries ||
      weft_tensor_dims(tensor)[mode] > mostEntries)
    return nullptr;
  auto [entry, isNew] = counts.try_emplace({name, mode});
  if (!isNew)
    return &entry->second;
  entry->second.resize(weft_tensor_dims(tensor)[mode]);
  std::vector<int64_t> coordinates(count * order);
  std::vector<char> values(count * weft_type_size(weft_tensor_type(tensor)));
  weft_tensor_entries(tensor, coordinates.data(), values.data(), nullptr);
  for (int64_t number = 0; number < count; ++number)
    ++entry->second[coordinates[number * order + mode]];
  return &entry->second;
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

namespace {
class Formula {
public:
  Formula(const std::string &text, const Quantities &quantities)
      : text(text), quantities(quantities) {}

  Value run() {
    Value value = parseSum();
    skipSpaces();
    return at == text.size() ? value : std::nullopt;
  }

private:
  Value parseSum();
  Value parseProduct();
  Value parseFactor();
  /// A sum over all values of a variable, behind "sum over ".
  Value parseSummation();
  Value parseCall(const std::string &name);
  /// What nnz counts: a tensor, or what it stores at a coordinate.
  Value parseStored();
  /// A tensor and its only coordinate that is a variable: how many components
  /// it stores there.
  Value parseAccess();

  void skipSpaces() {
    while (at < text.size() && text[at] == ' ')
      ++at;
  }
  bool take(const std::string &part) {
    skipSpaces();
    bool isThere = text.compare(at, part.size(), part) == 0;
    at += isThere ? part.size() : 0;
    return isThere;
  }
  std::string takeName() {
    skipSpaces();
    size_t begin = at;
    while (
        at < text.size() &&
        (text[at] == '_' || std::isalnum(static_cast<unsigned char>(text[at]))))
      ++at;
    return text.substr(begin, at - begin);
  }

  const std::string &text;
  const Quantities &quantities;
  size_t at = 0;
  /// The values of the variables of summations.
  std::map<std::string, int64_t> values;
};
} // namespace

/// Sums over more values take too long.
static const double mostValues = 1e8;

Value Formula::parseSum() {
  Value sum = parseProduct();
  while (sum && take("+")) {
    Value next = parseProduct();
    sum = next ? Value(*sum + *next) : std::nullopt;
  }
  return sum;
}

Value Formula::parseProduct() {
  Value product = parseFactor();
  while (product && take("*")) {
    Value next = parseFactor();
    product = next ? Value(*product * *next) : std::nullopt;
  }
  return product;
}

Value Formula::parseFactor() {
  if (take("sum over "))
    return parseSummation();
  if (take("(")) {
    Value value = parseSum();
    return take(")") ? value : std::nullopt;
  }
  if (take("|")) {
    Value size = quantities.getSize(takeName());
    return take("|") ? size : std::nullopt;
  }
  std::string name = takeName();
  if (name.empty())
    return std::nullopt;
  if (std::isdigit(static_cast<unsigned char>(name[0])))
    return name.find_first_not_of("0123456789") == std::string::npos &&
                   name.size() < 16
               ? Value(std::stod(name))
               : std::nullopt;
  return take("(") ? parseCall(name) : std::nullopt;
}

Value Formula::parseCall(const std::string &name) {
  Value value;
  if (name == "nnz") {
    value = parseStored();
  } else if (name == "dim") {
    std::string tensor = takeName();
    std::string mode = take(",") ? takeName() : "";
    if (mode.size() == 1 && mode[0] >= '1' && mode[0] <= '9')
      value = quantities.getSize(tensor, mode[0] - '0');
  } else if (name == "log") {
    value = parseSum();
    if (value)
      value = std::log2(std::fmax(*value, 1));
  } else if (name == "min") {
    value = parseSum();
    while (value && take(",")) {
      Value next = parseSum();
      value = next ? Value(std::fmin(*value, *next)) : std::nullopt;
    }
  }
  return take(")") ? value : std::nullopt;
}

Value Formula::parseStored() {
  size_t begin = at;
  std::string name = takeName();
  if (!take("("))
    return quantities.countStored(name);
  at = begin;
  return parseAccess();
}

Value Formula::parseAccess() {
  std::string name = takeName();
  if (!take("("))
    return std::nullopt;
  size_t mode = 0, bound = 0, numBound = 0;
  int64_t coordinate = 0;
  do {
    if (!take(":")) {
      auto value = values.find(takeName());
      if (value == values.end())
        return std::nullopt;
      coordinate = value->second;
      bound = mode;
      ++numBound;
    }
    ++mode;
  } while (take(","));
  const std::vector<int64_t> *counts = quantities.countByMode(name, bound);
  if (!take(")") || numBound != 1 || !counts ||
      coordinate >= int64_t(counts->size()))
    return std::nullopt;
  return double((*counts)[coordinate]);
}

Value Formula::parseSummation() {
  std::string variable = takeName();
  Value size = quantities.getSize(variable);
  size_t condition = take("with ") ? at : 0;
  if (condition) {
    size_t end = text.find(" stored of ", at);
    if (end == std::string::npos)
      return std::nullopt;
    at = end + 7;
  }
  if (!take("of ") || !size || *size > mostValues || values.count(variable))
    return std::nullopt;
  size_t body = at;
  Value sum = 0;
  for (int64_t value = 0; sum && double(value) < std::fmax(*size, 1); ++value) {
    values[variable] = value;
    at = condition;
    Value stored = condition ? parseAccess() : Value(1);
    at = body;
    // The text is read even if there is no value, to find its end.
    Value next = parseProduct();
    bool counts = stored && *stored > 0 && double(value) < *size;
    sum = stored && (next || !(double(value) < *size))
              ? Value(*sum + (counts ? next.value_or(0) : 0))
              : std::nullopt;
  }
  values.erase(variable);
  return sum;
}

Value weft::driver::evaluateFormula(const std::string &formula,
                                    const Quantities &quantities) {
  return Formula(formula, quantities).run();
}
