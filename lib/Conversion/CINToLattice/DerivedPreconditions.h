//===- DerivedPreconditions.h - Preconditions of derived variables --------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is refused of collapsed variables and of positions, wherever they are
// bound.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_DERIVEDPRECONDITIONS_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_DERIVEDPRECONDITIONS_H

#include "KernelInfo.h"

namespace weft {
namespace cin_to_lattice {

/// Whether the combinations of variables are known to have numbers of 64 bits:
/// each has a place in memory, or there are two variables of which none is
/// large.
bool fitsNumber(llvm::ArrayRef<mlir::Value> variables, const KernelInfo &info);

/// Both fail with a diagnostic.
mlir::LogicalResult verifyCollapse(cin::CollapseOp collapse,
                                   const KernelInfo &info);
mlir::LogicalResult verifyPosition(cin::PositionOp position,
                                   const KernelInfo &info);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_DERIVEDPRECONDITIONS_H
