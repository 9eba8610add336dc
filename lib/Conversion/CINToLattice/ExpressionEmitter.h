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
  /// Whether a value is a component, used once, that may be absent where only
  /// running the kernel can tell.
  bool isGuardedEntry(mlir::Value value);
  /// Emits an operation one of whose operands is such a component and leaves
  /// the other one as it is where it is absent: nothing is computed there. Null
  /// if there is none.
  mlir::Value emitWherePresent(mlir::Operation *op);
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
};

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_EXPRESSIONEMITTER_H
