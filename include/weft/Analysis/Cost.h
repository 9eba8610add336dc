//===- Cost.h - Cost expressions of loops -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds on the number of steps of loops, in terms of the sizes of dimensions
// and of what tensors store. The coordinates that a nest of loops visits are
// the solutions of a conjunction of relations: the loops over `i`, `k` and `j`
// of a matrix product visit those with `A(i,k)` and `B(k,j)` stored. A bound is
// the number of these solutions, written down as a formula, and what a kernel
// costs is a sum of such bounds from which those are left out that others
// exceed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_COST_H
#define WEFT_ANALYSIS_COST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <utility>
#include <vector>

namespace weft {
namespace analysis {

/// A loop, or a dimension that is passed through as a whole.
struct CostVariable {
  std::string name;
  /// How many coordinates there are: `|i|`, or a number.
  std::string size;
};

/// A variable as an index into a table that the caller keeps.
using CostVariableId = unsigned;

/// The condition that the first levels of a tensor store a tuple of
/// coordinates.
struct CostRelation {
  /// What is indexed, if it does not stand for all: not a variable.
  static constexpr int kNoVariable = -1;

  /// The tensor, followed by the number of levels if it is not all of them.
  std::string name;
  /// The tensor, and how many of its levels the relation spans.
  std::string tensor;
  unsigned numLevels = 0;
  /// The variable of each coordinate, in the order in which they are shown.
  llvm::SmallVector<int, 3> variables;
  /// The variable of each level from the outermost.
  llvm::SmallVector<int, 3> levels;

  bool contains(CostVariableId variable) const;
  /// Whether whatever fulfills this relation fulfills the other.
  bool implies(const CostRelation &other) const;
};

/// The number of coordinates of `variables` that fulfill `relations`.
struct CostTerm {
  llvm::SmallVector<CostVariableId, 4> variables;
  llvm::SmallVector<CostRelation, 2> relations;
  /// Whether the number is multiplied by its logarithm.
  bool logarithm = false;
  /// What is searched as many times, in time that the logarithm of its entries
  /// bounds; empty if nothing is.
  std::string searched;

  /// How many relations are about a variable.
  unsigned countRelations(int variable) const;

  /// Adds a variable, once.
  void add(CostVariableId variable);
  /// Removes a variable; false if it is not there or a relation is about it.
  bool erase(CostVariableId variable);
  /// Adds a relation, unless it follows from one that is there; those that
  /// follow from it are left out.
  void add(const CostRelation &relation);
  /// Whether the number is at most that of another term, up to a constant
  /// factor and in tensors whose dimensions are not empty.
  bool isAtMost(const CostTerm &other) const;

  /// Prints a product, or a sum over the variables that several relations
  /// share: `sum over k of nnz(A(:,k)) * nnz(B(k,:))`.
  void print(llvm::raw_ostream &os,
             llvm::ArrayRef<CostVariable> variables) const;
};

/// A sum of terms.
class Cost {
public:
  /// Adds a term, unless it is at most another one; those that are at most it
  /// are left out.
  void add(const CostTerm &term);
  void add(const Cost &other);

  llvm::ArrayRef<CostTerm> getTerms() const { return terms; }
  bool empty() const { return terms.empty(); }

  /// The terms that are printed, with their texts: each text once, without
  /// those that are constant or less than another one by a logarithm.
  std::vector<std::pair<const CostTerm *, std::string>>
  getPrintedTerms(llvm::ArrayRef<CostVariable> variables) const;

  /// Prints the terms; `1` if there is none. Without constants, it leaves out
  /// terms that are products of numbers.
  void print(llvm::raw_ostream &os, llvm::ArrayRef<CostVariable> variables,
             bool withConstants = true) const;

private:
  llvm::SmallVector<CostTerm, 2> terms;
};

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_COST_H
