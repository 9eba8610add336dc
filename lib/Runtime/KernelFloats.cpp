//===- KernelFloats.cpp - Real numbers of 16 bits in kernels --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of LLVM's own runtime library, which kernels are not linked
// against. They convert between `bf16` and `f32` by shifts, and leave no
// conversion to it. But where LLVM makes one value of several, for a processor
// without registers of `bf16`, it takes the value through an `f32` and back.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/KernelSymbols.h"

#include "SmallFloat.h"

#include <cstring>

using namespace weft::runtime;

float __truncsfbf2(float number) {
  uint32_t bits = BFloat16(static_cast<double>(number)).bits;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}
