//===- Formula.h - Costs in numbers -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explanations have costs as formulas of sizes and of numbers of stored
// components (docs/driver.md); when tensors are loaded, these are numbers.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_FORMULA_H
#define WEFT_TOOLS_WEFT_FORMULA_H

#include "Api.h"

#include <map>
#include <optional>

namespace weft {
namespace driver {

/// What formulas are about: the tensors of a kernel that has run.
class Quantities {
public:
  /// Adds a tensor with the variables that index its modes, which are empty
  /// where there is none, and its format.
  void add(const std::string &name, const weft_tensor *tensor,
           const std::vector<std::string> &variables,
           const std::string &format);
  /// Adds the size of a variable that a schedule makes.
  void addSize(const std::string &variable, double size) {
    sizes[variable] = size;
  }

  /// Says how many components a temporary stores at most.
  void addBound(const std::string &name, double bound) { bounds[name] = bound; }

  /// The size of the dimension of a variable.
  std::optional<double> getSize(const std::string &variable) const;
  /// The size of a mode of a tensor, counted from 1.
  std::optional<double> getSize(const std::string &name, int64_t mode) const;
  /// How many components a tensor stores, or a temporary at most, or how many
  /// coordinates an outermost level.
  std::optional<double> countStored(const std::string &name) const;
  /// How many components a tensor stores for each coordinate of a mode; null if
  /// there is no such tensor, or if it has too many to be counted.
  const std::vector<int64_t> *countByMode(const std::string &name,
                                          size_t mode) const;

private:
  std::map<std::string, const weft_tensor *> tensors;
  /// The outermost levels as formulas name them, as A1: the tensor and the mode
  /// that the level stores.
  std::map<std::string, std::pair<std::string, size_t>> levels;
  std::map<std::string, double> sizes, bounds;
  mutable std::map<std::pair<std::string, size_t>, std::vector<int64_t>> counts;
};

/// The value of a formula; nothing if it has something that is not known, as
/// the stored components of a workspace.
std::optional<double> evaluateFormula(const std::string &formula,
                                      const Quantities &quantities);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_FORMULA_H
