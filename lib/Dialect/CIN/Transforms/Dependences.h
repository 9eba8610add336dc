//===- Dependences.h - Dependences between iterations -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Preconditions of transformations that change the order of iterations. (Which
// iterations may run at the same time is for Races.h to say.)
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_DEPENDENCES_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_DEPENDENCES_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// Checks that the values that a forall and those inside of it reduce may come
/// in another order. `refusal` begins the message.
mlir::LogicalResult verifyReductions(mlir::RewriterBase &rewriter,
                                     ForallOp forall,
                                     const llvm::Twine &refusal);

/// Checks that a forall does not read a tensor.
mlir::LogicalResult verifyNotRead(mlir::RewriterBase &rewriter, mlir::Value ref,
                                  ForallOp forall);

/// Whether the foralls between an assignment and its tensor reach each
/// component at most once, so that nothing is combined. A variable that others
/// were combined into is not told by one of them.
bool reachesOnce(AssignOp assign);

/// Whether the coordinates of an access are those that a tensor has at the
/// positions that are counted.
bool isAtPositions(AccessOp access, PositionOp position);

/// Checks that a forall is over no part of a balanced split, which nothing else
/// derives from. `refusal` begins the message.
mlir::LogicalResult verifyNoBalancedPart(mlir::RewriterBase &rewriter,
                                         ForallOp forall,
                                         const llvm::Twine &refusal);

/// Checks that a forall is over no tile with an end of its own, whose
/// coordinates nothing else derives from. `refusal` begins the message.
mlir::LogicalResult verifyNoOwnEnd(mlir::RewriterBase &rewriter,
                                   ForallOp forall, const llvm::Twine &refusal);

/// Moves the derivations of an index variable, and its guards, out of a
/// statement, before the statement or another one around it. No forall in the
/// statement binds a variable that they derive from.
void hoistIndex(mlir::RewriterBase &rewriter, mlir::Value index,
                mlir::Operation *statement, mlir::Operation *before);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_DEPENDENCES_H
