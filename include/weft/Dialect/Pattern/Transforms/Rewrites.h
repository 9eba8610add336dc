//===- Rewrites.h - Rules for patterns --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that make other programs of the same value. Each checks its
// precondition and gives the reason in `reason` where it does not hold; nothing
// is changed then.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_TRANSFORMS_REWRITES_H
#define WEFT_DIALECT_PATTERN_TRANSFORMS_REWRITES_H

#include "weft/Dialect/Pattern/IR/Pattern.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace pattern {

/// map f . map g = map (f . g). The inner map has no other use.
mlir::FailureOr<MapOp> fuseMaps(mlir::RewriterBase &rewriter, MapOp map,
                                std::string &reason);

/// map f = join . map (map f) . split n. Returns the outer map, in which the
/// other one is. If n does not divide the length, results have the same type.
mlir::FailureOr<MapOp> splitMap(mlir::RewriterBase &rewriter, MapOp map,
                                const Nat &chunk, std::string &reason);

/// reduce f = reduce f . map (reduce f) . split n. Returns the map.
mlir::FailureOr<MapOp> splitReduce(mlir::RewriterBase &rewriter,
                                   ReduceOp reduce, const Nat &chunk,
                                   std::string &reason);

/// reduce f = reduce f . map (reduce f) . lanes n. The combiner is commutative,
/// and a constant n is at most 65536. Returns the map.
mlir::FailureOr<MapOp> strideReduce(mlir::RewriterBase &rewriter,
                                    ReduceOp reduce, const Nat &lanes,
                                    std::string &reason);

/// reduce f . map g = reduceSeq (\acc x. f acc (g x)). The map has no other
/// use.
mlir::FailureOr<ReduceSeqOp> fuseReduce(mlir::RewriterBase &rewriter,
                                        ReduceOp reduce, std::string &reason);

/// Sets how a map is executed. A map over the threads of a block is in one over
/// blocks, and neither is in another of its kind.
mlir::FailureOr<MapOp> setMapping(mlir::RewriterBase &rewriter, MapOp map,
                                  Mapping mapping, std::string &reason);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_TRANSFORMS_REWRITES_H
