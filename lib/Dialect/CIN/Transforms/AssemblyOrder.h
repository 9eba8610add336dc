//===- AssemblyOrder.h - Foralls in the order of results --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether the foralls of a kernel reach a result in an order in which its
// levels take coordinates, as the lowering will find it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_ASSEMBLYORDER_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_ASSEMBLYORDER_H

#include "weft/Analysis/IndexedTensor.h"

namespace weft {
namespace cin {

/// An assignment whose foralls are not in the order of the result, and how many
/// of them, from the outermost on, are.
struct Disorder {
  AssignOp assign;
  unsigned numInOrder;
  /// The level of the result that the first forall out of order is for.
  ReasonAttr reason;
};

/// The foralls around an operation, in its kernel, outermost first.
llvm::SmallVector<ForallOp> getForallsAround(mlir::Operation *op);

/// The assignment of an output of a kernel, if its foralls are not in order.
/// The outer ones that are bind whole variables.
std::optional<Disorder> findDisorder(KernelOp kernel, mlir::Value ref);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_ASSEMBLYORDER_H
