//===- Kernel.cpp - Kernels behind the C interface --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiling texts and looking at kernels.
//
//===----------------------------------------------------------------------===//

#include "AutomaticSchedule.h"
#include "KernelCache.h"
#include "KernelHandle.h"

#include "weft/Runtime/KernelSymbols.h"
#include "weft/Runtime/Progress.h"
#include "weft/Runtime/Threads.h"

#include <sstream>

using namespace weft;
using weft::capi::fail;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Checks that arguments which come as a list are there.
static runtime::Status checkArguments(const char *const *arguments,
                                      int64_t count) {
  if (count < 0)
    return runtime::Status::failure(
        "expected the number of arguments not to be negative, got " +
        std::to_string(count));
  for (int64_t number = 0; number < count; ++number)
    if (!arguments || !arguments[number])
      return runtime::Status::failure("expected NAME:VALUE, got NULL");
  return runtime::Status::success();
}

/// Makes the machine code of an object file callable. False if that takes LLVM.
static bool link(weft_kernel &kernel, std::string_view object) {
  // Loops that may be shared load it when one takes long.
  runtime::setThreadLibrary(runtime::kernelThreadLibrary);
  kernel.code = runtime::ObjectCode::link(object, runtime::findKernelSymbol);
  if (kernel.code)
    kernel.entry = reinterpret_cast<weft_kernel_fn>(
        kernel.code->find(kernel.description.entryName));
  return kernel.entry != nullptr;
}

/// The kernel that an earlier process has compiled; null if there is none.
static std::unique_ptr<weft_kernel> findKernel(const capi::KernelCache &cache) {
  std::optional<capi::CachedKernel> cached = cache.find();
  if (!cached)
    return nullptr;
  auto kernel = std::make_unique<weft_kernel>(std::move(cached->description));
  if (!link(*kernel, cached->object))
    return nullptr;
  kernel->isCached = true;
  return kernel;
}

/// Compiles what the arguments ask for.
static runtime::Expected<std::unique_ptr<weft_kernel>>
compileKernel(const capi::KernelSource &source,
              const capi::KernelCache &cache) {
  runtime::Expected<CompiledKernel *> compiled = source.compile();
  if (compiled.failed())
    return compiled.takeStatus();
  capi::CachedKernel made{(*compiled)->describe(),
                          std::string((*compiled)->object())};
  auto kernel = std::make_unique<weft_kernel>(made.description);
  if (made.object.empty())
    return kernel;
  if (link(*kernel, made.object)) {
    cache.keep(made, (*capi::getCompiler())->libraries);
    return kernel;
  }
  runtime::Expected<weft_kernel_fn> entry = (*compiled)->link();
  if (entry.failed())
    return entry.takeStatus();
  kernel->entry = *entry;
  return kernel;
}

/// Makes the kernel that the arguments ask for.
static runtime::Expected<std::unique_ptr<weft_kernel>>
makeKernel(const CompileArguments &arguments) {
  for (runtime::Status status :
       {checkArguments(arguments.formats, arguments.numFormats),
        checkArguments(arguments.types, arguments.numTypes)})
    if (status.failed())
      return status;
  auto source = std::make_unique<capi::KernelSource>(arguments);
  capi::KernelCache cache(*source);
  runtime::Expected<std::unique_ptr<weft_kernel>> kernel = findKernel(cache);
  if (!*kernel)
    kernel = compileKernel(*source, cache);
  if (kernel.succeeded())
    (*kernel)->source = std::move(source);
  return kernel;
}

namespace {
/// The options of a kernel whose schedule may be chosen for operands.
struct AutomaticOptions {
  bool isAutomatic = false, tunesCalls = false, usesStore = false;
  bool hasSchedule = false, hasCode = true, isRefused = false;
  /// The other words.
  std::string rest;

  explicit AutomaticOptions(const char *options) {
    std::istringstream words(options ? options : "");
    for (std::string word; words >> word;) {
      tunesCalls |= word == "tune-calls";
      isAutomatic |= word == "schedule=auto" || word == "tune-calls";
      if (word == "schedule=auto" || word == "tune-calls")
        continue;
      usesStore |= word == "cache";
      hasCode &= word != "no-code";
      hasSchedule |= word.rfind("schedule=", 0) == 0;
      isRefused |= word == "target=gpu" || word.rfind("patterns", 0) == 0;
      rest += (rest.empty() ? "" : " ") + word;
    }
  }
};
} // namespace

/// Makes a kernel that is compiled when operands come. Its text is checked, and
/// its signature made, without generating code.
static runtime::Expected<std::unique_ptr<weft_kernel>>
makeAutomatic(CompileArguments arguments, const AutomaticOptions &options) {
  if (options.hasSchedule)
    return runtime::Status::failure(
        "schedule=auto is a whole schedule: no other schedule= goes with it");
  if (options.isRefused)
    return runtime::Status::failure(
        "schedule=auto chooses schedules of expressions for CPUs: it goes with "
        "neither target=gpu nor patterns");
  arguments.options = options.rest.c_str();
  if (!options.hasCode)
    return makeKernel(arguments);
  auto source = std::make_unique<capi::KernelSource>(arguments);
  runtime::Expected<std::unique_ptr<weft_kernel>> kernel =
      findKernel(capi::KernelCache(*source));
  if (!*kernel) {
    std::string words = options.rest + " no-code";
    arguments.options = words.c_str();
    kernel = makeKernel(arguments);
  }
  if (kernel.failed())
    return kernel;
  (*kernel)->source = std::move(source);
  (*kernel)->automatic = std::make_shared<capi::AutomaticSchedule>(
      options.usesStore, options.tunesCalls);
  return kernel;
}

int weft_compile(const char *text, const char *const *formats,
                 int64_t num_formats, const char *const *types,
                 int64_t num_types, const char *options, weft_kernel **kernel,
                 char **error) {
  return weft_compile_with_functions(text, nullptr, nullptr, formats,
                                     num_formats, types, num_types, options,
                                     kernel, error);
}

int weft_compile_with_functions(const char *text, const char *functions,
                                const char *functions_name,
                                const char *const *formats, int64_t num_formats,
                                const char *const *types, int64_t num_types,
                                const char *options, weft_kernel **kernel,
                                char **error) {
  WEFT_REQUIRE(text);
  WEFT_REQUIRE(kernel);
  runtime::resetCancellation();
  CompileArguments arguments;
  arguments.text = text;
  arguments.functions = functions;
  arguments.functionsName = functions_name;
  arguments.formats = formats;
  arguments.numFormats = num_formats;
  arguments.types = types;
  arguments.numTypes = num_types;
  arguments.options = options;
  AutomaticOptions words(options);
  runtime::Expected<std::unique_ptr<weft_kernel>> compiled =
      words.isAutomatic ? makeAutomatic(arguments, words)
                        : makeKernel(arguments);
  if (compiled.failed())
    return fail(error, compiled.getStatus());
  *kernel = compiled->release();
  return 0;
}

int weft_compile_patterns(const char *text, const char *options,
                          weft_kernel **kernel, char **error) {
  std::string words = std::string("patterns ") + (options ? options : "");
  return weft_compile(text, nullptr, 0, nullptr, 0, words.c_str(), kernel,
                      error);
}

int weft_kernel_is_cached(const weft_kernel *kernel) {
  return kernel && kernel->isCached;
}

void weft_kernel_free(weft_kernel *kernel) { delete kernel; }

//===----------------------------------------------------------------------===//
// The signature
//===----------------------------------------------------------------------===//

int64_t weft_kernel_num_tensors(const weft_kernel *kernel) {
  return kernel ? kernel->tensors.size() : 0;
}

int64_t weft_kernel_num_results(const weft_kernel *kernel) {
  return kernel ? kernel->results().size() : 0;
}

/// The tensor at a place of the signature, or null.
static const TensorTexts *getTensor(const weft_kernel *kernel, int64_t index) {
  if (index < 0 || index >= weft_kernel_num_tensors(kernel))
    return nullptr;
  return &kernel->tensors[index];
}

const char *weft_kernel_tensor_name(const weft_kernel *kernel, int64_t index) {
  const TensorTexts *tensor = getTensor(kernel, index);
  return tensor ? tensor->name.c_str() : nullptr;
}

int64_t weft_kernel_tensor_order(const weft_kernel *kernel, int64_t index) {
  const TensorTexts *tensor = getTensor(kernel, index);
  return tensor ? static_cast<int64_t>(tensor->variables.size()) : -1;
}

const char *weft_kernel_tensor_format(const weft_kernel *kernel,
                                      int64_t index) {
  const TensorTexts *tensor = getTensor(kernel, index);
  return tensor ? tensor->format.c_str() : nullptr;
}

const char *weft_kernel_tensor_type(const weft_kernel *kernel, int64_t index) {
  const TensorTexts *tensor = getTensor(kernel, index);
  return tensor ? tensor->type.c_str() : nullptr;
}

const char *weft_kernel_tensor_variable(const weft_kernel *kernel,
                                        int64_t index, int64_t mode) {
  const TensorTexts *tensor = getTensor(kernel, index);
  if (!tensor || mode < 0 ||
      mode >= static_cast<int64_t>(tensor->variables.size()) ||
      tensor->variables[mode].empty())
    return nullptr;
  return tensor->variables[mode].c_str();
}

const char *weft_kernel_tensor_excerpt(const weft_kernel *kernel,
                                       int64_t index) {
  const TensorTexts *tensor = getTensor(kernel, index);
  return tensor ? tensor->excerpt.c_str() : nullptr;
}

//===----------------------------------------------------------------------===//
// Looking at kernels
//===----------------------------------------------------------------------===//

/// The kernel to look at: of those that are chosen for operands, the one that
/// ran last.
static const weft_kernel &getShown(const weft_kernel &kernel) {
  const weft_kernel *last =
      kernel.automatic ? kernel.automatic->getLast() : nullptr;
  return last ? *last : kernel;
}

/// Why a schedule was chosen; empty unless it is chosen for operands.
static std::string getReason(const weft_kernel &kernel,
                             std::string_view level) {
  return kernel.automatic && level == "explain" ? kernel.automatic->getReason()
                                                : "";
}

int weft_kernel_print(const weft_kernel *kernel, const char *level, char **text,
                      char **error) {
  WEFT_REQUIRE(kernel);
  WEFT_REQUIRE(level);
  WEFT_REQUIRE(text);
  runtime::Expected<CompiledKernel *> compiled =
      getShown(*kernel).source->compile();
  if (compiled.failed())
    return fail(error, compiled.getStatus());
  runtime::Expected<std::string> printed = (*compiled)->print(level);
  if (printed.failed())
    return fail(error, printed.getStatus());
  *text = capi::copyText(getReason(*kernel, level) + *printed);
  return *text ? 0
               : fail(error, runtime::Status::outOfMemory("not enough memory"));
}

/// The tensors of a run, which are those of the signature. `wrong` is the name
/// of one that is not.
static std::vector<RunTensor> getRunTensors(const weft_kernel &kernel,
                                            const weft_tensor *const *tensors,
                                            std::string &wrong) {
  std::vector<RunTensor> taken;
  for (size_t number = 0; number < kernel.tensors.size(); ++number) {
    const TensorTexts &expected = kernel.tensors[number];
    const weft_tensor *given = tensors[number];
    bool fits = given && given->tensor.order() ==
                             static_cast<int64_t>(expected.variables.size());
    if (!fits) {
      wrong = expected.name;
      return taken;
    }
    taken.push_back(
        {&given->tensor, expected.variables, weft_tensor_num_bytes(given)});
  }
  return taken;
}

int weft_kernel_explain(const weft_kernel *kernel, const char *level,
                        const weft_tensor *const *tensors, int64_t num_tensors,
                        const weft_run_times *times, char **text,
                        char **error) {
  WEFT_REQUIRE(kernel);
  WEFT_REQUIRE(level);
  WEFT_REQUIRE(tensors);
  WEFT_REQUIRE(times);
  WEFT_REQUIRE(text);
  if (num_tensors != weft_kernel_num_tensors(kernel))
    return fail(error, "expected " +
                           std::to_string(weft_kernel_num_tensors(kernel)) +
                           " tensors, got " + std::to_string(num_tensors));
  std::string wrong;
  RunDescription run;
  run.tensors = getRunTensors(*kernel, tensors, wrong);
  if (!wrong.empty())
    return fail(error, "expected a tensor of the order of " + wrong);
  run.readTime = times->read;
  run.compileTime = times->compile;
  run.runTime = times->run;
  runtime::Expected<CompiledKernel *> compiled =
      getShown(*kernel).source->compile();
  if (compiled.failed())
    return fail(error, compiled.message());
  runtime::Expected<std::string> printed = (*compiled)->explain(level, run);
  if (printed.failed())
    return fail(error, printed.message());
  *text = capi::copyText(getReason(*kernel, level) + *printed);
  return *text ? 0 : fail(error, "not enough memory");
}

int weft_machine_print(const char *name, char **text, char **error) {
  WEFT_REQUIRE(text);
  runtime::Expected<const capi::LoadedCompiler *> loaded = capi::getCompiler();
  if (loaded.failed())
    return fail(error, loaded.getStatus());
  runtime::Expected<std::string> printed =
      (*loaded)->compiler->describeMachine(name);
  if (printed.failed())
    return fail(error, printed.getStatus());
  *text = capi::copyText(*printed);
  return *text ? 0
               : fail(error, runtime::Status::outOfMemory("not enough memory"));
}

int weft_kernel_write_object(const weft_kernel *kernel, const char *path,
                             const char *header_path, char **error) {
  WEFT_REQUIRE(kernel);
  runtime::Expected<CompiledKernel *> compiled =
      getShown(*kernel).source->compile();
  if (compiled.failed())
    return fail(error, compiled.getStatus());
  runtime::Status status = (*compiled)->writeObject(path, header_path);
  return status.failed() ? fail(error, status) : 0;
}

int weft_kernel_object(const weft_kernel *kernel, const void **data,
                       int64_t *size, char **error) {
  WEFT_REQUIRE(kernel);
  WEFT_REQUIRE(data);
  WEFT_REQUIRE(size);
  runtime::Expected<CompiledKernel *> compiled =
      getShown(*kernel).source->compile();
  if (compiled.failed())
    return fail(error, compiled.getStatus());
  if (runtime::Status status = (*compiled)->checkObject(); status.failed())
    return fail(error, status);
  std::string_view object = (*compiled)->object();
  *data = object.data();
  *size = object.size();
  return 0;
}
