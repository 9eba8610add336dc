//===- PatternOps.cpp - Text and verification of patterns -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text and verification of the operations that have functions. What natural
// numbers refer to, the program verifies.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/IR/NatText.h"

#include "weft/Support/Combiner.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

ParseResult pattern::parseNatText(OpAsmParser &parser, NatAttr &nat) {
  std::string text;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseString(&text))
    return failure();
  NatError error;
  std::optional<Nat> value = parseNat(text, {}, error);
  if (!value)
    return parser.emitError(
        SMLoc::getFromPointer(loc.getPointer() + 1 + error.offset),
        error.message);
  nat = NatAttr::get(parser.getContext(), simplifySums(*value));
  return success();
}

void pattern::printNatText(OpAsmPrinter &printer, Operation *, NatAttr nat) {
  printer << '"' << nat.getValue().toString() << '"';
}

#define GET_OP_CLASSES
#include "weft/Dialect/Pattern/IR/PatternOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Operations that bind arguments
//===----------------------------------------------------------------------===//

template <typename OpTy> static YieldOp getYieldOf(OpTy op) {
  Block *block = op.getBlock();
  return block->empty() ? YieldOp() : dyn_cast<YieldOp>(block->back());
}

YieldOp MapOp::getYield() { return getYieldOf(*this); }
YieldOp ReduceSeqOp::getYield() { return getYieldOf(*this); }

void MapOp::getAsmBlockArgumentNames(Region &region,
                                     OpAsmSetValueNameFn setName) {
  if (region.getNumArguments() == 1)
    setName(region.getArgument(0), "x");
}

void ReduceSeqOp::getAsmBlockArgumentNames(Region &region,
                                           OpAsmSetValueNameFn setName) {
  if (region.getNumArguments() == 2) {
    setName(region.getArgument(0), "acc");
    setName(region.getArgument(1), "x");
  }
}

/// The type of the elements in the function; null if it needs a position.
static Type getArgumentType(ArrayType input,
                            std::optional<StringRef> position) {
  if (position)
    return input.getElementAt(Nat::variable(*position));
  return input.isDependent() ? Type() : input.getElementAt(0);
}

ArrayType MapOp::getResultType(Type element) {
  Nat length = getInputType().getLength();
  if (std::optional<StringRef> position = getPosition())
    return ArrayType::get(length, pattern::abstract(element, *position));
  return ArrayType::getUniform(length, element);
}

/// Checks the function of an operation: its last argument is an element.
template <typename OpTy> static LogicalResult verifyFunction(OpTy op) {
  if (!op.getYield())
    return op.emitOpError("expected a function that ends with 'pattern.yield'");
  Type expected = getArgumentType(op.getInputType(), op.getPosition());
  if (!expected)
    return op.emitOpError("expected a name of the position, since the type of "
                          "elements depends on it, in ")
           << toString(op.getInputType());
  Block *block = op.getBlock();
  if (block->getNumArguments() == 0 ||
      block->getArguments().back().getType() != expected)
    return op.emitOpError("expected a function of an element of type ")
           << toString(expected);
  return success();
}

LogicalResult MapOp::verifyRegions() {
  if (failed(verifyFunction(*this)))
    return failure();
  ArrayType expected = getResultType(getYield().getValue().getType());
  if (getOutput().getType() != expected)
    return emitOpError("expected a result of type ")
           << toString(expected) << ", got " << toString(getOutput().getType());
  return success();
}

LogicalResult ReduceSeqOp::verifyRegions() {
  if (failed(verifyFunction(*this)))
    return failure();
  Type type = getInit().getType();
  auto isAccumulator = [&](Type other) { return other == type; };
  Block *block = getBlock();
  if (block->getNumArguments() != 2 ||
      !isAccumulator(block->getArgument(0).getType()) ||
      !isAccumulator(getYield().getValue().getType()) ||
      !isAccumulator(getOutput().getType()))
    return emitOpError("expected an accumulator and a result of type ")
           << toString(type);
  bool hasArray = false;
  walkNats(type, [&](const Nat &, unsigned) { hasArray = true; });
  if (hasArray)
    return emitOpError("expected an accumulator of scalars, got ")
           << toString(type);
  return success();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// An argument and the operand that it stands for.
struct Binding {
  OpAsmParser::Argument argument;
  OpAsmParser::UnresolvedOperand operand;
};

static ParseResult parseBinding(OpAsmParser &parser, Binding &binding) {
  return failure(parser.parseArgument(binding.argument) ||
                 parser.parseEqual() || parser.parseOperand(binding.operand));
}

/// Parses an optional position and `(%x = %input : type`, and an accumulator
/// before if `accumulator` is given.
static ParseResult parseHead(OpAsmParser &parser, OperationState &result,
                             Binding *accumulator, Binding &element,
                             ArrayType &type) {
  StringAttr position;
  OptionalParseResult hasPosition = parser.parseOptionalAttribute(
      position, Type(), "position", result.attributes);
  if (hasPosition.has_value() && failed(*hasPosition))
    return failure();
  if (parser.parseLParen() ||
      (accumulator &&
       (parseBinding(parser, *accumulator) || parser.parseComma())) ||
      parseBinding(parser, element) || parser.parseColon())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  Type parsed;
  if (parser.parseType(parsed))
    return failure();
  type = dyn_cast<ArrayType>(parsed);
  if (!type)
    return parser.emitError(loc, "expected an array, got ") << parsed;
  std::optional<StringRef> name;
  if (position)
    name = position.getValue();
  element.argument.type = getArgumentType(type, name);
  if (!element.argument.type)
    return parser.emitError(loc, "expected a name of the position before '(', "
                                 "since the type of elements depends on it");
  return success();
}

/// The type that the function of a region yields; null if it does not end.
static Type getYieldedType(Region &region) {
  if (region.empty() || region.front().empty())
    return {};
  auto yield = dyn_cast<YieldOp>(region.front().back());
  return yield ? yield.getValue().getType() : Type();
}

ParseResult MapOp::parse(OpAsmParser &parser, OperationState &result) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&keyword))) {
    std::optional<Mapping> mapping = symbolizeMapping(keyword);
    if (!mapping)
      return parser.emitError(loc, "expected 'seq', 'par', 'vec', 'workgroup' "
                                   "or 'local', got '")
             << keyword << "'";
    result.addAttribute(getMappingAttrName(result.name),
                        MappingAttr::get(parser.getContext(), *mapping));
  }
  Binding element;
  ArrayType type;
  Region *body = result.addRegion();
  if (parseHead(parser, result, nullptr, element, type) ||
      parser.parseRParen() ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperand(element.operand, type, result.operands))
    return failure();
  loc = parser.getCurrentLocation();
  if (parser.parseRegion(*body, element.argument))
    return failure();
  Type yielded = getYieldedType(*body);
  if (!yielded)
    return parser.emitError(
        loc, "expected a function that ends with 'pattern.yield'");
  if (auto name = dyn_cast_or_null<StringAttr>(
          result.attributes.get(getPositionAttrName(result.name))))
    result.addTypes(ArrayType::get(
        type.getLength(), pattern::abstract(yielded, name.getValue())));
  else
    result.addTypes(ArrayType::getUniform(type.getLength(), yielded));
  return success();
}

void MapOp::print(OpAsmPrinter &printer) {
  if (getMapping() != Mapping::Any)
    printer << ' ' << stringifyMapping(getMapping());
  if (getPosition())
    printer << ' ' << getPositionAttr();
  printer << " (" << getBlock()->getArgument(0) << " = " << getInput() << " : "
          << getInput().getType() << ")";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getPositionAttrName(), getMappingAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult ReduceSeqOp::parse(OpAsmParser &parser, OperationState &result) {
  Binding accumulator, element;
  ArrayType type;
  Region *body = result.addRegion();
  if (parseHead(parser, result, &accumulator, element, type))
    return failure();
  Type init = element.argument.type;
  if (succeeded(parser.parseOptionalComma()) && parser.parseType(init))
    return failure();
  accumulator.argument.type = init;
  result.addTypes(init);
  return failure(
      parser.parseRParen() ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperand(accumulator.operand, init, result.operands) ||
      parser.resolveOperand(element.operand, type, result.operands) ||
      parser.parseRegion(*body, {accumulator.argument, element.argument}));
}

void ReduceSeqOp::print(OpAsmPrinter &printer) {
  if (getPosition())
    printer << ' ' << getPositionAttr();
  Block *block = getBlock();
  printer << " (" << block->getArgument(0) << " = " << getInit() << ", "
          << block->getArgument(1) << " = " << getInput() << " : "
          << getInput().getType();
  if (getInit().getType() != block->getArgument(1).getType())
    printer << ", " << getInit().getType();
  printer << ")";
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getPositionAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void MapOp::build(OpBuilder &builder, OperationState &result, Value input,
                  StringRef position, Mapping mapping, Type element) {
  auto type = cast<ArrayType>(input.getType());
  std::optional<StringRef> name;
  if (!position.empty()) {
    name = position;
    result.addAttribute(getPositionAttrName(result.name),
                        builder.getStringAttr(position));
  }
  if (mapping != Mapping::Any)
    result.addAttribute(getMappingAttrName(result.name),
                        MappingAttr::get(builder.getContext(), mapping));
  result.addOperands(input);
  result.addTypes(
      name ? ArrayType::get(type.getLength(), pattern::abstract(element, *name))
           : ArrayType::getUniform(type.getLength(), element));
  Block *body = &result.addRegion()->emplaceBlock();
  body->addArgument(getArgumentType(type, name), result.location);
}

void ReduceSeqOp::build(OpBuilder &builder, OperationState &result, Value init,
                        Value input, StringRef position) {
  auto type = cast<ArrayType>(input.getType());
  std::optional<StringRef> name;
  if (!position.empty()) {
    name = position;
    result.addAttribute(getPositionAttrName(result.name),
                        builder.getStringAttr(position));
  }
  result.addOperands({init, input});
  result.addTypes(init.getType());
  Block *body = &result.addRegion()->emplaceBlock();
  body->addArguments({init.getType(), getArgumentType(type, name)},
                     {result.location, result.location});
}
