//===- CallFunction.h - Kernels that a program compiles ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C source of a kernel returns arrays from malloc, and knows nothing of the
// runtime.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_CALLFUNCTION_H
#define WEFT_LIB_CAPI_CALLFUNCTION_H

#include "KernelHandle.h"

#include "weft-c/Weft.h"

namespace weft {
namespace capi {

/// Calls a function with the tensors of a kernel's signature, results first,
/// and moves the arrays of the results to the runtime's memory, or to that of
/// the caller. Returns a status; after a failure no array is left.
int64_t callFunction(weft_kernel_function function, const weft_kernel &kernel,
                     const RunBuffers &buffers, weft_rt_error &error);

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_CALLFUNCTION_H
