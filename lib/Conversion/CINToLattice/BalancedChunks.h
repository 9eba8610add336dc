//===- BalancedChunks.h - Chunks of equal work ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A split that is balanced cuts the combined iteration space of all operands
// where the work of the chunks is equal. What comes before a coordinate is
// counted in positions: those of an operand are numbered in the order of the
// loops, so that one search in each of its levels tells how many of them do
// (docs/decisions/load-balance.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_BALANCEDCHUNKS_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_BALANCEDCHUNKS_H

#include "ForallPlan.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace cin_to_lattice {

/// Checks that a forall over the coordinates of a chunk is inside of that over
/// the chunks. Fails with a diagnostic.
mlir::LogicalResult verifyBalanced(cin::ForallOp forall, const ForallPlan &plan,
                                   const KernelInfo &info);

/// Where the coordinates of a chunk begin and end.
struct Part {
  mlir::Value begin, end;
};

/// Emits the chunk whose coordinates a forall goes over; nothing if it goes
/// over something else.
std::optional<Part> emitPart(const EmitContext &context, cin::ForallOp forall,
                             const ForallPlan &plan, const Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_BALANCEDCHUNKS_H
