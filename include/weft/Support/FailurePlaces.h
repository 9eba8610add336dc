//===- FailurePlaces.h - Source places of failures --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that fails says where in its text, in one number.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_FAILUREPLACES_H
#define WEFT_SUPPORT_FAILUREPLACES_H

#include "mlir/IR/Location.h"

namespace weft {

/// The first place in a text of a location as kernels report it when they fail
/// (TensorABI.h); zero if there is none that fits.
int64_t getPlace(mlir::Location loc);

} // namespace weft

#endif // WEFT_SUPPORT_FAILUREPLACES_H
