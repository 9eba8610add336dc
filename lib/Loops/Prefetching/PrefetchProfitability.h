//===- PrefetchProfitability.h - Guards of prefetching loops ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the profitability guards of loop versions that prefetch indirect
// loads and scatter destinations.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_PREFETCHING_PREFETCHPROFITABILITY_H
#define WEFT_LIB_LOOPS_PREFETCHING_PREFETCHPROFITABILITY_H

#include "weft/Dialect/Weft/IR/Machine.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// An array that a loop loads from indirectly.
struct GatheredArray {
  mlir::Value array;
  /// The least number of elements for which the caches do not hold the array.
  int64_t farLength = 0;
  /// The number of elements of a cache line, at least one.
  int64_t lineLength = 1;
  /// The coordinates that select its elements, or those of the last of several
  /// loads.
  mlir::Value coordinates;
  /// The number of elements between those of adjacent coordinates; null if it
  /// is one or unknown.
  mlir::Value stride;
  /// Whether prefetches are also profitable if sampled coordinates show reuse,
  /// but each line is loaded only a few times, so that most loads are the
  /// first one of a line.
  bool isFarIfNew = true;

  bool operator==(const GatheredArray &other) const {
    return array == other.array && farLength == other.farLength &&
           lineLength == other.lineLength && coordinates == other.coordinates &&
           stride == other.stride && isFarIfNew == other.isFarIfNew;
  }
};

/// Emits profitability guards before loops. Loops that load from the same
/// arrays share a guard.
class PrefetchProfitability {
public:
  explicit PrefetchProfitability(mlir::func::FuncOp function)
      : machine(Machine::of(function)),
        b(function.getLoc(), function.getContext()) {}
  /// Emits whether at least one of the arrays that a loop loads from misses the
  /// caches, before the outermost loop in which the arrays do not change.
  mlir::Value emitGuard(mlir::scf::ForOp loop,
                        llvm::SmallVector<GatheredArray> arrays);

private:
  struct Guard {
    mlir::Operation *before;
    llvm::SmallVector<GatheredArray> arrays;
    mlir::Value isFar;
  };

  mlir::Value emitIsFar(const GatheredArray &gathered);

  Machine machine;
  mlir::ImplicitLocOpBuilder b;
  llvm::SmallVector<Guard> guards;
};

/// The outermost operation around a loop before which all values are defined.
mlir::Operation *findGuardedOp(mlir::scf::ForOp loop,
                               llvm::ArrayRef<mlir::Value> values);

/// The least number of coordinates that are sampled: fewer are those of a few
/// diagonals, which select adjacent rows.
constexpr int64_t kMinCoordinates = 1024;

/// Emits whether two conditions hold; the second one is computed only where the
/// first one holds.
mlir::Value emitAndThen(mlir::ImplicitLocOpBuilder &b, mlir::Value first,
                        llvm::function_ref<mlir::Value()> emitSecond);

/// Emits whether `areMany` holds and samples of the coordinates show no reuse:
/// in more than 4 of 16 places, no coordinate 256 entries further differs by
/// less than `span` elements. `areMany` implies `kMinCoordinates` coordinates.
mlir::Value emitAreFar(mlir::ImplicitLocOpBuilder &b, mlir::Value coordinates,
                       mlir::Value areMany, int64_t span);

} // namespace weft

#endif // WEFT_LIB_LOOPS_PREFETCHING_PREFETCHPROFITABILITY_H
