//===- CostNumbers.h - The costs of a run in numbers ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many steps the loops of a kernel make on given tensors. A cost with the
// entries of a temporary has a bound; one with a size that no tensor tells has
// no number.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_COSTNUMBERS_H
#define WEFT_ANALYSIS_COSTNUMBERS_H

#include "weft/Analysis/LoopCosts.h"

#include <functional>
#include <map>
#include <optional>

namespace weft {
namespace analysis {

/// A tensor of a run.
struct MeasuredTensor {
  std::string name;
  std::vector<int64_t> dims;
  /// The index variable of each mode; empty where there is none.
  std::vector<std::string> variables;
  int64_t numStored = 0;
  /// The mode that the outermost level stores, if it stores the whole of one.
  std::optional<size_t> outermost;
  /// Counts the components that are stored for each coordinate of a mode.
  /// Returns false if they are too many to be counted.
  std::function<bool(size_t mode, std::vector<int64_t> &counts)> countByMode;
};

/// A number of steps, or the most that they can be.
struct CostNumber {
  double value = 0;
  bool isBound = false;
};

class CostNumbers {
public:
  CostNumbers(const LoopCosts &costs, llvm::ArrayRef<MeasuredTensor> tensors);

  /// The number of a cost of these loops; nothing if it is not known.
  std::optional<CostNumber> evaluate(const Cost &cost) const;
  /// The sum of all lines, each with all of its steps; nothing if the number of
  /// any line is not known.
  std::optional<CostNumber> getTotal() const;
  /// The most steps of a loop that computes values; nothing if those of any
  /// such loop are not known.
  std::optional<double> getSteps() const;

private:
  using Value = std::optional<double>;
  using Counts = std::vector<int64_t>;

  Value evaluate(const Cost &cost, bool withBounds) const;
  Value evaluate(const CostTerm &term, bool withBounds) const;
  Value evaluateSum(const CostTerm &term, int shared) const;
  /// How many entries fulfill a relation.
  Value countEntries(llvm::StringRef name, bool withBounds) const;
  /// The same for each coordinate of its only shared variable.
  const Counts *countEntries(const CostRelation &relation, int shared) const;
  const Counts *countByMode(const MeasuredTensor &tensor, size_t mode) const;
  Value getSize(llvm::StringRef text) const;

  const LoopCosts &costs;
  std::map<std::string, const MeasuredTensor *> tensors;
  /// The outermost levels by the names that relations have for them.
  std::map<std::string, const MeasuredTensor *> outermost;
  std::map<std::string, double> variables, bounds;
  mutable std::map<std::pair<const MeasuredTensor *, size_t>,
                   std::optional<Counts>>
      counted;
};

/// Prints a number of steps: whole if it is, and else with four digits.
std::string printNumber(double number);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_COSTNUMBERS_H
