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

/// The message of sizes of a run of a kernel that cannot be inferred. Ranges of
/// the error are those of the text of the kernel.
std::string renderSizeError(const weft_kernel &kernel,
                            const notation::InferredSizes &failed);

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_SIZEERRORS_H
