//===- KernelLowering.h - Lowering one kernel ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The recursion of thesis figure 5-2 on the statements of one `cin.kernel`. Its
// state is where every access stands in the coordinate tree of its tensor,
// which the regions of a lattice point change for the statement below them
// only; so the state is a value, copied into each region.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_KERNELLOWERING_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_KERNELLOWERING_H

#include "Coiteration.h"

#include "weft/Analysis/Coverage.h"
#include "weft/Analysis/IterationLattice.h"
#include "weft/Analysis/KernelNames.h"
#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

namespace weft {
namespace cin_to_lattice {

/// The path of an access through the coordinate tree of its tensor. Accesses of
/// one tensor by the same variables share a path.
struct Path {
  mlir::Value ref;
  llvm::SmallVector<mlir::Value> variables;
  /// How many levels have a position.
  int64_t depth = 0;
  /// The position of the last of them, or the range of positions below a level
  /// that is not unique.
  mlir::Value begin, end;
  /// No entry is stored below the coordinates bound so far.
  bool absent = false;
  /// Whether an entry is stored, if only running the kernel can tell.
  mlir::Value present;
};

/// The path of an assignment through the tensor that it assembles.
struct TargetPath {
  int64_t depth = 0;
  mlir::Value position;
};

/// What is known at one place of the kernel.
struct Scope {
  /// The coordinates of the index variables that are bound.
  llvm::DenseMap<mlir::Value, mlir::Value> coordinates;
  /// The paths of all accesses, by the number that `pathOf` gives.
  llvm::SmallVector<Path> paths;
  /// The stored forms of the tensors that can be read.
  llvm::DenseMap<mlir::Value, mlir::Value> storages;
  /// The values of scalar results and workspaces.
  llvm::DenseMap<mlir::Value, mlir::Value> scalars;
  /// The tensors that are being assembled.
  llvm::DenseMap<mlir::Value, mlir::Value> builders;
  /// The paths of the assignments to them.
  llvm::MapVector<mlir::Operation *, TargetPath> targets;
  /// Whether scalar workspaces have been assigned something present, of those
  /// whose consumer wants to know.
  llvm::DenseMap<mlir::Value, mlir::Value> presences;
  /// In how many loops of the regions around it the statement is copied.
  size_t numCopies = 1;
  /// Where results that are assembled in two phases stand: in a segment, the
  /// position of its next coordinate; at a coordinate whose segments are still
  /// to come, how many children it has so far.
  llvm::DenseMap<mlir::Value, mlir::Value> counters;
  /// Workspaces all of whose components are their fill.
  llvm::DenseSet<mlir::Value> emptyWorkspaces;
};

/// The number of the segment that a path has at one variable.
using Segments = llvm::DenseMap<unsigned, unsigned>;

/// What an expression is as a set of the coordinates of one index variable.
using Coverage = analysis::Coverage<analysis::IterationDomain>;

/// The coverages of the values of an expression, each of which may have several
/// uses.
using Coverages = llvm::DenseMap<mlir::Value, Coverage>;

class KernelLowering {
public:
  /// `maxCopies` limits exact lattices (see Coiteration.h).
  KernelLowering(cin::KernelOp kernel, mlir::OpBuilder &builder,
                 size_t maxCopies)
      : kernel(kernel), builder(builder), names(kernel), maxCopies(maxCopies) {}

  /// Emits the kernel before itself; returns the values of its results.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> run();

private:
  //===-- Preconditions (Preconditions.cpp) --===//

  /// Refuses what cannot be lowered wherever it stands in the kernel, and
  /// counts assignments.
  mlir::LogicalResult verifyKernel();
  mlir::LogicalResult verifyFormat(mlir::Operation *op,
                                   mlir::RankedTensorType type);
  mlir::LogicalResult verifyAccess(cin::AccessOp access);
  mlir::LogicalResult verifyAssign(cin::AssignOp assign);

  /// One assignment whose target has levels that a forall appends to.
  struct Appending {
    cin::AssignOp assign;
    /// The first and last of the levels that are appended together.
    int64_t first, last;
    /// Whether they store this forall's variable.
    bool atFirst, atLast;
    /// Where the appended segment begins, and its parent.
    mlir::Value begin, parent;
    /// How many children the coordinate around a counted segment had before.
    mlir::Value siblings;
  };

  /// What is known and emitted of one expression.
  struct Emission {
    Coverages coverages;
    mlir::IRMapping values;
    /// Whether values are present, where only running the kernel can tell.
    llvm::DenseMap<mlir::Value, mlir::Value> presences;
  };

  //===-- Statements (Statements.cpp) --===//

  mlir::LogicalResult lowerStatement(mlir::Operation *statement, Scope &scope);
  mlir::LogicalResult lowerAssign(cin::AssignOp assign, Scope &scope);
  /// Stores an assigned component.
  mlir::LogicalResult storeComponent(cin::AssignOp assign, mlir::Value value,
                                     Scope &scope);
  /// Whether a value is computed from stored tensors alone.
  bool readsStorages(mlir::Value value, const Scope &scope);
  /// Emits whether an assigned component is to be stored; null if it always is.
  mlir::Value emitStoredPresence(cin::AssignOp assign, const Scope &scope,
                                 Emission &emission);
  /// Emits whether an assigned value is present; null if it always is, or if
  /// its absence shows.
  mlir::Value emitAssignedPresence(cin::AssignOp assign, const Scope &scope,
                                   Emission &emission);
  /// Records whether an assigned scalar is present.
  void assignPresence(cin::AssignOp assign, Scope &scope, Emission &emission);
  mlir::LogicalResult lowerSequence(cin::SequenceOp sequence, Scope &scope);
  mlir::LogicalResult lowerWhere(cin::WhereOp where, Scope &scope);

  /// Emits the value of an expression, simplified for what is absent.
  mlir::Value emit(mlir::Value value, const Scope &scope);
  mlir::Value emit(mlir::Value value, const Scope &scope, Emission &emission);
  mlir::Value emitOperation(mlir::Operation *op, mlir::Value value,
                            const Scope &scope, Emission &emission);
  /// Emits whether a value is present; null if it always is.
  mlir::Value emitPresence(mlir::Value value, const Scope &scope,
                           Emission &emission);
  mlir::Value emitAccess(cin::AccessOp access, const Scope &scope);
  /// Emits the load of a component that is stored.
  mlir::Value emitEntry(cin::AccessOp access, const Scope &scope);

  //===-- Foralls (Foralls.cpp) --===//

  mlir::LogicalResult lowerForall(cin::ForallOp forall, Scope &scope);
  /// Binds the arguments of the region of a lattice point and lowers the body
  /// of the forall into it.
  mlir::LogicalResult
  lowerRegion(cin::ForallOp forall, lattice::CoiterateOp coiterate,
              unsigned region, llvm::ArrayRef<unsigned> participants,
              llvm::ArrayRef<mlir::Value> carried,
              llvm::ArrayRef<Appending> appending, Scope scope);
  /// Makes a path one that may have no entry.
  void guardPath(Path &path, mlir::Value present);
  /// Makes the segments below a path empty where it has no entry: a level that
  /// is full gives positions even there.
  void emptyIfAbsent(Path &path);
  /// Gives positions to all levels whose coordinates are bound, and refuses
  /// what is not accessible in this order.
  mlir::LogicalResult advancePaths(mlir::Operation *op, Scope &scope);
  mlir::LogicalResult advancePath(mlir::Operation *op, Path &path,
                                  mlir::Value storage, const Scope &scope);
  /// Locates the last of the coordinates in the next level of a path.
  void locateLevel(mlir::Location loc, Path &path, mlir::Value storage,
                   mlir::ValueRange coords);
  /// Searches the next level of a path for a coordinate.
  void searchLevel(mlir::Location loc, Path &path, mlir::Value storage,
                   mlir::Value coordinate);
  /// An assignment in a forall that needs the coordinates in order, or, if they
  /// are not unique, once each; null if there is none.
  cin::AssignOp findOrdered(cin::ForallOp forall, bool unique,
                            const Scope &scope);
  /// An assignment that needs the coordinates of a segment in order, which has
  /// none.
  struct Disorder {
    cin::AssignOp assign;
    std::string segment;
  };
  /// Chooses how to coiterate. Segments that have no order where one is needed
  /// are located in; if one cannot be, that is told in `disorder`.
  llvm::Expected<Coiteration>
  chooseInOrder(cin::ForallOp forall, const analysis::IterationDomain &domain,
                llvm::SmallVectorImpl<analysis::Segment> &segments,
                const Scope &scope, Disorder &disorder);
  /// The tensors whose values or state the body of a forall changes.
  llvm::SmallVector<mlir::Value> getCarried(cin::ForallOp forall,
                                            const Scope &scope);
  mlir::Value getState(mlir::Value ref, const Scope &scope);
  /// All values that loops carry for these tensors.
  llvm::SmallVector<mlir::Value> getStates(llvm::ArrayRef<mlir::Value> carried,
                                           const Scope &scope);
  void setStates(llvm::ArrayRef<mlir::Value> carried, mlir::ValueRange states,
                 Scope &scope);

  //===-- Assembly (Assembly.cpp) --===//

  mlir::FailureOr<llvm::SmallVector<Appending>>
  beginAppending(cin::ForallOp forall, Scope &scope);
  /// Returns where the child segment of the coordinate begins, if it has one;
  /// of a result in two phases, the position of the coordinate.
  mlir::Value beginCoordinate(Appending appending, Scope &scope);
  void endCoordinate(Appending appending, mlir::Value begin, bool isAppended,
                     Scope &scope);
  void endAppending(Appending appending, Scope &scope);
  /// Emits whether the component of a coordinate of the last level is stored;
  /// null if it is whatever its value.
  mlir::Value emitIsKept(Appending appending, Scope &scope);
  /// Emits whether a value is not that of a scalar.
  mlir::Value emitDiffers(mlir::Location loc, mlir::Value value,
                          mlir::Attribute scalar);
  /// Gives positions to the levels of targets that take coordinates in any
  /// order and whose coordinates are bound.
  void advanceTargets(Scope &scope);
  /// Whether the next level of a target can be given a position.
  bool entersLevel(cin::AssignOp assign, const TargetPath &target,
                   const Scope &scope);
  /// Gives the next level of a target a position.
  void enterLevel(cin::AssignOp assign, TargetPath &target, Scope &scope);
  /// Whether foralls inside of that of the last level combine into a component.
  bool reducesInside(cin::AssignOp assign);
  mlir::LogicalResult appendToList(cin::AssignOp assign, mlir::Value value,
                                   Scope &scope);
  mlir::Value initBuilder(mlir::Location loc, mlir::RankedTensorType type,
                          mlir::ValueRange sizes, level::Assembly assembly,
                          mlir::Value structure = nullptr);
  mlir::Value finalizeBuilder(mlir::Location loc, mlir::Value ref,
                              Scope &scope);

  //===-- Two phases (TwoPhase.cpp) --===//

  /// How a result is assembled, and how a workspace.
  level::Assembly getResultAssembly(mlir::RankedTensorType type);
  level::Assembly getWorkspaceAssembly();
  /// The level from `level` on, below none but full levels, that is appended
  /// to; the number of levels if there is none.
  static int64_t nextAppended(level::FormatAttr format, int64_t level);
  /// Whether a tensor is assembled in two phases.
  bool isCounted(mlir::Value ref, const Scope &scope);
  /// Lowers a forall, if it is the first that assigns results in two phases,
  /// once to count and once to place.
  mlir::LogicalResult lowerPhases(cin::ForallOp forall, Scope &scope);
  /// Begins or ends, at the outermost forall, the one segment of all
  /// coordinate lists among the results.
  void beginLists(mlir::ArrayRef<mlir::Value> counted, Scope &scope);
  void endLists(mlir::ArrayRef<mlir::Value> counted, Scope &scope);
  /// Whether the first phase depends on a statement.
  bool isStructural(mlir::Operation *statement, const Scope &scope);
  void beginSegment(Appending &appending, Scope &scope);
  void endSegment(Appending appending, Scope &scope);
  mlir::Value beginCountedCoordinate(Appending appending, Scope &scope);
  void endCountedCoordinate(Appending appending, mlir::Value position,
                            bool isAppended, Scope &scope);
  /// Places an entry of a coordinate list, or counts it.
  mlir::LogicalResult placeInList(cin::AssignOp assign, mlir::Value value,
                                  Scope &scope);

  //===-- Domains (Domains.cpp) --===//

  /// The domain of a variable in a statement. `segments` maps the paths that
  /// have a segment to its number.
  analysis::IterationDomain getDomain(mlir::Operation *statement,
                                      const Scope &scope,
                                      const Segments &segments);
  analysis::IterationDomain getAssignDomain(cin::AssignOp assign,
                                            const Scope &scope,
                                            const Segments &segments);
  Coverage getCoverage(mlir::Value value, const Scope &scope,
                       const Segments &segments, Coverages &known);
  Coverage getAccessCoverage(cin::AccessOp access, const Scope &scope,
                             const Segments &segments);
  /// Whether the statement changes nothing, given what is absent.
  bool isVoid(mlir::Operation *statement, const Scope &scope);

  //===-- Index variables (Variables.cpp) --===//

  /// The variable whose forall iterates a level of a tensor that is indexed by
  /// `variables`; null if that takes several.
  mlir::Value variableOf(mlir::Value ref, mlir::ValueRange variables,
                         int64_t level);
  /// The variables of the foralls that bind the coordinate of a level, in the
  /// order in which they enumerate its coordinates; none for a literal.
  llvm::SmallVector<mlir::Value>
  boundBy(mlir::Value ref, mlir::ValueRange variables, int64_t level);
  /// Whether the coordinate of a level is known, and the coordinate.
  bool isBound(mlir::Value ref, mlir::ValueRange variables, int64_t level,
               const Scope &scope);
  mlir::Value coordinateOf(mlir::Value ref, mlir::ValueRange variables,
                           int64_t level, const Scope &scope);
  /// The coordinates of the levels before `level`.
  llvm::SmallVector<mlir::Value> outerCoordinates(mlir::Value ref,
                                                  mlir::ValueRange variables,
                                                  int64_t level,
                                                  const Scope &scope);
  /// Recovers the variables both of whose parts are bound.
  void bindSplits(Scope &scope);
  /// The end of a forall, within the extents of the variables that are split
  /// into its variable and others.
  mlir::Value emitUpper(cin::ForallOp forall, const Scope &scope);
  mlir::Value widthOf(cin::SplitOp split, const Scope &scope);
  /// Whether segments of a forall may have coordinates at which a variable that
  /// was split is past its extent: those of tensors that store its other part
  /// further inside, or not at all.
  bool leavesExtent(cin::ForallOp forall, llvm::ArrayRef<unsigned> participants,
                    const Scope &scope);
  /// Checks that such coordinates can be left out.
  mlir::LogicalResult verifyWindow(cin::ForallOp forall,
                                   llvm::ArrayRef<unsigned> participants,
                                   const Scope &scope);
  mlir::Value emitCeilDiv(mlir::Value value, mlir::Value divisor);

  //===-- Names and shared questions --===//

  /// The number of the path of an access.
  unsigned pathOf(cin::AccessOp access) { return pathNumbers.lookup(access); }
  /// The name of a tensor for segments and diagnostics.
  std::string nameOf(mlir::Value ref);
  static level::FormatAttr formatOf(mlir::Value ref);
  mlir::Value constantIndex(int64_t value);
  mlir::Value next(mlir::Value index);

  cin::KernelOp kernel;
  mlir::OpBuilder &builder;
  analysis::KernelNames names;
  size_t maxCopies;
  llvm::DenseMap<mlir::Operation *, unsigned> pathNumbers;
  /// The variables that were split.
  llvm::SmallVector<cin::SplitOp> splits;
  /// How many assignments a tensor has.
  llvm::DenseMap<mlir::Value, unsigned> numAssignments;
  /// The domains and fills of workspaces whose producer is inside the statement
  /// whose domain is being computed.
  llvm::DenseMap<mlir::Value, Coverage> producerCoverages;
  /// The results that were completed before the end of the kernel.
  llvm::DenseMap<mlir::Value, mlir::Value> completed;
  /// The assignments that combine into workspaces whose components may have
  /// several entries.
  llvm::DenseMap<mlir::Value, cin::AssignOp> entryCombiners;
  /// Whether this is the phase that counts.
  bool counting = false;
};

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_KERNELLOWERING_H
