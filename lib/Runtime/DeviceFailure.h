//===- DeviceFailure.h - Failures on a device -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words for a failure of a device, which has no number of ours.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_DEVICEFAILURE_H
#define WEFT_LIB_RUNTIME_DEVICEFAILURE_H

#include <string>

namespace weft {
namespace runtime {

/// Keeps what went wrong in the launch that failed last on this thread.
void setDeviceFailure(const std::string &message);
const std::string &getDeviceFailure();

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_DEVICEFAILURE_H
