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

#include <algorithm>
#include <optional>

using namespace weft;

namespace {
/// Renders an error about sizes in terms of a program of patterns.
class SizeErrorRenderer {
public:
  explicit SizeErrorRenderer(const weft_kernel &kernel) : kernel(kernel) {}

  std::string render(const notation::InferredSizes &failed) const;

private:
  std::optional<size_t> findTensor(notation::Range range) const;
  notation::Range findPlace(notation::Range range) const;
  notation::Diagnostic describe(const notation::SizeConflict &conflict) const;

  const weft_kernel &kernel;
};
} // namespace

/// The tensor of the signature that an index is one of, or whose access begins
/// here.
std::optional<size_t>
SizeErrorRenderer::findTensor(notation::Range range) const {
  const notation::Program &program = kernel.program;
  for (size_t number = 0; number < program.tensors.size(); ++number)
    if (program.tensors[number].range.begin == range.begin)
      return number;
  for (const notation::Statement &statement : program.statements) {
    for (const notation::IndexVariable &variable : statement.variables)
      for (const notation::ModeUse &use : variable.uses)
        if (use.range.begin == range.begin)
          return use.tensor;
    for (const notation::SumUse &sum : statement.sums)
      if (sum.use.range.begin == range.begin)
        return sum.use.tensor;
  }
  return std::nullopt;
}

/// The place of the parameter of a range of the signature; an empty range if
/// the program has no such parameter.
notation::Range SizeErrorRenderer::findPlace(notation::Range range) const {
  std::optional<size_t> tensor = findTensor(range);
  if (!tensor)
    return notation::Range();
  const auto &places = kernel.description.places;
  auto place = places.find(kernel.program.tensors[*tensor].name);
  return place == places.end() ? notation::Range() : place->second;
}

/// Index variables of the signature are natural numbers of the program, or
/// lengths that are no natural numbers.
notation::Diagnostic
SizeErrorRenderer::describe(const notation::SizeConflict &conflict) const {
  const std::vector<std::string> &numbers = kernel.description.naturalNumbers;
  bool isNumber = std::find(numbers.begin(), numbers.end(),
                            conflict.variable) != numbers.end();
  notation::Diagnostic error;
  error.message = (isNumber ? "the natural number '" + conflict.variable + "'"
                            : std::string("one length")) +
                  " has two values: " + conflict.first.toString() + " and " +
                  conflict.second.toString();
  error.range = conflict.second.range;
  if (conflict.first.kind != notation::SizeUse::Kind::Stated)
    error.notes.push_back({conflict.first.description + " has its type here",
                           conflict.first.range});
  return error;
}

std::string
SizeErrorRenderer::render(const notation::InferredSizes &failed) const {
  notation::Diagnostic shown =
      failed.conflict ? describe(*failed.conflict) : failed.error();
  shown.range = findPlace(shown.range);
  for (notation::Note &note : shown.notes)
    note.range = findPlace(note.range);
  return notation::render(shown, kernel.description.source());
}

std::string capi::renderSizeError(const weft_kernel &kernel,
                                  const notation::InferredSizes &failed) {
  if (!kernel.hasPatterns())
    return notation::render(failed.error(), kernel.text());
  return SizeErrorRenderer(kernel).render(failed);
}
