//===- State.h - The state of the driver ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One device with its primary context, and what programs have made in it. All
// calls hold one lock. Streams are in order and done when a call returns. A
// fault of a kernel is the result of its launch and, as with the driver, of all
// calls that use the context after it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_DRIVER_STATE_H
#define WEFT_LIB_PTX_DRIVER_STATE_H

#include "Machine.h"

#include "weft/PTX/Driver.h"

#include <mutex>
#include <set>

struct CUctx_st {};
struct CUstream_st {};
struct CUevent_st {
  bool isRecorded = false;
  /// Nanoseconds of a steady clock.
  int64_t time = 0;
};

struct CUfunc_st {
  weft::ptx::Program program;
  uint64_t allowedShared = weft::ptx::kStaticShared;
};

struct CUmod_st {
  weft::ptx::Module module;
  std::map<std::string, std::unique_ptr<CUfunc_st>, std::less<>> functions;
  /// Variables in global memory.
  std::map<std::string, weft::ptx::Allocation *, std::less<>> variables;
};

namespace weft {
namespace ptx {

class Driver {
public:
  static Driver &get();

  std::mutex mutex;
  Machine machine;
  bool isInitialized = false;
  unsigned retained = 0;
  CUctx_st context;
  /// Of the context after a fault.
  CUresult sticky = CUDA_SUCCESS;
  bool reportsFaults = true;
  std::string lastFault;

  std::set<CUmodule> modules;
  std::set<CUfunction> functions;
  std::set<CUstream> streams;
  std::set<CUevent> events;

  /// Sums of the launches of each kernel, in the order of the first launches.
  std::vector<std::pair<std::string, weftPtxCountsRecord>> kernels;
  weftPtxCountsRecord lastCounts{}, allCounts{};
  bool hasLaunched = false;

  bool setOption(std::string_view name, std::string_view value);
  void addCounts(const std::string &kernel, const weftPtxCountsRecord &counts);
  /// Frees what the context has.
  void reset();
  bool isStream(CUstream stream) const;

private:
  Driver();
};

/// The contexts of a thread, the current one last.
std::vector<CUcontext> &contextStack();

/// Loads a module. The log says why it failed.
CUresult loadModule(Driver &driver, CUmodule *module, const char *image,
                    std::string &log);
void unloadModule(Driver &driver, CUmodule module);

/// Holds the lock for a call.
class Call {
public:
  /// `needsContext` is false for calls that work on devices only.
  explicit Call(bool needsContext = true)
      : driver(Driver::get()), lock(driver.mutex) {
    if (!driver.isInitialized)
      result = CUDA_ERROR_NOT_INITIALIZED;
    else if (needsContext && (contextStack().empty() ||
                              !contextStack().back() || !driver.retained))
      result = CUDA_ERROR_INVALID_CONTEXT;
    else if (needsContext)
      result = driver.sticky;
  }
  explicit operator bool() const { return result == CUDA_SUCCESS; }

  Driver &driver;
  CUresult result = CUDA_SUCCESS;

private:
  std::lock_guard<std::mutex> lock;
};

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_DRIVER_STATE_H
