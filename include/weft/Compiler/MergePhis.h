//===- MergePhis.h - Merge equal phis of loops ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the pass over LLVM IR that merges the phis of the two pointers of an
// array, and others that never differ.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_MERGEPHIS_H
#define WEFT_COMPILER_MERGEPHIS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Replaces phis by others that have the same value whenever they are reached,
/// also where that follows only from other phis doing so.
class MergePhisPass : public llvm::PassInfoMixin<MergePhisPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft

#endif // WEFT_COMPILER_MERGEPHIS_H
