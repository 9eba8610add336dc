//===- Kernel.cpp - Kernels in Python ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are compiled, and run on tensors, without the interpreter's lock.
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <optional>

namespace nb = nanobind;
using namespace weft::python;

using Texts = std::vector<std::string>;

static std::vector<const char *> getPointers(const Texts &texts) {
  std::vector<const char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(text.c_str());
  return pointers;
}

/// Compiles a text. `formats` and `types` are of the form NAME:VALUE.
static Kernel compile(const std::string &text, const Texts &formats,
                      const Texts &types, const std::string &options,
                      const std::optional<std::string> &functions) {
  std::vector<const char *> formatTexts = getPointers(formats);
  std::vector<const char *> typeTexts = getPointers(types);
  weft_kernel *kernel = nullptr;
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_compile_with_functions(
        text.c_str(), functions ? functions->c_str() : nullptr, nullptr,
        formatTexts.data(), formatTexts.size(), typeTexts.data(),
        typeTexts.size(), options.c_str(), &kernel, &error);
  }
  check(status, error);
  return Kernel(kernel);
}

/// An error at a tensor of the signature.
[[noreturn]] static void fail(const Kernel &kernel, int64_t place,
                              const std::string &message) {
  throw Error(message + "\n" + weft_kernel_tensor_excerpt(kernel.get(), place));
}

/// The name, the format, the type and the index variables of each tensor, the
/// results first.
static nb::list getTensors(const Kernel &kernel) {
  nb::list tensors;
  int64_t count = weft_kernel_num_tensors(kernel.get());
  for (int64_t t = 0; t < count; ++t) {
    int64_t order = weft_kernel_tensor_order(kernel.get(), t);
    nb::list variables;
    for (int64_t mode = 0; mode < order; ++mode) {
      const char *name = weft_kernel_tensor_variable(kernel.get(), t, mode);
      variables.append(name ? nb::cast(std::string(name)) : nb::none());
    }
    tensors.append(
        nb::make_tuple(std::string(weft_kernel_tensor_name(kernel.get(), t)),
                       std::string(weft_kernel_tensor_format(kernel.get(), t)),
                       std::string(weft_kernel_tensor_type(kernel.get(), t)),
                       nb::tuple(variables)));
  }
  return tensors;
}

namespace {
/// The operands of a run. Those that differ from what a kernel was compiled for
/// are converted.
class Operands {
public:
  Operands(const Kernel &kernel, const nb::tuple &values)
      : count(values.size()) {
    if (count > kFew) {
      many.resize(count);
      handles = many.data();
    }
    int64_t numResults = weft_kernel_num_results(kernel.get());
    int64_t numTensors = weft_kernel_num_tensors(kernel.get());
    for (size_t i = 0; i < count; ++i) {
      handles[i] = nb::cast<const Tensor &>(values[i]).get();
      int64_t place = numResults + i;
      if (place < numTensors && !fits(kernel, place, handles[i]))
        handles[i] = convert(kernel, place, handles[i]);
    }
  }

  const weft_tensor *const *data() const { return handles; }
  size_t size() const { return count; }

private:
  static bool fits(const Kernel &kernel, int64_t place,
                   const weft_tensor *tensor) {
    const char *format = weft_kernel_tensor_format(kernel.get(), place);
    const char *type = weft_kernel_tensor_type(kernel.get(), place);
    return std::strcmp(format, weft_tensor_format(tensor)) == 0 &&
           std::strcmp(type, weft_tensor_type(tensor)) == 0;
  }
  /// Whether all levels of a format are dense, which it begins with.
  static bool isDense(const char *format) {
    return format[std::strspn(format, "d")] == ':' || !*format;
  }
  const weft_tensor *convert(const Kernel &kernel, int64_t place,
                             const weft_tensor *tensor) {
    const char *format = weft_kernel_tensor_format(kernel.get(), place);
    const char *type = weft_kernel_tensor_type(kernel.get(), place);
    weft_tensor *made = nullptr;
    char *error = nullptr;
    if (weft_tensor_order(tensor) !=
        weft_kernel_tensor_order(kernel.get(), place))
      fail(kernel, place,
           std::string("operand ") +
               weft_kernel_tensor_name(kernel.get(), place) + " has " +
               std::to_string(weft_tensor_order(tensor)) +
               (weft_tensor_order(tensor) == 1 ? " mode" : " modes") +
               ", but the kernel was compiled for " +
               std::to_string(weft_kernel_tensor_order(kernel.get(), place)));
    if (isDense(format) && !isDense(weft_tensor_format(tensor)) &&
        weft_tensor_order(tensor) > 1)
      fail(kernel, place,
           std::string("operand ") +
               weft_kernel_tensor_name(kernel.get(), place) + " is sparse (" +
               weft_tensor_format(tensor) +
               "), but the kernel was compiled for a dense one; give its "
               "format to compile, as in {\"A\": \"CSR\"}, or call "
               "to_numpy()");
    int status;
    {
      Interruptible interruptible;
      Unlocked unlocked;
      status = weft_tensor_convert(tensor, format, type, &made, &error);
    }
    check(status, error);
    converted.emplace_back(made);
    return made;
  }

  // Kernels have few operands: no memory is taken for lists of them.
  static constexpr size_t kFew = 8;
  const weft_tensor *few[kFew];
  std::vector<const weft_tensor *> many;
  const weft_tensor **handles = few;
  size_t count;
  std::vector<Tensor> converted;
};
} // namespace

/// The kernel for the statistics of operands; None if no plan is less work.
static nb::object plan(const Kernel &kernel, const nb::tuple &values) {
  Operands operands(kernel, values);
  weft_kernel *planned = nullptr;
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_kernel_plan(kernel.get(), operands.data(),
                              static_cast<int64_t>(operands.size()), &planned,
                              &error);
  }
  check(status, error);
  return planned ? nb::cast(Kernel(planned)) : nb::none();
}

/// Runs a kernel with arrays for some of its results, and gives tensors for the
/// others and None for these.
static nb::object runInto(const Kernel &kernel, const nb::tuple &values,
                          const std::vector<std::optional<Output>> &arrays,
                          const std::optional<Texts> &sizes) {
  Operands operands(kernel, values);
  if (arrays.size() != size_t(weft_kernel_num_results(kernel.get())))
    throw Error("expected an array or None for each result");
  Outputs outputs(kernel, arrays, operands.data(), operands.size());
  std::vector<weft_tensor *> results = outputs.getTensors();
  std::vector<const char *> texts =
      sizes ? getPointers(*sizes) : std::vector<const char *>();
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_kernel_run_into(kernel.get(), operands.data(),
                                  operands.size(), texts.data(), texts.size(),
                                  results.data(), results.size(), &error);
  }
  check(status, error);
  outputs.finish();
  nb::list tensors;
  for (size_t result = 0; result < results.size(); ++result)
    tensors.append(arrays[result] ? nb::none()
                                  : nb::cast(Tensor(results[result])));
  return nb::tuple(tensors);
}

/// Runs a kernel. `sizes` are of the form NAME:SIZES; `dims` are the sizes of
/// the one result, if operands do not give them.
static nb::object run(const Kernel &kernel, const nb::tuple &values,
                      const std::optional<Texts> &sizes,
                      const std::optional<std::vector<int64_t>> &dims) {
  Operands operands(kernel, values);
  size_t numResults = weft_kernel_num_results(kernel.get());
  std::vector<weft_tensor *> results(numResults, nullptr);
  char *error = nullptr;
  int status;
  if (!sizes || sizes->empty()) {
    const int64_t *resultDims[] = {dims ? dims->data() : nullptr};
    bool hasDims = dims && numResults == 1;
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_kernel_run(kernel.get(), operands.data(), operands.size(),
                             hasDims ? resultDims : nullptr, results.data(),
                             numResults, &error);
  } else {
    std::vector<const char *> texts = getPointers(*sizes);
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_kernel_run_sized(kernel.get(), operands.data(),
                                   operands.size(), texts.data(), texts.size(),
                                   results.data(), numResults, &error);
  }
  check(status, error);
  if (numResults == 1)
    return nb::cast(Tensor(results[0]));
  nb::list tensors;
  for (weft_tensor *result : results)
    tensors.append(Tensor(result));
  return nb::tuple(tensors);
}

namespace {
struct TuningDeleter {
  void operator()(weft_tuning *tuning) const { weft_tuning_free(tuning); }
};
} // namespace

/// Searches for the fastest schedule, and gives how many there are, the trials
/// with the fastest first, the records, and whether the search was ended.
static nb::tuple tune(const Kernel &kernel, const nb::tuple &values,
                      const Texts &sizes, const std::string &options,
                      const std::optional<std::string> &records) {
  Operands operands(kernel, values);
  std::vector<const char *> texts = getPointers(sizes);
  weft_tuning *made = nullptr;
  char *error = nullptr, *known = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status =
        weft_tune(kernel.get(), operands.data(), operands.size(), texts.data(),
                  texts.size(), options.c_str(),
                  records ? records->c_str() : nullptr, nullptr, &made, &error);
  }
  check(status, error);
  std::unique_ptr<weft_tuning, TuningDeleter> tuning(made);
  // An interrupt ends the search, which has its result.
  if (PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt))
      throw nb::python_error();
    PyErr_Clear();
  }
  nb::list trials;
  for (int64_t t = 0; t < weft_tuning_num_trials(made); ++t) {
    weft_trial trial = {};
    check(weft_tuning_trial(made, t, &trial, sizeof trial, &error), error);
    trials.append(nb::make_tuple(trial.schedule, trial.partition, trial.status,
                                 trial.time, trial.deviation, trial.runs,
                                 trial.reason));
  }
  check(weft_tuning_records(made, &known, &error), error);
  std::string kept = known;
  weft_string_free(known);
  return nb::make_tuple(weft_tuning_num_schedules(made), trials, kept,
                        weft_tuning_is_stopped(made) != 0);
}

/// The schedule that is chosen for operands, and why.
static std::pair<std::string, std::string> choose(const Kernel &kernel,
                                                  const nb::tuple &values) {
  Operands operands(kernel, values);
  char *schedule = nullptr, *reason = nullptr, *error = nullptr;
  int status;
  {
    Unlocked unlocked;
    status =
        weft_choose_schedule(kernel.get(), operands.data(), operands.size(),
                             "cache", &schedule, &reason, &error);
  }
  check(status, error);
  std::pair<std::string, std::string> chosen(schedule, reason);
  weft_string_free(schedule);
  weft_string_free(reason);
  return chosen;
}

static std::string print(const Kernel &kernel, const std::string &level) {
  char *text = nullptr, *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_kernel_print(kernel.get(), level.c_str(), &text, &error);
  }
  check(status, error);
  std::string printed = text;
  weft_string_free(text);
  return printed;
}

static nb::bytes getObject(const Kernel &kernel) {
  const void *data = nullptr;
  int64_t size = 0;
  char *error = nullptr;
  int status;
  {
    Interruptible interruptible;
    Unlocked unlocked;
    status = weft_kernel_object(kernel.get(), &data, &size, &error);
  }
  check(status, error);
  return nb::bytes(data, size);
}

void weft::python::bindKernel(nb::module_ &module) {
  nb::class_<Kernel>(module, "Kernel")
      .def("run", run, nb::arg("operands"), nb::arg("sizes") = nb::none(),
           nb::arg("dims") = nb::none())
      .def("run_into", runInto, nb::arg("operands"), nb::arg("outputs"),
           nb::arg("sizes") = nb::none())
      .def("tune", tune, nb::arg("operands"), nb::arg("sizes"),
           nb::arg("options"), nb::arg("records") = nb::none())
      .def("choose", choose, nb::arg("operands"))
      .def("print", print, nb::arg("level"))
      .def("plan", plan, nb::arg("operands"))
      .def("object", getObject)
      .def_prop_ro("tensors", getTensors)
      .def("excerpt",
           [](const Kernel &k, int64_t place) {
             const char *text = weft_kernel_tensor_excerpt(k.get(), place);
             return std::string(text ? text : "");
           })
      .def_prop_ro(
          "num_results",
          [](const Kernel &k) { return weft_kernel_num_results(k.get()); })
      .def_prop_ro("is_cached", [](const Kernel &k) {
        return weft_kernel_is_cached(k.get()) != 0;
      });
  module.def("compile", compile, nb::arg("text"), nb::arg("formats"),
             nb::arg("types"), nb::arg("options"),
             nb::arg("functions") = nb::none());
}
