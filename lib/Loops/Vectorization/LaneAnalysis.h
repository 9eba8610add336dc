//===- LaneAnalysis.h - Values that become vectors --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classifies each value in the body of a loop whose consecutive iterations are
// to become the lanes of a vector: the value is uniform across lanes, it
// increases by one from lane to lane, or it is a vector. Recognizes reductions.
// Nested loops and branches are analyzed if the caller requests it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_LANEANALYSIS_H
#define WEFT_LIB_LOOPS_VECTORIZATION_LANEANALYSIS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace weft {

/// How a value changes between consecutive iterations, from the most to the
/// least specific.
enum class LaneKind {
  /// All iterations have the same value.
  Uniform,
  /// The value increases by one in each iteration.
  Consecutive,
  /// Nothing is known.
  Varying
};

/// A reduction: each iteration combines one value into a carried accumulator.
struct LaneReduction {
  /// The operations that combine, in their order. The last operation computes
  /// the next value of the accumulator.
  llvm::SmallVector<mlir::Operation *> ops;
  /// The accumulator, and the value that is combined into it.
  mlir::Value carried, value;
};

/// Whether a vector can access elements of an array whose last index is of this
/// kind: with a contiguous load or store, or with a gather or scatter.
bool hasVectorAccess(mlir::MemRefType type, LaneKind kind);

/// Whether such an access can be masked.
bool hasMaskedAccess(mlir::MemRefType type, LaneKind kind);

/// Why `hasMaskedAccess` is false, as a clause: "vectors mask elements of 32
/// and 64 bits, not of type f16".
std::string whyNotMasked(mlir::MemRefType type, LaneKind kind);

/// Why a combiner has no `getFreeIdentity`, as a clause: "'arith.addf' may not
/// be reassociated, ...".
std::string whyNotReorderable(mlir::Operation *combiner);

/// Analyzes one loop. All queries require a successful run.
class LaneAnalysis {
public:
  /// With `quiet`, the analysis emits no errors. With `nested`, it also accepts
  /// inner loops with the same bounds in all lanes, and branches, which become
  /// masks.
  explicit LaneAnalysis(mlir::scf::ForOp loop, bool quiet = false,
                        bool nested = false)
      : loop(loop), quiet(quiet), nested(nested) {}

  /// Emits an error and fails if the operations of the loop cannot be
  /// vectorized. The caller guarantees that its iterations are independent.
  /// With `strict`, floating-point reductions are rejected.
  mlir::LogicalResult run(bool strict);
  /// Why the last run failed, as the text of a remark; empty if it succeeded.
  std::string getReason() const { return reason; }

  LaneKind getKind(mlir::Value value) const {
    auto found = kinds.find(value);
    return found == kinds.end() ? LaneKind::Uniform : found->second;
  }
  /// The kind of the index of the last dimension; `Varying` if another index
  /// differs between lanes.
  LaneKind getAccessKind(mlir::ValueRange indices) const;
  /// The reduction of an iteration argument; null if the argument does not
  /// change.
  const LaneReduction *getReduction(unsigned number) const {
    return reductions[number] ? &*reductions[number] : nullptr;
  }
  bool hasReductions() const {
    return llvm::any_of(reductions, [](const auto &reduction) {
      return reduction.has_value();
    });
  }
  /// Whether an operation belongs to a reduction.
  bool combines(mlir::Operation *op) const { return combiners.contains(op); }
  /// The size in bytes of the widest element that is loaded, stored or reduced.
  int64_t getWidth() const { return width; }

private:
  /// Collects the reason of a failure, and emits it as an error at an operation
  /// when it is converted to a result.
  class Refusal {
  public:
    Refusal(mlir::Operation *op, bool quiet, std::string &reason)
        : op(op), quiet(quiet), reason(reason) {
      reason.clear();
    }
    template <typename T> Refusal &operator<<(T &&part) {
      llvm::raw_string_ostream(reason) << std::forward<T>(part);
      return *this;
    }
    operator mlir::LogicalResult() const {
      if (!quiet)
        op->emitError("cannot be vectorized: ") << reason;
      return mlir::failure();
    }

  private:
    mlir::Operation *op;
    bool quiet;
    std::string &reason;
  };
  Refusal refuse(mlir::Operation *op) { return Refusal(op, quiet, reason); }
  /// Refuses an operation that no operation on vectors can replace.
  mlir::LogicalResult refuseForm(mlir::Operation *op);

  mlir::LogicalResult findReduction(unsigned number, bool strict);
  mlir::LogicalResult classify(mlir::Operation *op);
  mlir::LogicalResult classifyAccess(mlir::Operation *op, mlir::Value array,
                                     mlir::ValueRange indices);
  mlir::LogicalResult classifyElementwise(mlir::Operation *op);
  mlir::LogicalResult classifyBlock(mlir::Block &block);
  mlir::LogicalResult classifyLoop(mlir::scf::ForOp inner);
  mlir::LogicalResult classifyBranch(mlir::scf::IfOp branch);
  /// Checks that an operation in a divergent branch can be speculated, or that
  /// its access can be masked.
  mlir::LogicalResult classifyDivergent(mlir::Operation *op);
  /// Marks a result or an iteration argument of an operation as a vector.
  mlir::LogicalResult setVarying(mlir::Operation *op, mlir::Value value);
  /// Includes the size of a type in the width.
  void recordWidth(mlir::Type type);

  mlir::scf::ForOp loop;
  bool quiet, nested;
  /// Whether the current operation is in a branch that only some lanes take.
  bool isDivergent = false;
  std::string reason;
  llvm::DenseMap<mlir::Value, LaneKind> kinds;
  llvm::SmallVector<std::optional<LaneReduction>> reductions;
  llvm::DenseSet<mlir::Operation *> combiners;
  int64_t width = 1;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_LANEANALYSIS_H
