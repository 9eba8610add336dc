//===- TargetStrategy.h - Strategies that store results ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is assigned to a result or workspace comes to where it is stored in one
// of several ways: level by level, as the foralls around bind coordinates, or
// whole, as an entry of a list, into a slot, as a child of what is bound, or
// where an operand stores the same. Which way that is follows from the format
// and the foralls; what it means for foralls and assignments is asked here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_TARGETSTRATEGY_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_TARGETSTRATEGY_H

#include "AssemblyStrategy.h"

namespace weft {
namespace cin_to_lattice {

class TargetStrategy {
public:
  TargetStrategy(const EmitContext &context, const Assemblies &assemblies)
      : context(context), assemblies(assemblies) {}
  virtual ~TargetStrategy() = default;

  /// Whether the foralls around append to the levels. Others are given entries
  /// whole.
  virtual bool isBuiltByForalls() const { return false; }
  /// Whether components have positions before any is assigned, so that
  /// different ones can be assigned at the same time.
  virtual bool knowsPositions() const { return false; }
  /// Whether an assignment appends to all levels by itself, so that the forall
  /// right around it makes room.
  virtual bool appendsEntries() const { return false; }
  /// Whether entries come in any order and are sorted when all are there.
  virtual bool isSorted() const { return false; }
  /// Whether the fill is stored where the assigned value is absent, so that the
  /// kernel need not test for absence.
  virtual bool storesAbsence(mlir::Value ref) const {
    return getFormat(ref).isAllDense();
  }

  /// Begins and ends the assignments of one of two phases.
  virtual void beginPhase(mlir::Value ref, Scope &scope) const {}
  virtual void endPhase(mlir::Value ref, Scope &scope) const {}
  /// Gives positions to levels whose coordinates are bound.
  virtual void advance(cin::AssignOp assign, TargetState &target,
                       Scope &scope) const {}
  /// Stores or combines a value into the component that it is assigned to; the
  /// value is null while counting. Fails with a diagnostic.
  virtual mlir::LogicalResult store(cin::AssignOp assign, mlir::Value value,
                                    Scope &scope) const = 0;
  /// Ends what no forall ends, when all is assigned.
  virtual void close(mlir::Location loc, mlir::Value ref, Scope &scope) const {}

  /// Whether segments are filled in any order of their parents.
  virtual bool fillsSegments(mlir::Value ref) const { return false; }

protected:
  const EmitContext &context;
  const Assemblies &assemblies;
};

/// Level by level: a component has a position once all of its levels have.
class LevelStrategy : public TargetStrategy {
public:
  using TargetStrategy::TargetStrategy;
  bool isBuiltByForalls() const override { return true; }
  bool storesAbsence(mlir::Value ref) const override;
  void advance(cin::AssignOp assign, TargetState &target,
               Scope &scope) const override;
  mlir::LogicalResult store(cin::AssignOp assign, mlir::Value value,
                            Scope &scope) const override;

protected:
  /// Gives the levels that are left positions.
  virtual void enter(cin::AssignOp assign, TargetState &target,
                     Scope &scope) const;
  /// Whether a component has a value already when it is combined into.
  virtual bool hasValue(cin::AssignOp assign) const;

private:
  /// Emits the value that a value is combined into. `numStored` says what has
  /// been stored below the coordinate around, if that is counted.
  mlir::Value emitOld(cin::AssignOp assign, const TargetState &target,
                      mlir::Value numStored, const Scope &scope) const;
};

/// The foralls reach segments in another order than that of their parents: the
/// next child of what is bound.
class ScatterStrategy : public LevelStrategy {
public:
  using LevelStrategy::LevelStrategy;
  bool isBuiltByForalls() const override { return false; }
  bool storesAbsence(mlir::Value ref) const override {
    return TargetStrategy::storesAbsence(ref);
  }
  bool fillsSegments(mlir::Value) const override { return true; }

protected:
  void enter(cin::AssignOp assign, TargetState &target,
             Scope &scope) const override;
  bool hasValue(cin::AssignOp assign) const override;
};

/// The foralls reach components in the order of the levels, but bind several
/// coordinates at a time: the next child of the last parent, or of another one
/// whose run of children begins.
class RunStrategy : public LevelStrategy {
public:
  using LevelStrategy::LevelStrategy;
  bool isBuiltByForalls() const override { return false; }
  bool storesAbsence(mlir::Value ref) const override {
    return TargetStrategy::storesAbsence(ref);
  }
  /// Begins runs with the forall right around an assignment, and ends the last.
  void begin(cin::AssignOp assign, Scope &scope) const;
  void end(cin::AssignOp assign, Scope &scope) const;

protected:
  void enter(cin::AssignOp assign, TargetState &target,
             Scope &scope) const override;
  bool hasValue(cin::AssignOp assign) const override { return false; }
};

/// The foralls reach segments in the order of their parents, but the
/// coordinates of each in any order and several times: where a table says that
/// a coordinate is, or the end.
class CollectStrategy : public LevelStrategy {
public:
  using LevelStrategy::LevelStrategy;
  bool isBuiltByForalls() const override { return false; }
  bool storesAbsence(mlir::Value ref) const override {
    return TargetStrategy::storesAbsence(ref);
  }
  /// Begins the segments that the iterations of a forall fill, and ends the
  /// last.
  void begin(cin::AssignOp assign, Scope &scope) const;
  void end(cin::AssignOp assign, Scope &scope) const;
  void advance(cin::AssignOp assign, TargetState &target,
               Scope &scope) const override;

protected:
  void enter(cin::AssignOp assign, TargetState &target,
             Scope &scope) const override;
};

/// The result has the structure of an operand in its first levels: the
/// operand's position, and what is dense below it.
class StructureStrategy : public LevelStrategy {
public:
  using LevelStrategy::LevelStrategy;
  bool isBuiltByForalls() const override { return false; }
  bool knowsPositions() const override { return true; }
  bool storesAbsence(mlir::Value ref) const override;
  void advance(cin::AssignOp assign, TargetState &target,
               Scope &scope) const override;

protected:
  bool hasValue(cin::AssignOp assign) const override { return true; }
};

/// An entry at the end of a list, whose coordinates may come in any order and
/// several times.
class ListStrategy : public TargetStrategy {
public:
  using TargetStrategy::TargetStrategy;
  bool appendsEntries() const override { return true; }
  bool isSorted() const override { return true; }
  void beginPhase(mlir::Value ref, Scope &scope) const override;
  void endPhase(mlir::Value ref, Scope &scope) const override;
  mlir::LogicalResult store(cin::AssignOp assign, mlir::Value value,
                            Scope &scope) const override;
  void close(mlir::Location loc, mlir::Value ref, Scope &scope) const override;
};

/// A slot that is free at the coordinates.
class SlotStrategy : public TargetStrategy {
public:
  using TargetStrategy::TargetStrategy;
  mlir::LogicalResult store(cin::AssignOp assign, mlir::Value value,
                            Scope &scope) const override;
  bool fillsSegments(mlir::Value ref) const override;
};

/// Emits the end of the last run of children, by what is given; returns the
/// state. Where no forall is around that binds the parent, there may be none.
mlir::Value emitLastRun(const EmitContext &context, mlir::Location loc,
                        const TensorState &tensor, mlir::Value next,
                        llvm::function_ref<mlir::Value()> emit);

/// Whether foralls inside of that of the last level combine into a component.
bool reducesInside(cin::AssignOp assign);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_TARGETSTRATEGY_H
