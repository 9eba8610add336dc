//===- SizeErrors.h - Sizes that do not agree -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Renders errors of the inference of sizes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_SIZEERRORS_H
#define WEFT_LIB_CAPI_SIZEERRORS_H

#include "KernelHandle.h"

namespace weft {
namespace capi {

/// The message of an error about the sizes of a run of a kernel, whose ranges
/// are those of the text of the kernel.
std::string renderSizeError(const weft_kernel &kernel,
                            notation::Diagnostic error);

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_SIZEERRORS_H
