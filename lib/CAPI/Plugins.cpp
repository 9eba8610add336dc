//===- Plugins.cpp - Plugins behind the C interface -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads plugins, and packs and lists tensors with their level types by kernels
// that copy them (docs/decisions/plugins.md).
//
//===----------------------------------------------------------------------===//

#include "KernelHandle.h"
#include "Spelling.h"

#include "weft/Notation/FormatText.h"
#include "weft/Runtime/Invocation.h"
#include "weft/Runtime/PluginLevels.h"

#include <map>
#include <mutex>

using namespace weft;
using weft::capi::fail;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

namespace {
/// A kernel that copies a tensor A to B.
using Copy = std::unique_ptr<weft_kernel, void (*)(weft_kernel *)>;
} // namespace

/// The first level type of a format that no tensor can be assembled with; null
/// if there is none.
static const runtime::PluginLevelType *
findUnassembled(const runtime::Format &format) {
  for (const runtime::Level &level : format.levels)
    if (level.pluginType && !level.pluginType->isAssembled)
      return level.pluginType;
  return nullptr;
}

static runtime::Expected<Copy> compileCopy(const runtime::Format &from,
                                           const runtime::Format &to,
                                           runtime::ElementType type) {
  std::string indices;
  for (int64_t mode = 0; mode < from.order(); ++mode)
    indices += (mode == 0 ? "i" : ",i") + std::to_string(mode);
  std::string text = "B(" + indices + ") = A(" + indices + ")";
  std::string formats[] = {"B:" + capi::spellFormat(to),
                           "A:" + capi::spellFormat(from)};
  std::string types[] = {std::string("B:") + runtime::nameOf(type),
                         std::string("A:") + runtime::nameOf(type)};
  const char *formatTexts[] = {formats[0].c_str(), formats[1].c_str()};
  const char *typeTexts[] = {types[0].c_str(), types[1].c_str()};
  weft_kernel *made = nullptr;
  char *error = nullptr;
  if (weft_compile(text.c_str(), formatTexts, 2, typeTexts, 2, "", &made,
                   &error) != 0) {
    std::string message = error ? error : "not enough memory";
    weft_string_free(error);
    return runtime::Status::failure(message);
  }
  return Copy(made, weft_kernel_free);
}

/// The kernel for two formats, which is kept.
static runtime::Expected<const weft_kernel *>
getCopy(const runtime::Format &from, const runtime::Format &to,
        runtime::ElementType type) {
  static auto &mutex = *new std::mutex;
  static auto &copies = *new std::map<std::string, Copy>;
  std::string key = std::string(runtime::nameOf(type)) + " " +
                    capi::spellFormat(from) + " " + capi::spellFormat(to);
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (auto known = copies.find(key); known != copies.end())
      return known->second.get();
  }
  runtime::Expected<Copy> copy = compileCopy(from, to, type);
  if (copy.failed())
    return copy.takeStatus();
  std::lock_guard<std::mutex> lock(mutex);
  return copies.emplace(key, std::move(*copy)).first->second.get();
}

/// Runs a kernel that copies a tensor between two formats.
static runtime::Expected<std::vector<weft_array>>
copyTensor(weft_tensor_data tensor, const runtime::Format &from,
           const runtime::Format &to, runtime::ElementType type) {
  auto refuse = [&](const std::string &reason) {
    return runtime::Status::failure(
        (to.hasPluginLevels() ? "cannot store a tensor in the format "
                              : "cannot list a tensor in the format ") +
        runtime::toString(to.hasPluginLevels() ? to : from) + ": " + reason);
  };
  if (const runtime::PluginLevelType *unassembled = findUnassembled(to))
    return refuse("the level type #" + unassembled->text +
                  " can only be read, since it has neither append nor insert");
  runtime::Expected<const weft_kernel *> copy = getCopy(from, to, type);
  if (copy.failed())
    return refuse(copy.message());
  if ((*copy)->results().front().assembled)
    return refuse("no kernel can assemble the combination of its levels");
  std::vector<weft_array> arrays(runtime::numArrays(to), {nullptr, 0});
  std::vector<int64_t> dims(tensor.dims, tensor.dims + tensor.order);
  weft_tensor_data result = {tensor.order, static_cast<int64_t>(arrays.size()),
                             dims.data(), arrays.data()};
  weft_tensor_data *tensors[] = {&result, &tensor};
  weft_rt_error failure = {};
  int64_t code = weft_rt_invoke((*copy)->entry, tensors, &failure);
  if (code == WEFT_RT_OK)
    return arrays;
  if (code == WEFT_RT_OUT_OF_MEMORY)
    return runtime::Status::outOfMemory(runtime::describe(failure));
  if (code == WEFT_RT_INVALID_ARGUMENT)
    return refuse("a level type of a plugin refuses a coordinate");
  return refuse(runtime::describe(failure, "the tensor"));
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static runtime::Expected<runtime::PluginLevelType>
describeLevelType(const std::string &text) {
  runtime::Expected<const capi::LoadedCompiler *> loaded =
      capi::getPluginCompiler();
  if (loaded.failed())
    return loaded.getStatus();
  return (*loaded)->compiler->describeLevelType(text);
}

/// Checks the text and the name of a format of a plugin.
static runtime::Status checkFormat(const runtime::PluginFormat &format) {
  auto levels = notation::parseFormat(format.text);
  if (!levels)
    return runtime::Status::failure(
        "its format '" + format.name +
        "' cannot be read: " + levels.error().message);
  // The plugin may have been loaded before.
  if (runtime::findPluginFormat(format.name))
    return runtime::Status::success();
  // A name that is read as another format would never mean this one.
  if (notation::parseFormat(format.name, levels->order()))
    return runtime::Status::failure("its format '" + format.name +
                                    "' has the name of another one");
  return runtime::Status::success();
}

/// Adds all formats of a plugin, or none.
static runtime::Status
addFormats(const std::vector<runtime::PluginFormat> &formats) {
  for (const runtime::PluginFormat &format : formats)
    if (runtime::Status status = checkFormat(format); status.failed())
      return status;
  return runtime::addPluginFormats(formats);
}

int weft_load_plugin(const char *path, char **error) {
  WEFT_REQUIRE(path);
  runtime::Expected<const capi::LoadedCompiler *> loaded =
      capi::getPluginCompiler();
  if (loaded.failed())
    return fail(error,
                loaded.getStatus().prefixed(
                    std::string("cannot load the plugin '") + path + "': "));
  runtime::Expected<std::vector<runtime::PluginFormat>> formats =
      (*loaded)->compiler->loadPlugin(path);
  if (formats.failed())
    return fail(error, formats.getStatus());
  capi::usePluginCompiler();
  runtime::setPluginFunctions({describeLevelType, copyTensor});
  if (runtime::Status status = addFormats(*formats); status.failed())
    return fail(error, status.prefixed(std::string("cannot load the plugin '") +
                                       path + "': "));
  return 0;
}
