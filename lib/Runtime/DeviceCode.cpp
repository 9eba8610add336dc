//===- DeviceCode.cpp - Modules of a device -------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads modules, and finds kernels in them.
//
//===----------------------------------------------------------------------===//

#include "DeviceCode.h"

#include "DeviceCounts.h"

#include "weft/Runtime/DeviceCodeFormat.h"

#include <cstdlib>
#include <string_view>

using namespace weft::runtime;

/// The cubin appended to PTX that runs on devices of a compute capability: the
/// one of the same major version with the largest minor version up to its own.
/// Null if there is none.
static const char *findMachineCode(const char *code, int64_t capability) {
  constexpr std::string_view begin = WEFT_RT_MACHINE_CODE;
  if (std::string_view(code).substr(0, begin.size()) != begin)
    return nullptr;
  const char *found = nullptr;
  int64_t best = 0;
  for (const char *place = code + begin.size(); *place != '\n';) {
    // Three numbers for each image.
    int64_t numbers[3];
    for (int64_t &number : numbers) {
      char *end = nullptr;
      number = std::strtoll(place, &end, 10);
      place = end;
    }
    int64_t own = numbers[0];
    if (own / 10 == capability / 10 && own <= capability && own > best) {
      best = own;
      found = code + numbers[1];
    }
  }
  return found;
}

bool DeviceCode::loadMachineCode(const char *code, DeviceModule &module) const {
  // The PTX machine interprets PTX.
  if (device->isEmulated())
    return false;
  const char *image = findMachineCode(code, device.getCapability());
  return image &&
         device->cuModuleLoadDataEx(&module, image, 0, nullptr, nullptr) == 0;
}

Status DeviceCode::load(const char *code, Module &module) const {
  // Of the driver's options: where the compiler's messages go, and how many
  // characters fit there.
  constexpr int errorBuffer = 5, errorBufferSize = 6;
  char log[4096] = "";
  int options[] = {errorBuffer, errorBufferSize};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  int error = loadMachineCode(code, module.module)
                  ? 0
                  : device->cuModuleLoadDataEx(&module.module, code, 2, options,
                                               values);
  if (error != 0)
    return Status::failure(
        "the driver cannot compile a kernel: " + device.describe(error) +
        (log[0] ? std::string(": ") + log : ""));
  module.text = code;
  countModule(1);
  return Status::success();
}

Expected<DeviceFunction> DeviceCode::find(const char *code, const char *name) {
  std::lock_guard<std::mutex> lock(mutex);
  auto known = modules.find(code);
  if (known != modules.end() && known->second.text != code) {
    unload(known);
    known = modules.end();
  }
  if (known == modules.end()) {
    Module module;
    if (Status status = load(code, module); status.failed())
      return status;
    known = modules.emplace(code, std::move(module)).first;
  }
  auto [function, isNew] = known->second.functions.emplace(name, nullptr);
  if (isNew)
    if (int error = device->cuModuleGetFunction(&function->second,
                                                known->second.module, name)) {
      known->second.functions.erase(function);
      return Status::failure("the driver finds no kernel '" +
                             std::string(name) +
                             "': " + device.describe(error));
    }
  return function->second;
}

DeviceCode::Modules::iterator DeviceCode::unload(Modules::iterator module) {
  device->cuModuleUnload(module->second.module);
  countModule(-1);
  return modules.erase(module);
}

void DeviceCode::unload(const char *begin, const char *end) {
  std::lock_guard<std::mutex> lock(mutex);
  auto module = modules.lower_bound(begin);
  while (module != modules.end() && module->first < end)
    module = unload(module);
}
