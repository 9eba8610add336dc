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
#include <unordered_map>

using namespace weft;
using namespace weft::cxx_impl;

static KernelSource makeSource(const Statement &statement,
                               const std::string &options) {
  Names names(statement);
  KernelSource source;
  source.text = print(statement, names).text;
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
  if (std::string schedule = printSchedule(statement, names); !schedule.empty())
    source.options += " schedule=" + schedule;
  for (const std::string &words : {statement.options, options})
    if (!words.empty())
      source.options += " " + words;
  if (!source.options.empty())
    source.options.erase(0, 1);
  return source;
}

static std::string makeKey(const KernelSource &source) {
  std::string key = source.text + "\n" + source.options;
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
  if (weft_compile(source.text.c_str(), formats.data(),
                   static_cast<int64_t>(formats.size()), types.data(),
                   static_cast<int64_t>(types.size()), source.options.c_str(),
                   &kernel, &error))
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
  return getKernelCache().get(makeSource(statement, options));
}

std::vector<KernelOperand>
Kernel::getOperands(const Statement &statement) const {
  Names names(statement);
  std::map<std::string, const TensorInfo *> byName;
  for (const TensorInfo *tensor : names.getTensors())
    byName[names.of(*tensor)] = tensor;
  std::vector<KernelOperand> operands;
  int64_t numResults = weft_kernel_num_results(handle.get());
  int64_t numTensors = weft_kernel_num_tensors(handle.get());
  for (int64_t k = numResults; k < numTensors; ++k) {
    auto known = byName.find(weft_kernel_tensor_name(handle.get(), k));
    if (known == byName.end())
      throw Error(std::string("index variable '") +
                      weft_kernel_tensor_name(handle.get(), k) +
                      "' has no range where it stands for a number\n  " + text,
                  text);
    const TensorInfo *tensor = known->second;
    // The structure comes after the operands that the text has.
    bool isStructure = !statement.operands.count(tensor);
    operands.push_back({tensor, isStructure});
  }
  return operands;
}

bool Kernel::takesStructure(const Statement &statement) const {
  for (const KernelOperand &operand : getOperands(statement))
    if (operand.isStructure)
      return true;
  return false;
}

TensorHandle Kernel::run(const std::vector<const weft_tensor *> &operands,
                         const std::vector<int64_t> &resultDims) const {
  // What has no modes has sizes as well, namely none.
  static const int64_t none = 0;
  const int64_t *dims = resultDims.empty() ? &none : resultDims.data();
  weft_tensor *result = nullptr;
  char *error = nullptr;
  if (weft_kernel_run(handle.get(), operands.data(),
                      static_cast<int64_t>(operands.size()), &dims, &result, 1,
                      &error))
    fail(error, text);
  return TensorHandle(result);
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

void cxx::setNumThreads(int count) {
  weft_set_num_threads(static_cast<int32_t>(count));
}
