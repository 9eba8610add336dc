//===- PrefetchProfitability.h - Whether what is loaded is far --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares what loops are asked for before they fetch what coordinates lead to.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_PREFETCHING_PREFETCHPROFITABILITY_H
#define WEFT_LIB_LOOPS_PREFETCHING_PREFETCHPROFITABILITY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace weft {

/// An operand that a loop loads from.
struct FoundArray {
  mlir::Value array;
  /// From how many elements on it is far.
  int64_t farLength = 0;
  /// What leads there, or the last of several, and how many elements further
  /// another coordinate leads; null if that is one, or not known.
  mlir::Value coordinates, stride;
  /// Whether it is far, too, where coordinates are near each other but each
  /// part of the array is loaded only a few times, so that most of it is new.
  bool isFarIfNew = true;

  bool operator==(const FoundArray &other) const {
    return array == other.array && farLength == other.farLength &&
           coordinates == other.coordinates && stride == other.stride &&
           isFarIfNew == other.isFarIfNew;
  }
};

/// Asks in front of loops whether what they load is far, once for all that load
/// the same.
class FarQuestions {
public:
  explicit FarQuestions(mlir::func::FuncOp function)
      : b(function.getLoc(), function.getContext()) {}
  mlir::Value ask(mlir::scf::ForOp loop, llvm::SmallVector<FoundArray> arrays);

private:
  struct Question {
    mlir::Operation *before;
    llvm::SmallVector<FoundArray> arrays;
    mlir::Value answer;
  };

  mlir::Value emitIsFar(const FoundArray &found, mlir::Value areMany,
                        mlir::Value areFar);

  mlir::ImplicitLocOpBuilder b;
  llvm::SmallVector<Question> questions;
  /// Whether coordinates are many, and far from each other, as is asked in
  /// front of an operation.
  llvm::SmallDenseMap<std::pair<mlir::Operation *, mlir::Value>,
                      std::pair<mlir::Value, mlir::Value>, 2>
      answers;
};

/// How many coordinates there are at least of which it is asked whether they
/// are far from each other: a few diagonals lead to rows that follow each
/// other.
constexpr int64_t kMinCoordinates = 1024;

/// Whether there are many coordinates, which the value says, and some of them
/// are no nearer than `span` to those 256 entries behind them: one of two says
/// so.
mlir::Value emitAreFar(mlir::ImplicitLocOpBuilder &b, mlir::Value coordinates,
                       mlir::Value areMany, int64_t span);

} // namespace weft

#endif // WEFT_LIB_LOOPS_PREFETCHING_PREFETCHPROFITABILITY_H
