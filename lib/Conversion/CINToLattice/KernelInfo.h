//===- KernelInfo.h - The facts of one kernel -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of a `cin.kernel` before it is lowered and holds at every place
// of it. All parts of the lowering read it, and none writes it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_KERNELINFO_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_KERNELINFO_H

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/KernelNames.h"
#include "weft/Analysis/ResultAssembly.h"
#include "weft/Analysis/SharedStructure.h"

namespace weft {
namespace cin_to_lattice {

using analysis::getFormat;
using analysis::getTensorType;
using analysis::IndexedTensor;

class KernelInfo {
public:
  explicit KernelInfo(cin::KernelOp kernel);

  cin::KernelOp getKernel() const { return kernel; }

  /// The name of a tensor for segments and diagnostics.
  llvm::StringRef getName(mlir::Value ref) const {
    return names.getTensor(ref);
  }

  /// The name of an index variable.
  std::string getIndexName(mlir::Value variable) const {
    return names.getIndex(variable);
  }

  //===-- Operands --===//

  /// The paths through coordinate trees that the accesses of the kernel take,
  /// and the number of that of an access. Accesses of one tensor by the same
  /// variables share a path.
  llvm::ArrayRef<IndexedTensor> getPaths() const { return paths; }
  unsigned getPath(cin::AccessOp access) const {
    return pathNumbers.lookup(access);
  }
  /// The number of a path through the levels whose positions are counted, below
  /// those that are bound; none if nothing takes it.
  std::optional<unsigned> getPath(cin::PositionOp position) const {
    auto known = pathNumbers.find(position);
    if (known == pathNumbers.end())
      return std::nullopt;
    return known->second;
  }
  /// The number of a path through the level whose positions tiles are cut by;
  /// none if nothing takes it.
  std::optional<unsigned> getPath(cin::SplitOp split) const;
  /// The paths that are taken in a forall, once each.
  llvm::SetVector<unsigned> getPathsIn(cin::ForallOp forall) const;

  //===-- Results and workspaces --===//

  llvm::ArrayRef<cin::AssignOp> getAssigns() const { return assigns; }
  /// Whether no other assignment to its tensor precedes an assignment, and
  /// whether none follows it either.
  bool isFirstAssign(cin::AssignOp assign) const {
    return assignsOfRef.find(assign.getRef())->second.front() == assign;
  }
  bool isOnlyAssign(cin::AssignOp assign) const {
    return assignsOfRef.find(assign.getRef())->second.size() == 1;
  }
  /// The assignment that combines into a workspace, by what its consumer reads;
  /// null if there is none.
  cin::AssignOp getCombiningAssign(mlir::Value consumed) const {
    return combiningAssigns.lookup(consumed);
  }
  bool isResult(mlir::Value ref) const;
  /// Whether components of a tensor that turn out to be its fill are dropped.
  bool dropsFill(mlir::Value ref) const;
  /// Whether an assignment copies a component of an operand, that has it once.
  bool isCopy(cin::AssignOp assign) const;
  /// Whether an assignment combines into a component that iterations of a
  /// forall update at the same time.
  bool isAtomic(cin::AssignOp assign) const { return atomic.contains(assign); }
  /// What a result takes of the structure of an operand; nothing if it is
  /// assembled.
  analysis::SharedStructure getStructure(mlir::Value ref) const {
    return structures.lookup(ref);
  }
  /// Whether a result or workspace has a structure of its own, which has only
  /// what something present was assigned to.
  bool leavesOutAbsent(mlir::Value ref) const;
  /// Whether the foralls that append to such a tensor find out what is stored
  /// below a coordinate before they append it.
  bool appendsPresent(mlir::Value ref) const;
  /// How a result is assembled.
  level::Assembly getResultAssembly(mlir::Value ref) const;
  /// Whether the foralls reach the segments of a result in another order than
  /// that of their parents, but each with its coordinates in order and once.
  bool isScattered(mlir::Value ref) const { return scattered.contains(ref); }
  /// Whether the foralls reach the segments of a result in their order, and
  /// each in runs of children.
  bool isInRuns(mlir::Value ref) const { return inRuns.contains(ref); }
  /// Whether the foralls reach the segments of a result or workspace in their
  /// order, but the coordinates of each in any.
  bool isCollected(mlir::Value ref) const { return collected.contains(ref); }
  /// Whether the entries of a coordinate list come in any order and are sorted
  /// when all are there.
  bool isSorted(mlir::Value ref) const { return sorted.contains(ref); }
  /// An assignment by whose combiner entries of such a list may be combined
  /// while others are still appended; null if they may not.
  cin::AssignOp getListCombining(mlir::Value ref) const;

  //===-- Index variables --===//

  /// The variables that have one value, those that were split, and the sums
  /// that index accesses.
  llvm::ArrayRef<cin::LiteralOp> getLiterals() const { return literals; }
  llvm::ArrayRef<cin::SplitOp> getSplits() const { return splits; }
  llvm::ArrayRef<cin::AffineOp> getSums() const { return sums; }
  /// The operations of those that were split or collapsed, in their order, and
  /// of those that are found at positions.
  llvm::ArrayRef<mlir::Operation *> getDerived() const { return derived; }
  llvm::ArrayRef<cin::PositionOp> getPositions() const { return positions; }
  /// The operation that derives others from a variable that is a number of
  /// combinations of coordinates, or of a position; null for other variables.
  mlir::Operation *getDerivation(mlir::Value variable) const {
    return derivations.lookup(variable);
  }

private:
  void addAccess(cin::AccessOp access,
                 llvm::SmallVectorImpl<unsigned> &pathsOfRef);
  void addPosition(cin::PositionOp position);
  void addForall(cin::ForallOp forall);
  void addWhere(cin::WhereOp where);

  cin::KernelOp kernel;
  analysis::KernelNames names;
  llvm::SmallVector<IndexedTensor> paths;
  llvm::DenseMap<mlir::Operation *, unsigned> pathNumbers;
  llvm::SmallVector<cin::AssignOp> assigns;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<cin::AssignOp, 1>> assignsOfRef;
  llvm::DenseMap<mlir::Value, cin::AssignOp> combiningAssigns;
  llvm::DenseMap<mlir::Value, analysis::SharedStructure> structures;
  llvm::DenseMap<mlir::Value, level::Assembly> assemblies;
  llvm::DenseSet<mlir::Value> scattered, inRuns, collected, sorted;
  llvm::DenseSet<mlir::Operation *> atomic;
  llvm::SmallVector<cin::LiteralOp> literals;
  llvm::SmallVector<cin::SplitOp> splits;
  llvm::SmallVector<cin::AffineOp> sums;
  llvm::SmallVector<mlir::Operation *> derived;
  llvm::SmallVector<cin::PositionOp> positions;
  llvm::DenseMap<mlir::Value, mlir::Operation *> derivations;
};

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_KERNELINFO_H
