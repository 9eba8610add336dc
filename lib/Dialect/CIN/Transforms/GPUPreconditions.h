//===- GPUPreconditions.h - Preconditions of GPU units ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about the loops and operands of a kernel that the rules of the
// default schedule of a GPU ask.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_GPUPRECONDITIONS_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_GPUPRECONDITIONS_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace cin {

/// An access of a level that stores some coordinates of a forall, and the type
/// of the level; null if there is none.
std::pair<AccessOp, level::LevelTypeAttrInterface> findStored(ForallOp forall);

/// Whether an assignment does not change its component at coordinates where an
/// operand stores nothing.
bool skipsAbsent(AccessOp access, AssignOp assign);

/// Whether tiles of what a forall goes over begin at a place that is known:
/// coordinates that are located, or positions that have one coordinate each.
bool hasTiles(ForallOp forall);

/// Whether threads of a GPU can combine what an assignment combines, by
/// instructions.
bool combinesByInstructions(AssignOp assign);

/// Whether threads can combine partial results of an assignment that they have
/// in registers: those that instructions combine, and complex numbers.
bool combinesInThreads(AssignOp assign);

/// Whether the order in which an assignment combines shows in its result.
bool isRounded(AssignOp assign);

/// Whether the loop of a forall counts coordinates, or positions of one
/// segment.
bool isCounted(ForallOp counted);

/// The only forall inside of another one that sums up a scalar workspace, in an
/// order that does not matter, or need not if it is not `strict`; null if there
/// is none.
ForallOp findInnerSum(ForallOp forall, bool strict);

/// An access of a tensor whose levels store the variables of nested foralls, in
/// their order, so that its positions are entries, and whose last variable the
/// assignment inside sums over; null if there is none.
AccessOp findEntries(llvm::ArrayRef<ForallOp> nest);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_GPUPRECONDITIONS_H
