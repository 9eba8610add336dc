//===- Statistics.cpp - Statistics of operands ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts what the planner is told of operands that are loaded. Each operand is
// listed once; those of which all components are stored are not.
//
//===----------------------------------------------------------------------===//

#include "AutomaticSchedule.h"

#include "weft/Planner/Statistics.h"
#include "weft/Runtime/ElementType.h"

#include <algorithm>
#include <map>
#include <memory>
#include <new>
#include <set>

using namespace weft;
using weft::capi::fail;

/// The maximum number of entries, and of coordinates of a mode, for which
/// degrees are counted.
static constexpr int64_t kMaxCounted = int64_t(1) << 26;

/// The minimum number of points of an iteration space for which a plan is
/// searched.
static constexpr double kMinPoints = 1e6;

static bool storesAll(const runtime::Tensor &tensor) {
  return std::all_of(tensor.format().levels.begin(),
                     tensor.format().levels.end(),
                     [](const runtime::Level &level) {
                       return level.kind == runtime::LevelKind::Dense;
                     });
}

/// An array of zeros; null if there is no memory. A program can do without
/// statistics.
template <typename T> static std::unique_ptr<T[]> makeZeros(size_t length) {
  return std::unique_ptr<T[]>(new (std::nothrow) T[length]());
}

/// Counts the coordinates of each mode and of each level that have entries.
/// Leaves out what there is no memory for.
static void countEntries(const runtime::Tensor &tensor,
                         planner::Statistics &statistics) {
  auto order = static_cast<size_t>(tensor.order());
  auto count = static_cast<size_t>(tensor.numStored());
  auto largest = static_cast<size_t>(
      *std::max_element(tensor.dims().begin(), tensor.dims().end()));
  auto coordinates = makeZeros<int64_t>(count * order);
  auto values = makeZeros<char>(count * runtime::sizeOf(tensor.type()));
  auto degrees = makeZeros<int64_t>(largest);
  if (!coordinates || !values || !degrees)
    return;
  tensor.entries(coordinates.get(), values.get());
  for (size_t mode = 0; mode < order; ++mode) {
    auto size = static_cast<size_t>(tensor.dims()[mode]);
    std::fill_n(degrees.get(), size, 0);
    for (size_t number = 0; number < count; ++number)
      ++degrees[coordinates[number * order + mode]];
    double distinct = 0, squares = 0;
    for (size_t place = 0; place < size; ++place) {
      auto degree = static_cast<double>(degrees[place]);
      distinct += degree != 0;
      squares += degree * degree;
    }
    statistics.distinct.push_back(distinct);
    statistics.squares.push_back(squares);
  }
  const std::vector<runtime::Level> &levels = tensor.format().levels;
  // Parts of modes and slots have no statistics of their own.
  if (levels.size() != order)
    return;
  statistics.prefixes.assign(order, 0);
  for (size_t number = 0; number < count; ++number) {
    const int64_t *entry = &coordinates[number * order];
    size_t level = 0;
    while (number != 0 && level < order &&
           entry[levels[level].mode] == (entry - order)[levels[level].mode])
      ++level;
    for (; level < order; ++level)
      ++statistics.prefixes[level];
  }
}

static planner::Statistics describe(const runtime::Tensor &tensor) {
  planner::Statistics statistics;
  statistics.sizes.assign(tensor.dims().begin(), tensor.dims().end());
  statistics.entries = static_cast<double>(tensor.numStored());
  bool isSmall = tensor.numStored() <= kMaxCounted;
  for (int64_t size : tensor.dims())
    isSmall &= size <= kMaxCounted;
  if (isSmall && !storesAll(tensor))
    countEntries(tensor, statistics);
  return statistics;
}

/// The accesses in an expression.
static void collectAccesses(const notation::Expr &expression,
                            std::vector<const notation::Access *> &accesses) {
  if (const auto *access = expression.getAs<notation::Access>())
    accesses.push_back(access);
  notation::forEachOperand(expression, [&](const notation::ExprPtr &operand) {
    collectAccesses(*operand, accesses);
  });
}

/// Whether one access alone has a variable of a reduction, over which it may be
/// summed up first.
static bool hasOwnSum(const notation::Reduction &reduction,
                      const std::vector<const notation::Access *> &accesses) {
  std::map<std::string, std::set<const notation::Access *>> users;
  for (const notation::Access *access : accesses)
    for (const notation::Index &index : access->indices)
      notation::forEachVariable(
          index, [&](const std::string &variable, notation::Range) {
            users[variable].insert(access);
          });
  return std::any_of(
      reduction.variables.begin(), reduction.variables.end(),
      [&](const notation::Name &name) { return users[name.text].size() == 1; });
}

namespace {
/// What the reductions of a statement have in common.
struct ReductionFacts {
  /// Whether one joins three operands, or two of which one has its own sum.
  bool hasSteps = false;
  /// Whether several read the same tensor, which may be a common factor.
  bool shareTensor = false;
  std::set<std::string> tensors;

  void collect(const notation::Expr &expression);
};
} // namespace

void ReductionFacts::collect(const notation::Expr &expression) {
  if (const auto *reduction = expression.getAs<notation::Reduction>()) {
    std::vector<const notation::Access *> accesses;
    collectAccesses(expression, accesses);
    hasSteps |= accesses.size() >= 3 ||
                (accesses.size() == 2 && hasOwnSum(*reduction, accesses));
    std::set<std::string> own;
    for (const notation::Access *access : accesses)
      own.insert(access->tensor.text);
    for (const std::string &tensor : own)
      shareTensor |= accesses.size() >= 2 && !tensors.insert(tensor).second;
  }
  notation::forEachOperand(
      expression, [&](const notation::ExprPtr &operand) { collect(*operand); });
}

/// Whether a kernel may have a plan that is worth it: reductions that have
/// steps or a common factor, and a large iteration space.
static bool mayBePlanned(const weft_kernel &kernel,
                         const weft_tensor *const *operands) {
  bool mayHaveSteps = false;
  for (const notation::Statement &statement : kernel.program.statements) {
    ReductionFacts facts;
    facts.collect(*statement.assignment.value);
    mayHaveSteps |= facts.hasSteps || facts.shareTensor;
  }
  std::map<std::string, const weft_tensor *> tensors;
  for (size_t number = 0; number < kernel.operands().size(); ++number)
    tensors[kernel.operands()[number].name] = operands[number];
  // A tensor may be read under several names of variables.
  std::vector<const notation::Access *> accesses;
  for (const notation::Statement &statement : kernel.program.statements)
    collectAccesses(*statement.assignment.value, accesses);
  std::set<std::string> variables;
  double points = 1;
  for (const notation::Access *access : accesses) {
    auto operand = tensors.find(access->tensor.text);
    if (operand == tensors.end())
      continue;
    const std::vector<int64_t> &dims = operand->second->tensor.dims();
    for (size_t mode = 0; mode < dims.size(); ++mode)
      if (access->indices[mode].isVariable() &&
          variables.insert(access->indices[mode].variable).second)
        points *= static_cast<double>(std::max<int64_t>(dims[mode], 1));
  }
  bool isForced = kernel.source->hasOption("plan=always");
  return mayHaveSteps && (isForced || points >= kMinPoints);
}

/// The statistics of operands as words; empty if there is nothing to plan.
static std::string stateStatistics(const weft_kernel &kernel,
                                   const weft_tensor *const *operands) {
  std::string text;
  if (mayBePlanned(kernel, operands))
    for (size_t number = 0; number < kernel.operands().size(); ++number)
      if (operands[number]->tensor.order() != 0)
        text += " statistics=" + kernel.operands()[number].name + ":" +
                planner::toString(describe(operands[number]->tensor));
  return text;
}

int weft_kernel_statistics(const weft_kernel *kernel,
                           const weft_tensor *const *operands,
                           int64_t num_operands, char **words, char **error) {
  WEFT_REQUIRE(kernel);
  if (num_operands != 0)
    WEFT_REQUIRE(operands);
  WEFT_REQUIRE(words);
  auto arguments =
      capi::RunArguments::copy(*kernel, operands, num_operands, nullptr, 0);
  if (arguments.failed())
    return fail(error, arguments.getStatus());
  *words = capi::copyText(stateStatistics(*kernel, operands));
  return *words ? 0 : fail(error, "not enough memory");
}

/// Whether the statements that a kernel computes are not those of its text.
/// False with an error if that fails.
static bool hasPlan(const weft_kernel &kernel, bool &isPlanned, char **error) {
  char *plan = nullptr, *text = nullptr;
  bool isPrinted = weft_kernel_print(&kernel, "plan", &plan, error) == 0 &&
                   weft_kernel_print(&kernel, "expression", &text, error) == 0;
  isPlanned = isPrinted && std::string_view(plan) != text;
  weft_string_free(plan);
  weft_string_free(text);
  return isPrinted;
}

int weft_kernel_plan(const weft_kernel *kernel,
                     const weft_tensor *const *operands, int64_t num_operands,
                     weft_kernel **planned, char **error) {
  WEFT_REQUIRE(kernel);
  if (num_operands != 0)
    WEFT_REQUIRE(operands);
  WEFT_REQUIRE(planned);
  *planned = nullptr;
  auto arguments =
      capi::RunArguments::copy(*kernel, operands, num_operands, nullptr, 0);
  if (arguments.failed())
    return fail(error, arguments.getStatus());
  std::string words = stateStatistics(*kernel, operands);
  if (words.empty())
    return 0;
  // Code is generated for what has a plan only.
  const std::string &options = kernel->source->options;
  auto draft =
      capi::compileAgain(*kernel->source, options + words + " no-code");
  if (draft.failed())
    return fail(error, draft.getStatus());
  bool isPlanned = false;
  if (!hasPlan(**draft, isPlanned, error))
    return WEFT_REFUSED;
  if (!isPlanned)
    return 0;
  // The source of a kernel whose schedule is chosen is without that word.
  if (kernel->automatic)
    words += kernel->automatic->getWord();
  auto made = capi::compileAgain(*kernel->source, options + words);
  if (made.failed())
    return fail(error, made.getStatus());
  *planned = made->release();
  return 0;
}
