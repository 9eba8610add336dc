//===- DeviceTimes.cpp - Times of kernels on a GPU --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of the PTX machine are shown as the ratios that say what a kernel
// loses: to idle lanes, to accesses that are not coalesced, to load imbalance.
//
//===----------------------------------------------------------------------===//

#include "DeviceTimes.h"
#include "Times.h"

#include <cstdio>

using namespace weft::driver;

void DeviceTimes::add() {
  weft_device_get_counts(&counts, sizeof counts);
  kernelTimes.push_back(counts.kernel_time);
  copyTimes.push_back(counts.copy_time);
}

static double getRatio(int64_t number, int64_t of) {
  return of > 0 ? double(number) / double(of) : 0;
}

/// A number of things, in words.
static std::string count(int64_t number, const char *one, const char *several) {
  return std::to_string(number) + " " + (number == 1 ? one : several);
}

static std::string describeCopies(const weft_device_counts &counts) {
  return "launches          " + std::to_string(counts.launches) + "\n" +
         "copies            " +
         count(counts.copies_to_device, "array", "arrays") + " of " +
         count(counts.bytes_to_device, "byte", "bytes") + " to the device, " +
         count(counts.copies_to_host, "array", "arrays") + " of " +
         count(counts.bytes_to_host, "byte", "bytes") + " to the host" +
         (counts.bytes_pinned == 0
              ? ""
              : ", " + count(counts.bytes_pinned, "byte", "bytes") +
                    " of these through pinned memory") +
         "\n";
}

/// What the PTX machine has counted.
static std::string describeCounts(const weft_device_counts &counts) {
  char text[512];
  double mean = getRatio(counts.warp_instructions, counts.warps);
  std::snprintf(
      text, sizeof text,
      "warp instructions %lld, %.1f of 32 lanes active\n"
      "longest warp      %.2f times the mean\n"
      "global accesses   %lld, %.2f sectors each, %.2f times the unique bytes\n"
      "atomics           %lld\n"
      "barriers          %lld\n",
      static_cast<long long>(counts.warp_instructions),
      getRatio(counts.lane_instructions, counts.warp_instructions),
      mean > 0 ? double(counts.longest_warp) / mean : 0,
      static_cast<long long>(counts.requests),
      getRatio(counts.sectors, counts.requests),
      getRatio(counts.sectors, counts.unique_sectors),
      static_cast<long long>(counts.atomics),
      static_cast<long long>(counts.barriers));
  return text;
}

std::string DeviceTimes::describe() const {
  if (counts.launches == 0)
    return "";
  std::string text = describeRuns("time of kernels", kernelTimes) +
                     describeRuns("time of copies", copyTimes) +
                     describeCopies(counts);
  return counts.emulated ? text + describeCounts(counts) : text;
}
