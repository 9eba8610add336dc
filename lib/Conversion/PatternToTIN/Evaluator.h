//===- Evaluator.h - Evaluation into index notation -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the operations of a program, where a reduction becomes one over an
// index variable, and a scalar the expression of it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PATTERNTOTIN_EVALUATOR_H
#define WEFT_CONVERSION_PATTERNTOTIN_EVALUATOR_H

#include "Terms.h"

#include "weft/Dialect/Pattern/IR/Scope.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"

namespace weft {
namespace pattern_to_tin {

/// The terms of values, and the coordinates that positions are.
using Environment = pattern::Scope<TermRef, TermRef>;
using EnvironmentRef = std::shared_ptr<Environment>;

class Evaluator {
public:
  /// Emits an extent outside of all expressions; null if no tensor has it.
  using Extents = std::function<mlir::Value(const pattern::Nat &)>;

  Evaluator(mlir::OpBuilder &builder, Extents extents)
      : builder(builder), extents(std::move(extents)) {}

  /// The term of what a block yields; null if it has none in index notation.
  TermRef evaluate(mlir::Block &block, EnvironmentRef environment);

  /// The scalar of a term, or null.
  mlir::Value getScalar(const TermRef &term);

  /// Emits an extent, or fails.
  mlir::Value getExtent(const pattern::Nat &extent);

  /// A name for an index variable that no other one has.
  llvm::StringRef chooseName(llvm::StringRef wanted);

  std::nullptr_t fail(const llvm::Twine &message);
  const std::string &getReason() const { return reason; }

private:
  TermRef evaluateOp(mlir::Operation &op, EnvironmentRef environment);
  TermRef evaluateMap(pattern::MapOp map, EnvironmentRef environment);
  TermRef evaluateReduce(pattern::ReduceOp reduce, EnvironmentRef environment);
  mlir::Value emitReduce(pattern::ReduceOp reduce, const TermRef &array);
  TermRef evaluateZip(pattern::ZipOp zip, EnvironmentRef environment);
  TermRef evaluateTranspose(pattern::TransposeOp op,
                            EnvironmentRef environment);
  TermRef evaluateAt(pattern::AtOp at, EnvironmentRef environment);
  TermRef evaluateElement(pattern::ElementOp element,
                          EnvironmentRef environment);
  TermRef evaluateValue(pattern::ValueOp value, EnvironmentRef environment);
  TermRef evaluateScalar(mlir::Operation &op, EnvironmentRef environment);
  TermRef getArray(const TermRef &term);
  static TermRef findPosition(const pattern::Nat &nat,
                              const EnvironmentRef &environment);
  TermRef getElement(const TermRef &array, const TermRef &coordinate);

  mlir::OpBuilder &builder;
  Extents extents;
  llvm::StringSet<> names;
  std::string reason;
};

} // namespace pattern_to_tin
} // namespace weft

#endif // WEFT_CONVERSION_PATTERNTOTIN_EVALUATOR_H
