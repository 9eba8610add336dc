//===- Sizes.cpp - Sizes of modes and index variables -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes flow forward through the statements of a program: from the operands of
// one through its index variables (thesis section 4.2) to its result, which a
// later one may use.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Sizes.h"

#include "Spelling.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

using namespace weft::notation;

using TensorSizes = std::map<std::string, std::vector<int64_t>, std::less<>>;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

std::string SizeUse::toString() const {
  std::string number = std::to_string(size);
  switch (kind) {
  case Kind::Stated:
    return number + " as given";
  case Kind::Mode:
    return number + " in " + description;
  case Kind::Slice:
    return number + " in the slice " + description;
  }
  return number;
}

Diagnostic SizeConflict::toDiagnostic() const {
  Diagnostic error{"index variable '" + variable + "' has two sizes: " +
                       first.toString() + " and " + second.toString(),
                   second.range,
                   "",
                   {}};
  if (first.kind == SizeUse::Kind::Mode)
    error.notes.push_back(
        {"'" + variable + "' indexes " + first.description + " here",
         first.range});
  if (first.kind == SizeUse::Kind::Slice)
    error.notes.push_back(
        {"'" + variable + "' is the slice here", first.range});
  return error;
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

namespace {
class SizeInference {
public:
  SizeInference(const Program &program, const Sizes &given)
      : program(program), given(given), sizes(given.tensors) {}

  InferredSizes run();

  /// Whether what is known by now agrees, whatever the rest may be.
  std::optional<Diagnostic> check();

private:
  std::optional<Diagnostic> checkOrders() const;
  std::optional<Diagnostic> checkConstants(const Statement &statement) const;
  std::optional<Diagnostic> inferStatement(const Statement &statement);
  Result<std::optional<int64_t>> findStatedSize(const Statement &statement,
                                                const IndexVariable &variable);
  Result<int64_t> inferVariable(const Statement &statement,
                                const SizeSource &source);
  std::optional<int64_t> inferFromSums(const Statement &statement,
                                       const SizeSource &source) const;
  std::optional<Diagnostic> checkSums(const Statement &statement) const;

  /// The size of a mode if it is known by now.
  std::optional<int64_t> sizeOf(const ModeUse &use) const {
    auto entry = sizes.find(program.tensors[use.tensor].name);
    if (entry == sizes.end())
      return std::nullopt;
    return entry->second[use.mode];
  }

  /// E.g. "mode 2 of A"; modes are counted from 1 in messages.
  std::string describe(const ModeUse &use) const {
    return "mode " + std::to_string(use.mode + 1) + " of " +
           program.tensors[use.tensor].name;
  }

  const Program &program;
  const Sizes &given;
  TensorSizes sizes;
  /// The sizes of the variables of one statement.
  std::map<std::string, int64_t> variableSizes;
  /// What the error is about if a variable has two sizes.
  std::optional<SizeConflict> conflict;
};
} // namespace

std::optional<Diagnostic> SizeInference::checkOrders() const {
  for (const Tensor &tensor : program.tensors) {
    auto entry = sizes.find(tensor.name);
    if (entry != sizes.end() && entry->second.size() != tensor.order)
      return Diagnostic{"tensor '" + tensor.name + "' has order " +
                            std::to_string(tensor.order) + ", got " +
                            count(entry->second.size(), "size", "sizes"),
                        tensor.range,
                        "",
                        {}};
  }
  return std::nullopt;
}

std::optional<Diagnostic>
SizeInference::checkConstants(const Statement &statement) const {
  for (const ConstantUse &constant : statement.constants) {
    std::optional<int64_t> size = sizeOf(constant.use);
    if (size && constant.value >= *size)
      return Diagnostic{"index " + std::to_string(constant.value) +
                            " is out of range: " + describe(constant.use) +
                            " has size " + std::to_string(*size),
                        constant.use.range,
                        "indices count from 0",
                        {}};
  }
  return std::nullopt;
}

std::vector<SizeSource> weft::notation::orderSizes(
    const Statement &statement,
    const std::function<bool(const std::string &)> &isStated) {
  using Kind = SizeSource::Kind;
  std::vector<SizeSource> order;
  std::set<std::string> known;
  auto add = [&](size_t id, Kind kind, std::vector<size_t> sums = {}) {
    order.push_back({id, kind, std::move(sums)});
    known.insert(statement.variables[id].name);
  };
  auto isKnown = [&](size_t id) {
    return known.count(statement.variables[id].name) != 0;
  };
  size_t numVariables = statement.variables.size();
  auto find = [&](Kind kind, auto test) {
    for (size_t id = 0; id != numVariables; ++id)
      if (!isKnown(id) && test(statement.variables[id]))
        add(id, kind);
  };
  // What is added to is an operand, too.
  find(Kind::Operand, [&](const IndexVariable &variable) {
    return std::any_of(
        variable.uses.begin(), variable.uses.end(), [&](const ModeUse &use) {
          return !use.isResult || statement.assignment.accumulates;
        });
  });
  find(Kind::Slice, [&](const IndexVariable &variable) {
    return std::any_of(
        statement.sums.begin(), statement.sums.end(), [&](const SumUse &sum) {
          return sum.index.end &&
                 sum.index.terms.front().variable == variable.name;
        });
  });
  find(Kind::Stated,
       [&](const IndexVariable &variable) { return isStated(variable.name); });
  // The sums in which a variable is the only one whose size is unknown.
  auto findSums = [&](const IndexVariable &variable) {
    std::vector<size_t> sums;
    for (size_t number = 0; number != statement.sums.size(); ++number) {
      bool determines = false, isAlone = true;
      for (const IndexTerm &term : statement.sums[number].index.terms) {
        determines |= term.variable == variable.name;
        isAlone &=
            term.variable == variable.name || known.count(term.variable) != 0;
      }
      if (determines && isAlone)
        sums.push_back(number);
    }
    return sums;
  };
  auto findAllSums = [&] {
    for (size_t id = 0; id != numVariables; ++id) {
      if (isKnown(id))
        continue;
      std::vector<size_t> sums = findSums(statement.variables[id]);
      if (sums.empty())
        continue;
      add(id, Kind::Sums, std::move(sums));
      id = -1;
    }
  };
  findAllSums();
  find(Kind::Result,
       [](const IndexVariable &variable) { return !variable.uses.empty(); });
  findAllSums();
  find(Kind::None, [](const IndexVariable &) { return true; });
  return order;
}

std::optional<int64_t>
SizeInference::inferFromSums(const Statement &statement,
                             const SizeSource &source) const {
  const std::string &name = statement.variables[source.variable].name;
  std::optional<int64_t> least;
  for (size_t number : source.sums) {
    const SumUse &sum = statement.sums[number];
    std::optional<int64_t> size = sizeOf(sum.use);
    if (!size)
      continue;
    // How far the sum can go with the variable, and the others at their best.
    int64_t factor = 0;
    __int128 rest = sum.index.constant;
    for (const IndexTerm &term : sum.index.terms)
      if (term.variable == name)
        factor = term.factor;
    for (const IndexTerm &term : sum.index.terms)
      if (term.variable != name && (term.factor > 0) == (factor > 0))
        rest += static_cast<__int128>(term.factor) *
                (std::max<int64_t>(variableSizes.at(term.variable), 1) - 1);
    __int128 room = factor > 0 ? *size - 1 - rest : rest;
    __int128 limit = room < 0 ? 0 : room / std::abs(factor) + 1;
    if (!least || limit < *least)
      least = static_cast<int64_t>(std::min<__int128>(limit, INT64_MAX));
  }
  return least;
}

/// The size that is given for a variable, or that modes or slices have which it
/// stands for; they must agree.
Result<std::optional<int64_t>>
SizeInference::findStatedSize(const Statement &statement,
                              const IndexVariable &variable) {
  std::vector<SizeUse> uses;
  auto stated = given.variables.find(variable.name);
  if (stated != given.variables.end())
    uses.push_back({SizeUse::Kind::Stated, stated->second, "", {}});
  for (const ModeUse &use : variable.uses)
    if (std::optional<int64_t> size = sizeOf(use))
      uses.push_back({SizeUse::Kind::Mode, *size, describe(use), use.range});
  for (const SumUse &sum : statement.sums)
    if (sum.index.end && sum.index.terms.front().variable == variable.name)
      uses.push_back({SizeUse::Kind::Slice, sum.index.getSliceSize(),
                      print(sum.index), sum.index.range});
  for (const SizeUse &use : uses)
    if (use.size != uses.front().size) {
      conflict = SizeConflict{variable.name, uses.front(), use};
      return conflict->toDiagnostic();
    }
  return uses.empty() ? std::nullopt : std::optional(uses.front().size);
}

Result<int64_t> SizeInference::inferVariable(const Statement &statement,
                                             const SizeSource &source) {
  const IndexVariable &variable = statement.variables[source.variable];
  Result<std::optional<int64_t>> stated = findStatedSize(statement, variable);
  if (!stated)
    return std::move(stated.error());
  std::optional<int64_t> size = *stated;
  if (!size)
    size = inferFromSums(statement, source);
  if (size)
    return *size;
  // Nothing has its size but the kernel, which was compiled for one.
  if (variable.uses.empty())
    return 0;
  return Diagnostic{"the size of index variable '" + variable.name +
                        "' is unknown: no operand is indexed by it",
                    variable.range,
                    "give its size, as in -d=" + variable.name + ":10",
                    {}};
}

std::optional<Diagnostic>
SizeInference::checkSums(const Statement &statement) const {
  for (const SumUse &sum : statement.sums) {
    std::optional<int64_t> size = sizeOf(sum.use);
    if (sum.index.end && size && *sum.index.end > *size)
      return Diagnostic{"the slice " + print(sum.index) +
                            " is out of range: " + describe(sum.use) +
                            " has size " + std::to_string(*size),
                        sum.index.range,
                        "a slice ends before its second number",
                        {}};
    __int128 largest = std::abs(sum.index.constant);
    for (const IndexTerm &term : sum.index.terms)
      largest += static_cast<__int128>(std::abs(term.factor)) *
                 variableSizes.at(term.variable);
    if (largest > INT64_MAX / 4)
      return Diagnostic{"the index " + print(sum.index) +
                            " is too large for the sizes of its variables",
                        sum.index.range,
                        "its values are below 2^61 in magnitude",
                        {}};
  }
  return std::nullopt;
}

std::optional<Diagnostic>
SizeInference::inferStatement(const Statement &statement) {
  if (std::optional<Diagnostic> error = checkConstants(statement))
    return error;
  const Tensor &result = program.tensors[statement.result];
  std::vector<int64_t> computed(result.order);
  variableSizes.clear();
  auto isStated = [&](const std::string &name) {
    return given.variables.count(name) != 0;
  };
  for (const SizeSource &source : orderSizes(statement, isStated)) {
    Result<int64_t> size = inferVariable(statement, source);
    if (!size)
      return std::move(size.error());
    const IndexVariable &variable = statement.variables[source.variable];
    variableSizes[variable.name] = *size;
    for (const ModeUse &use : variable.uses)
      if (use.isResult)
        computed[use.mode] = *size;
  }
  if (std::optional<Diagnostic> error = checkSums(statement))
    return error;
  sizes[result.name] = std::move(computed);
  return std::nullopt;
}

std::optional<Diagnostic> SizeInference::check() {
  if (std::optional<Diagnostic> error = checkOrders())
    return error;
  for (const Statement &statement : program.statements) {
    if (std::optional<Diagnostic> error = checkConstants(statement))
      return error;
    for (const IndexVariable &variable : statement.variables)
      if (auto size = findStatedSize(statement, variable); !size)
        return std::move(size.error());
  }
  return std::nullopt;
}

InferredSizes SizeInference::run() {
  if (std::optional<Diagnostic> error = checkOrders())
    return std::move(*error);
  for (const Statement &statement : program.statements)
    if (std::optional<Diagnostic> error = inferStatement(statement)) {
      InferredSizes failed(std::move(*error));
      failed.conflict = std::move(conflict);
      return failed;
    }
  return std::move(sizes);
}

InferredSizes weft::notation::inferSizes(const Program &program,
                                         const Sizes &given) {
  return SizeInference(program, given).run();
}

std::optional<Diagnostic> weft::notation::checkSizes(const Program &program,
                                                     const Sizes &given) {
  return SizeInference(program, given).check();
}
