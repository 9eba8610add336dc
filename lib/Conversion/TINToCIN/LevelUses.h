//===- LevelUses.h - Uses of located levels ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level that is not full and can be located in may be used in two ways: the
// loop over its variable iterates over its coordinates, in the order that the
// level has, or it iterates over something else and looks them up. Which of
// them it is decides in which orders the loops may be, and whether an operand
// without order has to be copied. The iteration lattice of the variable tells
// (thesis, section 3.3), so that it is built here, before there are loops.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_LEVELUSES_H
#define WEFT_LIB_CONVERSION_TINTOCIN_LEVELUSES_H

#include "Blocking.h"

#include "weft/Analysis/IterationDomain.h"
#include "weft/Dialect/TIN/IR/TIN.h"

#include "llvm/ADT/DenseMap.h"

namespace weft {
namespace tin_to_cin {

class LevelUses {
public:
  /// The uses in loops in the given order.
  LevelUses(tin::ComputeOp compute, llvm::ArrayRef<LoopVariable> loops)
      : compute(compute), loops(loops.begin(), loops.end()) {}

  /// Whether something else than the access is iterated over in the innermost
  /// of the loops that bind its coordinates, so that each coordinate that is
  /// looked up there is wanted.
  bool isLookedUp(tin::AccessOp access);

  /// Whether the loops can use the levels of the access that have no order as
  /// they are: each is looked up in, or is all that a loop iterates over, which
  /// `takesAnyOrder` allows for a variable.
  bool toleratesDisorder(tin::AccessOp access,
                         llvm::function_ref<bool(mlir::Value)> takesAnyOrder);

private:
  /// How a loop uses a level.
  enum class Use { Located, IteratedAlone, Coiterated };

  /// The segments of one loop, and their uses.
  struct Loop {
    llvm::SmallVector<std::pair<mlir::Operation *, int64_t>> members;
    llvm::SmallVector<analysis::Segment> segments;
    llvm::SmallVector<Use> uses;
    /// Whether the loop iterates over what some level stores.
    bool isSparse = false;
  };

  /// The number of the last of the loops that bind what a level stores; 0 for a
  /// literal.
  std::optional<unsigned> findLastLoop(tin::AccessOp access, int64_t level);
  /// The level of an access that a loop comes to: one that stores its variable
  /// and whose outer levels are bound already.
  std::optional<int64_t> findLevel(tin::AccessOp access, unsigned loop);
  /// The use of a level.
  Use getUse(tin::AccessOp access, int64_t level);
  const Loop &analyze(unsigned loop);

  tin::ComputeOp compute;
  LoopVariables loops;
  llvm::DenseMap<unsigned, Loop> analyzed;
};

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_LEVELUSES_H
