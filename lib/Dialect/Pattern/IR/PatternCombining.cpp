//===- PatternCombining.cpp - Reductions and scatters -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text and verification of the operations that have a combiner.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/IR/Pattern.h"

#include "weft/Support/Combiner.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

/// Parses `combiner %input [into "n"] from %init : type`.
static ParseResult parseCombining(OpAsmParser &parser, OperationState &result,
                                  StringAttr lengthName) {
  CombinerSyntax combiner;
  OpAsmParser::UnresolvedOperand input, init;
  if (combiner.parse(parser) || parser.parseOperand(input))
    return failure();
  Nat length;
  if (lengthName) {
    std::string text;
    if (parser.parseKeyword("into"))
      return failure();
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseString(&text))
      return failure();
    NatError error;
    std::optional<Nat> nat = parseNat(text, {}, error);
    if (!nat)
      return parser.emitError(loc, error.message);
    length = simplifySums(*nat);
    result.addAttribute(lengthName, NatAttr::get(parser.getContext(), length));
  }
  if (parser.parseKeyword("from") || parser.parseOperand(init) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto array = dyn_cast<ArrayType>(type);
  Type value = array && !array.isDependent() ? array.getElementAt(0) : Type();
  if (value && lengthName) {
    auto pair = dyn_cast<PairType>(value);
    value = pair ? pair.getSecond() : Type();
  }
  if (!value)
    return parser.emitError(loc, lengthName
                                     ? "expected an array of pairs of a "
                                       "position and a value, got "
                                     : "expected an array whose elements have "
                                       "the same type, got ")
           << type;
  result.addTypes(lengthName ? ArrayType::getUniform(length, value) : value);
  return failure(parser.resolveOperand(init, value, result.operands) ||
                 parser.resolveOperand(input, type, result.operands) ||
                 combiner.build(parser, value, YieldOp::getOperationName(),
                                *result.addRegion()));
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCombining(parser, result, {});
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printCombiner(printer, getCombiner());
  printer << ' ' << getInput() << " from " << getInit();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getInput().getType();
}

ParseResult ScatterOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCombining(parser, result, getLengthAttrName(result.name));
}

void ScatterOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printCombiner(printer, getCombiner());
  printer << ' ' << getInput() << " into \""
          << getLength().getValue().toString() << "\" from " << getInit();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getLengthAttrName()});
  printer << " : " << getInput().getType();
}

LogicalResult ReduceOp::verifyRegions() {
  auto array = cast<ArrayType>(getInput().getType());
  Type type = getInit().getType();
  if (!isScalar(type))
    return emitOpError("expected a combiner of scalars, got ")
           << toString(type) << "; 'pattern.reduce_seq' folds pairs";
  if (array.isDependent() || array.getElementAt(0) != type ||
      getOutput().getType() != type)
    return emitOpError("expected elements and a result of type ")
           << toString(type) << ", got " << toString(array) << " and "
           << toString(getOutput().getType());
  return verifyCombiner(*this, getCombiner(), type,
                        YieldOp::getOperationName());
}

LogicalResult ScatterOp::verifyRegions() {
  auto array = cast<ArrayType>(getInput().getType());
  Type type = getInit().getType();
  auto pair = array.isDependent() ? PairType()
                                  : dyn_cast<PairType>(array.getElementAt(0));
  if (!isScalar(type) || !pair || pair.getSecond() != type ||
      !pair.getFirst().isSignlessInteger())
    return emitOpError("expected pairs of an integer and a value of type ")
           << toString(type) << ", got " << toString(array);
  Type expected = ArrayType::getUniform(getLength().getValue(), type);
  if (getOutput().getType() != expected)
    return emitOpError("expected the result to be ")
           << toString(expected) << ", got " << toString(getOutput().getType());
  return verifyCombiner(*this, getCombiner(), type,
                        YieldOp::getOperationName());
}

void ReduceOp::build(OpBuilder &builder, OperationState &result,
                     StringRef combiner, Value init, Value input) {
  result.addOperands({init, input});
  result.addTypes(init.getType());
  Region *region = result.addRegion();
  if (!combiner.empty())
    buildCombiner(builder, result.location, combiner, init.getType(),
                  YieldOp::getOperationName(), *region);
}

void ScatterOp::build(OpBuilder &builder, OperationState &result,
                      StringRef combiner, Value init, Value input,
                      const Nat &length) {
  result.addOperands({init, input});
  result.addAttribute(getLengthAttrName(result.name),
                      NatAttr::get(builder.getContext(), length));
  result.addTypes(ArrayType::getUniform(length, init.getType()));
  Region *region = result.addRegion();
  if (!combiner.empty())
    buildCombiner(builder, result.location, combiner, init.getType(),
                  YieldOp::getOperationName(), *region);
}
