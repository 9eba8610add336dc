//===- OperationPreconditions.h - Preconditions of lowering -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions of the lowering (thesis, section 5.4) that concern one
// operation of a kernel, whatever the foralls around it. They are checked at
// first, so that the recursion need not expect anything else.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_OPERATIONPRECONDITIONS_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_OPERATIONPRECONDITIONS_H

#include "KernelInfo.h"

#include "weft/Conversion/CINToLattice/CINToLattice.h"

namespace weft {
namespace cin_to_lattice {

/// Refuses, with a diagnostic, what cannot be lowered wherever it stands.
mlir::LogicalResult verifyKernel(const KernelInfo &info,
                                 const CINToLatticeOptions &options);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_OPERATIONPRECONDITIONS_H
