//===- PlanText.h - Plans in index notation ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the computes of a function as statements of index notation, which may
// be given to the compiler in place of the statement that was planned.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_TIN_TRANSFORMS_PLANTEXT_H
#define WEFT_DIALECT_TIN_TRANSFORMS_PLANTEXT_H

#include "weft/Dialect/TIN/IR/StatisticsAttributes.h"
#include "weft/Dialect/TIN/IR/TIN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {
namespace tin {

/// The name of an intermediate of a plan, on the compute that makes it.
constexpr llvm::StringLiteral kIntermediateAttr = "tin.intermediate";

/// Marks a compute whose sums of products were rewritten.
constexpr llvm::StringLiteral kRewrittenAttr = "tin.rewritten";

/// Whether a plan rewrote sums, made intermediates or orders of loops.
bool isPlanned(mlir::func::FuncOp function);

/// A line for each compute of a function: its statement, and how its result is
/// stored and its loops are ordered where a plan says so.
llvm::SmallVector<std::string> describePlan(mlir::func::FuncOp function);

/// The statement of a compute with the names that schedules use. Operations
/// that index notation cannot express are printed as calls of their names.
std::string printStatement(ComputeOp compute);

} // namespace tin
} // namespace weft

#endif // WEFT_DIALECT_TIN_TRANSFORMS_PLANTEXT_H
