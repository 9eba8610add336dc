//===- CountedWork.h - Work that is counted in positions --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What parts of equal work are cut by: the positions of operands that store
// what is balanced, each of which may have as many more below it as an operand
// has that is looked up by its coordinate, as a row of B in A(i,k) * B(k,j).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_COUNTEDWORK_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_COUNTEDWORK_H

#include "EmitContext.h"
#include "Scope.h"

namespace weft {
namespace cin_to_lattice {

/// Emits, before a forall over parts of equal work, how much work is below the
/// positions of operands by whose coordinates others are looked up: sums of all
/// before each position, which the scope is told. Returns the tensors.
llvm::SmallVector<mlir::Value> emitWeights(const EmitContext &context,
                                           cin::ForallOp forall, Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_COUNTEDWORK_H
