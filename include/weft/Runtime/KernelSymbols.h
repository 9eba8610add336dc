//===- KernelSymbols.h - Runtime functions for kernels ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that machine code of kernels is linked against: those of the
// runtime, the C library and its mathematical functions, and LLVM's OpenMP
// library, which is loaded for the first kernel that calls it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_KERNELSYMBOLS_H
#define WEFT_RUNTIME_KERNELSYMBOLS_H

#include <string>

/// The number of type `bf16` that is next to another one, as LLVM's runtime
/// library has it for processors that have no registers of that type. It is in
/// the lower half of what is returned.
extern "C" float __truncsfbf2(float number);

namespace weft {
namespace runtime {

/// LLVM's OpenMP library.
extern const char *const kernelThreadLibrary;

/// Any function that kernels may call; null if there is none of this name, or
/// if it cannot be had here.
void *findKernelSymbol(const char *name);

/// Why a function that kernels may call cannot be had here, for the user.
std::string whyNotFound(const char *name);

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_KERNELSYMBOLS_H
