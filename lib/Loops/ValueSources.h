//===- ValueSources.h - What values are computed from -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from values to their operands.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VALUESOURCES_H
#define WEFT_LIB_LOOPS_VALUESOURCES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace weft {

/// Whether all that a value is computed from passes a test, which decides, or
/// leaves it to the operands. Each value is asked once, block arguments and
/// results of operations with regions have no operands to ask.
bool isComputedFrom(mlir::Value value,
                    llvm::function_ref<std::optional<bool>(mlir::Value)> test);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VALUESOURCES_H
