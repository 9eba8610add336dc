//===- Measurements.cpp - Explanations in numbers -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the section of costs, whose lines are a loop and its steps.
//
//===----------------------------------------------------------------------===//

#include "Measurements.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <sstream>

using namespace weft::driver;

/// A number of steps or a number with a unit, with three digits at least.
static std::string format(double number, const char *unit = "") {
  char text[64];
  std::snprintf(text, sizeof text,
                number < 1e15 && number == double(int64_t(number)) ? "%.0f%s"
                                                                   : "%.4g%s",
                number, unit);
  return text;
}

static std::string formatBytes(double bytes) {
  static const char *const units[] = {" B", " kB", " MB", " GB", " TB"};
  size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < std::size(units); ++unit)
    bytes /= 1000;
  char text[64];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f%s" : "%.1f%s", bytes,
                units[unit]);
  return text;
}

namespace {
/// The section of costs with numbers.
class Costs {
public:
  explicit Costs(Quantities &quantities) : quantities(quantities) {}

  /// Learns the size of a part of a dimension.
  void takeSize(const std::string &line);
  /// Learns how much a temporary stores at most.
  void takeBound(const std::string &line);
  /// A line of costs with its number, if that is known.
  std::string addNumber(const std::string &line);
  /// The most steps of a loop, or a bound; nothing if those of any are unknown.
  std::optional<double> getSteps() const {
    return isKnown ? std::optional<double>(steps) : std::nullopt;
  }

private:
  Quantities &quantities;
  /// The same with bounds.
  std::optional<Quantities> bounded;
  bool isKnown = true;
  double steps = 0;
};
} // namespace

void Costs::takeSize(const std::string &line) {
  const std::string middle = "| is ", divided = " / ", ending = ", rounded up";
  size_t end = line.find(middle), last = line.rfind(ending);
  size_t quotient = line.rfind(divided);
  if (line.compare(0, 3, "  |") != 0 || end == std::string::npos ||
      last == std::string::npos || quotient == std::string::npos ||
      quotient < end || last < quotient)
    return;
  end += middle.size();
  std::optional<double> size =
      evaluateFormula(line.substr(end, quotient - end), quantities);
  quotient += divided.size();
  std::optional<double> number =
      evaluateFormula(line.substr(quotient, last - quotient), quantities);
  if (size && number && *number > 0)
    quantities.addSize(line.substr(3, line.find('|', 3) - 3),
                       std::ceil(*size / *number));
}

void Costs::takeBound(const std::string &line) {
  const std::string begin = "  nnz(", middle = ") is at most ";
  size_t end = line.find(middle);
  if (line.compare(0, begin.size(), begin) != 0 || end == std::string::npos)
    return;
  if (!bounded)
    bounded = quantities;
  std::optional<double> bound =
      evaluateFormula(line.substr(end + middle.size()), *bounded);
  if (bound)
    bounded->addBound(line.substr(begin.size(), end - begin.size()), *bound);
}

std::string Costs::addNumber(const std::string &line) {
  size_t colon = line.find(": ");
  if (colon == std::string::npos)
    return line;
  size_t end = std::min(line.find(';', colon), line.size());
  std::string formula = line.substr(colon + 2, end - colon - 2);
  std::optional<double> number = evaluateFormula(formula, quantities);
  const char *relation = " = ";
  if (!number && bounded) {
    number = evaluateFormula(formula, *bounded);
    relation = ", at most ";
  }
  std::string name = line.substr(0, colon);
  name.erase(0, name.find_first_not_of(' '));
  bool isLoop = name != "total" && name != "initialize" &&
                name.compare(0, 5, "sort ") != 0;
  if (isLoop && number)
    steps = std::max(steps, *number);
  isKnown &= !isLoop || number.has_value();
  return number && formula != format(*number)
             ? line.substr(0, end) + relation + format(*number) +
                   line.substr(end)
             : line;
}

/// The place behind the parenthesis that closes the one at a place.
static size_t skipParentheses(const std::string &text, size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    depth += (text[at] == '(') - (text[at] == ')');
    if (depth == 0)
      return at + 1;
  }
  return at;
}

static bool isNamePart(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c));
}

/// How many operations of arithmetic an expression has: operators, functions
/// and sums over variables. Indices are none.
static int64_t countOperations(const std::string &text,
                               const Quantities &quantities) {
  int64_t count = 0;
  // The last character that is no space, where operators have an operand.
  char last = '=';
  for (size_t at = 0; at < text.size();) {
    char c = text[at];
    size_t end = at;
    while (end < text.size() && isNamePart(text[end]))
      ++end;
    if (end > at) {
      std::string name = text.substr(at, end - at);
      bool isCall = end < text.size() && text[end] == '(';
      bool isTensor = quantities.countStored(name).has_value();
      count += isCall && !isTensor;
      at = isCall && isTensor ? skipParentheses(text, end) : end;
      last = 'x';
      continue;
    }
    bool isOperator = c == '+' || c == '-' || c == '*' || c == '/';
    count += isOperator && (last == 'x' || last == ')');
    if (c != ' ')
      last = c;
    ++at;
  }
  return count;
}

/// The expression with all sums written out.
static std::string printExpression(const weft_kernel *kernel) {
  char *made = nullptr, *error = nullptr;
  weft_kernel_print(kernel, "expression", &made, &error);
  Text text(made), message(error);
  return made ? made : "";
}

static Quantities
collectQuantities(const weft_kernel *kernel,
                  const std::vector<const weft_tensor *> &tensors) {
  Quantities quantities;
  for (size_t index = 0; index < tensors.size(); ++index) {
    std::vector<std::string> variables;
    for (int64_t mode = 0; mode < weft_tensor_order(tensors[index]); ++mode) {
      const char *variable =
          weft_kernel_tensor_variable(kernel, int64_t(index), mode);
      variables.push_back(variable ? variable : "");
    }
    quantities.add(weft_kernel_tensor_name(kernel, int64_t(index)),
                   tensors[index], variables,
                   weft_kernel_tensor_format(kernel, int64_t(index)));
  }
  return quantities;
}

/// The tensors, the arithmetic and the times.
static std::string
describeMeasurements(const weft_kernel *kernel,
                     const std::vector<const weft_tensor *> &tensors,
                     const Quantities &quantities, std::optional<double> steps,
                     const Times &times) {
  std::string text = "Measured\n";
  double bytes = 0;
  for (size_t index = 0; index < tensors.size(); ++index) {
    auto size = double(weft_tensor_num_bytes(tensors[index]));
    bytes += size;
    text += std::string("  ") +
            weft_kernel_tensor_name(kernel, int64_t(index)) + ": " +
            format(double(weft_tensor_num_stored(tensors[index]))) +
            " stored, " + formatBytes(size) + "\n";
  }
  text += "  bytes: " + formatBytes(bytes) +
          " if each array is read or written once\n";
  int64_t operations = countOperations(printExpression(kernel), quantities);
  double flops = double(operations) * steps.value_or(0);
  if (flops > 0)
    text += "  flops: at most " + format(flops) + ", " +
            std::to_string(operations) + " for each of " + format(*steps) +
            " steps\n";
  double run = times.runs.empty()
                   ? 0
                   : *std::min_element(times.runs.begin(), times.runs.end());
  char parts[160];
  std::snprintf(parts, sizeof parts,
                "  time: %.3f ms to read, %.3f ms to compile, %.3f ms to run\n",
                times.read, times.compile, run);
  text += parts;
  if (run > 0)
    text += "  rate: " + formatBytes(bytes / run * 1e3) + " per second" +
            (flops > 0 ? ", at most " + format(flops / run / 1e6, " Gflop/s")
                       : "") +
            "\n";
  return text;
}

std::string weft::driver::addMeasurements(
    const std::string &explanation, const weft_kernel *kernel,
    const std::vector<const weft_tensor *> &tensors, const Times &times) {
  Quantities quantities = collectQuantities(kernel, tensors);
  Costs costs(quantities);
  std::istringstream bounds(explanation), lines(explanation);
  for (std::string line; std::getline(bounds, line);) {
    costs.takeSize(line);
    costs.takeBound(line);
  }
  std::string text;
  bool isCost = false;
  for (std::string line; std::getline(lines, line);) {
    bool isTitle = !line.empty() && line[0] != ' ';
    if (isTitle)
      isCost = line == "Cost";
    text += (isCost && !isTitle ? costs.addNumber(line) : line) + "\n";
  }
  return text + describeMeasurements(kernel, tensors, quantities,
                                     costs.getSteps(), times);
}
