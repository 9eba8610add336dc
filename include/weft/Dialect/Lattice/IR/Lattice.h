//===- Lattice.h - The lattice dialect --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the lattice dialect: coiteration of one dimension (thesis, sections
// 3.3 and 5.2).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LATTICE_IR_LATTICE_H
#define WEFT_DIALECT_LATTICE_IR_LATTICE_H

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "weft/Dialect/Lattice/IR/LatticeDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Lattice/IR/LatticeAttributes.h.inc"
#define GET_OP_CLASSES
#include "weft/Dialect/Lattice/IR/LatticeOps.h.inc"

namespace weft {
namespace lattice {

/// Says why a segment with levels of these types cannot be iterated over; empty
/// if it can. One with several levels, or whose positions are counted, is
/// walked by the positions of its last level.
std::string findWalkProblem(llvm::ArrayRef<level::LevelTypeAttrInterface> types,
                            bool byPositions);

} // namespace lattice
} // namespace weft

#endif // WEFT_DIALECT_LATTICE_IR_LATTICE_H
