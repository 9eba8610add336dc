//===- OrderEdges.h - Constraints on the loop order -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edges of the iteration graph (thesis, section 3.2): which loops must be
// outside of which so that an operand can be iterated over or a result
// assembled.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_ORDEREDGES_H
#define WEFT_LIB_CONVERSION_TINTOCIN_ORDEREDGES_H

#include "Blocking.h"

#include <optional>

namespace weft {
namespace tin_to_cin {

/// That the first loop must be outside of the second.
using OrderEdge = std::pair<LoopVariable, LoopVariable>;
using OrderEdges = llvm::SmallVector<OrderEdge>;

/// What an access demands of the order of the loops, which is one of several
/// sets of edges, the first of them rather than the others. None if no order of
/// them suits it, because they bind something else than what its levels store.
/// Literals are bound before all loops; they and diagonals demand nothing,
/// since levels are searched for them. What is indexed by a sum is iterated
/// over by the last loop that binds a part of the sum, with an offset. Levels
/// that store some coordinates and can be located in are iterated over, unless
/// the access just `looksUp` coordinates there. An access that `searches` does
/// so for each sum, which then asks for no last loop.
llvm::SmallVector<OrderEdges> getAccessEdges(tin::AccessOp access,
                                             const Blocking &blocking,
                                             bool looksUp = false,
                                             bool searches = false);

/// The levels that an access iterates over below others, which is what the
/// edges are for; in the same cases.
llvm::SmallVector<int64_t> getIteratedLevels(tin::AccessOp access,
                                             const Blocking &blocking,
                                             bool looksUp = false,
                                             bool searches = false);

/// What a result demands that is assembled in the order of its levels:
/// `variables` index its modes, and `reductions` are the variables of the loops
/// that combine into one component. None if no order suits it.
std::optional<OrderEdges> getResultEdges(level::FormatAttr format,
                                         mlir::ValueRange variables,
                                         mlir::ValueRange reductions,
                                         const Blocking &blocking);

/// The first level of a result whose segments are filled in any order of their
/// parents; none if its levels cannot be filled so.
std::optional<int64_t> getFirstScattered(level::FormatAttr format);

/// What a result demands whose segments are filled in any order of their
/// parents, once they are counted: each component once, and the coordinates of
/// a segment in order. None if its levels cannot be filled so.
std::optional<OrderEdges> getScatterEdges(level::FormatAttr format,
                                          mlir::ValueRange variables,
                                          mlir::ValueRange reductions,
                                          const Blocking &blocking);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_ORDEREDGES_H
