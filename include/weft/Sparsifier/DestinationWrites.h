//===- DestinationWrites.h - Computes into given memory ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linalg operation whose output has contents becomes a compute and an
// operation that puts the result into the memory of the output: a destination
// write, which is `bufferization.materialize_in_destination` or `linalg.copy`.
// The value of its result is that of the compute.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SPARSIFIER_DESTINATIONWRITES_H
#define WEFT_SPARSIFIER_DESTINATIONWRITES_H

#include "weft/Dialect/TIN/IR/TIN.h"

namespace weft {

/// Whether an operation puts the value of a tensor into the memory of another
/// tensor and gives the result.
bool isDestinationWrite(mlir::Operation *op);

/// The tensor that a destination write copies, and the one whose memory it
/// uses.
inline mlir::Value getSource(mlir::Operation *write) {
  return write->getOperand(0);
}
inline mlir::OpOperand &getDestination(mlir::Operation *write) {
  return write->getOpOperand(1);
}

/// The compute whose value a tensor has: it is the result, or a destination
/// write of the result. Null if the value is that of another operation.
tin::ComputeOp getValueCompute(mlir::Value tensor);

/// The destination writes that copy the result of a compute.
llvm::SmallVector<mlir::Operation *>
getDestinationWrites(tin::ComputeOp compute);

} // namespace weft

#endif // WEFT_SPARSIFIER_DESTINATIONWRITES_H
