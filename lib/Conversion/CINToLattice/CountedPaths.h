//===- CountedPaths.h - Operands whose positions are work -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The work of a loop is counted in positions of operands
// (docs/decisions/load-balance.md). This says of which, and in which of their
// levels.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_COUNTEDPATHS_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_COUNTEDPATHS_H

#include "KernelInfo.h"
#include "Scope.h"

#include "llvm/ADT/SetVector.h"

namespace weft {
namespace cin_to_lattice {

/// An operand whose positions are counted: the levels from `begin` up to
/// `inside` store variables that are balanced, and those from there up to `end`
/// are below.
struct CountedPath {
  unsigned path;
  int64_t begin, inside, end;
};

/// The operands that are counted in a forall over what was split from the
/// combination of some variables. All that others store follows from
/// coordinates, or is in another order.
llvm::SmallVector<CountedPath>
findCountedPaths(cin::ForallOp forall, llvm::ArrayRef<mlir::Value> originals,
                 const KernelInfo &info, const Scope &scope);

/// Whether the positions of a level are in the order of coordinates, below
/// positions of the level above which are, and each is that of an entry.
/// `hasOneParent` says that the path is to the children of one position.
bool isCountable(level::LevelTypeAttrInterface type, bool hasOneParent);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_COUNTEDPATHS_H
