//===- WidenWorkspace.h - Workspaces of all iterations ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forall around a where statement is taken apart, so that all workspaces are
// produced before the first is consumed:
//
//   ∀i (S(i) where P(i))      becomes      (∀i1 S(i1)) where ∀i P(i)
//
// The workspace gets a mode for the variable of the forall. The foralls of the
// producer are nested directly in it then, and can be collapsed with it, so
// that a part of their combinations may end inside of an iteration.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_WIDENWORKSPACE_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_WIDENWORKSPACE_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// Checks that the statement of a forall, which is a where statement, can be
/// taken apart. `refusal` begins the message.
mlir::LogicalResult verifyWidening(mlir::RewriterBase &rewriter,
                                   ForallOp forall, WhereOp where,
                                   const llvm::Twine &refusal);

/// Takes a forall apart, which remains around the producer. The workspace is a
/// list, in which components are only where they are assigned.
void widenWorkspace(mlir::RewriterBase &rewriter, ForallOp forall,
                    WhereOp where);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_WIDENWORKSPACE_H
