//===- Problem.h - Input of the autoscheduler -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iteration space of a statement as the stages of the autoscheduler see it
// (R. Wang, An Autoscheduling Framework for Sparse Tensor Algebra, MIT 2020,
// chapter 2): its index variables, which of them a tensor stores compressed and
// below which others, which are reduced, and the orders of iteration that dense
// tensors prefer. All of it is derived from the expression, the formats and the
// sizes that are known.
//
// The partitioned tensor is the operand with the most compressed levels; of
// several, the one with the most levels, then the first in the text. Variables
// that another operand stores are left whole, and come after the variables of
// the levels above.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_AUTOSCHEDULE_PROBLEM_H
#define WEFT_AUTOSCHEDULE_PROBLEM_H

#include "weft/Notation/Sizes.h"
#include "weft/Runtime/Format.h"

namespace weft {
namespace autoschedule {

/// How the coordinates of an index variable are stored, which decides how they
/// are partitioned.
enum class VariableKind {
  /// All coordinates are visited: tiles of coordinates.
  Dense,
  /// The partitioned tensor stores them as positions: tiles of positions.
  Compressed,
  /// Several operands store them, or one by a level without positions: left
  /// whole.
  Whole
};

struct IndexVariable {
  std::string name;
  VariableKind kind = VariableKind::Dense;
  bool isReduction = false;
  /// Whether each position of the partitioned tensor has a coordinate of its
  /// own below its parent.
  bool isUnique = true;
  /// The variables of the levels above, in each operand that does not store all
  /// coordinates. They determine which coordinates are visited.
  std::vector<size_t> ancestors;
  /// The number of coordinates, if it is stated.
  std::optional<int64_t> extent;
};

/// A subexpression without the other factors of a product, which is reduced
/// over the innermost level of the partitioned tensor into a workspace.
struct Hoisting {
  /// The subexpression as text.
  std::string expression;
  /// The reduced variable.
  size_t reduced = 0;
  /// The variables of the workspace: those of the subexpression that the
  /// partitioned tensor does not have.
  std::vector<size_t> workspace;

  bool fixes(size_t variable) const;
};

struct Problem {
  /// The partitioned tensor; empty if all operands are dense.
  std::string tensor;
  /// The variables of the levels of the partitioned tensor, outermost first,
  /// then the others in the order of the text.
  std::vector<IndexVariable> variables;
  /// How many of the variables the partitioned tensor has.
  size_t numLevels = 0;
  /// Pairs of variables of adjacent levels of dense tensors; iteration is
  /// concordant if the first one is recovered no later than the second.
  std::vector<std::pair<size_t, size_t>> preferences;
  std::optional<Hoisting> hoisting;
  /// The names of all tensors and variables.
  std::set<std::string, std::less<>> names;

  /// What was derived, one fact per line.
  std::string print() const;
};

using Formats = std::map<std::string, runtime::Format, std::less<>>;

/// The most index variables of a statement whose schedules are enumerated.
inline constexpr size_t maxVariables = 8;

/// Derives the problem of a program. Tensors without a format are dense; sizes
/// are those that hold for every run. It is an error if the program has several
/// statements, more than `maxVariables` index variables, or a tensor with
/// levels of blocks or slots.
notation::Result<Problem> deriveProblem(const notation::Program &program,
                                        const Formats &formats,
                                        const notation::Sizes &sizes);

} // namespace autoschedule
} // namespace weft

#endif // WEFT_AUTOSCHEDULE_PROBLEM_H
