//===- Share.h - Bounds of partitions of equal work -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search for the tuples that cut an iteration space into partitions of
// equal work.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_SHARE_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_SHARE_H

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace lattice {

/// Emits the search before the builder's insertion point, and returns the
/// numbers of the first tuple of the partition and of the first behind it.
llvm::SmallVector<mlir::Value> emitShare(ShareOp op, mlir::OpBuilder &builder);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_SHARE_H
