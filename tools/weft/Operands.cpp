//===- Operands.cpp - Sources of operands -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the source of every operand and the sizes of those that have none of
// their own: from -d, or from an operand that shares an index variable.
//
//===----------------------------------------------------------------------===//

#include "Operands.h"

#include <algorithm>
#include <new>

using namespace weft::driver;

TensorDescription Operands::describe(int64_t index) const {
  return {weft_kernel_tensor_name(kernel, index),
          weft_kernel_tensor_format(kernel, index),
          weft_kernel_tensor_type(kernel, index),
          weft_kernel_tensor_order(kernel, index)};
}

std::optional<int64_t> Operands::findSize(int64_t index, int64_t mode) const {
  auto given = line.sizesOf.find(weft_kernel_tensor_name(kernel, index));
  if (given != line.sizesOf.end() && mode < int64_t(given->second.size()))
    return given->second[mode];
  const char *variable = weft_kernel_tensor_variable(kernel, index, mode);
  if (!variable)
    return std::nullopt;
  given = line.sizesOf.find(variable);
  if (given != line.sizesOf.end() && given->second.size() == 1)
    return given->second.front();
  int64_t numResults = weft_kernel_num_results(kernel);
  for (size_t number = 0; number < tensors.size(); ++number) {
    if (!tensors[number])
      continue;
    int64_t other = numResults + number;
    for (int64_t m = 0; m < weft_tensor_order(tensors[number].get()); ++m) {
      const char *name = weft_kernel_tensor_variable(kernel, other, m);
      if (name && std::string(name) == variable)
        return weft_tensor_dims(tensors[number].get())[m];
    }
  }
  return std::nullopt;
}

// Letters of levels come before the order of the modes.
bool weft::driver::isDense(const std::string &format) {
  return format.find_first_not_of('d') == format.find(':');
}

/// Names the operand that there is not enough memory for, and the format that
/// needs less if `isSparse` says that there are few entries.
static void explainMemory(const TensorDescription &description, bool isSparse,
                          std::string &message) {
  if (message.find("not enough memory") == std::string::npos)
    return;
  message = "operand " + description.name + ": " + message;
  if (isSparse && description.order > 0 && isDense(description.format))
    message += "\nhint: a sparse format stores only its entries: -f=" +
               description.name +
               (description.order == 2   ? ":CSR"
                : description.order == 1 ? ":s"
                                         : ":COO");
}

bool Operands::read(int64_t index, const Source &source, std::string &message) {
  TensorDescription description = describe(index);
  Tensor &tensor = tensors[index - weft_kernel_num_results(kernel)];
  if (description.order == 0)
    if (auto made = parseScalar(description, source.text, tensor, message))
      return *made;
  auto given = line.sizesOf.find(description.name);
  const int64_t *dims =
      given == line.sizesOf.end() ? nullptr : given->second.data();
  weft_tensor *made = nullptr;
  char *error = nullptr;
  std::string options = line.rejectDuplicates ? "reject-duplicates" : "";
  if (line.isZeroBased ||
      std::count(line.zeroBasedTensors.begin(), line.zeroBasedTensors.end(),
                 description.name))
    options += " zero-based";
  if (weft_tensor_read_with(source.text.c_str(), description.format.c_str(),
                            description.type.c_str(), description.order, dims,
                            options.c_str(), &made, &error) != 0) {
    message = Text(error).get();
    explainMemory(description, /*isSparse=*/true, message);
    return false;
  }
  tensor.reset(made);
  return true;
}

/// Says that a generated operand has a mode of unknown size.
static std::string unknownSize(const std::string &name, int64_t mode) {
  return "the size of mode " + std::to_string(mode + 1) + " of " + name +
         " is unknown\nhint: give it with -d=" + name + ":SIZES";
}

bool Operands::hasSizes(int64_t index) const {
  for (int64_t mode = 0; mode < weft_kernel_tensor_order(kernel, index); ++mode)
    if (!findSize(index, mode))
      return false;
  return true;
}

bool Operands::generate(int64_t index, const Source &source,
                        std::string &message) {
  TensorDescription description = describe(index);
  std::optional<Generator> generator = parseGenerator(source.text);
  if (!generator) {
    message = "unknown kind of operand '" + source.text +
              "' in -g=" + description.name + ":" + source.text +
              ", expected d, r, s, h, u, f, b, l, v, or u:DENSITY with a "
              "density from 0 to 1";
    return false;
  }
  std::vector<int64_t> dims;
  for (int64_t mode = 0; mode < description.order; ++mode) {
    std::optional<int64_t> size = findSize(index, mode);
    if (!size) {
      message = unknownSize(description.name, mode);
      return false;
    }
    dims.push_back(*size);
  }
  Tensor &tensor = tensors[index - weft_kernel_num_results(kernel)];
  // The entries are listed before the runtime, which has limits, packs them.
  try {
    if (generateTensor(description, dims, *generator, line.seed, tensor,
                       message))
      return true;
  } catch (const std::bad_alloc &) {
    message = "not enough memory for its entries";
  }
  explainMemory(description, generator->isSparse(), message);
  return false;
}

bool Operands::load(std::string &message) {
  int64_t first = weft_kernel_num_results(kernel);
  int64_t end = weft_kernel_num_tensors(kernel);
  // Operands without sizes of their own take them from those that are there.
  tensors.resize(end - first);
  std::vector<int64_t> generated;
  for (int64_t index = first; index < end; ++index) {
    std::string name = weft_kernel_tensor_name(kernel, index);
    auto source = line.sources.find(name);
    if (source == line.sources.end()) {
      message = "operand " + name + " has no value\n" +
                weft_kernel_tensor_excerpt(kernel, index) +
                "\nhint: give it with -i=" + name + ":FILE or -g=" + name +
                ":d";
      return false;
    }
    if (source->second.isGenerated)
      generated.push_back(index);
    else if (!read(index, source->second, message))
      return false;
  }
  while (!generated.empty()) {
    auto next = std::find_if(generated.begin(), generated.end(),
                             [&](int64_t index) { return hasSizes(index); });
    if (next == generated.end())
      next = generated.begin();
    if (!generate(*next,
                  line.sources.at(weft_kernel_tensor_name(kernel, *next)),
                  message))
      return false;
    generated.erase(next);
  }
  return true;
}

std::vector<const weft_tensor *> Operands::pointers() const {
  std::vector<const weft_tensor *> result;
  for (const Tensor &tensor : tensors)
    result.push_back(tensor.get());
  return result;
}
