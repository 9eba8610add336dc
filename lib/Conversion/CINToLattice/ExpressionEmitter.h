//===- ExpressionEmitter.h - Partly absent values ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the expressions of assignments at one place of a kernel, simplified for
// the operands that are absent there (thesis, figure 5-2 and section 5.4).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_EXPRESSIONEMITTER_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_EXPRESSIONEMITTER_H

#include "DomainAnalysis.h"
#include "EmitContext.h"

#include "mlir/IR/IRMapping.h"

namespace weft {
namespace cin_to_lattice {

/// Emits every value once. The scope must not change meanwhile, but for what
/// is assigned.
class ExpressionEmitter {
public:
  ExpressionEmitter(const EmitContext &context, const Scope &scope)
      : context(context), scope(scope), domains(context.info, scope) {}

  /// Emits the value of an expression.
  mlir::Value emit(mlir::Value value);
  /// Emits whether a value is present; null if it always is.
  mlir::Value emitPresence(mlir::Value value);
  /// What a value is, given what is absent.
  Coverage getCoverage(mlir::Value value) { return domains.getCoverage(value); }

private:
  /// What a value is where some operand of it is absent, other than where the
  /// value itself is: the sum of two infinities is the one that is absent.
  struct Absence {
    mlir::Attribute fill;
    /// Whether the value is not this one.
    mlir::Value present;
  };

  mlir::Value emitOperation(mlir::Operation *op, mlir::Value value);
  /// Whether a value is used once and may be absent, and only running the
  /// kernel can tell.
  bool isGuardedTerm(mlir::Value value);
  /// Whether a value is absent where some component is that may be absent.
  bool needsEntry(mlir::Value value);
  /// Emits a value where it is present, in the branch of the insertion point.
  mlir::Value emitPresent(mlir::Value value,
                          llvm::function_ref<mlir::Value(mlir::Value)> combine);
  /// The operands without which the result of an operation is absent.
  llvm::SmallVector<mlir::Value> getNeeded(mlir::Operation *op);
  /// Notes that a value is present, and with it what it needs.
  void assumePresent(mlir::Value value);
  /// Emits such a term: its fill where it is absent.
  mlir::Value emitTerm(mlir::Value value);
  /// Emits an operation one of whose operands is such a term and leaves the
  /// other one as it is where it is absent: nothing is computed there. Null if
  /// there is none.
  mlir::Value emitWherePresent(mlir::Operation *op);
  /// Emits operations of one kind that combine several such terms, with what
  /// they are where they are absent combined once. Null if that matters.
  mlir::Value emitCombinedOnce(mlir::Operation *op);
  /// Emits what an operation is where it is computed.
  mlir::Value emitResult(mlir::Operation *op, mlir::Value value);
  /// Emits what the result of an operation is besides its fill where an operand
  /// is absent that annihilates.
  llvm::SmallVector<Absence> emitOtherAbsences(mlir::Value value);
  mlir::Value emitOperationPresence(mlir::Operation *op);
  mlir::Value emitAccess(cin::AccessOp access);
  /// Emits the load of a component that is stored.
  mlir::Value emitEntry(cin::AccessOp access);

  const EmitContext &context;
  const Scope &scope;
  DomainAnalysis domains;
  mlir::IRMapping values;
  /// Whether values are present, where only running the kernel can tell.
  llvm::DenseMap<mlir::Value, mlir::Value> presences;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Absence>> otherAbsences;
  /// What is present in the branch that is emitted.
  llvm::DenseSet<mlir::Value> assumed;
};

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_EXPRESSIONEMITTER_H
