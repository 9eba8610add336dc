//===- CombinerOps.cpp - Operations with a combiner -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text and verification of the operations that combine components.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

//===----------------------------------------------------------------------===//
// CombineOp
//===----------------------------------------------------------------------===//

ParseResult CombineOp::parse(OpAsmParser &parser, OperationState &result) {
  CombinerSyntax combiner;
  OpAsmParser::UnresolvedOperand storage, begin, end;
  StorageType type;
  if (combiner.parse(parser) || parser.parseOperand(storage) ||
      parser.parseLSquare() || parser.parseOperand(begin) ||
      parser.parseKeyword("to") || parser.parseOperand(end) ||
      parser.parseRSquare() ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  Type index = parser.getBuilder().getIndexType();
  result.addTypes(type.getElementType());
  return failure(combiner.build(parser, type.getElementType(),
                                YieldOp::getOperationName(),
                                *result.addRegion()) ||
                 parser.resolveOperand(storage, type, result.operands) ||
                 parser.resolveOperands({begin, end}, index, result.operands));
}

void CombineOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printCombiner(printer, getCombiner());
  printer << " " << getStorage() << "[" << getBegin() << " to " << getEnd()
          << "]";
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getStorage().getType();
}

LogicalResult CombineOp::verify() {
  return verifyCombiner(*this, getCombiner(), getValue().getType(),
                        YieldOp::getOperationName());
}

//===----------------------------------------------------------------------===//
// AtomicUpdateOp
//===----------------------------------------------------------------------===//

ParseResult AtomicUpdateOp::parse(OpAsmParser &parser, OperationState &result) {
  CombinerSyntax combiner;
  OpAsmParser::UnresolvedOperand value, state, position;
  Type element;
  BuilderType type;
  if (combiner.parse(parser) || parser.parseOperand(value) ||
      parser.parseComma() || parser.parseOperand(state) ||
      parser.parseLSquare() || parser.parseOperand(position) ||
      parser.parseRSquare() ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(element) || parser.parseComma() ||
      parser.parseType(type))
    return failure();
  Type index = parser.getBuilder().getIndexType();
  result.addTypes(type);
  return failure(combiner.build(parser, element, YieldOp::getOperationName(),
                                *result.addRegion()) ||
                 parser.resolveOperand(value, element, result.operands) ||
                 parser.resolveOperand(state, type, result.operands) ||
                 parser.resolveOperand(position, index, result.operands));
}

void AtomicUpdateOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printCombiner(printer, getCombiner());
  printer << " " << getValue() << ", " << getState() << "[" << getPosition()
          << "]";
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getValue().getType() << ", " << getState().getType();
}

bool level::isAtomicallyUpdated(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<FloatType>(complex.getElementType()) &&
           isAtomicallyUpdated(complex.getElementType());
  if (!type.isIntOrFloat())
    return false;
  unsigned width = type.getIntOrFloatBitWidth();
  return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
}

LogicalResult AtomicUpdateOp::verify() {
  Type type = getState().getType().getElementType();
  if (getValue().getType() != type)
    return emitOpError("expected a value of type ")
           << type << ", got " << getValue().getType();
  if (!isAtomicallyUpdated(type))
    return emitOpError("expected components of 8 to 64 bits, complex ones of "
                       "such parts or truth values, got ")
           << type;
  return verifyCombiner(*this, getCombiner(), type,
                        YieldOp::getOperationName());
}

//===----------------------------------------------------------------------===//
// ReserveEntriesOp
//===----------------------------------------------------------------------===//

ParseResult ReserveEntriesOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  CombinerSyntax combiner;
  OpAsmParser::UnresolvedOperand state, count;
  BuilderType type;
  if (combiner.parse(parser) || parser.parseOperand(state) ||
      parser.parseKeyword("for") || parser.parseOperand(count) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  Type index = parser.getBuilder().getIndexType();
  result.addTypes(type);
  return failure(combiner.build(parser, type.getElementType(),
                                YieldOp::getOperationName(),
                                *result.addRegion()) ||
                 parser.resolveOperand(state, type, result.operands) ||
                 parser.resolveOperand(count, index, result.operands));
}

void ReserveEntriesOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printCombiner(printer, getCombiner());
  printer << " " << getState() << " for " << getCount();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getState().getType();
}

/// Verifies that a builder is of a list whose entries can be combined.
static LogicalResult verifyList(Operation *op, BuilderType type) {
  FormatAttr format = getFormat(type.getTensor());
  if (!format || !format.sortsEntries())
    return op->emitOpError("expected a coordinate list that may have entries "
                           "with equal coordinates, got ")
           << type.getTensor();
  if (type.getAssembly() != Assembly::Fused &&
      type.getAssembly() != Assembly::Assemble)
    return op->emitOpError("expected arrays that grow, got ") << type;
  return success();
}

static LogicalResult verifyEntries(Operation *op, BuilderType type,
                                   Region &combiner) {
  if (failed(verifyList(op, type)))
    return failure();
  return verifyCombiner(op, combiner, type.getElementType(),
                        YieldOp::getOperationName());
}

LogicalResult ReserveEntriesOp::verify() {
  return verifyEntries(*this, getState().getType(), getCombiner());
}

//===----------------------------------------------------------------------===//
// CombineEntriesOp
//===----------------------------------------------------------------------===//

ParseResult CombineEntriesOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  CombinerSyntax combiner;
  OpAsmParser::UnresolvedOperand state;
  BuilderType type;
  if (combiner.parse(parser) || parser.parseOperand(state) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.addTypes(type);
  return failure(combiner.build(parser, type.getElementType(),
                                YieldOp::getOperationName(),
                                *result.addRegion()) ||
                 parser.resolveOperand(state, type, result.operands));
}

void CombineEntriesOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printCombiner(printer, getCombiner());
  printer << " " << getState();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getState().getType();
}

LogicalResult CombineEntriesOp::verify() {
  return verifyEntries(*this, getState().getType(), getCombiner());
}

//===----------------------------------------------------------------------===//
// TakeEntriesOp
//===----------------------------------------------------------------------===//

LogicalResult TakeEntriesOp::verify() {
  BuilderType type = getState().getType();
  if (failed(verifyList(*this, type)))
    return failure();
  if (type.getAssembly() != Assembly::Fused)
    return emitOpError("expected a builder of values, got ") << type;
  if (getFormat(type.getTensor()).getNumLevels() != 1)
    return emitOpError("expected a list of one level, got ")
           << type.getTensor();
  for (MemRefType array : {getMarks().getType(), getTable().getType()})
    if (!array.getLayout().isIdentity() || array.getMemorySpace())
      return emitOpError(
                 "expected an array in a row of the default memory, got ")
             << array;
  Type element = getTable().getType().getElementType();
  if (element != type.getElementType())
    return emitOpError("expected a table of ")
           << type.getElementType() << ", got " << getTable().getType();
  return success();
}
