//===- IterationBound.h - Bounds of trip counts -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds the iterations of a forall by the entries of its segments, so that
// there is room for what it appends before it begins.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_ITERATIONBOUND_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_ITERATIONBOUND_H

#include "EmitContext.h"
#include "ForallPlan.h"

namespace weft {
namespace cin_to_lattice {

/// Emits how many coordinates a forall visits at most, in work and for memory
/// that do not exceed those of the visits; null if its segments do not tell.
mlir::Value emitBound(const EmitContext &context, const ForallPlan &plan,
                      const Scope &scope);

/// Emits how many coordinates all runs of a forall visit together, at most;
/// null if that is not known before the first one. Emits nothing but reads of
/// operands that are opened before `begin`.
mlir::Value emitTotalBound(const EmitContext &context, cin::ForallOp forall,
                           const ForallPlan &plan, const Scope &scope,
                           mlir::Operation *begin);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_ITERATIONBOUND_H
