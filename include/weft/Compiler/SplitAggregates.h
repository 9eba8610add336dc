//===- SplitAggregates.h - Scalars instead of structures --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the pass over LLVM IR that takes the descriptors of arrays apart
// where loops carry them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_SPLITAGGREGATES_H
#define WEFT_COMPILER_SPLITAGGREGATES_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Replaces phis of structures and arrays by phis of their parts.
class SplitAggregatesPass : public llvm::PassInfoMixin<SplitAggregatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft

#endif // WEFT_COMPILER_SPLITAGGREGATES_H
