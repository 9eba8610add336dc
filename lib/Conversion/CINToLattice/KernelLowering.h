//===- KernelLowering.h - Lowering the statements of a kernel ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The recursion of thesis figure 5-2 on the statements of one `cin.kernel`. Its
// parts are elsewhere: what is known of the kernel (KernelInfo.h) and of a
// place of it (Scope.h), what a forall iterates over (ForallPlan.h), where
// accesses stand (OperandPaths.h) and assignments (Targets.h), and what
// expressions become (ExpressionEmitter.h).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_KERNELLOWERING_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_KERNELLOWERING_H

#include "ExpressionEmitter.h"
#include "ForallPlan.h"
#include "Targets.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace cin_to_lattice {

/// A scalar that has a place in memory while threads share a loop, and what it
/// was before.
struct SharedScalar {
  mlir::Value ref;
  TensorState before;
};

class KernelLowering {
public:
  KernelLowering(cin::KernelOp kernel, mlir::OpBuilder &builder,
                 const CINToLatticeOptions &options)
      : info(kernel), context{info, builder}, builder(builder),
        targets(context), options(options) {}

  /// Emits the kernel before itself; returns the values of its results.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> run();

private:
  /// Opens the operands and begins the results.
  Scope enterKernel();

  //===-- Statements (Statements.cpp) --===//

  mlir::LogicalResult lowerStatement(mlir::Operation *statement, Scope &scope);
  /// Lowers a forall or an assignment; the outermost one that assigns results
  /// in two phases, once to count and once to place.
  mlir::LogicalResult lowerPhases(mlir::Operation *statement, Scope &scope);
  /// Notes the entries of the tensors that are counted in slots next.
  mlir::LogicalResult lowerNotes(mlir::Operation *statement,
                                 llvm::ArrayRef<mlir::Value> counted,
                                 Scope &scope);
  mlir::LogicalResult lowerPhase(mlir::Operation *statement, Scope &scope);
  mlir::LogicalResult lowerSequence(cin::SequenceOp sequence, Scope &scope);
  mlir::LogicalResult lowerWhere(cin::WhereOp where, Scope &scope);
  mlir::LogicalResult lowerScalarWhere(cin::WhereOp where, Scope &scope);

  //===-- Assignments (Assignments.cpp) --===//

  mlir::LogicalResult lowerAssign(cin::AssignOp assign, Scope &scope);
  void assignScalar(cin::AssignOp assign, mlir::Value value,
                    TensorState &tensor);
  /// Notes that a scalar has been assigned something present, if it has.
  void assignPresence(cin::AssignOp assign, ExpressionEmitter &expressions,
                      TensorState &tensor);

  //===-- Scalars that threads share (SharedScalars.cpp) --===//

  /// Stores the scalars that iterations of a forall on threads race for in
  /// memory.
  llvm::SmallVector<SharedScalar> shareScalars(cin::ForallOp forall,
                                               Scope &scope);
  /// Makes them values again, behind the loop.
  void loadScalars(mlir::Location loc, llvm::ArrayRef<SharedScalar> shared,
                   Scope &scope);
  /// Emits that a scalar is present if a value says so.
  mlir::Value emitSharedPresence(mlir::Location loc, mlir::Value present,
                                 mlir::Value state) const;

  //===-- Foralls (Foralls.cpp) --===//

  mlir::LogicalResult lowerForall(cin::ForallOp forall, Scope &scope);
  int64_t getGallop(cin::ForallOp forall) const;
  lattice::CoiterateOp emitCoiterate(cin::ForallOp forall,
                                     const ForallPlan &plan,
                                     mlir::ValueRange inits,
                                     const Scope &scope);
  void setPartitions(lattice::CoiterateOp op, llvm::ArrayRef<mlir::Value> parts,
                     const Scope &scope);
  /// Says what the variable of a coiteration derives from, and where its part
  /// begins, if that is found out when the kernel runs.
  void setSpace(lattice::CoiterateOp op, const ForallPlan &plan,
                mlir::Value begin, const Scope &scope);
  /// Binds the arguments of the region of a lattice point and lowers the body
  /// of the forall into it.
  mlir::LogicalResult lowerRegion(cin::ForallOp forall, const ForallPlan &plan,
                                  lattice::CoiterateOp coiterate,
                                  unsigned region,
                                  llvm::ArrayRef<mlir::Value> carried,
                                  llvm::ArrayRef<Appending> segments,
                                  Scope scope);
  /// Lowers the body of a forall at one of its coordinates.
  mlir::LogicalResult lowerBody(cin::ForallOp forall,
                                llvm::ArrayRef<Appending> segments,
                                Scope &scope);

  const KernelInfo info;
  const EmitContext context;
  mlir::OpBuilder &builder;
  const Targets targets;
  const CINToLatticeOptions options;
};

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_KERNELLOWERING_H
