//===- GroupedUpdates.h - Updates of adjacent positions ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether the positions at which an assignment updates one component follow
// each other.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_GROUPEDUPDATES_H
#define WEFT_ANALYSIS_GROUPEDUPDATES_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace analysis {

/// Whether the forall right around an assignment iterates ranges of positions
/// of a tensor, each position of the tensor is in one range, and those at which
/// the assignment updates one component follow each other. This is so if the
/// coordinates of the component are those of the first levels of the tensor,
/// whose positions have different coordinates.
bool hasGroupedUpdates(cin::AssignOp assign);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_GROUPEDUPDATES_H
