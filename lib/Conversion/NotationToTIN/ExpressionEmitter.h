//===- ExpressionEmitter.h - Expressions as operations ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the body of one assignment: a tree of index notation as scalar
// operations under index variables.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOTIN_EXPRESSIONEMITTER_H
#define WEFT_LIB_CONVERSION_NOTATIONTOTIN_EXPRESSIONEMITTER_H

#include "ScalarBuilder.h"
#include "TypeInference.h"

#include "llvm/ADT/StringMap.h"

namespace weft {

class ExpressionEmitter {
public:
  /// `types` has the types of all parts of the expressions to emit. `tensors`
  /// and `extents` are looked up by the names of tensors and variables.
  ExpressionEmitter(mlir::OpBuilder &builder, const TextLocations &locations,
                    const TypeInference &types,
                    const llvm::StringMap<mlir::Value> &tensors,
                    const llvm::StringMap<mlir::Value> &extents)
      : builder(builder), locations(locations), types(types), tensors(tensors),
        extents(extents), scalars(builder) {}

  /// Makes a name stand for an index variable.
  void bind(llvm::StringRef name, mlir::Value variable) {
    variables[name] = variable;
  }

  /// Emits an expression as a number of type `target`, to which its own type
  /// converts. Null after an error.
  mlir::Value emit(const notation::Expr &expr, ScalarType target);

  /// Emits an access of a tensor in the type that it is computed with.
  mlir::Value emitAccess(const notation::Access &access);
  /// The index variable of a sum of index variables.
  mlir::Value emitSum(const notation::Index &index);

  /// The operators, for values that were emitted.
  ScalarBuilder &getScalars() { return scalars; }

private:
  /// Emits an expression in the type that it is computed in.
  mlir::Value emitAs(const notation::Expr &expr, ScalarType type);
  /// Emits an expression as a truth value.
  mlir::Value emitTruth(const notation::Expr &expr);
  mlir::Value emitLiteral(const notation::Expr &expr,
                          const notation::Literal &literal, ScalarType type);
  void refuseLiteral(const notation::Expr &expr, ScalarType type);
  mlir::Value emitNegation(const notation::Expr &expr,
                           const notation::Expr &operand, ScalarType type);
  mlir::Value emitBinary(const notation::Expr &expr,
                         const notation::Binary &binary, ScalarType type);
  mlir::Value emitComparison(const notation::Expr &expr,
                             const notation::Binary &binary);
  mlir::Value emitCall(const notation::Expr &expr, const notation::Call &call,
                       ScalarType type);
  mlir::Value emitUserCall(const notation::Expr &expr,
                           const notation::Call &call);
  mlir::Value emitPower(const notation::Expr &expr, const notation::Call &call,
                        ScalarType type);
  mlir::Value emitLogical(const notation::Expr &expr,
                          const notation::Call &call);
  /// Emits a reduction whose body is emitted by `emitBody`.
  mlir::Value emitReduction(const notation::Expr &expr,
                            const notation::Reduction &reduction,
                            llvm::StringRef combiner, mlir::Type type,
                            llvm::function_ref<mlir::Value()> emitBody);

  mlir::OpBuilder &builder;
  const TextLocations &locations;
  const TypeInference &types;
  const llvm::StringMap<mlir::Value> &tensors;
  const llvm::StringMap<mlir::Value> &extents;
  llvm::StringMap<mlir::Value> variables;
  ScalarBuilder scalars;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOTIN_EXPRESSIONEMITTER_H
