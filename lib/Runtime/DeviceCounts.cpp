//===- DeviceCounts.cpp - Counts of launches and copies ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX machine counts by itself.
//
//===----------------------------------------------------------------------===//

#include "DeviceCounts.h"

#include "weft/PTX/Counts.h"
#include "weft/Runtime/Device.h"

#include "CudaDriver.h"

#include <mutex>

using namespace weft::runtime;

static std::mutex mutex;
static DeviceCounts counts;

void weft::runtime::countCopy(CopyDirection direction, size_t bytes,
                              double milliseconds) {
  std::lock_guard<std::mutex> lock(mutex);
  bool isToDevice = direction == CopyDirection::ToDevice;
  ++(isToDevice ? counts.copiesToDevice : counts.copiesToHost);
  (isToDevice ? counts.bytesToDevice : counts.bytesToHost) +=
      static_cast<int64_t>(bytes);
  counts.copyTime += milliseconds;
}

void weft::runtime::countLaunch(double milliseconds) {
  std::lock_guard<std::mutex> lock(mutex);
  ++counts.launches;
  counts.kernelTime += milliseconds;
}

void weft::runtime::countPinned(size_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  counts.bytesPinned += static_cast<int64_t>(bytes);
}

void weft::runtime::countModule(int change) {
  std::lock_guard<std::mutex> lock(mutex);
  counts.modules += change;
}

DeviceCounts weft::runtime::getDeviceCounts() {
  std::lock_guard<std::mutex> lock(mutex);
  return counts;
}

bool weft::runtime::getMachineCounts(weftPtxCountsRecord &record) {
  const CudaFunctions *functions = CudaDevice::findFunctions();
  return functions && functions->weftPtxCounts &&
         functions->weftPtxCounts("", &record, sizeof(record)) == 0;
}

void weft::runtime::resetDeviceCounts() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    int64_t modules = counts.modules;
    counts = DeviceCounts();
    counts.modules = modules;
  }
  const CudaFunctions *functions = CudaDevice::findFunctions();
  if (functions && functions->weftPtxReset)
    functions->weftPtxReset();
}
