//===- ElementBytes.h - How large elements of arrays are --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays of a tensor have lengths that count elements.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_ELEMENTBYTES_H
#define WEFT_LIB_CAPI_ELEMENTBYTES_H

#include "weft/Runtime/ElementType.h"
#include "weft/Runtime/Format.h"

#include <cstdint>
#include <vector>

namespace weft {
namespace capi {

/// How many bytes an element of each array of a tensor has, in their order.
std::vector<int64_t> getElementBytes(const runtime::Format &format,
                                     runtime::ElementType type);

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_ELEMENTBYTES_H
