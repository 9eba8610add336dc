//===- BlockReduction.h - Loops over dense blocks -------------------*- C++ -*-
//C++ -*-===//
//-*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over blocks has one over the columns of a block in each step, which
// combines into what the loop over blocks carries, and of which there are no
// more steps than the format says.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_BLOCKREDUCTION_H
#define WEFT_LIB_LOOPS_VECTORIZATION_BLOCKREDUCTION_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// Whether a loop counts signed values of type 'index' by one.
bool countsByOne(mlir::scf::ForOp loop);

/// How many steps a loop has at most; 0 if that is not known.
int64_t getMaxCount(mlir::scf::ForOp loop);

/// How many lanes take the columns of a block.
int64_t getNumLanes(mlir::scf::ForOp columns);

/// The loop over the columns of a block in each step of a loop over blocks,
/// which lanes can combine to what that carries in any order; null if there is
/// none.
mlir::scf::ForOp findColumns(mlir::scf::ForOp blocks, bool strict);

/// Whether a value is the same in all steps of a loop, in each step of the loop
/// over blocks inside of it.
bool isSameInAll(mlir::Value value, mlir::scf::ForOp rows,
                 mlir::scf::ForOp blocks);

/// Replaces what is loaded from where the same block has stored it, and leaves
/// out what is stored and then stored over.
void forwardStores(mlir::Block &block);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_BLOCKREDUCTION_H
