//===- Environment.h - Derivations and tags after a statement ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The environment of concrete notation (thesis, figure 4-11): the relations of
// derived index variables and the tags of foralls, which read "such that".
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_EXPLAIN_ENVIRONMENT_H
#define WEFT_LIB_EXPLAIN_ENVIRONMENT_H

#include "weft/Analysis/KernelNames.h"

namespace weft {
namespace explain {

/// A relation between index variables.
struct VariableRelation {
  llvm::SmallVector<std::string, 2> from, to;
  /// Its name and arguments, such as `split(down,4)`.
  std::string name;

  /// `i -split(down,4)-> i0 i1`.
  std::string str() const;
};

/// The relations of a kernel.
llvm::SmallVector<VariableRelation>
getVariableRelations(cin::KernelOp kernel, const analysis::KernelNames &names);

/// The relations of a kernel: `i -split(down,4)-> i0 i1`, `i j -collapse-> f`,
/// `f -pos(A)-> p`.
llvm::SmallVector<std::string> getRelations(cin::KernelOp kernel,
                                            const analysis::KernelNames &names);

/// The tags of a kernel: `parallelize(i, cpu_thread, atomics)`, `unroll(i, 4)`,
/// `merge(i, gallop)`.
llvm::SmallVector<std::string> getTags(cin::KernelOp kernel);

/// Prints an environment after its statement; nothing if it is empty.
void printEnvironment(llvm::raw_ostream &os,
                      llvm::ArrayRef<std::string> environment);

} // namespace explain
} // namespace weft

#endif // WEFT_LIB_EXPLAIN_ENVIRONMENT_H
