//===- Names.cpp - The names in options -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An option that names a tensor which the expression does not have, or which is
// not read or not assigned, is a mistake in the option, and shown there.
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "Texts.h"

#include <algorithm>

using namespace weft::driver;

namespace {
/// The tensors of a kernel by the part that they play.
struct TensorNames {
  explicit TensorNames(const weft_kernel *kernel) {
    int64_t numResults = weft_kernel_num_results(kernel);
    for (int64_t index = 0; index < weft_kernel_num_tensors(kernel); ++index) {
      std::string name = weft_kernel_tensor_name(kernel, index);
      if (index >= numResults && !contains(operands, name))
        operands.push_back(name);
      if (!contains(all, name))
        all.push_back(name);
    }
  }

  static bool contains(const std::vector<std::string> &names,
                       const std::string &name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  std::vector<std::string> operands, all;
};

/// An option that names a tensor: the text up to the name, the name, and the
/// text behind.
struct NamingOption {
  std::string option, name, rest;
};
} // namespace

/// Refuses the name in an option, which is none of `names`.
static std::string refuse(const NamingOption &option, const std::string &what,
                          const std::vector<std::string> &names,
                          const TensorNames &tensors) {
  std::string message =
      "the expression has no " + what + " '" + option.name + "'";
  if (TensorNames::contains(tensors.all, option.name))
    message = "'" + option.name + "' is not read by the expression";
  message += underline(option.option + option.name + option.rest,
                       option.option.size(), option.name.size());
  std::string hint;
  for (const std::string &name : names)
    hint += (hint.empty() ? "" : ", ") + name;
  if (hint.empty())
    return message + "\nhint: it has no " + what + "s";
  std::string near = findNearest(option.name, names);
  return message +
         "\nhint: " + (near.empty() ? "" : "did you mean '" + near + "'? ") +
         "the " + what + (names.size() == 1 ? " is " : "s are ") + hint;
}

bool weft::driver::checkNames(const CommandLine &line,
                              const weft_kernel *kernel, std::string &message) {
  TensorNames tensors(kernel);
  for (const auto &[name, source] : line.sources)
    if (!TensorNames::contains(tensors.operands, name)) {
      message =
          refuse({source.isGenerated ? "-g=" : "-i=", name, ":" + source.text},
                 "operand", tensors.operands, tensors);
      return false;
    }
  for (const auto &[name, path] : line.outputs)
    if (!TensorNames::contains(tensors.all, name)) {
      message =
          refuse({"-o=", name, ":" + path}, "tensor", tensors.all, tensors);
      return false;
    }
  for (const std::string &name : line.storedTensors)
    if (!TensorNames::contains(tensors.all, name)) {
      message =
          refuse({"-print-storage=", name, ""}, "tensor", tensors.all, tensors);
      return false;
    }
  for (const std::string &name : line.zeroBasedTensors)
    if (!TensorNames::contains(tensors.operands, name)) {
      message = refuse({"-zero-based=", name, ""}, "operand", tensors.operands,
                       tensors);
      return false;
    }
  return true;
}
