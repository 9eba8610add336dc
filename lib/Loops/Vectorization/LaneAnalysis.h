//===- LaneAnalysis.h - What lanes of a vector compute ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each value of a loop's body is if the lanes of a vector run iterations
// after each other: the same in all lanes, counted from lane to lane, or a
// vector. Loops and branches inside are looked at where they are wanted.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_LANEANALYSIS_H
#define WEFT_LIB_LOOPS_VECTORIZATION_LANEANALYSIS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// How the values of a scalar in consecutive iterations relate, from the most
/// to the least that is known.
enum class LaneKind {
  /// All are the same.
  Uniform,
  /// Each is one more than the one before it.
  Consecutive,
  /// They are what they are.
  Varying
};

/// What a loop carries by combining one value into it in each iteration.
struct LaneReduction {
  /// The operations that combine, in their order; the last one has the result.
  llvm::SmallVector<mlir::Operation *> ops;
  /// What is carried, and what is combined into it.
  mlir::Value carried, value;
};

/// Whether there is an operation for elements of an array that lie as `kind`
/// says.
bool hasVectorAccess(mlir::MemRefType type, LaneKind kind);

/// Whether the lanes of an access can be masked.
bool hasMaskedAccess(mlir::MemRefType type, LaneKind kind);

class LaneAnalysis {
public:
  /// With `quiet`, no errors are emitted. Lanes of a `nested` loop run those
  /// inside of it, all the same steps, and take branches of their own.
  explicit LaneAnalysis(mlir::scf::ForOp loop, bool quiet = false,
                        bool nested = false)
      : loop(loop), quiet(quiet), nested(nested) {}

  /// Emits an error and fails if lanes cannot run the iterations. Whether they
  /// may is not asked; floating-point operations keep their order if `strict`.
  mlir::LogicalResult run(bool strict);

  LaneKind getKind(mlir::Value value) const {
    auto found = kinds.find(value);
    return found == kinds.end() ? LaneKind::Uniform : found->second;
  }
  /// How the elements that an access uses lie, by the index of the last
  /// dimension.
  LaneKind getAccessKind(mlir::ValueRange indices) const;
  /// The reduction of what is carried at a place; null if what is carried there
  /// is the same after all iterations.
  const LaneReduction *getReduction(unsigned number) const {
    return reductions[number] ? &*reductions[number] : nullptr;
  }
  bool hasReductions() const {
    return llvm::any_of(reductions, [](const auto &reduction) {
      return reduction.has_value();
    });
  }
  /// Whether an operation is one of a reduction.
  bool combines(mlir::Operation *op) const { return combiners.contains(op); }
  /// How many bytes the widest number has that lanes load, store or combine.
  int64_t getWidth() const { return width; }

private:
  /// An error at an operation, unless errors are not wanted.
  class Refusal {
  public:
    explicit Refusal(std::optional<mlir::InFlightDiagnostic> error)
        : error(std::move(error)) {}
    template <typename T> Refusal &operator<<(T &&part) {
      if (error)
        *error << std::forward<T>(part);
      return *this;
    }
    operator mlir::LogicalResult() const { return mlir::failure(); }

  private:
    std::optional<mlir::InFlightDiagnostic> error;
  };
  Refusal refuse(mlir::Operation *op) const;

  mlir::LogicalResult findReduction(unsigned number, bool strict);
  mlir::LogicalResult classify(mlir::Operation *op);
  mlir::LogicalResult classifyAccess(mlir::Operation *op, mlir::Value array,
                                     mlir::ValueRange indices);
  mlir::LogicalResult classifyElementwise(mlir::Operation *op);
  mlir::LogicalResult classifyBlock(mlir::Block &block);
  mlir::LogicalResult classifyLoop(mlir::scf::ForOp inner);
  mlir::LogicalResult classifyBranch(mlir::scf::IfOp branch);
  /// Whether an operation can be left out for some lanes, if it is one that
  /// only some do.
  mlir::LogicalResult classifyPartial(mlir::Operation *op);
  /// Notes that a result of an operation, or what it carries, is a vector.
  mlir::LogicalResult setVarying(mlir::Operation *op, mlir::Value value);
  void use(mlir::Type type);

  mlir::scf::ForOp loop;
  bool quiet, nested;
  /// Whether it is a branch of some lanes that is looked at.
  bool isPartial = false;
  llvm::DenseMap<mlir::Value, LaneKind> kinds;
  llvm::SmallVector<std::optional<LaneReduction>> reductions;
  llvm::DenseSet<mlir::Operation *> combiners;
  int64_t width = 1;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_LANEANALYSIS_H
