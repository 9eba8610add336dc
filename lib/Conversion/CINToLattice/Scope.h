//===- Scope.h - Bindings at a point of a kernel ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of the recursion on statements: where every access stands in the
// coordinate tree of its tensor, and what the tensors are. The regions of a
// lattice point change it for the statement below them only; so it is a value,
// copied into each region.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_SCOPE_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_SCOPE_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "llvm/ADT/MapVector.h"

namespace weft {
namespace cin_to_lattice {

/// How far an access has come on its path through a coordinate tree.
struct PathState {
  /// How many levels have a position.
  int64_t depth = 0;
  /// The position of the last of them, or the range of positions below a level
  /// that is not unique.
  mlir::Value begin, end;
  /// No entry is stored below the coordinates bound so far.
  bool absent = false;
  /// Whether an entry is stored, if only running the kernel can tell.
  mlir::Value present;
  /// The guarded forall that told so, and that comes only to coordinates at
  /// which its statement has something to do. Null if it was told otherwise.
  cin::ForallOp guard;
};

/// How far an assignment has come on its path through the tensor that it
/// assembles.
struct TargetState {
  int64_t depth = 0;
  mlir::Value position;
};

/// What a tensor is at one place. Of what is nothing of all this, the producer
/// is further inside.
struct TensorState {
  /// The stored form of a tensor that can be read.
  mlir::Value storage;
  /// The value of a scalar result or workspace.
  mlir::Value scalar;
  /// Whether a scalar workspace has been assigned something present, if its
  /// consumer wants to know. While threads share it, what they assemble this
  /// in.
  mlir::Value presence;
  /// The tensor that is being assembled.
  mlir::Value builder;
  /// Where the assembly of a result begins, before all loops.
  level::InitOp begin;
  /// Where a result stands that is assembled in two phases: in a segment, the
  /// position of its next coordinate; at a coordinate whose segments are still
  /// to come, how many children it has so far.
  mlir::Value counter;
  /// Where a result stands that is assembled in runs: the parent of the last
  /// coordinate, and the position at which its run of children began.
  mlir::Value runParent, runBegin;
  /// The table of the positions in the segment, if the coordinates of each are
  /// collected. A segment is a run then.
  mlir::Value table;
  /// The parent of all coordinates of a run, if it is known where the run
  /// begins.
  mlir::Value onlyRunParent;
  /// The entries of a result have been noted, so that they are counted in their
  /// slots.
  bool isNumbered = false;
  /// All components of a workspace are its fill.
  bool isEmpty = false;

  /// What statements change; null if they can only read the tensor.
  mlir::Value getMutable() const { return scalar ? scalar : builder; }
  /// The type of the builder; null if the tensor is not being assembled.
  level::BuilderType getBuilderType() const;
};

struct Scope {
  /// The coordinates of the index variables that are bound.
  llvm::DenseMap<mlir::Value, mlir::Value> coordinates;
  /// The paths of all accesses, by number.
  llvm::SmallVector<PathState> paths;
  /// The paths of all assignments.
  llvm::MapVector<mlir::Operation *, TargetState> targets;
  llvm::DenseMap<mlir::Value, TensorState> tensors;
  /// The results that are complete before the end of the kernel.
  llvm::DenseMap<mlir::Value, mlir::Value> completed;
  /// How much work is below the positions of operands, by path and level: the
  /// stored form of a vector, which has the sum of all before each position.
  llvm::DenseMap<std::pair<unsigned, int64_t>, mlir::Value> weights;
  /// The levels under assembly that have room for what is appended to them by
  /// the forall around.
  llvm::DenseSet<std::pair<mlir::Value, int64_t>> reserved;
  /// In how many loops of the regions around it the statement is copied.
  size_t numCopies = 1;
  /// This is the phase that counts the coordinates of results; it computes no
  /// values.
  bool counting = false;

  TensorState getTensor(mlir::Value ref) const { return tensors.lookup(ref); }
  bool isReserved(mlir::Value ref, int64_t level) const {
    return reserved.contains({ref, level});
  }

  /// The tensors that the assignments in a statement change.
  llvm::SmallVector<mlir::Value> getCarried(mlir::Operation *statement) const;
  /// All values that loops carry for these tensors.
  llvm::SmallVector<mlir::Value>
  getStates(llvm::ArrayRef<mlir::Value> carried) const;
  void setStates(llvm::ArrayRef<mlir::Value> carried, mlir::ValueRange states);
};

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_SCOPE_H
