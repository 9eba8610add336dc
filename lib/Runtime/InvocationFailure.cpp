//===- InvocationFailure.cpp - Failures of kernels --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the status code of a failed kernel and its details into words.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Invocation.h"

#include "weft/Runtime/Memory.h"

#include "DeviceFailure.h"

using namespace weft::runtime;

static std::string &getMessage() {
  static thread_local std::string message;
  return message;
}

void weft::runtime::setDeviceFailure(const std::string &message) {
  getMessage() = message;
}

const std::string &weft::runtime::getDeviceFailure() { return getMessage(); }

std::string weft::runtime::describe(const weft_rt_error &error,
                                    const std::string &result) {
  switch (error.status) {
  case WEFT_RT_OK:
    return "no error";
  case WEFT_RT_OUT_OF_MEMORY:
    return "not enough memory: the kernel asked for " +
           formatBytes(static_cast<double>(error.detail[0]));
  case WEFT_RT_INDEX_OVERFLOW: {
    bool isPosition = error.detail[2] == 0;
    const char *what = isPosition ? "position" : "coordinate";
    return result + " does not fit its format: it needs the " + what + " " +
           std::to_string(error.detail[0]) + ", and the largest that fits is " +
           std::to_string(error.detail[1]) + "; use a format with wider " +
           what + "s, which {" + (isPosition ? "pos" : "crd") +
           "=64} behind its name asks for";
  }
  case WEFT_RT_SIZE_OVERFLOW:
    return "the sizes of the tensors are too large: their product exceeds 63 "
           "bits";
  case WEFT_RT_INVALID_ARGUMENT:
    return "the sizes of the tensors do not fit each other";
  case WEFT_RT_STRUCTURE_MISMATCH:
    return "the structure that is kept for " + result +
           " is not that of the result; assemble it from operands of the same "
           "structure";
  case WEFT_RT_OUT_OF_BOUNDS:
    return "an access out of bounds: " + std::to_string(error.detail[0]) +
           " in an array of length " + std::to_string(error.detail[1]);
  case WEFT_RT_NEGATIVE_LENGTH:
    return "the length of an array is negative: " +
           std::to_string(error.detail[0]);
  case WEFT_RT_LENGTH_MISMATCH:
    return "expected an array of length " + std::to_string(error.detail[0]) +
           ", as its type says, got one of length " +
           std::to_string(error.detail[1]);
  case WEFT_RT_DIVISION_BY_ZERO:
    return "a natural number is divided by zero";
  case WEFT_RT_NO_ROOM:
    return result +
           " does not fit its format: a structured level has room for " +
           std::to_string(error.detail[0]) +
           (error.detail[0] == 1 ? " coordinate" : " coordinates") +
           " below each position above, but one has more";
  case WEFT_RT_CANCELLED:
    return "cancelled";
  case WEFT_RT_DEVICE_FAILED:
    return getDeviceFailure();
  case WEFT_RT_BOUND_VIOLATED: {
    static constexpr const char *kinds[] = {"exactly ", "at most ",
                                            "a multiple of "};
    return "the bound of a loop does not hold: it is for " +
           std::string(kinds[error.detail[2] % WEFT_RT_BOUND_KINDS]) +
           std::to_string(error.detail[1]) +
           (error.detail[1] == 1 ? " coordinate" : " coordinates") +
           (error.detail[0] == 1 ? ", and there is " : ", and there are ") +
           std::to_string(error.detail[0]);
  }
  default:
    return "the kernel failed with the unknown status " +
           std::to_string(error.status);
  }
}
