//===- Processor.h - The processor that code is made for --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are compiled for the processor at hand. LLVM knows which that is, but
// is not there when a kernel comes from the cache.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_PROCESSOR_H
#define WEFT_LIB_CAPI_PROCESSOR_H

#include <string>

namespace weft {
namespace capi {

/// Bytes that are equal for two processors only if they are of one model and
/// have, under this system, the same extensions.
const std::string &describeProcessor();

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_PROCESSOR_H
