//===- SegmentParser.h - Text form of segments ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the parser of `lattice.coiterate` that is about the variable and
// the segments, which the points name.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_LATTICE_IR_SEGMENTPARSER_H
#define WEFT_LIB_DIALECT_LATTICE_IR_SEGMENTPARSER_H

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace lattice {

/// What is parsed of one segment.
struct ParsedSegment {
  using Operand = mlir::OpAsmParser::UnresolvedOperand;
  SegmentAttr attr;
  Operand storage, parentBegin, parentEnd;
  llvm::SmallVector<Operand> coords;
  mlir::Type type;
  /// Empty if the segment is not shifted.
  llvm::SmallVector<Operand, 1> offset;
};

/// What is parsed of the variable and of those that it derives from.
struct ParsedVariable {
  using Operand = mlir::OpAsmParser::UnresolvedOperand;
  mlir::StringAttr name;
  /// The segment whose positions the variable counts, and where it is named.
  std::string positions;
  llvm::SMLoc positionsLoc;
  /// Null if there are none.
  mlir::ArrayAttr originals;
  llvm::SmallVector<Operand> sizes, base;
};

mlir::ParseResult parseVariable(mlir::OpAsmParser &parser,
                                ParsedVariable &variable);

/// Parses `b1 = %b level 0 under %c0 to %c1 coords() : type`.
mlir::ParseResult parseSegment(mlir::OpAsmParser &parser,
                               const ParsedVariable &variable,
                               llvm::SmallVectorImpl<ParsedSegment> &segments);

/// The number of the segment of a name, or else how many there are.
int64_t findSegment(llvm::ArrayRef<ParsedSegment> segments,
                    llvm::StringRef name);

/// Adds the operands of the segments.
mlir::ParseResult resolveSegments(mlir::OpAsmParser &parser,
                                  llvm::ArrayRef<ParsedSegment> segments,
                                  mlir::OperationState &result);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_DIALECT_LATTICE_IR_SEGMENTPARSER_H
