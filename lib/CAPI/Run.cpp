//===- Run.cpp - Running kernels behind the C interface ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel trusts its arguments. This file makes sure that it may: it checks
// the formats, types and sizes of the operands before the kernel runs and the
// arrays of the results after it.
//
//===----------------------------------------------------------------------===//

#include "CallFunction.h"
#include "KernelHandle.h"
#include "RunFailure.h"

#include "weft/Notation/Arguments.h"
#include "weft/Notation/Sizes.h"
#include "weft/Runtime/Invocation.h"
#include "weft/Runtime/Packing.h"
#include "weft/Runtime/Progress.h"

#include <cstdlib>

using namespace weft;
using weft::capi::fail;

namespace {
/// One run of a kernel.
class Run {
public:
  explicit Run(const weft_kernel &handle) : handle(handle) {}

  /// Each of these returns success, or a message for the user.
  runtime::Status takeOperands(const weft_tensor *const *operands,
                               int64_t count);
  void takeResultDims(const int64_t *const *dims) { givenDims = dims; }
  void takeSizes(const char *const *sizes, int64_t count) {
    givenSizes = sizes;
    numGivenSizes = count;
  }
  /// Runs the kernel's own code, or a function that does the same.
  runtime::Status execute(weft_kernel_function function,
                          std::vector<runtime::Tensor> &results);

private:
  /// Collects what the caller and the operands say of sizes in `given`.
  runtime::Status collectSizes();
  runtime::Status collectOperandDims();
  runtime::Status collectResultDims();
  runtime::Status collectSizeTexts();
  /// Calls what runs with the tensors of the signature. The arrays of results
  /// are this file's to free afterwards.
  runtime::Status call(weft_kernel_function function,
                       const std::vector<weft_tensor_data *> &pointers);
  /// Converts results to their formats from those that the kernel made.
  runtime::Status convert(std::vector<runtime::Tensor> &results);
  const weft_kernel &kernel() const { return handle; }
  runtime::Status inferSizes();

  const weft_kernel &handle;
  std::vector<const runtime::Tensor *> operands;
  /// As the caller gave them; null if it gave none.
  const int64_t *const *givenDims = nullptr;
  const char *const *givenSizes = nullptr;
  int64_t numGivenSizes = 0;
  notation::Sizes given;
  std::vector<std::vector<int64_t>> resultDims;
};
} // namespace

/// How a level counts, e.g. "positions of 32 bits and coordinates of 64".
static std::string describeWidths(const runtime::Level &level) {
  return "positions of " + std::to_string(level.positionBits) +
         " bits and coordinates of " + std::to_string(level.coordinateBits);
}

/// In what a format differs from the one that a kernel was compiled for. Widths
/// are no part of the text of a format.
static std::string describeDifference(const runtime::Format &format,
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

runtime::Status Run::takeOperands(const weft_tensor *const *tensors,
                                  int64_t count) {
  int64_t expected = kernel().operands().size();
  if (count != expected)
    return runtime::Status::failure(
        "expected " + std::to_string(expected) +
        (expected == 1 ? " operand, got " : " operands, got ") +
        std::to_string(count));
  for (int64_t number = 0; number < count; ++number) {
    const KernelTensor &operand = kernel().operands()[number];
    if (!tensors || !tensors[number])
      return runtime::Status::failure("operand " + operand.name + " is NULL");
    const runtime::Tensor &tensor = tensors[number]->tensor;
    if (!(tensor.format() == operand.format))
      return runtime::Status::failure(
          "operand " + operand.name +
          describeDifference(tensor.format(), operand.format));
    if (tensor.type() != operand.type)
      return runtime::Status::failure(
          "operand " + operand.name + " has components of type " +
          runtime::nameOf(tensor.type()) +
          ", but the kernel was compiled for " + runtime::nameOf(operand.type));
    operands.push_back(&tensor);
  }
  return runtime::Status::success();
}

runtime::Status Run::collectOperandDims() {
  for (size_t number = 0; number < operands.size(); ++number) {
    const std::string &name = kernel().operands()[number].name;
    const std::vector<int64_t> &dims = operands[number]->dims();
    // A tensor whose structure the result keeps may be there twice.
    auto [entry, isNew] = given.tensors.emplace(name, dims);
    if (!isNew && entry->second != dims)
      return runtime::Status::failure(
          "the two operands named " + name +
          " differ in size: " + runtime::describeDims(entry->second) + " and " +
          runtime::describeDims(dims));
  }
  return runtime::Status::success();
}

runtime::Status Run::collectResultDims() {
  for (size_t number = 0; givenDims && number < kernel().results().size();
       ++number) {
    const KernelTensor &result = kernel().results()[number];
    // What is an operand as well has its sizes.
    if (!givenDims[number] || given.tensors.count(result.name))
      continue;
    std::vector<int64_t> sizes(givenDims[number],
                               givenDims[number] + result.format.order());
    for (int64_t size : sizes)
      if (size < 0)
        return runtime::Status::failure("expected the sizes of " + result.name +
                                        " not to be negative, got " +
                                        std::to_string(size));
    given.tensors[result.name] = std::move(sizes);
  }
  return runtime::Status::success();
}

runtime::Status Run::collectSizeTexts() {
  if (numGivenSizes < 0)
    return runtime::Status::failure(
        "expected the number of sizes not to be negative, got " +
        std::to_string(numGivenSizes));
  for (int64_t number = 0; number < numGivenSizes; ++number) {
    const char *text = givenSizes ? givenSizes[number] : nullptr;
    if (!text)
      return runtime::Status::failure("expected NAME:SIZES, got NULL");
    auto parsed = notation::parseSizesArgument(text, kernel().program);
    if (!parsed)
      return runtime::Status::failure(notation::render(parsed.error(), text));
    if (kernel().program.findTensor(parsed->name)) {
      auto [entry, isNew] = given.tensors.emplace(parsed->name, parsed->value);
      if (!isNew && entry->second != parsed->value)
        return runtime::Status::failure(
            "'" + std::string(text) + "' contradicts " + parsed->name +
            ", which is a " + runtime::describeDims(entry->second));
    } else {
      auto [entry, isNew] =
          given.variables.emplace(parsed->name, parsed->value.front());
      if (!isNew && entry->second != parsed->value.front())
        return runtime::Status::failure(
            "'" + std::string(text) + "' contradicts " + parsed->name +
            ", which has the size " + std::to_string(entry->second));
    }
  }
  return runtime::Status::success();
}

runtime::Status Run::collectSizes() {
  runtime::Status status = collectOperandDims();
  if (status.succeeded())
    status = collectResultDims();
  return status.succeeded() ? collectSizeTexts() : std::move(status);
}

runtime::Status Run::inferSizes() {
  // Programs run kernels on the same sizes again and again.
  bool isRepeatable = !givenDims && numGivenSizes == 0;
  if (isRepeatable && kernel().knownSizes.find(operands, resultDims))
    return runtime::Status::success();
  if (runtime::Status status = collectSizes(); status.failed())
    return status;
  for (const auto &[name, size] : kernel().sizes()) {
    auto other = given.variables.find(name);
    if (other != given.variables.end() && other->second != size)
      return runtime::Status::failure(
          "'" + name + "' is given the size " + std::to_string(other->second) +
          ", but the kernel is compiled for " + std::to_string(size));
    given.variables.insert({name, size});
  }
  auto sizes = notation::inferSizes(kernel().program, given);
  if (!sizes)
    return runtime::Status::failure(
        notation::render(sizes.error(), kernel().text()));
  for (const KernelTensor &result : kernel().results())
    resultDims.push_back(sizes->find(result.name)->second);
  if (isRepeatable)
    kernel().knownSizes.keep(operands, resultDims);
  return runtime::Status::success();
}

/// Kernels return consistent arrays. Element checks cost up to 10 % of a run;
/// WEFT_CHECK_RESULTS enables them.
static runtime::ArrayElements getResultElements() {
  static const bool checks = std::getenv("WEFT_CHECK_RESULTS") != nullptr;
  return checks ? runtime::ArrayElements::Checked
                : runtime::ArrayElements::Trusted;
}

runtime::Status Run::call(weft_kernel_function function,
                          const std::vector<weft_tensor_data *> &pointers) {
  weft_rt_error failure = {};
  int64_t code =
      function ? capi::callFunction(function, kernel(), pointers, failure)
               : weft_rt_invoke(kernel().entry, pointers.data(), &failure);
  if (code == WEFT_RT_OK)
    return runtime::Status::success();
  // They were collected without a failure when the sizes were inferred.
  if (given.tensors.empty())
    (void)collectSizes();
  return runtime::Status::failure(
      capi::describeFailure(failure, {kernel(), given, resultDims}));
}

runtime::Status Run::execute(weft_kernel_function function,
                             std::vector<runtime::Tensor> &results) {
  if (!function && !kernel().entry)
    return runtime::Status::failure(
        "no machine code was generated for this kernel");
  if (runtime::Status status = inferSizes(); status.failed())
    return status;

  // What the kernel sees: the results' sizes and empty arrays, which it fills.
  size_t numResults = kernel().results().size();
  std::vector<std::vector<weft_array>> arrays(numResults);
  std::vector<weft_tensor_data> views;
  for (size_t number = 0; number < numResults; ++number) {
    const runtime::Format &format = kernel().results()[number].stored();
    arrays[number].resize(runtime::numArrays(format), weft_array{nullptr, 0});
    if (format.hasSlots())
      resultDims[number].push_back(0);
    views.push_back({format.order(),
                     static_cast<int64_t>(arrays[number].size()),
                     resultDims[number].data(), arrays[number].data()});
  }
  for (const runtime::Tensor *operand : operands)
    views.push_back(operand->view());
  std::vector<weft_tensor_data *> pointers;
  for (weft_tensor_data &view : views)
    pointers.push_back(&view);

  runtime::Status status = call(function, pointers);
  if (status.failed())
    return status;

  // All arrays have an owner before the first failure may return. Results of
  // external functions are untrusted.
  for (size_t number = 0; number < numResults; ++number) {
    const KernelTensor &result = kernel().results()[number];
    int64_t numSlots = 0;
    if (result.stored().hasSlots()) {
      numSlots = resultDims[number].back();
      resultDims[number].pop_back();
    }
    auto tensor = runtime::Tensor::adopt(
        result.stored(), result.type, resultDims[number],
        std::move(arrays[number]), numSlots,
        function ? runtime::ArrayElements::Checked : getResultElements());
    if (tensor.succeeded())
      results.push_back(std::move(*tensor));
    else if (status.succeeded())
      status = runtime::Status::failure(
          std::string(function ? "" : "internal error: ") +
          "the kernel returned an invalid " + result.name + ": " +
          tensor.message());
  }
  return status.failed() ? status : convert(results);
}

runtime::Status Run::convert(std::vector<runtime::Tensor> &results) {
  for (size_t number = 0; number < results.size(); ++number) {
    runtime::Tensor &tensor = results[number];
    const KernelTensor &result = kernel().results()[number];
    if (!result.assembled)
      continue;
    auto converted = runtime::convert(tensor, result.format);
    if (converted.failed())
      return runtime::Status::failure(result.name + " does not fit its format" +
                                      ": " + converted.message());
    tensor = std::move(*converted);
  }
  return runtime::Status::success();
}

/// Runs a kernel, or a function in its place, after `configure` took what else
/// the caller gave.
template <typename Configure>
static int run(const weft_kernel *kernel, weft_kernel_function function,
               const weft_tensor *const *operands, int64_t numOperands,
               weft_tensor **results, int64_t numResults, char **error,
               Configure configure) {
  WEFT_REQUIRE(kernel);
  int64_t expected = weft_kernel_num_results(kernel);
  if (numResults != expected)
    return fail(error,
                "expected room for " + std::to_string(expected) +
                    (expected == 1 ? " result, got " : " results, got ") +
                    std::to_string(numResults));
  if (expected > 0)
    WEFT_REQUIRE(results);
  runtime::resetCancellation();
  Run run(*kernel);
  configure(run);
  runtime::Status status = run.takeOperands(operands, numOperands);
  std::vector<runtime::Tensor> tensors;
  if (status.succeeded())
    status = run.execute(function, tensors);
  if (status.failed())
    return fail(error, status.message());
  for (int64_t number = 0; number < numResults; ++number)
    results[number] = new weft_tensor(std::move(tensors[number]));
  return 0;
}

int weft_kernel_run(const weft_kernel *kernel,
                    const weft_tensor *const *operands, int64_t num_operands,
                    const int64_t *const *result_dims, weft_tensor **results,
                    int64_t num_results, char **error) {
  return run(kernel, nullptr, operands, num_operands, results, num_results,
             error, [&](Run &run) { run.takeResultDims(result_dims); });
}

int weft_kernel_run_sized(const weft_kernel *kernel,
                          const weft_tensor *const *operands,
                          int64_t num_operands, const char *const *sizes,
                          int64_t num_sizes, weft_tensor **results,
                          int64_t num_results, char **error) {
  return run(kernel, nullptr, operands, num_operands, results, num_results,
             error, [&](Run &run) { run.takeSizes(sizes, num_sizes); });
}

int weft_kernel_run_function(const weft_kernel *kernel,
                             weft_kernel_function function,
                             const weft_tensor *const *operands,
                             int64_t num_operands, const char *const *sizes,
                             int64_t num_sizes, weft_tensor **results,
                             int64_t num_results, char **error) {
  WEFT_REQUIRE(function);
  return run(kernel, function, operands, num_operands, results, num_results,
             error, [&](Run &run) { run.takeSizes(sizes, num_sizes); });
}

void weft_set_num_threads(int32_t count) { weft_rt_set_num_threads(count); }
