//===- NatEmitter.h - Code of natural-number expressions --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simplifies addresses and lengths by what is known of the loops around, and
// emits code for them. A sum that has no closed form becomes a loop or an
// element of a table of prefix sums.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PATTERNTOSCF_NATEMITTER_H
#define WEFT_CONVERSION_PATTERNTOSCF_NATEMITTER_H

#include "View.h"

#include "weft/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace weft {
namespace pattern_to_scf {

/// The sums of `body` for all counts up to `length`, and the array that they
/// stand in: an argument of the function or, in a kernel, memory of its own.
struct Table {
  pattern::Nat body, length;
  mlir::Value array;
};

/// Options of the pass.
struct EmissionOptions {
  PatternSums sums;
  bool checkAccesses, explain;
  /// The function is a kernel: it fails by the runtime, fills its tables by
  /// itself and has loops that threads or units of a GPU may run.
  bool isKernel = false;
  /// Keep floating-point operations in their order.
  bool strictFloatingPoint = false;
};

/// What a kernel reports: a status of the runtime and its details. A detail
/// that is null is zero.
struct Failure {
  int64_t status;
  mlir::Value first = {}, second = {};
};

class NatEmitter {
public:
  NatEmitter(mlir::OpBuilder &builder, mlir::func::FuncOp function,
             const EmissionOptions &options)
      : builder(builder), function(function), options(options) {}

  /// Names that are the same wherever they are used: numbers and arrays of the
  /// program.
  void defineNumber(llvm::StringRef name, mlir::Value value);
  /// A parameter that is an integer, which may be negative.
  void defineInteger(llvm::StringRef name, mlir::Value value);
  void defineArray(llvm::StringRef name, ViewRef view,
                   const pattern::Nat &length);

  /// A new variable of a loop, below `bound`.
  pattern::Nat defineVariable(llvm::StringRef name, mlir::Value value,
                              const pattern::Nat &bound);

  /// A position that is below `length`.
  void notePosition(const pattern::Nat &position, const pattern::Nat &length);

  /// A number up to a length: sums up to it are elements of a table.
  void notePrefix(const pattern::Nat &count, const pattern::Nat &length);

  /// Whether an expression has numbers of the program and no elements.
  bool isOfNumbers(const pattern::Nat &nat) const;

  /// Closes sums unless loops are asked for, and folds by ranges.
  pattern::Nat simplify(const pattern::Nat &nat) const;

  /// Emits an expression, simplified.
  mlir::Value emit(mlir::Location loc, const pattern::Nat &nat);

  /// Emits the address of a scalar, and reports it if it is to be explained.
  mlir::Value emitAddress(mlir::Location loc, const pattern::Nat &address);

  /// Whether an expression is known not to be negative, whatever integers and
  /// elements of arrays are.
  bool isNatural(const pattern::Nat &nat) const;

  /// Emits a length of an array, with a check if it may be negative and
  /// accesses are checked.
  mlir::Value emitLength(mlir::Location loc, const pattern::Nat &length);

  /// The same of an array that is stored, which a kernel checks always.
  mlir::Value emitMemoryLength(mlir::Location loc, const pattern::Nat &length);

  /// Checks that a length is not negative, unless that is known.
  void emitLengthCheck(mlir::Location loc, mlir::Value value,
                       const pattern::Nat &length);

  /// Checks that an index is below a length: in kernels always, and else if
  /// accesses are checked.
  void emitIndexCheck(mlir::Location loc, mlir::Value index,
                      const pattern::Nat &length);

  /// Whether an index is known to be below a length: by the ranges of loops, or
  /// since it is not further behind a known position than the length allows.
  bool isBelow(const pattern::Nat &index, const pattern::Nat &length) const;

  /// Stops the program if a condition does not hold: a kernel with a failure
  /// of the runtime, and a function with a message.
  void emitFailUnless(mlir::Location loc, mlir::Value condition,
                      const Failure &failure, const llvm::Twine &message);

  /// Multiplies by a size that is not negative, and stops the program if the
  /// product exceeds 63 bits.
  mlir::Value emitCheckedProduct(mlir::Location loc, mlir::Value product,
                                 mlir::Value size);

  /// Stores the prefix sums of a body up to a length.
  void fillTable(mlir::Location loc, mlir::Value memory,
                 const pattern::Nat &body, const pattern::Nat &length);

  /// Has tables of a kernel be filled where code is emitted now.
  void setTablePoint(mlir::Location loc);

  llvm::ArrayRef<Table> getTables() const { return tables; }
  const EmissionOptions &getOptions() const { return options; }

private:
  /// Checks that a divisor is not zero.
  void emitDivisorCheck(mlir::Location loc, const pattern::Nat &divisor);
  mlir::Value emitNat(mlir::Location loc, const pattern::Nat &nat);
  mlir::Value emitTerm(mlir::Location loc, const pattern::Nat::Term &term);
  mlir::Value emitAtom(mlir::Location loc, const pattern::Nat::Atom &atom);
  mlir::Value emitConditional(mlir::Location loc,
                              const pattern::Nat::Atom &atom);
  mlir::Value emitQuotient(mlir::Location loc, const pattern::Nat::Atom &atom);
  mlir::Value emitSum(mlir::Location loc, const pattern::Nat::Atom &atom);
  mlir::Value emitSumLoop(mlir::Location loc, const pattern::Nat &count,
                          const pattern::Nat &body);
  mlir::Value emitLookup(mlir::Location loc, const pattern::Nat::Atom &atom);
  mlir::Value getTable(const pattern::Nat &body, const pattern::Nat &length);
  mlir::Value createTable(const pattern::Nat &body, const pattern::Nat &length);
  std::optional<pattern::Nat> findLength(const pattern::Nat &count) const;
  bool isClosed(const pattern::Nat &nat) const;

  mlir::OpBuilder &builder;
  mlir::func::FuncOp function;
  EmissionOptions options;
  /// The addresses that were reported.
  llvm::StringSet<> explained;
  llvm::StringMap<mlir::Value> numbers;
  llvm::StringSet<> integers;
  llvm::StringMap<mlir::Value> variables;
  llvm::StringMap<ViewRef> arrays;
  llvm::StringMap<pattern::Nat> lengths;
  mlir::Operation *tablePoint = nullptr;
  pattern::NatRanges ranges;
  llvm::SmallVector<std::pair<pattern::Nat, pattern::Nat>> positions, prefixes;
  llvm::SmallVector<Table> tables;
  /// Divisors of numbers of the program, which are checked.
  llvm::SmallVector<pattern::Nat> divisors;
  unsigned numVariables = 0;
};

} // namespace pattern_to_scf
} // namespace weft

#endif // WEFT_CONVERSION_PATTERNTOSCF_NATEMITTER_H
