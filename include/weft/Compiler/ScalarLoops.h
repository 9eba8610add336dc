//===- ScalarLoops.h - Loops that vectors do not pay off in -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the pass over LLVM IR that keeps the vectorizer from loops that it
// would spend much time on for nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_SCALARLOOPS_H
#define WEFT_COMPILER_SCALARLOOPS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Marks innermost loops as not to be vectorized, unless they only reduce, or
/// only store where the loop's counter says, in a function that is not cold.
/// Expects rotated loops.
class ScalarLoopsPass : public llvm::PassInfoMixin<ScalarLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft

#endif // WEFT_COMPILER_SCALARLOOPS_H
