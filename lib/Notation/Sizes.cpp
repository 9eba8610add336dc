//===- Sizes.cpp - How large the modes and variables are ------------------===//
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

#include <optional>

using namespace weft::notation;

using TensorSizes = std::map<std::string, std::vector<int64_t>, std::less<>>;

namespace {
class SizeInference {
public:
  SizeInference(const Program &program, const Sizes &given)
      : program(program), given(given), sizes(given.tensors) {}

  Result<TensorSizes> run();

private:
  std::optional<Diagnostic> checkOrders() const;
  std::optional<Diagnostic> checkConstants(const Statement &statement) const;
  std::optional<Diagnostic> inferStatement(const Statement &statement);
  Result<int64_t> inferVariable(const IndexVariable &variable) const;

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

Result<int64_t>
SizeInference::inferVariable(const IndexVariable &variable) const {
  std::optional<int64_t> size;
  std::string origin;
  std::vector<Note> notes;
  auto stated = given.variables.find(variable.name);
  if (stated != given.variables.end()) {
    size = stated->second;
    origin = " as given";
  }
  for (const ModeUse &use : variable.uses) {
    std::optional<int64_t> other = sizeOf(use);
    if (!other)
      continue;
    if (!size) {
      size = other;
      origin = " in " + describe(use);
      notes = {{"'" + variable.name + "' indexes " + describe(use) + " here",
                use.range}};
    } else if (*size != *other) {
      return Diagnostic{"index variable '" + variable.name +
                            "' has two sizes: " + std::to_string(*size) +
                            origin + " and " + std::to_string(*other) + " in " +
                            describe(use),
                        use.range, "", std::move(notes)};
    }
  }
  if (size)
    return *size;
  // Nothing has its size but the kernel, which was compiled for one.
  if (variable.uses.empty())
    return 0;
  return Diagnostic{"the size of index variable '" + variable.name +
                        "' is unknown: no operand is indexed by it",
                    variable.range,
                    variable.isFree ? "give the sizes of the result" : "",
                    {}};
}

std::optional<Diagnostic>
SizeInference::inferStatement(const Statement &statement) {
  if (std::optional<Diagnostic> error = checkConstants(statement))
    return error;
  const Tensor &result = program.tensors[statement.result];
  std::vector<int64_t> computed(result.order);
  for (const IndexVariable &variable : statement.variables) {
    Result<int64_t> size = inferVariable(variable);
    if (!size)
      return std::move(size.error());
    for (const ModeUse &use : variable.uses)
      if (use.isResult)
        computed[use.mode] = *size;
  }
  sizes[result.name] = std::move(computed);
  return std::nullopt;
}

Result<TensorSizes> SizeInference::run() {
  if (std::optional<Diagnostic> error = checkOrders())
    return std::move(*error);
  for (const Statement &statement : program.statements)
    if (std::optional<Diagnostic> error = inferStatement(statement))
      return std::move(*error);
  return std::move(sizes);
}

Result<TensorSizes> weft::notation::inferSizes(const Program &program,
                                               const Sizes &given) {
  return SizeInference(program, given).run();
}
