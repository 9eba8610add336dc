//===- Module.cpp - Modules and their functions ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads modules of PTX text: all of their entries are decoded at once, so that
// unknown opcodes are errors of loading, as they are for the driver.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>
#include <cstring>

using namespace weft::ptx;

/// Diagnostics as lines of a log.
static void append(std::string &log, const Diagnostic &diagnostic) {
  log += "line " + std::to_string(diagnostic.line) + ", column " +
         std::to_string(diagnostic.column) + ": error: " + diagnostic.message;
  if (!diagnostic.hint.empty())
    log += " (" + diagnostic.hint + ")";
  log += "\n";
}

static bool placeVariable(Driver &driver, CUmod_st &module,
                          const Variable &variable, std::string &log) {
  if (variable.space != Space::Global && variable.space != Space::Const)
    return true;
  if (variable.isExternal) {
    append(log, {variable.line, 1,
                 "variable '" + std::string(variable.name) +
                     "' is defined in another module",
                 "modules are not linked"});
    return false;
  }
  Allocation *allocation = driver.machine.memory.allocate(
      variable.bytes, std::max(variable.alignment, 256u));
  if (!allocation) {
    log += "out of memory for variable '" + std::string(variable.name) + "'\n";
    return false;
  }
  allocation->name = std::string(variable.name);
  allocation->isConstant = variable.space == Space::Const;
  // Variables without an initial value are zero.
  initialize(allocation->shadow, 0, variable.bytes);
  std::copy(variable.initial.begin(), variable.initial.end(), allocation->data);
  module.variables[allocation->name] = allocation;
  return true;
}

/// Puts addresses into initial values.
static bool linkVariable(CUmod_st &module, const Variable &variable,
                         std::string &log) {
  for (const Variable::Reference &reference : variable.references) {
    auto target = module.variables.find(reference.symbol);
    if (target == module.variables.end()) {
      append(log, {variable.line, 1,
                   "the address of '" + std::string(reference.symbol) +
                       "' is not known",
                   ""});
      return false;
    }
    uint64_t address = target->second->base + uint64_t(reference.addend);
    std::memcpy(module.variables.find(variable.name)->second->data +
                    reference.offset,
                &address, sizeof address);
  }
  return true;
}

static bool placeVariables(Driver &driver, CUmod_st &module, std::string &log) {
  std::vector<const std::vector<Variable> *> lists = {&module.module.variables};
  for (const Function &function : module.module.functions)
    lists.push_back(&function.locals);
  for (const auto *list : lists)
    for (const Variable &variable : *list)
      if (!placeVariable(driver, module, variable, log))
        return false;
  for (const auto *list : lists)
    for (const Variable &variable : *list)
      if (!linkVariable(module, variable, log))
        return false;
  return true;
}

static bool decodeFunctions(CUmod_st &module, std::string &log) {
  SymbolAddress symbols =
      [&](std::string_view name) -> std::optional<uint64_t> {
    auto found = module.variables.find(name);
    if (found == module.variables.end())
      return std::nullopt;
    return found->second->base;
  };
  std::vector<Diagnostic> diagnostics;
  for (const Function &function : module.module.functions) {
    if (!function.isEntry || function.isDeclaration)
      continue;
    auto decoded = std::make_unique<CUfunc_st>();
    decoded->program = decode(module.module, function, symbols, diagnostics);
    module.functions[std::string(function.name)] = std::move(decoded);
  }
  for (const Diagnostic &diagnostic : diagnostics)
    append(log, diagnostic);
  return diagnostics.empty();
}

CUresult weft::ptx::loadModule(Driver &driver, CUmodule *module,
                               const char *image, std::string &log) {
  // An ELF file, a fat binary, and what a compiler wraps around one. None of
  // these begins with a NUL, so that no byte behind a text is read.
  for (const char *magic : {"\177ELF", "\x50\xed\x55\xba", "\xb1\x43\x62\x46"})
    if (!std::strncmp(image, magic, 4)) {
      log = "the image is machine code or a fat binary; this device runs PTX\n";
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
  Diagnostic diagnostic;
  auto parsed = parseModule(image, diagnostic);
  if (!parsed) {
    append(log, diagnostic);
    return CUDA_ERROR_INVALID_PTX;
  }
  auto loaded = std::make_unique<CUmod_st>();
  loaded->module = std::move(*parsed);
  bool isLoaded =
      placeVariables(driver, *loaded, log) && decodeFunctions(*loaded, log);
  CUmodule handle = loaded.release();
  driver.modules.insert(handle);
  if (!isLoaded) {
    unloadModule(driver, handle);
    return CUDA_ERROR_INVALID_PTX;
  }
  for (const auto &function : handle->functions)
    driver.functions.insert(function.second.get());
  *module = handle;
  return CUDA_SUCCESS;
}

void weft::ptx::unloadModule(Driver &driver, CUmodule module) {
  for (const auto &function : module->functions)
    driver.functions.erase(function.second.get());
  for (const auto &variable : module->variables)
    driver.machine.memory.free(variable.second->base);
  driver.modules.erase(module);
  delete module;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

/// Fills a log buffer of a caller, and says how much it was.
static void fillLog(const std::string &log, CUjit_option option, unsigned count,
                    CUjit_option *options, void **values) {
  char *buffer = nullptr;
  size_t capacity = 0;
  void **size = nullptr;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == option)
      buffer = static_cast<char *>(values[i]);
    if (int(options[i]) == int(option) + 1) {
      size = &values[i];
      // A number of 32 bits in the place of a pointer.
      capacity = uint32_t(reinterpret_cast<uintptr_t>(values[i]));
    }
  }
  if (!buffer || !size || !capacity)
    return;
  size_t length = std::min(log.size(), capacity - 1);
  std::memcpy(buffer, log.data(), length);
  buffer[length] = '\0';
  *size = reinterpret_cast<void *>(uintptr_t(length));
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            CUjit_option *options, void **values) {
  Call call;
  if (!call)
    return call.result;
  if (!module || !image || (count && (!options || !values)))
    return CUDA_ERROR_INVALID_VALUE;
  std::string log;
  CUresult result =
      loadModule(call.driver, module, static_cast<const char *>(image), log);
  if (result != CUDA_SUCCESS)
    call.driver.lastFault = log;
  fillLog(log, CU_JIT_ERROR_LOG_BUFFER, count, options, values);
  fillLog("", CU_JIT_INFO_LOG_BUFFER, count, options, values);
  return result;
}

CUresult cuModuleUnload(CUmodule module) {
  Call call;
  if (!call)
    return call.result;
  if (!call.driver.modules.count(module))
    return CUDA_ERROR_INVALID_HANDLE;
  unloadModule(call.driver, module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                             const char *name) {
  Call call;
  if (!call)
    return call.result;
  if (!function || !name)
    return CUDA_ERROR_INVALID_VALUE;
  if (!call.driver.modules.count(module))
    return CUDA_ERROR_INVALID_HANDLE;
  auto found = module->functions.find(name);
  if (found == module->functions.end())
    return CUDA_ERROR_NOT_FOUND;
  *function = found->second.get();
  return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes,
                              CUmodule module, const char *name) {
  Call call;
  if (!call)
    return call.result;
  if (!name || (!address && !bytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (!call.driver.modules.count(module))
    return CUDA_ERROR_INVALID_HANDLE;
  auto found = module->variables.find(name);
  if (found == module->variables.end())
    return CUDA_ERROR_NOT_FOUND;
  if (address)
    *address = found->second->base;
  if (bytes)
    *bytes = found->second->bytes;
  return CUDA_SUCCESS;
}
