//===- BlockReduction.h - Reductions over dense blocks ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Analysis of a loop over blocks that contains a loop over the columns of a
// block: the inner loop reduces into the loop-carried values of the outer loop,
// and its trip count is bounded by the block size of the format.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_BLOCKREDUCTION_H
#define WEFT_LIB_LOOPS_VECTORIZATION_BLOCKREDUCTION_H

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <string>

namespace weft {

/// Whether a loop increments a signed induction variable of type `index` by
/// one.
bool hasUnitStep(mlir::scf::ForOp loop);

/// The constant upper bound of the trip count of a loop; zero if none is known.
int64_t getMaxTripCount(mlir::scf::ForOp loop);

/// The tag or attribute that makes `hasLoopTags` hold for a loop, as a
/// predicate for remarks, such as "is tagged `unroll` in `weft.loop`".
std::string describeLoopTag(mlir::Operation *loop,
                            LoopTag except = LoopTag::None);

/// The effect of the `loop_annotation` of a loop, as a predicate for remarks,
/// such as "has a `loop_annotation` for LLVM".
std::string describeLoopAnnotation(mlir::Operation *loop);

/// Gives a loop over groups of iterations of `from` the distribution and the
/// lowering configuration of that, but not what is known of its iterations.
void inheritDistribution(mlir::scf::ForOp from, mlir::scf::ForOp loop);

/// The number of lanes that run the columns of a block: their largest number,
/// rounded up to a power of two.
int64_t getNumLanes(mlir::scf::ForOp columns);

/// The loop over columns in a loop over blocks, if it can be vectorized and its
/// reductions may be reassociated; null otherwise.
mlir::scf::ForOp findColumns(mlir::scf::ForOp blocks, bool strict);

/// Like `findColumns`, and sets `reason` to the precondition that fails. The
/// reason is empty if no inner loop reduces into the values that `blocks`
/// carries.
mlir::scf::ForOp findColumns(mlir::scf::ForOp blocks, bool strict,
                             std::string &reason);

/// Whether a value in an iteration of `blocks` is the same for all iterations
/// of the loop `rows` around it.
bool isLoopInvariant(mlir::Value value, mlir::scf::ForOp rows,
                     mlir::scf::ForOp blocks);

/// Forwards scalar stores to loads of the same element in a block, and removes
/// stores that a later store of the block overwrites.
void forwardStores(mlir::Block &block);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_BLOCKREDUCTION_H
