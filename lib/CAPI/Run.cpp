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

#include "AutomaticSchedule.h"
#include "CallFunction.h"
#include "KernelHandle.h"
#include "Outputs.h"
#include "RunFailure.h"
#include "RunOnDevice.h"
#include "RunSizes.h"

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
  explicit Run(const weft_kernel &handle)
      : handle(handle), buffers(handle.spareBuffers.take()),
        outputs(handle, *buffers), sizes(handle), onDevice(handle, *buffers) {}
  Run(const Run &) = delete;
  Run &operator=(const Run &) = delete;
  ~Run() { handle.spareBuffers.giveBack(std::move(buffers)); }

  /// Each of these returns success, or a message for the user.
  runtime::Status takeOperands(const weft_tensor *const *operands,
                               int64_t count);
  /// Takes the tensors that results are computed into, null for new ones;
  /// after the operands.
  runtime::Status takeOutputs(const weft_tensor *const *tensors) {
    return outputs.take(tensors, buffers->operands);
  }
  capi::RunSizes &getSizes() { return sizes; }
  /// Runs the kernel's own code, or a function that does the same.
  runtime::Status execute(weft_kernel_function function);
  /// The new tensor for a result that is not in memory of the caller.
  weft_tensor *takeResult(size_t number);

private:
  /// Fills what the kernel sees: the sizes of results and empty arrays, and the
  /// operands.
  void makeViews();
  /// Copies results that the kernel has not computed in place.
  runtime::Status copyOutputs();
  /// Calls what runs with the tensors of the signature. The arrays of results
  /// are this file's to free afterwards.
  runtime::Status call(weft_kernel_function function);
  /// Whether the kernel has computed a result into memory of the caller.
  bool isInPlace(size_t number) const;
  /// Makes tensors of what the kernel returned, but for the results that it has
  /// computed into memory of the caller.
  runtime::Status adopt(bool isExternal);
  /// Converts results to their formats from those that the kernel made.
  runtime::Status convert();
  const weft_kernel &kernel() const { return handle; }

  const weft_kernel &handle;
  std::unique_ptr<capi::RunBuffers> buffers;
  capi::Outputs outputs;
  capi::RunSizes sizes;
  capi::RunOnDevice onDevice;
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
  buffers->operands.reserve(expected);
  for (int64_t number = 0; number < count; ++number) {
    const KernelTensor &operand = kernel().operands()[number];
    if (!tensors || !tensors[number])
      return kernel().refuse(operand, "operand " + operand.name + " is NULL");
    const runtime::Tensor &tensor = tensors[number]->tensor;
    if (!(tensor.format() == operand.format))
      return kernel().refuse(operand, "operand " + operand.name +
                                          capi::describeDifference(
                                              tensor.format(), operand.format));
    if (tensor.type() != operand.type)
      return kernel().refuse(operand, "operand " + operand.name +
                                          " has components of type " +
                                          runtime::nameOf(tensor.type()) +
                                          ", but the kernel was compiled for " +
                                          runtime::nameOf(operand.type));
    buffers->operands.push_back(&tensor);
    if (tensors[number]->device.exists()) {
      buffers->deviceOperands.push_back(&tensors[number]->device);
      buffers->numOperandsOnDevice += tensor.order() > 0;
    }
  }
  return runtime::Status::success();
}

weft_tensor *Run::takeResult(size_t number) {
  auto *result = new weft_tensor(std::move(*buffers->results[number]));
  result->device = onDevice.takeResult(result->tensor);
  return result;
}

/// Kernels return consistent arrays. Element checks cost up to 10 % of a run;
/// WEFT_CHECK_RESULTS enables them.
static runtime::ArrayElements getResultElements() {
  static const bool checks = std::getenv("WEFT_CHECK_RESULTS") != nullptr;
  return checks ? runtime::ArrayElements::Checked
                : runtime::ArrayElements::Trusted;
}

/// Whether the memory of the host, or of a device, does not suffice.
static bool isOutOfMemory(const weft_rt_error &failure) {
  return failure.status == WEFT_RT_OUT_OF_MEMORY ||
         (failure.status == WEFT_RT_DEVICE_FAILED && failure.detail[0] == 1);
}

runtime::Status Run::call(weft_kernel_function function) {
  weft_rt_error failure = {};
  int64_t code =
      function
          ? capi::callFunction(function, kernel(), *buffers, failure)
          : weft_rt_invoke_into(
                kernel().entry, buffers->pointers.data(),
                buffers->outputMemory.data(),
                static_cast<int64_t>(buffers->outputMemory.size()), &failure);
  if (code == WEFT_RT_OK)
    return runtime::Status::success();
  const notation::Sizes &given =
      sizes.getGiven(buffers->operands, buffers->outputs);
  return runtime::Status::failure(
      capi::describeFailure(failure, {kernel(), given, buffers->resultDims}),
      isOutOfMemory(failure) ? runtime::Failure::OutOfMemory
                             : runtime::Failure::Refused);
}

void Run::makeViews() {
  size_t numResults = kernel().results().size();
  buffers->arrays.resize(numResults);
  buffers->views.reserve(numResults + buffers->operands.size());
  for (size_t number = 0; number < numResults; ++number) {
    const runtime::Format &format = kernel().results()[number].stored();
    int64_t numArrays = kernel().numResultArrays[number];
    std::vector<weft_array> &arrays = buffers->arrays[number];
    arrays.assign(numArrays, weft_array{nullptr, 0});
    std::vector<int64_t> &dims = buffers->resultDims[number];
    if (format.hasSlots())
      dims.push_back(0);
    buffers->views.push_back(
        {format.order(), numArrays, dims.data(), arrays.data()});
  }
  for (const runtime::Tensor *operand : buffers->operands)
    buffers->views.push_back(operand->view());
  buffers->pointers.reserve(buffers->views.size());
  for (weft_tensor_data &view : buffers->views)
    buffers->pointers.push_back(&view);
}

runtime::Status Run::execute(weft_kernel_function function) {
  if (!function && !kernel().entry)
    return runtime::Status::failure(
        "no machine code was generated for this kernel");
  runtime::Status status =
      sizes.infer(buffers->operands, buffers->outputs, buffers->knownSizes,
                  buffers->resultDims);
  if (status.succeeded())
    status = outputs.checkDims(buffers->resultDims);
  if (status.failed())
    return status;
  status = onDevice.take(/*hasOwnCode=*/!function);
  if (status.failed())
    return status;
  makeViews();
  onDevice.begin();
  status = call(function);
  runtime::Status taken =
      status.succeeded() ? onDevice.takeStructures() : status;
  // All arrays have an owner from here on.
  if (status.succeeded())
    status = adopt(function != nullptr);
  if (status.succeeded())
    status = taken;
  if (status.succeeded())
    status = convert();
  if (status.failed())
    return status;
  status = copyOutputs();
  return status.failed() ? status : onDevice.finish();
}

runtime::Status Run::copyOutputs() {
  for (size_t number = 0; number < buffers->results.size(); ++number) {
    if (!outputs.has(number) || !buffers->results[number])
      continue;
    if (runtime::Status status = onDevice.prepareCopy(); status.failed())
      return status;
    outputs.copy(number, *buffers->results[number]);
  }
  return runtime::Status::success();
}

bool Run::isInPlace(size_t number) const {
  const std::vector<weft_array> &arrays = buffers->arrays[number];
  return outputs.has(number) && arrays.size() == 1 &&
         arrays[0].data == buffers->outputMemory[number].data;
}

runtime::Status Run::adopt(bool isExternal) {
  // All arrays have an owner before the first failure may return. Results of
  // external functions are untrusted.
  runtime::ArrayElements elements =
      isExternal ? runtime::ArrayElements::Checked : getResultElements();
  runtime::Status status = runtime::Status::success();
  buffers->results.resize(kernel().results().size());
  for (size_t number = 0; number < buffers->results.size(); ++number) {
    if (isInPlace(number))
      continue;
    const KernelTensor &result = kernel().results()[number];
    std::vector<int64_t> &dims = buffers->resultDims[number];
    int64_t numSlots = 0;
    if (result.stored().hasSlots()) {
      numSlots = dims.back();
      dims.pop_back();
    }
    auto tensor = runtime::Tensor::adopt(result.stored(), result.type, dims,
                                         std::move(buffers->arrays[number]),
                                         numSlots, elements);
    if (tensor.succeeded())
      buffers->results[number] = std::move(*tensor);
    else if (status.succeeded())
      status = runtime::Status::failure(
          std::string(isExternal ? "" : "internal error: ") +
          "the kernel returned an invalid " + result.name + ": " +
          tensor.message());
  }
  return status;
}

runtime::Status Run::convert() {
  for (size_t number = 0; number < buffers->results.size(); ++number) {
    const KernelTensor &result = kernel().results()[number];
    std::optional<runtime::Tensor> &tensor = buffers->results[number];
    if (!result.assembled || !tensor)
      continue;
    auto converted = runtime::convert(*tensor, result.format);
    if (converted.failed())
      return converted.getStatus().prefixed(result.name +
                                            " does not fit its format: ");
    tensor = std::move(*converted);
  }
  return runtime::Status::success();
}

/// Where results are computed: in new tensors, or in those that `results` has.
enum class Where { New, Given };

namespace {
/// What the caller says of the sizes of a run.
struct GivenSizes {
  /// Null, or for each result null or its sizes.
  const int64_t *const *dims = nullptr;
  const char *const *texts = nullptr;
  int64_t numTexts = 0;
};
} // namespace

/// Runs a kernel, or a function in its place.
static int run(Where where, const weft_kernel *kernel,
               weft_kernel_function function,
               const weft_tensor *const *operands, int64_t numOperands,
               weft_tensor **results, int64_t numResults, char **error,
               const GivenSizes &sizes) {
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
  run.getSizes().takeDims(sizes.dims);
  run.getSizes().takeTexts(sizes.texts, sizes.numTexts);
  runtime::Status status = run.takeOperands(operands, numOperands);
  if (status.succeeded() && where == Where::Given)
    status = run.takeOutputs(results);
  if (status.succeeded())
    status = run.execute(function);
  if (status.failed())
    return fail(error, status);
  for (int64_t number = 0; number < numResults; ++number)
    if (where == Where::New || !results[number])
      results[number] = run.takeResult(number);
  return 0;
}

/// The sizes of a run as texts.
static std::vector<std::string> printSizes(const weft_kernel &kernel,
                                           const GivenSizes &sizes) {
  std::vector<std::string> texts;
  for (int64_t number = 0; number < sizes.numTexts; ++number)
    texts.push_back(sizes.texts[number]);
  for (size_t result = 0; sizes.dims && result < kernel.results().size();
       ++result) {
    size_t order = kernel.tensors[result].variables.size();
    std::string text = kernel.tensors[result].name;
    for (size_t mode = 0; sizes.dims[result] && mode < order; ++mode)
      text +=
          (mode == 0 ? ":" : ",") + std::to_string(sizes.dims[result][mode]);
    if (sizes.dims[result] && order > 0)
      texts.push_back(text);
  }
  return texts;
}

/// Whether operands are those that a kernel was compiled for.
static bool fitSignature(const weft_kernel &kernel,
                         const weft_tensor *const *operands, int64_t count) {
  bool fits = operands && count == int64_t(kernel.operands().size());
  for (int64_t number = 0; fits && number < count; ++number)
    fits = operands[number] && operands[number]->tensor.format() ==
                                   kernel.operands()[size_t(number)].format;
  return fits;
}

/// Runs a kernel with the schedule that is chosen for the operands.
static int runChosen(Where where, const weft_kernel *kernel,
                     const weft_tensor *const *operands, int64_t numOperands,
                     weft_tensor **results, int64_t numResults, char **error,
                     const GivenSizes &sizes) {
  // Without any operand, all runs are of the same sizes.
  bool fits = kernel && kernel->automatic &&
              (fitSignature(*kernel, operands, numOperands) ||
               (numOperands == 0 && kernel->operands().empty()));
  if (!fits)
    return run(where, kernel, nullptr, operands, numOperands, results,
               numResults, error, sizes);
  for (int64_t number = 0; number < numOperands; ++number)
    WEFT_REQUIRE_HOST(operands[number]);
  auto selection = kernel->automatic->select(*kernel, operands);
  if (selection.failed())
    return fail(error, selection.getStatus());
  capi::Stopwatch clock;
  int status = run(where, (*selection)->kernel.load(), nullptr, operands,
                   numOperands, results, numResults, error, sizes);
  if (status != 0 || where != Where::New || !kernel->automatic->isTuning())
    return status;
  double time = clock.elapsed();
  capi::RunArguments arguments;
  arguments.operands.assign(operands, operands + numOperands);
  arguments.sizes = printSizes(*kernel, sizes);
  kernel->automatic->tune(**selection, *kernel, std::move(arguments),
                          {results, results + numResults}, time);
  return status;
}

int weft_kernel_run(const weft_kernel *kernel,
                    const weft_tensor *const *operands, int64_t num_operands,
                    const int64_t *const *result_dims, weft_tensor **results,
                    int64_t num_results, char **error) {
  GivenSizes sizes;
  sizes.dims = result_dims;
  return runChosen(Where::New, kernel, operands, num_operands, results,
                   num_results, error, sizes);
}

int weft_kernel_run_sized(const weft_kernel *kernel,
                          const weft_tensor *const *operands,
                          int64_t num_operands, const char *const *sizes,
                          int64_t num_sizes, weft_tensor **results,
                          int64_t num_results, char **error) {
  return runChosen(Where::New, kernel, operands, num_operands, results,
                   num_results, error, {nullptr, sizes, num_sizes});
}

int weft_kernel_run_into(const weft_kernel *kernel,
                         const weft_tensor *const *operands,
                         int64_t num_operands, const char *const *sizes,
                         int64_t num_sizes, weft_tensor **results,
                         int64_t num_results, char **error) {
  return runChosen(Where::Given, kernel, operands, num_operands, results,
                   num_results, error, {nullptr, sizes, num_sizes});
}

int weft_kernel_run_function(const weft_kernel *kernel,
                             weft_kernel_function function,
                             const weft_tensor *const *operands,
                             int64_t num_operands, const char *const *sizes,
                             int64_t num_sizes, weft_tensor **results,
                             int64_t num_results, char **error) {
  WEFT_REQUIRE(function);
  return run(Where::New, kernel, function, operands, num_operands, results,
             num_results, error, {nullptr, sizes, num_sizes});
}

int weft_kernel_run_function_into(const weft_kernel *kernel,
                                  weft_kernel_function function,
                                  const weft_tensor *const *operands,
                                  int64_t num_operands,
                                  const char *const *sizes, int64_t num_sizes,
                                  weft_tensor **results, int64_t num_results,
                                  char **error) {
  WEFT_REQUIRE(function);
  return run(Where::Given, kernel, function, operands, num_operands, results,
             num_results, error, {nullptr, sizes, num_sizes});
}

void weft_set_num_threads(int32_t count) { weft_rt_set_num_threads(count); }
