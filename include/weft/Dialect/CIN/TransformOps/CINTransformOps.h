//===- CINTransformOps.h - Schedules as transform operations ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduling language as operations of the transform dialect.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_TRANSFORMOPS_CINTRANSFORMOPS_H
#define WEFT_DIALECT_CIN_TRANSFORMOPS_CINTRANSFORMOPS_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/MatchInterfaces.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#define GET_OP_CLASSES
#include "weft/Dialect/CIN/TransformOps/CINTransformOps.h.inc"

namespace weft {
namespace cin {

/// Adds the operations to the transform dialect, when that is loaded.
void registerTransformDialectExtension(mlir::DialectRegistry &registry);

} // namespace cin
} // namespace weft

#endif // WEFT_DIALECT_CIN_TRANSFORMOPS_CINTRANSFORMOPS_H
