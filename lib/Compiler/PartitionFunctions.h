//===- PartitionFunctions.h - Functions of partitions of loops --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partition of the iterations of a loop is run by a function beside the one
// that has the loop, which takes what the loop uses.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_PARTITIONFUNCTIONS_H
#define WEFT_LIB_COMPILER_PARTITIONFUNCTIONS_H

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace weft {

/// The table that functions of partitions of a loop come into; null, with an
/// error, if there is none.
mlir::SymbolTable *getTableOfPartitions(mlir::Operation *loop,
                                        mlir::SymbolTableCollection &tables);

/// The values that a region uses, but for constants.
llvm::SmallVector<mlir::Value> getCaptured(mlir::Region &region);

/// A function with an empty block that takes what a region of `loop` has
/// captured, and a number of indices. The region uses what the function takes
/// from then on, so that it has to be moved there.
mlir::func::FuncOp createPartition(mlir::Operation *loop, mlir::Region &region,
                                   llvm::ArrayRef<mlir::Value> captured,
                                   unsigned numIndices,
                                   mlir::SymbolTable &symbols);

/// Runs a loop in one partition.
void inlinePartitions(PartitionsOp op);

/// Leaves it to the runtime how many partitions there are of a loop, and
/// whether threads run them (OptionalPartitions.cpp).
void offerPartitions(PartitionsOp op, mlir::SymbolTable &symbols);

} // namespace weft

#endif // WEFT_LIB_COMPILER_PARTITIONFUNCTIONS_H
