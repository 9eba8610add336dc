//===- SegmentPreconditions.h - Roles of segments ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A coiteration may be well-formed and still ask for more than loops can give.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_SEGMENTPRECONDITIONS_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_SEGMENTPRECONDITIONS_H

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace lattice {

/// What keeps a segment from its role in a coiteration.
struct LoweringProblem {
  unsigned segment;
  /// Whether its role is to be located in, not iterated over.
  bool locates;
  /// The type of the level that does not allow it, and why.
  level::LevelTypeAttrInterface type;
  llvm::StringRef reason;
};

/// The first reason why a coiteration cannot be lowered; none if it can be.
std::optional<LoweringProblem> findLoweringProblem(CoiterateOp op);

/// Reports that as an error.
mlir::LogicalResult verifyLowerable(CoiterateOp op);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_SEGMENTPRECONDITIONS_H
