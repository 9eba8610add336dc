//===- DeviceTimes.h - Times of kernels on a GPU ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times and counts of launches and copies.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_DEVICETIMES_H
#define WEFT_TOOLS_WEFT_DEVICETIMES_H

#include "weft-c/Weft.h"

#include <string>
#include <vector>

namespace weft {
namespace driver {

/// What runs of a kernel did on a GPU.
class DeviceTimes {
public:
  /// Adds the counts of a run, before which they were reset.
  void add();
  /// The lines that -time prints; none if nothing was launched.
  std::string describe() const;

private:
  std::vector<double> kernelTimes, copyTimes;
  /// Those of the last run.
  weft_device_counts counts = {};
};

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_DEVICETIMES_H
