//===- Kernel.cpp - Compiled statements -----------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles statements through the C interface. A process keeps the kernels that
// it used last.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "Printer.h"

#include "weft-cxx/Weft.h"

#include <list>
#include <sstream>
#include <unordered_map>

using namespace weft;
using namespace weft::cxx_impl;

/// The definitions of the functions that statements call, each text once.
static std::string collectFunctions(const Names &names,
                                    const std::string &statements) {
  std::string functions;
  std::map<std::string, std::string> byName;
  std::set<std::string> texts;
  for (const Definition *definition : names.getDefinitions()) {
    auto known = byName.emplace(definition->name, definition->text);
    if (known.first->second != definition->text)
      throw Error("expected one definition of the function '" +
                      definition->name + "', got two\n  " + statements,
                  statements);
    if (texts.insert(definition->text).second)
      functions += definition->text + "\n";
  }
  return functions;
}

/// The schedules of statements one after the other.
static std::string joinSchedules(const std::vector<const Statement *> &all,
                                 const Names &names, const std::string &text) {
  const Statement &first = *all.front();
  Statement joint = first;
  for (size_t number = 1; number < all.size(); ++number) {
    const Statement &other = *all[number];
    if (other.hasSchedule != first.hasSchedule || other.form != first.form ||
        !other.scheduleText.empty() || !first.scheduleText.empty())
      throw Error("expected schedules of one form, or none, for assignments in "
                  "one kernel\n  " +
                      text,
                  text);
    joint.commands.insert(joint.commands.end(), other.commands.begin(),
                          other.commands.end());
  }
  return printSchedule(joint, names);
}

/// The words for the compiler, each once.
static std::string joinOptions(const std::vector<const Statement *> &all) {
  std::string options;
  std::set<std::string> known;
  for (const Statement *statement : all) {
    std::istringstream words(statement->options);
    for (std::string word; words >> word;)
      if (known.insert(word).second)
        options += " " + word;
  }
  return options;
}

static KernelSource makeSource(const std::vector<const Statement *> &statements,
                               const std::string &options) {
  Names names(statements);
  KernelSource source;
  for (const Statement *statement : statements)
    source.text +=
        (source.text.empty() ? "" : "; ") + print(*statement, names).text;
  source.functions = collectFunctions(names, source.text);
  for (const TensorInfo *tensor : names.getTensors()) {
    const std::string &name = names.of(*tensor);
    if (std::string format = tensor->format.getText(); !format.empty())
      source.formats.push_back(name + ":" + format);
    source.types.push_back(name + ":" + tensor->type);
    if (tensor->dims.empty())
      source.options += " tensor=" + name;
  }
  for (const Variable *variable : names.getVariables())
    if (variable->size >= 0)
      source.options +=
          " size=" + names.of(*variable) + ":" + std::to_string(variable->size);
  if (std::string schedule = joinSchedules(statements, names, source.text);
      !schedule.empty())
    source.options += " schedule=" + schedule;
  source.options += joinOptions(statements);
  if (!options.empty())
    source.options += " " + options;
  if (!source.options.empty())
    source.options.erase(0, 1);
  return source;
}

static std::string makeKey(const KernelSource &source) {
  std::string key =
      source.text + "\n" + source.options + "\n" + source.functions;
  for (const std::vector<std::string> *list : {&source.formats, &source.types})
    for (const std::string &word : *list)
      key += "\n" + word;
  return key;
}

static std::vector<const char *>
getPointers(const std::vector<std::string> &words) {
  std::vector<const char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  return pointers;
}

static KernelPtr compile(const KernelSource &source) {
  std::vector<const char *> formats = getPointers(source.formats);
  std::vector<const char *> types = getPointers(source.types);
  weft_kernel *kernel = nullptr;
  char *error = nullptr;
  if (weft_compile_with_functions(
          source.text.c_str(),
          source.functions.empty() ? nullptr : source.functions.c_str(),
          /*functions_name=*/nullptr, formats.data(),
          static_cast<int64_t>(formats.size()), types.data(),
          static_cast<int64_t>(types.size()), source.options.c_str(), &kernel,
          &error))
    fail(error, source.text);
  return std::make_shared<const Kernel>(KernelHandle(kernel), source.text);
}

namespace {
/// The kernels that were used last.
class KernelCache {
public:
  KernelPtr get(const KernelSource &source);

private:
  /// How many kernels are kept: far more than programs have expressions, unless
  /// they make them as they run.
  static constexpr size_t capacity = 256;

  struct Slot {
    std::mutex mutex;
    KernelPtr kernel;
  };
  using Item = std::pair<std::string, std::shared_ptr<Slot>>;
  std::shared_ptr<Slot> findSlot(const std::string &key);

  std::mutex mutex;
  /// The one that was used last comes first.
  std::list<Item> items;
  std::unordered_map<std::string, std::list<Item>::iterator> places;
};
} // namespace

std::shared_ptr<KernelCache::Slot>
KernelCache::findSlot(const std::string &key) {
  std::lock_guard<std::mutex> lock(mutex);
  if (auto place = places.find(key); place != places.end()) {
    items.splice(items.begin(), items, place->second);
    return items.front().second;
  }
  items.emplace_front(key, std::make_shared<Slot>());
  places[key] = items.begin();
  if (items.size() > capacity) {
    places.erase(items.back().first);
    items.pop_back();
  }
  return items.front().second;
}

KernelPtr KernelCache::get(const KernelSource &source) {
  std::shared_ptr<Slot> slot = findSlot(makeKey(source));
  // Others that want the same kernel wait for it.
  std::lock_guard<std::mutex> lock(slot->mutex);
  if (!slot->kernel)
    slot->kernel = compile(source);
  return slot->kernel;
}

/// Never destroyed: tensors that are global may be computed when the program
/// ends.
static KernelCache &getKernelCache() {
  static auto *cache = new KernelCache;
  return *cache;
}

KernelPtr cxx_impl::compileStatement(const Statement &statement,
                                     const std::string &options) {
  return compileStatements({&statement}, options);
}

KernelPtr
cxx_impl::compileStatements(const std::vector<const Statement *> &statements,
                            const std::string &options) {
  return getKernelCache().get(makeSource(statements, options));
}

/// The tensors of statements by their names.
static std::map<std::string, const TensorInfo *>
findTensors(const std::vector<const Statement *> &statements) {
  Names names(statements);
  std::map<std::string, const TensorInfo *> byName;
  for (const TensorInfo *tensor : names.getTensors())
    byName[names.of(*tensor)] = tensor;
  return byName;
}

std::vector<const TensorInfo *>
Kernel::getOperands(const std::vector<const Statement *> &statements) const {
  std::map<std::string, const TensorInfo *> byName = findTensors(statements);
  std::vector<const TensorInfo *> operands;
  int64_t numResults = weft_kernel_num_results(handle.get());
  int64_t numTensors = weft_kernel_num_tensors(handle.get());
  for (int64_t k = numResults; k < numTensors; ++k) {
    auto known = byName.find(weft_kernel_tensor_name(handle.get(), k));
    if (known == byName.end())
      throw Error(std::string("index variable '") +
                      weft_kernel_tensor_name(handle.get(), k) +
                      "' has no range where it stands for a number\n  " + text,
                  text);
    operands.push_back(known->second);
  }
  return operands;
}

std::vector<const TensorInfo *>
Kernel::getResults(const std::vector<const Statement *> &statements) const {
  std::map<std::string, const TensorInfo *> byName = findTensors(statements);
  std::vector<const TensorInfo *> results;
  int64_t numResults = weft_kernel_num_results(handle.get());
  for (int64_t k = 0; k < numResults; ++k)
    results.push_back(byName.at(weft_kernel_tensor_name(handle.get(), k)));
  return results;
}

bool Kernel::takesStructure(const Statement &statement) const {
  for (const TensorInfo *operand : getOperands({&statement}))
    // The structure comes after the operands that the text has.
    if (!statement.operands.count(operand))
      return true;
  return false;
}

std::vector<TensorHandle>
Kernel::run(const std::vector<const weft_tensor *> &operands,
            const std::vector<const TensorInfo *> &results) const {
  // What has no modes has sizes as well, namely none.
  static const int64_t none = 0;
  std::vector<const int64_t *> dims;
  for (const TensorInfo *result : results)
    dims.push_back(result->dims.empty() ? &none : result->dims.data());
  std::vector<weft_tensor *> made(results.size());
  char *error = nullptr;
  if (weft_kernel_run(handle.get(), operands.data(),
                      static_cast<int64_t>(operands.size()), dims.data(),
                      made.data(), static_cast<int64_t>(made.size()), &error))
    fail(error, text);
  return {made.begin(), made.end()};
}

void Kernel::runInto(const std::vector<const weft_tensor *> &operands,
                     weft_tensor &result) const {
  weft_tensor *given = &result;
  char *error = nullptr;
  if (weft_kernel_run_into(handle.get(), operands.data(),
                           static_cast<int64_t>(operands.size()), nullptr, 0,
                           &given, 1, &error))
    fail(error, text);
}

std::string Kernel::print(const std::string &level) const {
  char *printed = nullptr;
  char *error = nullptr;
  if (weft_kernel_print(handle.get(), level.c_str(), &printed, &error))
    fail(error, text);
  std::string copy = printed;
  weft_string_free(printed);
  return copy;
}

std::string
Kernel::getStatistics(const std::vector<const weft_tensor *> &operands) const {
  char *words = nullptr;
  char *error = nullptr;
  if (weft_kernel_statistics(handle.get(), operands.data(),
                             static_cast<int64_t>(operands.size()), &words,
                             &error))
    fail(error, text);
  std::string copy = words;
  weft_string_free(words);
  return copy;
}

void cxx::setNumThreads(int count) {
  weft_set_num_threads(static_cast<int32_t>(count));
}
