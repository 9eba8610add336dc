//===- FormatChoices.cpp - Formats that weft tune chooses -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first format of an order is the one that operands are converted from.
//
//===----------------------------------------------------------------------===//

#include "FormatChoices.h"
#include "Compilation.h"
#include "Times.h"

#include <algorithm>
#include <cstring>

using namespace weft::driver;

/// The most combinations of formats.
static constexpr size_t maxChoices = 16;

static const char *const automatic = ":auto";

static bool isAutomatic(const std::string &format) {
  size_t length = std::strlen(automatic);
  return format.size() > length &&
         format.compare(format.size() - length, length, automatic) == 0;
}

std::vector<std::string>
weft::driver::getChosenTensors(const CommandLine &line) {
  std::vector<std::string> names;
  for (const std::string &format : line.formats)
    if (isAutomatic(format))
      names.push_back(format.substr(0, format.find(':')));
  return names;
}

static std::vector<std::string> getFormats(int64_t order) {
  if (order == 1)
    return {"d", "s"};
  if (order == 2)
    return {"CSR", "CSC", "DCSR", "COO"};
  return {"CSF", "COO"};
}

/// The place of a tensor among those of a kernel; negative if it has none.
static int64_t findTensor(const weft_kernel *kernel, const std::string &name) {
  for (int64_t index = weft_kernel_num_tensors(kernel); index-- > 0;)
    if (weft_kernel_tensor_name(kernel, index) == name)
      return index;
  return -1;
}

/// Finds the orders of the tensors whose format is chosen.
static bool findOrders(const CommandLine &line,
                       const std::vector<std::string> &names,
                       std::vector<int64_t> &orders, std::string &message) {
  CommandLine plain = line;
  plain.formats.erase(
      std::remove_if(plain.formats.begin(), plain.formats.end(), isAutomatic),
      plain.formats.end());
  Compilation compilation(plain);
  Kernel kernel;
  if (!compilation.readFiles(message) ||
      !compilation.compile(line.getKernelName(), " no-code", kernel, message))
    return false;
  for (const std::string &name : names) {
    int64_t index = findTensor(kernel.get(), name);
    if (index < weft_kernel_num_results(kernel.get()) ||
        weft_kernel_tensor_order(kernel.get(), index) == 0) {
      message = "expected -f=" + name +
                ":auto to name an operand that has modes\nhint: give results "
                "a format";
      return false;
    }
    orders.push_back(weft_kernel_tensor_order(kernel.get(), index));
  }
  return true;
}

/// Replaces -f=NAME:auto in a command line.
static void choose(FormatChoice &choice, const std::string &name,
                   const std::string &format) {
  for (std::string &each : choice.line.formats)
    if (each == name + automatic)
      each = name + ":" + format;
  for (std::string &argument : choice.line.tuning.arguments) {
    std::string suffix = "f=" + name + automatic;
    if (argument == "-" + suffix || argument == "--" + suffix)
      argument = "-f=" + name + ":" + format;
  }
  choice.formats.push_back(name + ":" + format);
}

bool weft::driver::makeFormatChoices(const CommandLine &line,
                                     std::vector<FormatChoice> &choices,
                                     std::string &message) {
  std::vector<std::string> names = getChosenTensors(line);
  choices = {{line, {}}};
  if (names.empty())
    return true;
  std::vector<int64_t> orders;
  if (!findOrders(line, names, orders, message))
    return false;
  for (size_t number = 0; number < names.size(); ++number) {
    std::vector<FormatChoice> longer;
    for (const FormatChoice &choice : choices)
      for (const std::string &format : getFormats(orders[number])) {
        longer.push_back(choice);
        choose(longer.back(), names[number], format);
      }
    choices = std::move(longer);
  }
  if (choices.size() <= maxChoices)
    return true;
  message = "expected at most " + std::to_string(maxChoices) +
            " combinations of formats, got " + std::to_string(choices.size()) +
            "\nhint: choose fewer formats by auto";
  return false;
}

bool weft::driver::measureConversion(const weft_kernel *kernel,
                                     const Operands &operands,
                                     const FormatChoice &to, double &time,
                                     std::string &message) {
  std::vector<const weft_tensor *> pointers = operands.pointers();
  time = 0;
  for (const std::string &each : to.formats) {
    size_t colon = each.find(':');
    int64_t place = findTensor(kernel, each.substr(0, colon)) -
                    weft_kernel_num_results(kernel);
    const weft_tensor *tensor = pointers[size_t(place)];
    Clock clock;
    weft_tensor *made = nullptr;
    char *error = nullptr;
    if (weft_tensor_convert(tensor, each.c_str() + colon + 1,
                            weft_tensor_type(tensor), &made, &error) != 0)
      return fail(error, message);
    double taken = clock.elapsed();
    Tensor converted(made);
    if (std::strcmp(weft_tensor_format(made), weft_tensor_format(tensor)) != 0)
      time += taken;
  }
  return true;
}
