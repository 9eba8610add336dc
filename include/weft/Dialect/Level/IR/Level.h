//===- Level.h - The level dialect ------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the level dialect: formats, level types and level functions
// (thesis, chapter 2).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVEL_H
#define WEFT_DIALECT_LEVEL_IR_LEVEL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/Sequence.h"

namespace weft {
namespace level {

/// An array that stores part of a level.
struct LevelArray {
  enum class Kind { Positions, Coordinates, Presence };
  /// The name of the array in the thesis, e.g. "pos".
  llvm::StringRef name;
  /// What it holds, which fixes the width of its elements: that of the format's
  /// positions or coordinates, or one byte for a presence.
  Kind kind;
  /// Whether it has one element for each position of the level, so that it can
  /// be stored side by side with the components.
  bool isForEachPosition = false;
};

/// What a level stores of the coordinates of a dimension: the coordinates, or
/// their quotients or remainders by a block size.
enum class LevelPart { Whole, Quotient, Remainder };

/// The expression of a dimension that one level stores.
struct LevelExpr {
  int64_t dim = 0;
  LevelPart part = LevelPart::Whole;
  /// What a part divides by; 1 for a whole dimension.
  int64_t block = 1;

  bool operator==(const LevelExpr &other) const {
    return dim == other.dim && part == other.part && block == other.block;
  }
};

class LevelTypeAttrInterface;

/// Where a level stands among those of a format that is being verified.
struct LevelPlace {
  mlir::AffineMap dimToLevel;
  llvm::ArrayRef<mlir::Attribute> levelTypes;
  llvm::ArrayRef<unsigned> crdWidths;
  int64_t level;

  /// Whether the level that is `above` ones above is a level of slots.
  bool isSlot(int64_t above = 0) const {
    return above <= level && mlir::isa<mlir::AffineSymbolExpr>(
                                 dimToLevel.getResult(level - above));
  }
  LevelTypeAttrInterface getType(int64_t number) const;
};

/// The element type of a storage or builder type.
mlir::Type getElementTypeOf(mlir::Type stored);

/// Whether `level.atomic_update` can update components of a type: numbers of 8
/// to 64 bits, complex numbers of two such real ones, and truth values.
bool isAtomicallyUpdated(mlir::Type type);

} // namespace level
} // namespace weft

#include "weft/Dialect/Level/IR/LevelDialect.h.inc"
#include "weft/Dialect/Level/IR/LevelEnums.h.inc"
#include "weft/Dialect/Level/IR/LevelInterfaces.h.inc"
#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Level/IR/LevelAttributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/Level/IR/LevelTypes.h.inc"
#define GET_OP_CLASSES
#include "weft/Dialect/Level/IR/LevelOps.h.inc"

namespace weft {
namespace level {

/// The format of a tensor type: what its encoding means, or dense if it has
/// none. Null if the encoding means no format.
FormatAttr getFormat(mlir::RankedTensorType type);

/// Says of a tensor type without a format that one is expected, and why the
/// encoding means none if that is known.
std::string describeMissingFormat(mlir::RankedTensorType type);

/// The fill value of a tensor type: its format's, or zero. Null if the element
/// type has no zero.
mlir::Attribute getFill(mlir::RankedTensorType type);

/// Zero of a scalar type as an attribute: an integer, a float, or an array of
/// two floats for a complex type. Null for other types.
mlir::Attribute getZero(mlir::Type type);

/// Whether an attribute is a number of a scalar type, written as `getZero`
/// writes it.
bool isScalarOfType(mlir::Attribute scalar, mlir::Type type);

/// Whether the coordinates of a level can be iterated over with an offset and a
/// stride: in order, from a coordinate that is searched for, each a position.
/// Coordinates that can be located are looked up instead.
bool canIterateShifted(LevelTypeAttrInterface type);

/// Whether coordinates can be inserted into a level in any order.
bool insertsInAnyOrder(LevelTypeAttrInterface type);

/// Whether the coordinates of a segment of a level may come in any order and
/// again, if segments come in that of their parents.
bool collectsSegments(LevelTypeAttrInterface type);

/// Whether the positions of a level below one parent are its coordinates, in
/// their order, from zero on.
bool arePositionsCoordinates(LevelTypeAttrInterface type);

/// Whether each position of a level tells its coordinate: the level has
/// position iterate, or its positions count the coordinates below each parent.
bool canIteratePositions(LevelTypeAttrInterface type);

/// Whether the positions of each parent end where those of the next parent
/// begin.
bool hasAdjacentSegments(LevelTypeAttrInterface type);

/// Whether `end` is known to be the position after `begin`, so that there is
/// one position in the range.
bool isNextPosition(mlir::Value begin, mlir::Value end);

/// Parses and prints a level type inside a format: those of this dialect by
/// their mnemonic with modifiers in parentheses, others as attributes.
mlir::ParseResult parseLevelType(mlir::AsmParser &parser,
                                 mlir::Attribute &type);
void printLevelType(mlir::AsmPrinter &printer, mlir::Attribute type);

} // namespace level
} // namespace weft

#endif // WEFT_DIALECT_LEVEL_IR_LEVEL_H
