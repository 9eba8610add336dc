//===- Slots.h - Components that several slots may store --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format with a level of slots stores the entries of one component anywhere
// in its slots. An access of a component is the sum of them, which is made
// explicit before loops are ordered: the slot is one more reduction variable.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_SLOTS_H
#define WEFT_LIB_CONVERSION_TINTOCIN_SLOTS_H

#include "Blocking.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace tin_to_cin {

/// Replaces the accesses of components in a compute by sums over slots, and
/// moves these sums out of products into the sum around or, if there is none,
/// to the top: whatever distributes over a sum may be computed for each entry.
void expandSlots(tin::ComputeOp compute, mlir::RewriterBase &rewriter);

/// Whether a compute is a sum over the slots of an operand that has each
/// component in one of them, and coordinates of the result's last level come in
/// order below those of the levels above if the slots do.
bool comesInSlotOrder(tin::ComputeOp compute, const Blocking &blocking);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_SLOTS_H
