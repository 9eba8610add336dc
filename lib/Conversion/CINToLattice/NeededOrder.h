//===- NeededOrder.h - Assignments that need an order -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is assembled takes coordinates in the order in which it stores them, or
// in any, by its levels and by how it is assembled.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_NEEDEDORDER_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_NEEDEDORDER_H

#include "KernelInfo.h"
#include "Scope.h"

namespace weft {
namespace cin_to_lattice {

/// An assignment in a forall that needs the coordinates in order, or, if they
/// are not unique, once each; null if there is none.
cin::AssignOp findOrdered(cin::ForallOp forall, bool unique,
                          const KernelInfo &info, const Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_NEEDEDORDER_H
