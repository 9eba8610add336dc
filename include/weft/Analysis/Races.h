//===- Races.h - Iterations that touch the same -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which iterations of a forall use the same component, one of them to assign
// it. All that has to be known is which index variables determine which:
// concrete notation has no aliases and no order of iterations (transformation
// framework paper, section 6.3).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_RACES_H
#define WEFT_ANALYSIS_RACES_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace analysis {

/// An assignment, and an access or assignment (perhaps itself) that may use the
/// same component in another iteration.
struct Race {
  cin::AssignOp assign;
  mlir::Operation *other;
};

/// The races between iterations of a forall, in the order of its statements.
/// Iterations that are in none can run at the same time.
llvm::SmallVector<Race> findRaces(cin::ForallOp forall);

/// Whether the values of variables tell the iteration of a forall, of those
/// that may run at the same time.
bool tellsIteration(cin::ForallOp forall,
                    llvm::ArrayRef<mlir::Value> variables);

/// Whether the values of variables tell that of another one.
bool tellsVariable(cin::KernelOp kernel, llvm::ArrayRef<mlir::Value> known,
                   mlir::Value variable);

/// Whether the iterations of a forall may run at the same time on the units of
/// a GPU.
bool isOnGPU(cin::ForallOp forall);

/// Whether the units that run the iterations of a forall may each keep a
/// partial result of a scalar in a register: lanes of a vector, threads of a
/// GPU, and warps of a GPU with `temporary`.
bool mayCarryPartialResults(cin::ForallOp forall);

/// Whether an assignment directly in a forall has components that differ from
/// iteration to iteration, so that partial results of threads of a GPU are of
/// runs of iterations with the same component.
bool hasSegmentedSums(cin::ForallOp forall, cin::AssignOp assign);

/// Whether iterations of a forall, by its strategy, update what an assignment
/// inside of it assigns by atomic operations.
bool isUpdatedAtomically(cin::ForallOp forall, cin::AssignOp assign);

/// An update that may be atomic and is of a component that iterations of
/// `outer` share, which ignores that: an inner forall on units of the same GPU
/// updates it atomically (transformation framework paper, appendix A.2).
bool isAtomicInside(cin::ForallOp outer, const Race &race);

/// Why a race is not allowed with a strategy on a unit, as it ends a sentence;
/// nothing if it is. With `Temporary`, each iteration combines into a partial
/// result of its own, and so do lanes that ignore that they combine into one
/// component. `allowed` says that ignored races need not be harmless.
std::optional<std::string> whyNotAllowed(cin::ForallOp forall, const Race &race,
                                         cin::ParallelUnit unit,
                                         cin::RaceStrategy strategy,
                                         bool allowed);

/// An assignment that appends rounded numbers to a list outside of a forall,
/// which combines some of them before all are there; null if there is none. On
/// threads, each of which has a list, it depends on their number which are.
cin::AssignOp findRoundedList(cin::ForallOp forall);

/// Why what a race leaves depends on when threads run, as it ends a sentence;
/// nothing if it does not. The race is allowed with the strategy.
std::optional<std::string> whyNotDeterministic(cin::ForallOp forall,
                                               const Race &race,
                                               cin::RaceStrategy strategy);

/// Says that two accesses may use one component in different iterations, and
/// notes where the second is.
void describeRace(mlir::Diagnostic &diagnostic, cin::ForallOp forall,
                  const Race &race);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_RACES_H
