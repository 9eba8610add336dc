//===- AbsentTerms.h - Terms with absent operands ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A maximum over components that are absent is over zeros, which count. One
// that is scattered into a workspace need not go over them if what is present
// is counted for each component: where that is less than the reduction is over,
// the number that is absent is combined once.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_ABSENTTERMS_H
#define WEFT_LIB_CONVERSION_TINTOCIN_ABSENTTERMS_H

#include "weft/Dialect/TIN/IR/TIN.h"

#include "mlir/IR/Builders.h"

namespace weft {
namespace tin_to_cin {

/// The number that the terms of a reduction are where they are absent, if it
/// changes what they are combined into, and combining it once is as good as
/// combining it many times; null otherwise.
mlir::Attribute findAbsentTerm(tin::ReduceOp reduce);

/// Emits a value with the identity of the reduction where it is absent, and how
/// many values that is.
mlir::Value emitPresentTerm(mlir::OpBuilder &builder, tin::ReduceOp reduce,
                            mlir::Value term);
mlir::Value emitPresentCount(mlir::OpBuilder &builder, mlir::Value term);

/// Emits what the terms that are present were combined into, with the absent
/// one if there are less of them than the product of `extents`.
mlir::Value emitWithAbsentTerm(mlir::OpBuilder &builder, tin::ReduceOp reduce,
                               mlir::Attribute absent, mlir::Value combined,
                               mlir::Value count, mlir::ValueRange extents);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_ABSENTTERMS_H
