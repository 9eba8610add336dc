//===- SharedGather.h - Indirect loads that rows share ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks whether an indirect load in a nest over the entries of a row loads the
// same elements for rows with the same coordinates.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_UNROLLANDJAM_SHAREDGATHER_H
#define WEFT_LIB_LOOPS_UNROLLANDJAM_SHAREDGATHER_H

#include "UnrollAndJam/RowJam.h"

#include "weft/Dialect/Weft/IR/Machine.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>
#include <string>

namespace weft {

/// Analyzes whether rows can share an indirect load in their nest.
class GatherAnalysis {
public:
  GatherAnalysis(mlir::scf::ForOp rows, mlir::Operation *nest,
                 mlir::vector::LoadOp load)
      : rows(rows), machine(Machine::of(rows)) {
    found.rows = rows;
    found.nest = nest;
    found.load = load;
  }
  mlir::LogicalResult run();
  /// The match, if the analysis succeeded.
  RowJam &getResult() { return found; }
  /// The reason of the failure.
  llvm::StringRef getReason() const { return reason; }

private:
  mlir::LogicalResult refuse(const llvm::Twine &text) {
    reason = text.str();
    return mlir::failure();
  }
  /// The result of a visitor of `isComputedFrom` that ends the traversal.
  std::optional<bool> stop(const llvm::Twine &text) {
    (void)refuse(text);
    return false;
  }

  mlir::LogicalResult findCoordinates();
  std::optional<bool> visitVariable(mlir::BlockArgument variable);
  std::optional<bool> visitCoordinate(mlir::memref::LoadOp load);
  mlir::LogicalResult findParents();
  mlir::LogicalResult checkLoop(mlir::scf::ForOp loop);
  mlir::LogicalResult checkBranch(mlir::scf::IfOp branch);
  mlir::LogicalResult checkRegisters();
  bool isInEachRow(mlir::Operation *op) const;
  bool isKnownBeforeRow(mlir::Value value) const;
  void addCoordinates();
  void addEmptyBranches();

  RowJam found;
  mlir::scf::ForOp rows;
  Machine machine;
  std::string reason;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_UNROLLANDJAM_SHAREDGATHER_H
