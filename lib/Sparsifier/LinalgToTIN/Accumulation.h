//===- Accumulation.h - Use of accumulators by regions ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the reduction in the region of a linalg operation: the combiner, the
// terms that each iteration combines, and the operation that combines their
// reduction with the initial value.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SPARSIFIER_LINALGTOTIN_ACCUMULATION_H
#define WEFT_LIB_SPARSIFIER_LINALGTOTIN_ACCUMULATION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace weft {
namespace linalg_to_tin {

/// An iteration replaces the accumulator by `last(... last(acc, terms[0])
/// ...)`, so that all of them make `last(init, reduction of terms)`.
struct Accumulation {
  /// The operation that the region yields the result of.
  mlir::Operation *last = nullptr;
  /// The name of the operation that combines terms. It is that of `last`, but
  /// for differences, whose subtrahends are added, and quotients, whose
  /// divisors are multiplied. Empty if `combiner` is a region.
  llvm::StringRef name;
  /// The region of `last` that combines an accumulator and a term, and its
  /// identity; null if `name` is that of an operation.
  mlir::Region *combiner = nullptr;
  mlir::Value identity;
  /// The values of the region that are combined.
  llvm::SmallVector<mlir::Value> terms;
};

/// Whether an operation combines floating-point numbers without rounding, in
/// any order.
bool isExact(mlir::Operation *op);

/// How the region of `op` combines values with the init operand `init`; an
/// error if it is no reduction by one associative and commutative operation.
mlir::FailureOr<Accumulation> findAccumulation(mlir::linalg::LinalgOp op,
                                               mlir::OpOperand &init);

/// What is known of the components of an init operand.
struct InitialValue {
  /// The tensor is uninitialized.
  bool isUndefined = false;
  /// The number that all of them are; null if it is not known.
  mlir::Attribute number;
};
InitialValue getInitialValue(mlir::Value init);

/// Whether a reduction to the tensor `init` can begin with its components, in
/// the order of floating-point operations that linalg has: the tensor is dense
/// and has contents other than the identity, each iteration combines one term,
/// and it does so by the combiner or by subtraction.
bool canBeginWith(mlir::Value init, const Accumulation &accumulation);

/// An error if the reduction of `op` to the tensor `init` cannot combine
/// floating-point numbers in the order of linalg: it divides, combines several
/// terms in each iteration, or adds to the contents of a stored tensor.
mlir::LogicalResult verifyOrder(mlir::linalg::LinalgOp op, mlir::Value init,
                                const Accumulation &accumulation);

} // namespace linalg_to_tin
} // namespace weft

#endif // WEFT_LIB_SPARSIFIER_LINALGTOTIN_ACCUMULATION_H
