//===- RunFailure.cpp - Messages of failed runs -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says which tensor a failure is about, and shows it in the text, where the
// code of the kernel has but numbers.
//
//===----------------------------------------------------------------------===//

#include "RunFailure.h"

#include "weft/Runtime/Invocation.h"

#include <algorithm>

using namespace weft;
using weft::capi::FailedRun;

/// How a level counts, e.g. "positions of 32 bits and coordinates of 64".
static std::string describeWidths(const runtime::Level &level) {
  return "positions of " + std::to_string(level.positionBits) +
         " bits and coordinates of " + std::to_string(level.coordinateBits);
}

std::string capi::describeDifference(const runtime::Format &format,
                                     const runtime::Format &expected) {
  const std::string compiled = ", but the kernel was compiled for ";
  std::string text = runtime::toString(format);
  std::string expectedText = runtime::toString(expected);
  if (text != expectedText)
    return " is stored as " + text + compiled + expectedText;
  for (int64_t k = 0; k < format.numLevels(); ++k)
    if (!(format.levels[k] == expected.levels[k]))
      return " has " + describeWidths(format.levels[k]) + " in level " +
             std::to_string(k + 1) + compiled +
             describeWidths(expected.levels[k]);
  // Numbers that differ may be printed alike.
  return " has another fill than the kernel was compiled for";
}

template <typename Range, typename Predicate>
static bool anyOf(const Range &range, Predicate predicate) {
  return std::any_of(range.begin(), range.end(), predicate);
}

/// The results with positions or coordinates of the width that did not suffice.
static std::vector<const KernelTensor *>
findOverflow(const weft_rt_error &failure, const FailedRun &run) {
  bool isPosition = failure.detail[2] == 0;
  auto isWidth = [&](int bits) {
    return static_cast<uint64_t>(failure.detail[1]) ==
           (uint64_t(1) << (bits - 1)) - 1;
  };
  auto isTooLarge = [&](int64_t size) { return size > failure.detail[1]; };
  std::vector<const KernelTensor *> found;
  for (size_t number = 0; number < run.resultDims.size(); ++number) {
    const KernelTensor &result = run.kernel.results()[number];
    const std::vector<int64_t> &dims = run.resultDims[number];
    const runtime::Format &format = result.stored();
    auto kind = isPosition ? runtime::ArrayKind::Positions
                           : runtime::ArrayKind::Coordinates;
    bool mayFail = anyOf(format.levels, [&](const runtime::Level &level) {
      return isWidth(isPosition ? level.positionBits : level.coordinateBits) &&
             anyOf(runtime::arraysOf(level),
                   [&](const runtime::ArrayInfo &array) {
                     return array.kind == kind;
                   });
    });
    if (mayFail && (isPosition || anyOf(dims, isTooLarge)))
      found.push_back(&result);
  }
  return found;
}

/// Names what may be too large.
static std::string
nameOverflow(const std::vector<const KernelTensor *> &results,
             const weft_rt_error &failure) {
  std::string names;
  for (const KernelTensor *result : results)
    names += (names.empty() ? "" : " or ") + result->name;
  // What the kernel makes for itself is not narrower than formats are by
  // default, and may hold more than the result does.
  std::string temporary = "a temporary of the kernel";
  if (names.empty())
    return temporary;
  bool isPosition = failure.detail[2] == 0;
  bool mayBeTemporary = isPosition && failure.detail[1] >= INT32_MAX;
  return mayBeTemporary ? names + " or " + temporary : names;
}

/// Names what has levels with the room that did not suffice.
static std::string nameFull(const weft_rt_error &failure,
                            const weft_kernel &kernel) {
  std::string names;
  for (const KernelTensor &result : kernel.results())
    if (anyOf(result.format.levels, [&](const runtime::Level &level) {
          return level.room == failure.detail[0];
        }))
      names += (names.empty() ? "" : " or ") + result.name;
  return names;
}

/// The range of the text that an access out of bounds stands for.
static std::optional<notation::Range> findPlace(int64_t place,
                                                std::string_view text) {
  int64_t end = place % WEFT_RT_PLACE_SIZE;
  int64_t begin = place / WEFT_RT_PLACE_SIZE % WEFT_RT_PLACE_SIZE;
  size_t line = 0;
  for (int64_t left = place / WEFT_RT_PLACE_SIZE / WEFT_RT_PLACE_SIZE; left > 1;
       --left) {
    size_t lineEnd = text.find('\n', line);
    if (lineEnd == std::string_view::npos)
      return std::nullopt;
    line = lineEnd + 1;
  }
  if (begin == 0 || end < begin || line + begin > text.size())
    return std::nullopt;
  return notation::Range{line + begin - 1, line + end - 1};
}

/// A message, and the place of a text that it is about, if that is known, with
/// what to write there instead.
static std::string describeAt(std::string message,
                              std::optional<notation::Range> place,
                              std::string_view text, std::string hint = "") {
  return place ? notation::render({message, *place, hint, {}}, text) : message;
}

/// Whether all components of tensors of a format are stored.
static bool isDense(const runtime::Format &format) {
  return !anyOf(format.levels, [](const runtime::Level &level) {
    return level.kind != runtime::LevelKind::Dense;
  });
}

/// The dense result whose components take as many bytes as the kernel asked
/// for; null if there is none.
static const KernelTensor *findLarge(const weft_rt_error &failure,
                                     const FailedRun &run) {
  for (size_t number = 0; number < run.resultDims.size(); ++number) {
    const KernelTensor &result = run.kernel.results()[number];
    auto bytes = static_cast<double>(runtime::sizeOf(result.type));
    for (int64_t size : run.resultDims[number])
      bytes *= static_cast<double>(size);
    if (isDense(result.stored()) &&
        bytes == static_cast<double>(failure.detail[0]))
      return &result;
  }
  return nullptr;
}

/// Names what there is not enough memory for, and the format that needs less
/// where operands leave components out.
static std::string describeMemory(const weft_rt_error &failure,
                                  const FailedRun &run) {
  const weft_kernel &kernel = run.kernel;
  const KernelTensor *large = findLarge(failure, run);
  bool isKnown = large != nullptr;
  if (!isKnown && kernel.results().size() == 1)
    large = &kernel.results().front();
  std::string message = runtime::describe(failure);
  if (!large)
    return message;
  std::string what = " for " + large->name;
  what += isKnown ? ", which is dense" : " or a temporary of the kernel";
  message.insert(message.find(':'), what);
  bool hasSparse = anyOf(kernel.operands(), [](const KernelTensor &operand) {
    return !isDense(operand.format);
  });
  int64_t order = large->format.order();
  std::string hint;
  if (isKnown && hasSparse && order > 0)
    hint =
        "a sparse format stores only what the operands have: " + large->name +
        (order == 2   ? ":CSR"
         : order == 1 ? ":s"
                      : ":COO");
  return describeAt(message, kernel.getPlace(*large),
                    kernel.description.source(), hint);
}

/// Whether the last detail of a failure is a place in the text.
static bool hasPlace(const weft_rt_error &failure) {
  return failure.status == WEFT_RT_OUT_OF_BOUNDS ||
         failure.status == WEFT_RT_NEGATIVE_LENGTH ||
         failure.status == WEFT_RT_LENGTH_MISMATCH ||
         failure.status == WEFT_RT_DIVISION_BY_ZERO;
}

std::string capi::describeFailure(const weft_rt_error &failure,
                                  const FailedRun &run) {
  const weft_kernel &kernel = run.kernel;
  if (failure.status == WEFT_RT_OUT_OF_MEMORY)
    return describeMemory(failure, run);
  if (failure.status == WEFT_RT_NO_ROOM)
    return runtime::describe(failure, nameFull(failure, kernel));
  if (failure.status == WEFT_RT_INVALID_ARGUMENT)
    // Level types of plugins end a kernel so where they have no position.
    for (const KernelTensor &result : kernel.results())
      if (result.stored().hasPluginLevels())
        return describeAt(result.name + " does not fit its format: a level "
                                        "type of a plugin refuses a coordinate",
                          kernel.getPlace(result), kernel.description.source());
  if (failure.status == WEFT_RT_BOUND_VIOLATED)
    return describeAt(
        runtime::describe(failure),
        findPlace(failure.detail[2] / WEFT_RT_BOUND_KINDS, kernel.schedule()),
        kernel.schedule(),
        "a bound is promised for all operands of the kernel; give one that "
        "holds for these as well, or none");
  if (failure.status != WEFT_RT_INDEX_OVERFLOW &&
      failure.status != WEFT_RT_STRUCTURE_MISMATCH && !hasPlace(failure))
    return runtime::describe(failure);
  const std::string &source = kernel.description.source();
  std::optional<notation::Range> place;
  std::string message;
  if (failure.status == WEFT_RT_INDEX_OVERFLOW) {
    std::vector<const KernelTensor *> results = findOverflow(failure, run);
    message = runtime::describe(failure, nameOverflow(results, failure));
    if (!results.empty())
      place = kernel.getPlace(*results.front());
  } else if (failure.status == WEFT_RT_STRUCTURE_MISMATCH) {
    // Results that keep structures are operands as well.
    std::string names;
    for (const KernelTensor &result : kernel.results()) {
      if (!run.given.tensors.count(result.name))
        continue;
      names += (names.empty() ? "" : " or ") + result.name;
      if (!place)
        place = kernel.getPlace(result);
    }
    message = runtime::describe(failure, names);
  } else {
    message = runtime::describe(failure);
    place = findPlace(failure.detail[2], source);
  }
  return describeAt(message, place, source);
}
