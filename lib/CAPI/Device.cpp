//===- Device.cpp - Tensors on a device behind the C interface --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handle has its arrays on the host, on a device or on both.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "weft/PTX/Counts.h"

#include <algorithm>
#include <cstring>

using namespace weft;
using namespace weft::capi;

runtime::Status capi::checkIsOnHost(const weft_tensor &tensor) {
  if (!tensor.device.exists() || tensor.device.isHostCurrent())
    return runtime::Status::success();
  return runtime::Status::failure("the tensor is on device " +
                                  std::to_string(tensor.device.getDevice()) +
                                  " only; copy it to the host");
}

int weft_tensor_to_device(weft_tensor *tensor, int64_t device, char **error) {
  WEFT_REQUIRE(tensor);
  runtime::DeviceCopy &copy = tensor->device;
  if (copy.exists() && !copy.isHostCurrent()) {
    if (copy.getDevice() == device)
      return 0;
    if (runtime::Status status = copy.updateHost(); status.failed())
      return fail(error, status);
  }
  auto made = runtime::DeviceCopy::make(tensor->tensor, device);
  if (made.failed())
    return fail(error, made.getStatus());
  copy = std::move(*made);
  return 0;
}

int weft_tensor_to_host(weft_tensor *tensor, char **error) {
  WEFT_REQUIRE(tensor);
  if (runtime::Status status = tensor->device.updateHost(); status.failed())
    return fail(error, status);
  tensor->device = runtime::DeviceCopy();
  return 0;
}

int weft_tensor_update_host(const weft_tensor *tensor, char **error) {
  WEFT_REQUIRE(tensor);
  runtime::Status status = tensor->device.updateHost();
  return status.failed() ? fail(error, status) : 0;
}

int64_t weft_tensor_device(const weft_tensor *tensor) {
  return tensor && tensor->device.exists() ? tensor->device.getDevice() : -1;
}

int weft_tensor_is_on_host(const weft_tensor *tensor) {
  return tensor && checkIsOnHost(*tensor).succeeded();
}

int weft_tensor_device_array(const weft_tensor *tensor, int64_t index,
                             uint64_t *address, int64_t *length, char **error) {
  WEFT_REQUIRE(tensor);
  WEFT_REQUIRE(address);
  WEFT_REQUIRE(length);
  if (runtime::Status status = checkArrayNumber(*tensor, index);
      status.failed())
    return fail(error, status);
  if (!tensor->device.exists())
    return fail(error, "the tensor is on no device; copy it with "
                       "weft_tensor_to_device");
  // Of a result, coordinates that the host has made may not be there yet.
  if (runtime::Status status = tensor->device.updateDevice(); status.failed())
    return fail(error, status);
  *address = tensor->device.getAddress(index);
  *length = tensor->tensor.arrays()[index].length;
  return 0;
}

void weft_set_device_memory_limit(int64_t bytes) {
  runtime::setDeviceMemoryLimit(bytes);
}

/// Takes over what the PTX machine has counted.
static void takeMachineCounts(const weftPtxCountsRecord &record,
                              weft_device_counts &counts) {
  counts.emulated = 1;
  counts.blocks = record.blocks;
  counts.warps = record.warps;
  counts.warp_instructions = record.warpInstructions;
  counts.lane_instructions = record.laneInstructions;
  counts.longest_warp = record.longestWarp;
  counts.requests = record.globalRequests;
  counts.sectors = record.globalSectors;
  counts.bytes = record.globalBytes;
  counts.unique_sectors = record.uniqueSectors;
  counts.atomics = record.globalAtomics + record.sharedAtomics;
  counts.barriers = record.barriers;
}

void weft_device_get_counts(weft_device_counts *counts, int64_t size) {
  if (!counts || size <= 0)
    return;
  runtime::DeviceCounts known = runtime::getDeviceCounts();
  weft_device_counts all = {};
  all.launches = known.launches;
  all.copies_to_device = known.copiesToDevice;
  all.bytes_to_device = known.bytesToDevice;
  all.copies_to_host = known.copiesToHost;
  all.bytes_to_host = known.bytesToHost;
  all.kernel_time = known.kernelTime;
  all.copy_time = known.copyTime;
  all.modules = known.modules;
  all.bytes_pinned = known.bytesPinned;
  weftPtxCountsRecord record = {};
  if (runtime::getMachineCounts(record))
    takeMachineCounts(record, all);
  // Fields that this library does not know are zero.
  std::memset(counts, 0, size);
  std::memcpy(counts, &all, std::min<size_t>(size, sizeof(all)));
}

void weft_device_reset_counts(void) { runtime::resetDeviceCounts(); }
