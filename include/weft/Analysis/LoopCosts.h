//===- LoopCosts.h - Costs of the loops of lattices -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads off coiterations how many steps they make. Each iterator of a point
// adds as many as it has coordinates, in all executions together; the region of
// a point is executed where all of its segments have a coordinate. What
// matters besides are dense arrays that are cleared and lists that are sorted.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_LOOPCOSTS_H
#define WEFT_ANALYSIS_LOOPCOSTS_H

#include "weft/Analysis/Cost.h"

#include "mlir/IR/Operation.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <vector>

namespace weft {
namespace analysis {

class CostNumbers;

class LoopCosts {
public:
  /// The most parts of the iteration space that are told apart; above that,
  /// loops are taken to visit all coordinates.
  static constexpr size_t kMaxParts = 256;

  /// A loop, named by its variable, or something else that takes time.
  struct Line {
    unsigned depth;
    std::string label;
    Cost cost;
    /// The entries of each segment of an intersection whose loop moves on by
    /// search: it makes no more steps than the shortest has entries, each with
    /// the logarithm of all.
    llvm::SmallVector<Cost, 2> searched = {};
    /// Whether it is a loop of the kernel.
    bool isLoop = false;
    /// Whether values are computed in each step of the loop: it is innermost,
    /// or has arithmetic on values outside of the loops in it.
    bool computes = false;

    void print(llvm::raw_ostream &os, llvm::ArrayRef<CostVariable> variables,
               const CostNumbers *numbers = nullptr) const;
  };

  /// What a size is, as far as tensors tell: a constant, the size of a variable
  /// or of a mode of a tensor, the number of entries of `stored`, the product
  /// of `factors`, or another size `whole`, divided and rounded up or, without
  /// a divisor, at most `limit`.
  struct Size {
    std::optional<int64_t> number;
    std::string variable;
    std::string tensor;
    size_t mode = 0;
    std::string stored;
    llvm::SmallVector<std::string, 0> factors;
    std::string whole;
    int64_t divisor = 0;
    int64_t limit = 0;
  };

  /// The costs of all coiterations in an operation.
  explicit LoopCosts(mlir::Operation *root);

  llvm::ArrayRef<Line> getLines() const { return lines; }
  llvm::ArrayRef<CostVariable> getVariables() const { return variables; }

  /// Prints the order of growth of all lines together, as `O(|i| + nnz(A))`:
  /// the terms that are not at most another one up to a constant factor.
  void printOrder(llvm::raw_ostream &os) const;

  /// How much temporaries store whose sizes occur, each once.
  llvm::ArrayRef<std::pair<std::string, Cost>> getTemporaries() const {
    return temporaries;
  }

  /// What it takes to make each tensor that is assembled: the loops that do it,
  /// and others of the same nests.
  llvm::ArrayRef<std::pair<std::string, Cost>> getAssemblies() const {
    return assemblies;
  }

  /// The sizes that a text of costs mentions and that are no dimensions of
  /// operands, each with its meaning.
  std::vector<std::pair<std::string, std::string>>
  getMentionedSizes(std::string text) const;

  /// The size that a text stands for; null if nothing is known of it.
  const Size *findSize(llvm::StringRef text) const;

  /// What costs call the first `numLevels` levels of a tensor: `A1`, or `A_1`
  /// if the name of the tensor ends in a digit or another tensor is called
  /// `A1`.
  std::string getLevelsName(llvm::StringRef tensor, int64_t numLevels) const;

  /// Prints a line for each loop, indented by depth, the order of growth of
  /// their total, how much the temporaries store whose sizes occur, and what
  /// sizes are that no text has. If numbers are given, each line ends in its
  /// own, and the total in the sum of them.
  void print(llvm::raw_ostream &os, unsigned indentation,
             const CostNumbers *numbers = nullptr) const;

private:
  friend class LoopCostBuilder;

  llvm::SmallVector<CostVariable> variables;
  std::vector<Line> lines;
  std::vector<std::pair<std::string, Cost>> temporaries, assemblies;
  /// Sizes as they are printed, each with what it is.
  std::vector<std::pair<std::string, std::string>> sizes;
  /// The names of all tensors.
  llvm::StringSet<> tensorNames;
  /// The sizes as far as they can be evaluated.
  llvm::StringMap<Size> knownSizes;
  Cost total;
};

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_LOOPCOSTS_H
