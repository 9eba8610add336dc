//===- CIN.h - The cin dialect ----------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the cin dialect: concrete index notation (thesis, section 4.3).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_IR_CIN_H
#define WEFT_DIALECT_CIN_IR_CIN_H

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {
namespace cin {
/// The iterations of foralls: what guards leave of the Cartesian product of
/// their extents.
struct IterationSpace
    : public mlir::SideEffects::Resource::Base<IterationSpace> {
  llvm::StringRef getName() final { return "IterationSpace"; }
};
} // namespace cin
} // namespace weft

#include "weft/Dialect/CIN/IR/CINDialect.h.inc"
#include "weft/Dialect/CIN/IR/CINEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/CIN/IR/CINAttributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/CIN/IR/CINTypes.h.inc"
#define GET_OP_CLASSES
#include "weft/Dialect/CIN/IR/CINOps.h.inc"

namespace weft {
namespace cin {

/// Whether an operation is one of the five statements.
bool isStatement(mlir::Operation *op);

/// The statement of a block that the grammar demands.
mlir::Operation *getStatement(mlir::Block &block);

/// Whether an operation derives index variables from those of foralls.
bool isDerivation(mlir::Operation *op);

/// Whether a variable counts the combinations or the positions that an
/// operation derives index variables from.
bool isNumberOf(mlir::Value variable, mlir::Operation *derivation);

/// Guards the results of an operation that derives index variables, right
/// behind it.
GuardOp guardVariables(mlir::OpBuilder &builder, mlir::Operation *derivation);

/// The names of the index variables that an operation binds or derives.
llvm::SmallVector<mlir::StringAttr, 2> getIndexNames(mlir::Operation *op);

/// The forall that binds an index variable; null if it is derived.
ForallOp getForall(mlir::Value index);

/// Whether an index variable is another one or derived from it.
bool isDerivedFrom(mlir::Value index, mlir::Value variable);

/// The extent of an index variable, which is that of the modes that it indexes:
/// of one that was replaced by others, the extent that it had. Null if its
/// definition does not tell, and for variables that count combinations or
/// positions.
mlir::Value getExtent(mlir::Value index);

/// The extent of the modes that the coordinates of an index variable are of: of
/// a part of a split variable, that of the whole variable. Null if its
/// definition does not tell. Variables over the same modes have the same one,
/// whatever their foralls iterate over.
mlir::Value getModeExtent(mlir::Value index);

/// Emits how many tiles of `size` coordinates cover an extent.
mlir::Value createNumTiles(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value extent, int64_t size);

/// Whether a value is known to be the number of tiles of `size` coordinates
/// that cover an extent.
bool isNumTiles(mlir::Value tiles, mlir::Value extent, int64_t size);

/// The split into tiles of a number of coordinates, one after another, whose
/// inner variable a variable is; null if there is none.
SplitOp findTileOf(mlir::Value variable);

/// The index variables that one variable stands for, outermost first: those
/// that were collapsed into it, or itself.
llvm::SmallVector<mlir::Value, 2> getCollapsedVariables(mlir::Value variable);

/// The variable that takes what a level stores of the dimension that `indices`
/// index: the index of a whole dimension, or the part of a split by the block
/// size of the level. Null if no variable does.
mlir::Value getLevelVariable(const level::LevelExpr &level,
                             mlir::ValueRange indices);

} // namespace cin
} // namespace weft

#endif // WEFT_DIALECT_CIN_IR_CIN_H
