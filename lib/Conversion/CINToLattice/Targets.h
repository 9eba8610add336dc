//===- Targets.h - Results and workspaces under assembly --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves assignments along their paths through the tensors that they assemble. A
// level that appends is appended to by the forall of its variable; a chain of
// branchless levels below it (the coordinates of a coordinate list) is appended
// together, by the forall of the last of them. A level with insert is located
// in. How what appends is filled is up to a strategy.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_TARGETS_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_TARGETS_H

#include "TargetStrategy.h"

namespace weft {
namespace cin_to_lattice {

class Targets {
public:
  explicit Targets(const EmitContext &context)
      : context(context), assemblies(context), levels(context, assemblies),
        scattered(context, assemblies), runs(context, assemblies),
        collected(context, assemblies), structure(context, assemblies),
        list(context, assemblies), slots(context, assemblies) {}

  //===-- Tensors --===//

  /// Begins the assembly of a tensor, and that of a result, which may keep a
  /// structure or share one with an operand.
  mlir::Value emitInit(mlir::Location loc, mlir::RankedTensorType type,
                       mlir::ValueRange sizes, level::Assembly assembly) const;
  level::InitOp emitInitResult(mlir::Location loc, mlir::RankedTensorType type,
                               mlir::ValueRange sizes, level::Assembly assembly,
                               mlir::Value structure,
                               const analysis::SharedStructure &shared) const;
  mlir::Value emitInitWorkspace(mlir::Location loc, mlir::Value ref,
                                mlir::ValueRange sizes,
                                const Scope &scope) const;
  /// Ends the assembly of a tensor; returns the tensor.
  mlir::Value emitFinalize(mlir::Location loc, mlir::Value ref,
                           Scope &scope) const;
  /// Ends the first of two phases.
  mlir::Value emitScan(mlir::Location loc, mlir::Value ref,
                       mlir::Value state) const {
    return assemblies.getCounting().emitScan(loc, state,
                                             getTarget(ref).fillsSegments(ref));
  }
  /// Begins and ends the assignments of a phase to tensors that are assembled
  /// in two.
  void beginPhase(llvm::ArrayRef<mlir::Value> counted, Scope &scope) const;
  void endPhase(llvm::ArrayRef<mlir::Value> counted, Scope &scope) const;

  //===-- Foralls --===//

  /// Begins the segments that a forall appends, and ends them. `originals` are
  /// the variables that it binds in place of its own, if it does. Fails with a
  /// diagnostic.
  mlir::FailureOr<llvm::SmallVector<Appending>>
  beginSegments(cin::ForallOp forall, llvm::ArrayRef<mlir::Value> originals,
                Scope &scope) const;
  void endSegments(llvm::ArrayRef<Appending> segments, Scope &scope) const;

  /// Begins the runs that a forall appends to results, and ends them: those of
  /// the assignments right inside of it, and those of segments that are
  /// collected one after the other.
  llvm::SmallVector<cin::AssignOp> beginRuns(cin::ForallOp forall,
                                             Scope &scope) const;
  void endRuns(llvm::ArrayRef<cin::AssignOp> assigns, Scope &scope) const;

  /// Makes room for what a forall appends, but not to `parts`. `emitBound`
  /// emits a bound on its iterations, or returns null if there is none;
  /// `emitTotal` one on those of all its runs, before an operation.
  void reserve(cin::ForallOp forall, llvm::ArrayRef<Appending> segments,
               llvm::ArrayRef<mlir::Value> parts,
               llvm::function_ref<mlir::Value()> emitBound,
               llvm::function_ref<mlir::Value(mlir::Operation *)> emitTotal,
               Scope &scope) const;

  /// Begins the coordinate of an iteration in a segment, and ends it.
  OpenCoordinate beginCoordinate(const Appending &appending,
                                 Scope &scope) const;
  void endCoordinate(const Appending &appending, OpenCoordinate open,
                     bool isAppended, Scope &scope) const;

  /// Which tensors the iterations of a forall, which may run at the same time,
  /// assemble in parts. Fails with a diagnostic if there is one that they
  /// cannot assemble at the same time.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  getPartitions(cin::ForallOp forall, llvm::ArrayRef<Appending> segments,
                const Scope &scope) const;

  /// Gives positions to the levels of targets that take coordinates in any
  /// order and whose coordinates are bound.
  void advance(Scope &scope) const;

  //===-- Assignments --===//

  /// Stores or combines a value into the component that it is assigned to; the
  /// value is null while counting. Fails with a diagnostic.
  mlir::LogicalResult storeComponent(cin::AssignOp assign, mlir::Value value,
                                     Scope &scope) const;

  /// Whether a component of the fill is stored where what is assigned turns out
  /// to be absent.
  bool storesAbsence(mlir::Value ref) const;
  /// Whether there is a place for a component whose place an operand's position
  /// is, which was searched for, while others store at the same time; null if
  /// there is one, or if it does not matter that nothing is added to another.
  mlir::Value getIsFound(cin::AssignOp assign, const Scope &scope) const;

  /// Whether a statement determines which coordinates a result has that is
  /// assembled in two phases.
  bool isStructural(mlir::Operation *statement, const Scope &scope) const;

private:
  /// How iterations that run at the same time assemble what an assignment
  /// sets: in parts or not, unless `whyNot` says why they cannot.
  struct ParallelAssembly {
    bool inParts = false;
    std::string whyNot = {};
  };
  ParallelAssembly getParallelAssembly(cin::AssignOp assign,
                                       cin::ForallOp forall,
                                       llvm::ArrayRef<Appending> segments,
                                       const Scope &scope) const;
  /// Why iterations cannot append to parts of a result from a level on; empty
  /// if they can.
  std::string whyNotAppended(cin::AssignOp assign, cin::ForallOp forall,
                             int64_t level, bool isAppendedHere,
                             const Scope &scope) const;
  /// How what is assigned to a tensor comes to its place.
  const TargetStrategy &getTarget(mlir::Value ref) const;

  const EmitContext &context;
  const Assemblies assemblies;
  const LevelStrategy levels;
  const ScatterStrategy scattered;
  const RunStrategy runs;
  const CollectStrategy collected;
  const StructureStrategy structure;
  const ListStrategy list;
  const SlotStrategy slots;
};

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_TARGETS_H
