//===- FindExpression.h - Expressions of a text in a kernel -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule names an expression by its text, as concrete index notation shows
// it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOCIN_FINDEXPRESSION_H
#define WEFT_LIB_CONVERSION_NOTATIONTOCIN_FINDEXPRESSION_H

#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Notation/AST.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {

/// Whether an expression consists of what can be found: accesses, numbers,
/// operators, comparisons and functions. Reductions are loops.
bool isFindable(const notation::Expr &expr);

/// The scalars of a statement that are an expression. The operands of sums and
/// products may have any order and, where the expression has some of them, are
/// grouped so that it is a scalar of its own.
llvm::SmallVector<mlir::Value> findExpression(mlir::RewriterBase &rewriter,
                                              cin::ForallOp forall,
                                              const notation::Expr &expr);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOCIN_FINDEXPRESSION_H
