//===- Evaluator.h - Evaluation of programs into code -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the operations of a program, where evaluation of a scalar emits
// code and evaluation of an array gives a view.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PATTERNTOSCF_EVALUATOR_H
#define WEFT_CONVERSION_PATTERNTOSCF_EVALUATOR_H

#include "NatEmitter.h"
#include "Storage.h"

#include "weft/Dialect/Pattern/IR/Scope.h"

namespace weft {
namespace pattern_to_scf {

/// What the values and positions of a function and those around it are.
struct Environment : pattern::Scope<ViewRef, pattern::Nat> {
  /// Replaces positions by what they are here.
  pattern::Nat resolve(pattern::Nat nat) const;
  mlir::Type resolve(mlir::Type type) const;
};
using EnvironmentRef = std::shared_ptr<Environment>;

class Evaluator {
public:
  Evaluator(mlir::OpBuilder &builder, NatEmitter &nats)
      : builder(builder), nats(nats) {}

  /// Evaluates the operations of a block; the view of what it yields.
  ViewRef evaluate(mlir::Block &block, EnvironmentRef environment);

  /// The view of data in memory from an address on.
  ViewRef viewMemory(mlir::Value memory, mlir::Type type,
                     const pattern::Nat &address, mlir::Location loc);

  /// The view of an array of an operand. Scalars are below `bound`, if that is
  /// known.
  ViewRef viewOperand(mlir::Value memory, mlir::Type type, mlir::Location loc,
                      std::optional<pattern::Nat> bound);

  /// Stores a view in memory from an address on.
  void store(ViewRef view, mlir::Type type, mlir::Value memory,
             const pattern::Nat &address, mlir::Location loc);

  /// Frees the memory that was allocated after the first `from` arrays.
  void deallocate(size_t from, mlir::Location loc);

  using Values = llvm::SmallVector<mlir::Value>;
  using Body = llvm::function_ref<Values(const pattern::Nat &position,
                                         ViewRef element, Values carried)>;

  /// How the iterations of a loop depend on each other. What they carry is
  /// combined in any order if it is a reduction.
  enum class Order { Any, Reduction, Sequential };

  /// Emits a loop over the elements of an array that carries scalars.
  /// Iterations of a loop of any order may run at the same time.
  Values iterate(ViewRef array, pattern::ArrayType type, Values carried,
                 mlir::Location loc, Order order, Body body);

  /// Checks that no length in a type is negative, by loops over positions that
  /// they depend on.
  void emitTypeChecks(mlir::Type type, mlir::Location loc);

  /// An operand whose elements are used as indices below a length.
  struct IndexRange {
    IndexSource source;
    pattern::Nat length;
  };

  /// The scalars of data without arrays, and the data of scalars.
  Values flatten(ViewRef view, mlir::Type type);
  static ViewRef unflatten(llvm::ArrayRef<mlir::Value> &scalars,
                           mlir::Type type);

private:
  /// What the scalars of an array in memory are.
  struct MemoryView {
    mlir::Value memory;
    std::optional<pattern::Nat> bound;
    std::optional<IndexSource> source;
  };
  ViewRef viewMemory(const MemoryView &view, mlir::Type type,
                     const pattern::Nat &address, mlir::Location loc);

  ViewRef evaluateOp(mlir::Operation &op, EnvironmentRef environment);
  ViewRef evaluateMap(pattern::MapOp map, EnvironmentRef environment);
  ViewRef evaluateReduce(pattern::ReduceOp reduce, EnvironmentRef environment);
  ViewRef evaluateReduceSeq(pattern::ReduceSeqOp reduce,
                            EnvironmentRef environment);
  ViewRef evaluateScatter(pattern::ScatterOp scatter,
                          EnvironmentRef environment);
  void fillScatter(pattern::ScatterOp scatter, EnvironmentRef environment,
                   mlir::Value memory);
  ViewRef evaluateElement(pattern::ElementOp element,
                          EnvironmentRef environment);
  ViewRef evaluateAt(pattern::AtOp at, EnvironmentRef environment);
  ViewRef evaluateScalar(mlir::Operation &op, EnvironmentRef environment);
  ViewRef join(ViewRef rows, pattern::ArrayType type, mlir::Location loc);
  ViewRef findInRows(ViewRef rows, pattern::ArrayType type,
                     const pattern::Nat &position, mlir::Location loc);

  Values
  emitLoop(const pattern::Nat &count, llvm::StringRef name,
           pattern::Mapping mapping, Values carried, mlir::Location loc,
           Order order,
           llvm::function_ref<Values(const pattern::Nat &, Values)> body);
  Values emitParallelLoop(
      const pattern::Nat &count, llvm::StringRef name, pattern::Mapping mapping,
      mlir::Location loc,
      llvm::function_ref<Values(const pattern::Nat &, Values)> body);
  void setUnit(mlir::Operation *loop, pattern::Mapping mapping,
               const pattern::Nat &count, Order order);

  /// The iterations of a loop, and what they do.
  struct LoopBody {
    const pattern::Nat &count;
    llvm::StringRef name;
    pattern::Mapping mapping;
    mlir::Location loc;
    Order order;
    llvm::function_ref<Values(const pattern::Nat &, Values)> body;
  };
  Values emitRange(const LoopBody &loop, mlir::Value begin, mlir::Value end,
                   Values carried, bool hasUnit);
  Values emitVersions(const LoopBody &loop, mlir::Value end, Values carried);
  Values emitChunks(const LoopBody &loop, mlir::Value end, Values carried);
  Values emitBranches(const LoopBody &loop, mlir::Value isValid,
                      mlir::Value begin, mlir::Value end, Values carried,
                      bool hasUnit);
  mlir::Value
  emitAreBelow(std::optional<std::pair<pattern::Nat, pattern::Nat>> positions,
               mlir::Location loc);
  bool isInRange(const View &index, const pattern::Nat &length);

  mlir::OpBuilder &builder;
  NatEmitter &nats;
  /// How many loops are around.
  unsigned numLoops = 0;
  /// The indices that the outermost loop uses, while they are collected, and
  /// those that are known to be in range.
  llvm::SmallVector<IndexRange> indices, validIndices;
  bool isCollecting = false;
  /// Loops run on the host, whatever their maps say.
  bool isOnHost = false;
  /// Memory that the code at hand has allocated and not yet freed.
  Values allocated;
};

} // namespace pattern_to_scf
} // namespace weft

#endif // WEFT_CONVERSION_PATTERNTOSCF_EVALUATOR_H
