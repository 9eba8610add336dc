//===- Combiner.h - Regions that combine two values -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A combiner is a region of an accumulator and a new value that yields the next
// accumulator. Reductions, compound assignments and runs of equal coordinates
// are combined by one. It is written as the name of an operation when it is
// that operation alone, on the accumulator and the value, and as a region
// otherwise, so that nothing limits what may combine.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_COMBINER_H
#define WEFT_SUPPORT_COMBINER_H

#include "mlir/IR/OpImplementation.h"

namespace weft {

/// A parsed combiner whose type may not be known yet.
class CombinerSyntax {
public:
  /// Parses the name of an operation or a region with typed arguments.
  mlir::ParseResult parse(mlir::OpAsmParser &parser);

  /// Fills `region` with the combiner for values of type `type`; `yield` is the
  /// name of the terminator.
  mlir::ParseResult build(mlir::OpAsmParser &parser, mlir::Type type,
                          llvm::StringRef yield, mlir::Region &region);

private:
  llvm::SMLoc loc;
  llvm::StringRef opName;
  std::unique_ptr<mlir::Region> parsed;
};

/// Prints a combiner as the name of its operation or as a region.
void printCombiner(mlir::OpAsmPrinter &printer, mlir::Region &region);

/// Makes `region` combine by the operation named `opName`, which must be
/// registered and take two values of type `type` to one.
void buildCombiner(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::StringRef opName, mlir::Type type,
                   llvm::StringRef yield, mlir::Region &region);

/// Copies a combiner into the empty region `to`, giving it the terminator
/// `yield`.
void copyCombiner(mlir::OpBuilder &builder, mlir::Region &from,
                  llvm::StringRef yield, mlir::Region &to);

/// The operation of a combiner that is a single operation on the accumulator
/// and the value, in this order; null for other combiners.
mlir::Operation *getSimpleCombinerOp(mlir::Region &region);

/// Whether two combiners are the same single operation with the same
/// attributes.
bool areSameCombiner(mlir::Region &lhs, mlir::Region &rhs);

/// Emits the combination of `accumulator` and `value`.
mlir::Value inlineCombiner(mlir::OpBuilder &builder, mlir::Region &region,
                           mlir::Value accumulator, mlir::Value value);

/// Checks that a combiner takes two values of type `type` to one, ends with the
/// terminator `yield`, has no side
/// effects and uses only its own values and constants.
mlir::LogicalResult verifyCombiner(mlir::Operation *owner, mlir::Region &region,
                                   mlir::Type type, llvm::StringRef yield);

/// The name of the operation that adds values of a scalar type; truth values
/// are added by `or`. Entries that store the same component are combined by it.
llvm::StringRef getSumOperation(mlir::Type type);

/// Whether a combiner adds, so that what it combines may be stored as several
/// entries.
bool isSumCombiner(mlir::Region &combiner);

} // namespace weft

#endif // WEFT_SUPPORT_COMBINER_H
