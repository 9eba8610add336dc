//===- Decisions.h - Why a kernel is as it is -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reasons for the order of loops, for workspaces and for copies of
// operands, as sentences. They are found in the kernel and the formats of its
// tensors, not handed over by whoever made the kernel, so that they are as true
// of one that was written or transformed by hand.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_EXPLAIN_DECISIONS_H
#define WEFT_LIB_EXPLAIN_DECISIONS_H

#include "weft/Analysis/KernelNames.h"

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

/// One line for each statement whose schedule was chosen, and for each loop on
/// threads that is not the outermost.
llvm::SmallVector<std::string> explainSchedule(cin::KernelOp kernel);

/// Why a workspace is stored as it is; empty for scalars.
std::string explainKind(cin::WhereOp where);

/// One line for each workspace, and one for how it is stored.
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
