//===- Concretize.h - The concretize algorithm ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From one compute to one kernel (thesis, section 4.4).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_CONCRETIZE_H
#define WEFT_LIB_CONVERSION_TINTOCIN_CONCRETIZE_H

#include "LoopOrder.h"

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace tin_to_cin {

struct ConcretizeOptions {
  /// The compute makes a temporary.
  bool isPart = false;
  /// Results may be assembled in two phases, whose segments are filled in any
  /// order.
  bool scatters = true;
  /// Results may be assembled segment by segment, the coordinates of each in
  /// any order.
  bool collects = false;
  /// What turns out to be the fill is dropped, so that each component is
  /// assigned once, when it is complete.
  bool dropsFill = false;
  /// What the order of the loops suits before anything else.
  OrderEdges first;
};

/// Emits the kernel of a compute before it. The accesses of the compute must
/// fit one order of the loops that its variables are split into (see
/// Outline.h). Fails with a diagnostic.
mlir::FailureOr<cin::KernelOp> concretize(tin::ComputeOp compute,
                                          const Blocking &blocking,
                                          ConcretizeOptions options,
                                          mlir::OpBuilder &builder);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_CONCRETIZE_H
