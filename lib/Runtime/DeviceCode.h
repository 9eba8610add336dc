//===- DeviceCode.h - Modules of a device -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a kernel is first launched, the driver loads its machine code, or
// compiles its PTX.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_DEVICECODE_H
#define WEFT_LIB_RUNTIME_DEVICECODE_H

#include "CudaDriver.h"

#include <map>
#include <mutex>

namespace weft {
namespace runtime {

/// The modules that a device has loaded, by where their text lies.
class DeviceCode {
public:
  explicit DeviceCode(const CudaDevice &device) : device(device) {}

  /// Finds a kernel of a module, which is loaded if it was not yet. The context
  /// of the device is current, as below.
  Expected<DeviceFunction> find(const char *code, const char *name);
  /// Unloads the modules whose text lies in memory that is given back.
  void unload(const char *begin, const char *end);

private:
  struct Module {
    /// Text that no kernel owns may be given back, and another one come to its
    /// place.
    std::string text;
    DeviceModule module = nullptr;
    std::map<std::string, DeviceFunction> functions;
  };

  using Modules = std::map<const char *, Module>;

  Status load(const char *code, Module &module) const;
  /// Loads the cubin for the device that is appended to the PTX. False if there
  /// is none that the driver takes, as one that is older than the assembler.
  bool loadMachineCode(const char *code, DeviceModule &module) const;
  Modules::iterator unload(Modules::iterator module);

  const CudaDevice &device;
  std::mutex mutex;
  Modules modules;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_DEVICECODE_H
