//===- AssemblyStrategy.h - Strategies of appended levels -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the levels of a result or workspace that take coordinates in order do at
// the beginning and at the end of a segment and of a coordinate. In one pass,
// arrays grow as coordinates are appended. In two phases, coordinates are
// counted first and then placed (thesis, section 5.4). The state of the tensor
// under assembly says which strategy fills it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_ASSEMBLYSTRATEGY_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_ASSEMBLYSTRATEGY_H

#include "EmitContext.h"
#include "Scope.h"

namespace weft {
namespace cin_to_lattice {

/// One assignment whose target has levels that a forall appends to.
struct Appending {
  mlir::Value getRef() const { return cin::AssignOp(assign).getRef(); }

  cin::AssignOp assign;
  /// The first and last of the levels that are appended together.
  int64_t first, last;
  /// Whether this forall is the first to bind what the first of them stores,
  /// and the last for the last. Several bind one coordinate in tiles.
  bool atFirst, atLast;
  /// Whether this forall binds the coordinate of a level, and not a part of it.
  bool bindsLevel;
  /// Where the appended segment begins, and its parent.
  mlir::Value begin, parent;
  /// How many children the coordinate around a counted segment had before.
  mlir::Value siblings;
};

/// A coordinate that is being appended: its position, where its child segment
/// begins if it has one, and what was counted around it.
struct OpenCoordinate {
  mlir::Value position, children, counter;
  /// What is stored below it is counted.
  bool counts = false;
};

class AssemblyStrategy {
public:
  explicit AssemblyStrategy(const EmitContext &context) : context(context) {}
  virtual ~AssemblyStrategy() = default;

  /// Begins the segment of a parent, and ends it.
  virtual void beginSegment(Appending &appending, Scope &scope) const = 0;
  virtual void endSegment(const Appending &appending, Scope &scope) const = 0;

  /// Begins a coordinate of the last of the levels, and ends it: it is stored
  /// if the assignment is executed there and anything is stored below it.
  virtual OpenCoordinate beginCoordinate(const Appending &appending,
                                         Scope &scope) const = 0;
  virtual void endCoordinate(const Appending &appending, OpenCoordinate open,
                             bool isAppended, Scope &scope) const = 0;

  /// Adds an entry to a coordinate list; the value is null while counting.
  /// Fails with a diagnostic.
  virtual mlir::LogicalResult addEntry(cin::AssignOp assign, mlir::Value value,
                                       Scope &scope) const = 0;

  /// Ends the one segment of a coordinate list that was not ended with a phase.
  virtual void closeList(mlir::Location loc, mlir::Value ref,
                         Scope &scope) const {}

  /// Completes the builder of a tensor that will not be assigned any more.
  virtual void complete(mlir::Location loc, mlir::Value ref,
                        Scope &scope) const {}

protected:
  /// Emits a coordinate of an entry of a coordinate list; fails with a
  /// diagnostic.
  mlir::FailureOr<mlir::Value> emitListCoordinate(cin::AssignOp assign,
                                                  int64_t level,
                                                  const Scope &scope) const;

  const EmitContext &context;
};

/// Appends coordinates and segments one after the other.
class AppendingStrategy : public AssemblyStrategy {
public:
  using AssemblyStrategy::AssemblyStrategy;
  void beginSegment(Appending &appending, Scope &scope) const override;
  void endSegment(const Appending &appending, Scope &scope) const override;
  OpenCoordinate beginCoordinate(const Appending &appending,
                                 Scope &scope) const override;
  void endCoordinate(const Appending &appending, OpenCoordinate open,
                     bool isAppended, Scope &scope) const override;
  mlir::LogicalResult addEntry(cin::AssignOp assign, mlir::Value value,
                               Scope &scope) const override;
  void closeList(mlir::Location loc, mlir::Value ref,
                 Scope &scope) const override;
};

/// What both of two phases do: they number the coordinates of a segment.
class NumberingStrategy : public AssemblyStrategy {
public:
  using AssemblyStrategy::AssemblyStrategy;
  void beginSegment(Appending &appending, Scope &scope) const override;
  void endSegment(const Appending &appending, Scope &scope) const override;
  OpenCoordinate beginCoordinate(const Appending &appending,
                                 Scope &scope) const override;
  void endCoordinate(const Appending &appending, OpenCoordinate open,
                     bool isAppended, Scope &scope) const override;

  /// Begins and ends the one segment of a coordinate list.
  void beginList(mlir::Value ref, Scope &scope) const;
  virtual void endList(mlir::Value ref, Scope &scope) const;

protected:
  /// Emits the number of the first coordinate of a segment.
  virtual mlir::Value emitFirst(const Appending &appending,
                                const Scope &scope) const = 0;
  /// Tells how many coordinates a segment has.
  virtual void setCount(const Appending &appending, mlir::Value count,
                        Scope &scope) const {}
  /// Stores a coordinate at a position, if the condition holds or is null.
  virtual void place(const Appending &appending, mlir::Value position,
                     mlir::Value condition, Scope &scope) const {}
};

/// The first phase.
class CountingStrategy : public NumberingStrategy {
public:
  using NumberingStrategy::NumberingStrategy;
  mlir::LogicalResult addEntry(cin::AssignOp assign, mlir::Value value,
                               Scope &scope) const override;
  void endList(mlir::Value ref, Scope &scope) const override;
  OpenCoordinate beginCoordinate(const Appending &appending,
                                 Scope &scope) const override;
  /// Emits the state that the second phase begins with, which may fill segments
  /// in any order of their parents.
  mlir::Value emitScan(mlir::Location loc, mlir::Value state,
                       bool scattered) const;
  void complete(mlir::Location loc, mlir::Value ref,
                Scope &scope) const override;

protected:
  mlir::Value emitFirst(const Appending &appending,
                        const Scope &scope) const override;
  void setCount(const Appending &appending, mlir::Value count,
                Scope &scope) const override;
};

/// The second phase.
class PlacingStrategy : public NumberingStrategy {
public:
  using NumberingStrategy::NumberingStrategy;
  mlir::LogicalResult addEntry(cin::AssignOp assign, mlir::Value value,
                               Scope &scope) const override;

protected:
  mlir::Value emitFirst(const Appending &appending,
                        const Scope &scope) const override;
  void place(const Appending &appending, mlir::Value position,
             mlir::Value condition, Scope &scope) const override;
};

/// The strategies of a kernel.
class Assemblies {
public:
  explicit Assemblies(const EmitContext &context)
      : appending(context), counting(context), placing(context) {}

  /// How a tensor is filled, which its state says.
  const AssemblyStrategy &get(mlir::Value ref, const Scope &scope) const;
  /// The same for one whose coordinates are numbered; null for others.
  const NumberingStrategy *getNumbering(mlir::Value ref,
                                        const Scope &scope) const;
  const CountingStrategy &getCounting() const { return counting; }

private:
  AppendingStrategy appending;
  CountingStrategy counting;
  PlacingStrategy placing;
};

/// Whether coordinates are inserted into a level below one that is appended.
bool insertsBelow(const Appending &appending);

/// Whether the components of a coordinate that is appended are known to be
/// stored only when they are: they are inserted, may be absent, or are dropped
/// if they are the fill.
bool countsStores(const Appending &appending, const KernelInfo &info,
                  const Scope &scope);

/// Whether equal entries of a list are combined before anybody reads it.
bool combinesEntries(const KernelInfo &info, mlir::Value ref,
                     mlir::Value state);

/// Emits room for a number of entries of a list; false if it is not one that
/// combines entries before it grows.
bool reserveEntries(const EmitContext &context, mlir::Location loc,
                    mlir::Value ref, mlir::Value count, Scope &scope);

/// Emits whether a value is not the fill of a tensor.
mlir::Value emitIsNotFill(const EmitContext &context, mlir::Location loc,
                          mlir::Value value, mlir::RankedTensorType type);

/// The level from `level` on, below none but full levels, that is appended to;
/// the number of levels if there is none.
int64_t getNextAppended(level::FormatAttr format, int64_t level);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_ASSEMBLYSTRATEGY_H
