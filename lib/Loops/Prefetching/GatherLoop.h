//===- GatherLoop.h - Loops that load indirectly -----------------*- C++ -*===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes the indirect loads of a loop that `prefetch_gathers` and
// `prefetch_strided_gathers` prefetch, finds them (GatheredElement.cpp,
// GatherLoop.cpp) and emits their prefetches (GatherEmitter.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_PREFETCHING_GATHERLOOP_H
#define WEFT_LIB_LOOPS_PREFETCHING_GATHERLOOP_H

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

#include <optional>
#include <string>

namespace weft {

/// The distance in positions, the cache level, and the least bytes of an array
/// for which prefetches are profitable.
struct PrefetchParameters {
  int64_t distance, cache, farBytes;
};

/// An indirect load.
struct GatheredElement {
  /// A memref.load, vector.load or vector.maskedload.
  mlir::Operation *load = nullptr;
  mlir::Value array;
  mlir::OperandRange indices;
  /// The most adjacent elements that are loaded.
  int64_t numElements = 1;
  /// The number of lanes that a mask selects; null without a mask, or if that
  /// is not known.
  mlir::Value count;
  bool isMasked = false;
  /// The bytes of an element; zero if it has a fraction of bytes.
  int64_t bytes = 0;
  PrefetchParameters parameters = {0, 2, 0};
  /// The coordinates of the iteration from which the index is computed, and the
  /// operations that compute it.
  llvm::SmallSetVector<mlir::Operation *, 2> coordinates;
  llvm::SmallSetVector<mlir::Operation *, 8> computed;

  GatheredElement(mlir::Operation *load, mlir::Value array,
                  mlir::OperandRange indices);
  bool isScalar() const { return llvm::isa<mlir::memref::LoadOp>(load); }
  /// Whether the array is a result of the function, which loops update.
  bool isOfResult() const;
};

/// The reasons why indirect loads of a loop are not prefetched, each once.
class MissedLoads {
public:
  MissedLoads(mlir::scf::ForOp loop, LoweringOption option)
      : loop(loop), option(option) {}
  std::nullopt_t add(const llvm::Twine &reason);
  void clear() { reasons.clear(); }
  void report() const;

private:
  mlir::scf::ForOp loop;
  LoweringOption option;
  llvm::SmallVector<std::string> reasons;
};

/// The element that an operation of a loop loads indirectly. Nothing if it
/// loads directly, or cannot be prefetched, with the reason.
std::optional<GatheredElement>
findElement(mlir::Operation &op, mlir::scf::ForOp loop, MissedLoads &missed);

/// The element that an operation of a block loads at an index computed from
/// coordinates at any position of the block that is not a constant. Nothing if
/// it loads a scalar, loads directly, or cannot be prefetched.
std::optional<GatheredElement> findVectorInBlock(mlir::Operation &op,
                                                 mlir::Block *block);

/// A loop that loads elements indirectly.
struct GatherLoop {
  mlir::scf::ForOp loop;
  /// The operation that is versioned: the loop, or the branch around it that
  /// executes the last steps of the loop behind it.
  mlir::Operation *root;
  llvm::SmallVector<GatheredElement> elements;
};

/// The elements that a loop loads indirectly and for which prefetches are
/// profitable if the arrays exceed the caches. Nothing, with remarks, if it has
/// none. The option is `prefetch_gathers` or `prefetch_strided_gathers`.
std::optional<GatherLoop> findGatherLoop(mlir::scf::ForOp loop,
                                         LoweringOption option);

/// Emits the prefetches of elements before their loads.
void emitPrefetches(mlir::Location loc,
                    llvm::ArrayRef<GatheredElement> elements);

} // namespace weft

#endif // WEFT_LIB_LOOPS_PREFETCHING_GATHERLOOP_H
