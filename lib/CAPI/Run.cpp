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
#include "Outputs.h"
#include "RunFailure.h"
#include "RunSizes.h"

#include "weft/Runtime/Invocation.h"
#include "weft/Runtime/Packing.h"
#include "weft/Runtime/Progress.h"

#include <cstdlib>
#include <optional>

using namespace weft;
using weft::capi::fail;

/// A new tensor for each result, or none if it is in memory of the caller.
using Results = std::vector<std::optional<runtime::Tensor>>;

namespace {
/// One run of a kernel.
class Run {
public:
  explicit Run(const weft_kernel &handle)
      : handle(handle), outputs(handle), sizes(handle) {}

  /// Each of these returns success, or a message for the user.
  runtime::Status takeOperands(const weft_tensor *const *operands,
                               int64_t count);
  /// Takes the tensors that results are computed into, null for new ones;
  /// after the operands.
  runtime::Status takeOutputs(const weft_tensor *const *tensors) {
    return outputs.take(tensors, operands);
  }
  capi::RunSizes &getSizes() { return sizes; }
  /// Runs the kernel's own code, or a function that does the same.
  runtime::Status execute(weft_kernel_function function, Results &results);

private:
  /// Calls what runs with the tensors of the signature. The arrays of results
  /// are this file's to free afterwards.
  runtime::Status call(weft_kernel_function function,
                       const std::vector<weft_tensor_data *> &pointers);
  /// Makes tensors of what the kernel returned, but for the results that it has
  /// computed into memory of the caller.
  runtime::Status adopt(std::vector<std::vector<weft_array>> arrays,
                        bool isExternal, Results &results);
  /// Converts results to their formats from those that the kernel made.
  runtime::Status convert(Results &results);
  const weft_kernel &kernel() const { return handle; }

  const weft_kernel &handle;
  std::vector<const runtime::Tensor *> operands;
  capi::Outputs outputs;
  capi::RunSizes sizes;
  capi::KnownSizes::Dims resultDims;
};
} // namespace

runtime::Status Run::takeOperands(const weft_tensor *const *tensors,
                                  int64_t count) {
  int64_t expected = kernel().operands().size();
  if (count != expected)
    return runtime::Status::failure(
        "expected " + std::to_string(expected) +
        (expected == 1 ? " operand, got " : " operands, got ") +
        std::to_string(count));
  operands.reserve(expected);
  for (int64_t number = 0; number < count; ++number) {
    const KernelTensor &operand = kernel().operands()[number];
    if (!tensors || !tensors[number])
      return runtime::Status::failure("operand " + operand.name + " is NULL");
    const runtime::Tensor &tensor = tensors[number]->tensor;
    if (!(tensor.format() == operand.format))
      return runtime::Status::failure(
          "operand " + operand.name +
          capi::describeDifference(tensor.format(), operand.format));
    if (tensor.type() != operand.type)
      return runtime::Status::failure(
          "operand " + operand.name + " has components of type " +
          runtime::nameOf(tensor.type()) +
          ", but the kernel was compiled for " + runtime::nameOf(operand.type));
    operands.push_back(&tensor);
  }
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
  int64_t code = function
                     ? capi::callFunction(function, kernel(), pointers, failure)
                     : weft_rt_invoke_into(kernel().entry, pointers.data(),
                                           outputs.memory().data(),
                                           outputs.memory().size(), &failure);
  if (code == WEFT_RT_OK)
    return runtime::Status::success();
  return runtime::Status::failure(
      capi::describeFailure(
          failure,
          {kernel(), sizes.getGiven(operands, outputs.tensors()), resultDims}),
      code == WEFT_RT_OUT_OF_MEMORY ? runtime::Failure::OutOfMemory
                                    : runtime::Failure::Refused);
}

runtime::Status Run::execute(weft_kernel_function function, Results &results) {
  if (!function && !kernel().entry)
    return runtime::Status::failure(
        "no machine code was generated for this kernel");
  runtime::Status status = sizes.infer(operands, outputs.tensors(), resultDims);
  if (status.succeeded())
    status = outputs.checkDims(resultDims);
  if (status.failed())
    return status;

  // What the kernel sees: the results' sizes and empty arrays, which it fills.
  size_t numResults = kernel().results().size();
  std::vector<std::vector<weft_array>> arrays(numResults);
  std::vector<weft_tensor_data> views;
  views.reserve(numResults + operands.size());
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
  pointers.reserve(views.size());
  for (weft_tensor_data &view : views)
    pointers.push_back(&view);

  status = call(function, pointers);
  if (status.succeeded())
    status = adopt(std::move(arrays), function != nullptr, results);
  if (status.succeeded())
    status = convert(results);
  if (status.failed())
    return status;
  for (size_t number = 0; number < numResults; ++number)
    if (outputs.has(number) && results[number])
      outputs.copy(number, *results[number]);
  return status;
}

runtime::Status Run::adopt(std::vector<std::vector<weft_array>> arrays,
                           bool isExternal, Results &results) {
  // All arrays have an owner before the first failure may return. Results of
  // external functions are untrusted.
  runtime::ArrayElements elements =
      isExternal ? runtime::ArrayElements::Checked : getResultElements();
  runtime::Status status = runtime::Status::success();
  results.resize(arrays.size());
  for (size_t number = 0; number < arrays.size(); ++number) {
    const KernelTensor &result = kernel().results()[number];
    if (outputs.has(number) && arrays[number].size() == 1 &&
        arrays[number][0].data == outputs.memory()[number].data)
      continue;
    int64_t numSlots = 0;
    if (result.stored().hasSlots()) {
      numSlots = resultDims[number].back();
      resultDims[number].pop_back();
    }
    auto tensor =
        runtime::Tensor::adopt(result.stored(), result.type, resultDims[number],
                               std::move(arrays[number]), numSlots, elements);
    if (tensor.succeeded())
      results[number] = std::move(*tensor);
    else if (status.succeeded())
      status = runtime::Status::failure(
          std::string(isExternal ? "" : "internal error: ") +
          "the kernel returned an invalid " + result.name + ": " +
          tensor.message());
  }
  return status;
}

runtime::Status Run::convert(Results &results) {
  for (size_t number = 0; number < results.size(); ++number) {
    const KernelTensor &result = kernel().results()[number];
    if (!result.assembled || !results[number])
      continue;
    auto converted = runtime::convert(*results[number], result.format);
    if (converted.failed())
      return converted.getStatus().prefixed(result.name +
                                            " does not fit its format: ");
    results[number] = std::move(*converted);
  }
  return runtime::Status::success();
}

/// Where results are computed: in new tensors, or in those that `results` has.
enum class Where { New, Given };

/// Runs a kernel, or a function in its place, after `configure` took what the
/// caller says of sizes.
template <typename Configure>
static int run(Where where, const weft_kernel *kernel,
               weft_kernel_function function,
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
  configure(run.getSizes());
  runtime::Status status = run.takeOperands(operands, numOperands);
  if (status.succeeded() && where == Where::Given)
    status = run.takeOutputs(results);
  Results tensors;
  if (status.succeeded())
    status = run.execute(function, tensors);
  if (status.failed())
    return fail(error, status);
  for (int64_t number = 0; number < numResults; ++number)
    if (where == Where::New || !results[number])
      results[number] = new weft_tensor(std::move(*tensors[number]));
  return 0;
}

int weft_kernel_run(const weft_kernel *kernel,
                    const weft_tensor *const *operands, int64_t num_operands,
                    const int64_t *const *result_dims, weft_tensor **results,
                    int64_t num_results, char **error) {
  return run(Where::New, kernel, nullptr, operands, num_operands, results,
             num_results, error,
             [&](capi::RunSizes &run) { run.takeDims(result_dims); });
}

int weft_kernel_run_sized(const weft_kernel *kernel,
                          const weft_tensor *const *operands,
                          int64_t num_operands, const char *const *sizes,
                          int64_t num_sizes, weft_tensor **results,
                          int64_t num_results, char **error) {
  return run(Where::New, kernel, nullptr, operands, num_operands, results,
             num_results, error,
             [&](capi::RunSizes &run) { run.takeTexts(sizes, num_sizes); });
}

int weft_kernel_run_into(const weft_kernel *kernel,
                         const weft_tensor *const *operands,
                         int64_t num_operands, const char *const *sizes,
                         int64_t num_sizes, weft_tensor **results,
                         int64_t num_results, char **error) {
  return run(Where::Given, kernel, nullptr, operands, num_operands, results,
             num_results, error,
             [&](capi::RunSizes &run) { run.takeTexts(sizes, num_sizes); });
}

int weft_kernel_run_function(const weft_kernel *kernel,
                             weft_kernel_function function,
                             const weft_tensor *const *operands,
                             int64_t num_operands, const char *const *sizes,
                             int64_t num_sizes, weft_tensor **results,
                             int64_t num_results, char **error) {
  WEFT_REQUIRE(function);
  return run(Where::New, kernel, function, operands, num_operands, results,
             num_results, error,
             [&](capi::RunSizes &run) { run.takeTexts(sizes, num_sizes); });
}

void weft_set_num_threads(int32_t count) { weft_rt_set_num_threads(count); }
