//===- RepeatedCoordinates.h - Coordinates computed repeatedly --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the last tile of a variable is shifted inwards, some coordinates are in
// two tiles (transformation framework paper, section 6.1). That changes nothing
// if what is computed for them a second time is stored once more, or combined
// with itself by a combiner that does not count.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_REPEATEDCOORDINATES_H
#define WEFT_ANALYSIS_REPEATEDCOORDINATES_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include <optional>
#include <string>

namespace weft {
namespace analysis {

/// What would be another if some coordinates were visited twice.
struct Repetition {
  mlir::Operation *statement;
  /// Why, as it ends a sentence.
  std::string why;
};

/// The first statement for which the coordinates of a variable, which a forall
/// binds or which was split, must be visited once each; nothing if each tile of
/// them may be visited, wherever tiles begin.
std::optional<Repetition> findRepetition(mlir::Value variable);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_REPEATEDCOORDINATES_H
