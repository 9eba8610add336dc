//===- SizeErrors.cpp - Sizes that do not agree -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of a program of patterns are inferred from its signature, a statement
// that the user has not written. Errors point at the parameters instead.
//
//===----------------------------------------------------------------------===//

#include "SizeErrors.h"

#include <optional>

using namespace weft;

namespace {
/// An error about sizes in terms of a program of patterns.
class SizeError {
public:
  SizeError(const weft_kernel &kernel, notation::Diagnostic error)
      : kernel(kernel), error(std::move(error)) {}

  std::string render();

private:
  void rephrase();
  notation::Range findPlace(notation::Range range) const;

  const weft_kernel &kernel;
  notation::Diagnostic error;
};
} // namespace

/// The place of the parameter that an index of the signature is one of.
notation::Range SizeError::findPlace(notation::Range range) const {
  auto isThere = [&](const notation::ModeUse &use) {
    return use.range.begin == range.begin;
  };
  std::optional<size_t> found;
  for (const notation::Statement &statement : kernel.program.statements) {
    for (const notation::IndexVariable &variable : statement.variables)
      for (const notation::ModeUse &use : variable.uses)
        if (isThere(use))
          found = use.tensor;
    for (const notation::SumUse &sum : statement.sums)
      if (isThere(sum.use))
        found = sum.use.tensor;
  }
  for (size_t number = 0; number < kernel.program.tensors.size(); ++number)
    if (kernel.program.tensors[number].range.begin == range.begin)
      found = number;
  const std::string &name = kernel.program.tensors[found.value_or(0)].name;
  auto place = kernel.description.places.find(name);
  return place == kernel.description.places.end() ? notation::Range()
                                                  : place->second;
}

/// Index variables are natural numbers of the program, or lengths that are
/// none.
void SizeError::rephrase() {
  const std::string before = "index variable '", behind = "' has two sizes";
  size_t end = error.message.find(behind);
  if (error.message.compare(0, before.size(), before) == 0 &&
      end != std::string::npos) {
    std::string name = error.message.substr(before.size(), end - before.size());
    bool isNumber = kernel.description.patterns.find(name) != std::string::npos;
    error.message =
        (isNumber ? "the natural number '" + name + "' has two values"
                  : std::string("one length has two values")) +
        error.message.substr(end + behind.size());
  }
  for (notation::Note &note : error.notes)
    if (size_t at = note.message.find("indexes "); at != std::string::npos)
      note.message =
          note.message.substr(at + 8, note.message.rfind(' ') - at - 8) +
          " has its type here";
}

std::string SizeError::render() {
  error.range = findPlace(error.range);
  for (notation::Note &note : error.notes)
    note.range = findPlace(note.range);
  rephrase();
  return notation::render(error, kernel.description.source());
}

std::string capi::renderSizeError(const weft_kernel &kernel,
                                  notation::Diagnostic error) {
  if (!kernel.hasPatterns())
    return notation::render(error, kernel.text());
  return SizeError(kernel, std::move(error)).render();
}
