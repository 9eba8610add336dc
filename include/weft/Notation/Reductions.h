//===- Reductions.h - Writing out implied sums ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// People leave sums out: an index variable that is missing on the left is
// summed over the additive term it occurs in. This step writes those sums out,
// after which an expression is tensor index notation as thesis section 4.2
// defines it, with a reduction expression for every variable that is not free.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_NOTATION_REDUCTIONS_H
#define WEFT_NOTATION_REDUCTIONS_H

#include "weft/Notation/AST.h"

namespace weft {
namespace notation {

/// The additive terms of an expression, left to right: its largest parts that
/// have only `+`, `-` and signs above them. The pointers own the terms and stay
/// valid until the tree above them changes.
std::vector<ExprPtr *> getTerms(ExprPtr &expr);

/// The index variables that occur in an expression and that no reduction inside
/// of it binds, in order of their first occurrences, whose places they carry.
std::vector<Name> getUnboundVariables(const Expr &expr);

/// Wraps each term of the right side in a sum over those of its unbound
/// variables that do not index the result:
///
///   a(i) = B(i,j) * c(j) + d(i)    becomes    a(i) = sum(j, B(i,j) * c(j)) +
///   d(i)
void insertImpliedReductions(Assignment &assignment);

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_REDUCTIONS_H
