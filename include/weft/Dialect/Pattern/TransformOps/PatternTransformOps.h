//===- PatternTransformOps.h - Rules as transform operations ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules for patterns as operations of the transform dialect.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_TRANSFORMOPS_PATTERNTRANSFORMOPS_H
#define WEFT_DIALECT_PATTERN_TRANSFORMOPS_PATTERNTRANSFORMOPS_H

#include "weft/Dialect/Pattern/IR/Pattern.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#define GET_OP_CLASSES
#include "weft/Dialect/Pattern/TransformOps/PatternTransformOps.h.inc"

namespace weft {
namespace pattern {

/// Adds the operations to the transform dialect, when that is loaded.
void registerTransformDialectExtension(mlir::DialectRegistry &registry);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_TRANSFORMOPS_PATTERNTRANSFORMOPS_H
