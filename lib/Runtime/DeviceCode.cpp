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

using namespace weft::runtime;

Status DeviceCode::load(const char *code, Module &module) const {
  // Of the driver's options: where the compiler's messages go, and how many
  // characters fit there.
  constexpr int errorBuffer = 5, errorBufferSize = 6;
  char log[4096] = "";
  int options[] = {errorBuffer, errorBufferSize};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  if (int error =
          device->cuModuleLoadDataEx(&module.module, code, 2, options, values))
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
