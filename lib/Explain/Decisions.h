//===- Decisions.h - Why a kernel is as it is -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reasons for the order of loops, for workspaces and for copies of
// operands, as sentences. Workspaces, accesses and assignments state their
// reasons in the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_EXPLAIN_DECISIONS_H
#define WEFT_LIB_EXPLAIN_DECISIONS_H

#include "weft/Analysis/KernelNames.h"
#include "weft/Explain/Explanation.h"

namespace weft {
namespace explain {

/// The variable that takes what a level of a tensor stores, if one does.
inline mlir::Value getLevelVariable(level::FormatAttr format, int64_t level,
                                    mlir::ValueRange indices) {
  return cin::getLevelVariable(format.getLevelExpr(level), indices);
}

/// A level type in words: `compressed` for `#level.compressed`.
std::string describeLevelType(level::LevelTypeAttrInterface type);

/// One line for each result and operand with modes: how it is stored and, of
/// sparse results, how it is made.
llvm::SmallVector<std::string>
describeTensors(cin::KernelOp kernel, const analysis::KernelNames &names);

/// One line for each pair of foralls that something orders, and for each pair
/// that could be exchanged.
llvm::SmallVector<std::string> explainOrder(cin::KernelOp kernel,
                                            const analysis::KernelNames &names);

/// One line for each choice of the default schedule, for each refusal that is
/// explained, and for each loop on threads that is not the outermost.
llvm::SmallVector<std::string> explainSchedule(cin::KernelOp kernel);

/// The variable of the first command: of `split(y.i,i0,i1,16)`, `i`.
llvm::StringRef getFirstVariable(llvm::StringRef commands);

/// Whether a refusal tells a reader of an explanation something about a kernel:
/// not if the rule has nothing to do there, whatever else holds.
bool isExplained(cin::RefusalReason reason);

/// A rule as a reason for the commands that it chose.
std::string describeRule(cin::ChoiceAttr choice);

/// The nests of a kernel that units of a GPU run, in their order.
llvm::SmallVector<LaunchNest> findLaunches(cin::KernelOp kernel);

/// One line for each `gpu.launch_func` of a function and of those it calls, in
/// their order: its kernel, blocks, threads and shared memory, and which of the
/// nests it runs or which array it initializes.
llvm::SmallVector<std::string>
describeLaunches(mlir::FunctionOpInterface function,
                 llvm::ArrayRef<LaunchNest> nests);

/// Which statistics choose the function of a kernel when it runs, if the
/// function has two versions.
llvm::SmallVector<std::string> explainVersion(cin::KernelOp kernel);

/// The number of the version that a function is, as documents count them: 2 if
/// it replaces another one, 1 if another one replaces it; zero if neither.
unsigned getVersionNumber(mlir::Operation *function);

/// The reason that a statement states for the format of its workspace; empty if
/// it states none.
std::string explainStorage(cin::WhereOp where);

/// One line for each workspace, and one for its format if it states a reason.
llvm::SmallVector<std::string>
explainWorkspaces(cin::KernelOp kernel, const analysis::KernelNames &names);

/// Why a kernel computes a tensor that another one reads: one line, or none if
/// it computes results.
llvm::SmallVector<std::string>
explainTemporary(cin::KernelOp kernel, const analysis::KernelNames &names,
                 llvm::ArrayRef<cin::KernelOp> kernels);

} // namespace explain
} // namespace weft

#endif // WEFT_LIB_EXPLAIN_DECISIONS_H
