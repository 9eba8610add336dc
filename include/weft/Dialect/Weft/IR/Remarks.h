//===- Remarks.h - Remarks of transformations -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes report of the loops that they transform, or do not. MLIR's remark
// engine collects it (mlir/IR/Remarks.h): `weft-opt -remarks-filter=weft` and
// `weft -remarks` print it. Without an engine nothing is emitted.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_REMARKS_H
#define WEFT_DIALECT_WEFT_IR_REMARKS_H

#include "weft/Dialect/Weft/IR/LoweringConfig.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/Twine.h"

namespace weft {

/// The category of all remarks of Weft.
constexpr llvm::StringLiteral kRemarkCategory = "weft";
/// The subcategory of remarks that an option is on. Their kind is `Analysis`,
/// since an option that is on may find nothing to transform.
constexpr llvm::StringLiteral kChoiceSubcategory = "choice";

/// Reports that a transformation was applied to an operation, as a sentence
/// that begins with a verb: "prefetches x 128 positions ahead".
void reportPassed(mlir::Operation *op, llvm::StringRef transformation,
                  const llvm::Twine &what);
void reportPassed(mlir::Operation *op, LoweringOption option,
                  const llvm::Twine &what);

/// Reports that an option is on for the loops of an operation, and why or with
/// which value: "is set by the schedule".
void reportChosen(mlir::Operation *op, LoweringOption option,
                  const llvm::Twine &what);

/// The loops or operations that the transformation of an option reports on, as
/// a noun phrase that follows "found no".
llvm::StringRef describeCandidate(LoweringOption option);

/// Reports why a transformation was not applied to an operation for which it is
/// meant: "the loop carries values". Returns failure.
mlir::LogicalResult reportMissed(mlir::Operation *op,
                                 llvm::StringRef transformation,
                                 const llvm::Twine &reason);
mlir::LogicalResult reportMissed(mlir::Operation *op, LoweringOption option,
                                 const llvm::Twine &reason);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_REMARKS_H
