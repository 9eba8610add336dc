//===- PluginLevels.cpp - Level types of loaded plugins -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of level types and formats of plugins. They grow only, so that
// what they hand out stays valid.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/PluginLevels.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>

using namespace weft::runtime;

namespace {
struct Plugins {
  std::mutex mutex;
  PluginFunctions functions = {nullptr, nullptr};
  std::map<std::string, PluginLevelType> levelTypes;
  /// The level types by all texts that they were looked up by.
  std::map<std::string, const PluginLevelType *> spellings;
  std::map<std::string, PluginFormat> formats;
};
} // namespace

/// Never destroyed: tensors may outlive every static object.
static Plugins &getPlugins() {
  static auto *plugins = new Plugins;
  return *plugins;
}

static std::string toLower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return text;
}

void weft::runtime::setPluginFunctions(const PluginFunctions &functions) {
  Plugins &plugins = getPlugins();
  std::lock_guard<std::mutex> lock(plugins.mutex);
  plugins.functions = functions;
}

/// The functions that are installed now. They are called without the lock,
/// since they take that of the compiler.
static PluginFunctions getPluginFunctions() {
  Plugins &plugins = getPlugins();
  std::lock_guard<std::mutex> lock(plugins.mutex);
  return plugins.functions;
}

Expected<const PluginLevelType *>
weft::runtime::findPluginLevelType(const std::string &text) {
  Plugins &plugins = getPlugins();
  {
    std::lock_guard<std::mutex> lock(plugins.mutex);
    auto known = plugins.spellings.find(text);
    if (known != plugins.spellings.end())
      return known->second;
  }
  PluginFunctions functions = getPluginFunctions();
  if (!functions.describe)
    return Status::failure("no plugin is loaded that has the level type '" +
                           text + "'");
  Expected<PluginLevelType> described = functions.describe(text);
  if (described.failed())
    return described.takeStatus();
  // Spellings of one attribute mean one level type.
  std::string spelling = described->text;
  std::lock_guard<std::mutex> lock(plugins.mutex);
  const PluginLevelType *type =
      &plugins.levelTypes.emplace(spelling, std::move(*described))
           .first->second;
  plugins.spellings[spelling] = type;
  plugins.spellings[text] = type;
  return type;
}

Status
weft::runtime::addPluginFormats(const std::vector<PluginFormat> &formats) {
  Plugins &plugins = getPlugins();
  std::lock_guard<std::mutex> lock(plugins.mutex);
  std::map<std::string, PluginFormat> added;
  for (const PluginFormat &format : formats) {
    std::string name = toLower(format.name);
    auto known = plugins.formats.find(name);
    const PluginFormat &first = known == plugins.formats.end()
                                    ? added.emplace(name, format).first->second
                                    : known->second;
    if (first.text != format.text)
      return Status::failure("the format '" + format.name +
                             "' is defined by another plugin");
  }
  plugins.formats.merge(added);
  return Status::success();
}

const PluginFormat *weft::runtime::findPluginFormat(const std::string &name) {
  Plugins &plugins = getPlugins();
  std::lock_guard<std::mutex> lock(plugins.mutex);
  auto known = plugins.formats.find(toLower(name));
  return known == plugins.formats.end() ? nullptr : &known->second;
}

bool weft::runtime::hasPlugins() { return getPluginFunctions().describe; }

std::vector<std::string> weft::runtime::getPluginFormatNames() {
  Plugins &plugins = getPlugins();
  std::lock_guard<std::mutex> lock(plugins.mutex);
  std::vector<std::string> names;
  for (const auto &[key, format] : plugins.formats)
    names.push_back(format.name);
  return names;
}

Expected<std::vector<weft_array>>
weft::runtime::copyByKernel(weft_tensor_data tensor, const Format &from,
                            const Format &to, ElementType type) {
  PluginFunctions functions = getPluginFunctions();
  if (!functions.copy)
    return Status::failure("no plugin is loaded that has the level types of " +
                           toString(from.hasPluginLevels() ? from : to));
  return functions.copy(tensor, from, to, type);
}
