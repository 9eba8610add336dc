//===- TINBinding.cpp - Operations that bind index variables ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text form and the builders of tin.compute and tin.reduce. Both have a
// list of index variables with optional names and extents and a body that
// yields a scalar.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/TIN/IR/TIN.h"

#include "weft/Support/Combiner.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin;

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

namespace {

/// A parsed list of index variables.
struct VariableList {
  SmallVector<OpAsmParser::Argument> variables;
  SmallVector<OpAsmParser::UnresolvedOperand> extents;
  SmallVector<bool> bounded;
  SmallVector<Attribute> names;
};

} // namespace

/// Parses `(%i "i" to %n, %j "j", ...)`.
static ParseResult parseVariables(OpAsmParser &parser, VariableList &list) {
  auto parseVariable = [&]() -> ParseResult {
    OpAsmParser::Argument &variable = list.variables.emplace_back();
    if (parser.parseArgument(variable))
      return failure();
    variable.type = tin::IndexType::get(parser.getContext());
    std::string name;
    SMLoc loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalString(&name)))
      list.names.push_back(parser.getBuilder().getStringAttr(name));
    if (!list.names.empty() && list.names.size() != list.variables.size())
      return parser.emitError(
          loc, "expected a name for every index variable or for none");
    list.bounded.push_back(succeeded(parser.parseOptionalKeyword("to")));
    return list.bounded.back()
               ? parser.parseOperand(list.extents.emplace_back())
               : ParseResult(success());
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                        parseVariable);
}

/// Adds what a list of variables says to the operation.
template <typename OpTy>
static ParseResult resolveVariables(OpAsmParser &parser, VariableList &list,
                                    OperationState &result) {
  auto &properties = result.getOrAddProperties<typename OpTy::Properties>();
  Builder &builder = parser.getBuilder();
  properties.bounded = builder.getDenseBoolArrayAttr(list.bounded);
  if (!list.names.empty())
    properties.names = builder.getArrayAttr(list.names);
  return parser.resolveOperands(list.extents, builder.getIndexType(),
                                result.operands);
}

template <typename OpTy>
static void printVariables(OpAsmPrinter &printer, OpTy op) {
  printer << "(";
  llvm::interleaveComma(op.getVariables(), printer,
                        [&](BlockArgument variable) {
                          unsigned number = variable.getArgNumber();
                          printer << variable;
                          if (op.getNames()) {
                            printer << " ";
                            printer.printAttribute((*op.getNames())[number]);
                          }
                          if (Value extent = op.getExtent(number))
                            printer << " to " << extent;
                        });
  printer << ")";
}

template <typename OpTy> static void printBody(OpAsmPrinter &printer, OpTy op) {
  printer.printOptionalAttrDictWithKeyword(
      op->getAttrs(), {"bounded", "names", "identity", "strict_zero",
                       "drop_fill", "operandSegmentSizes"});
  printer << " ";
  printer.printRegion(op.getBody(), /*printEntryBlockArgs=*/false);
}

template <typename OpTy>
static StringRef findVariableName(OpTy op, unsigned variable) {
  std::optional<ArrayAttr> names = op.getNames();
  if (!names || variable >= names->size())
    return {};
  return cast<StringAttr>((*names)[variable]).getValue();
}

template <typename OpTy> static Value findExtent(OpTy op, unsigned variable) {
  ArrayRef<bool> bounded = op.getBounded();
  if (variable >= bounded.size() || !bounded[variable])
    return {};
  return op.getExtents()[llvm::count(bounded.take_front(variable), true)];
}

template <typename OpTy>
static void setVariableNames(OpTy op, Region &region,
                             OpAsmSetValueNameFn setName) {
  if (&region != &op.getBody())
    return;
  for (BlockArgument variable : region.getArguments()) {
    StringRef name = findVariableName(op, variable.getArgNumber());
    if (!name.empty())
      setName(variable, name);
  }
}

/// Adds the variables and an empty body. Null extents are left to the accesses.
template <typename OpTy>
static void buildBinding(OpBuilder &builder, OperationState &result,
                         unsigned numVariables, ArrayRef<StringRef> names,
                         ArrayRef<Value> extents) {
  auto &properties = result.getOrAddProperties<typename OpTy::Properties>();
  SmallVector<bool> bounded(numVariables, false);
  for (auto [index, extent] : llvm::enumerate(extents)) {
    if (!extent)
      continue;
    bounded[index] = true;
    result.addOperands(extent);
  }
  properties.bounded = builder.getDenseBoolArrayAttr(bounded);
  if (!names.empty())
    properties.names = builder.getStrArrayAttr(names);
  SmallVector<Type> types(numVariables,
                          tin::IndexType::get(builder.getContext()));
  SmallVector<Location> locs(numVariables, result.location);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(result.addRegion(), {}, types, locs);
}

//===----------------------------------------------------------------------===//
// ComputeOp
//===----------------------------------------------------------------------===//

void ComputeOp::build(OpBuilder &builder, OperationState &result,
                      RankedTensorType type, ArrayRef<StringRef> names,
                      ArrayRef<Value> extents, Value initial) {
  buildBinding<ComputeOp>(builder, result, type.getRank(), names, extents);
  auto &sizes = result.getOrAddProperties<Properties>().operandSegmentSizes;
  sizes[0] = result.operands.size();
  sizes[1] = initial ? 1 : 0;
  if (initial)
    result.addOperands(initial);
  result.addTypes(type);
}

/// Parses `from(%tensor : type)`, if it is there.
static ParseResult
parseInitial(OpAsmParser &parser,
             std::optional<OpAsmParser::UnresolvedOperand> &initial,
             Type &type) {
  if (failed(parser.parseOptionalKeyword("from")))
    return success();
  return failure(parser.parseLParen() ||
                 parser.parseOperand(initial.emplace()) ||
                 parser.parseColonType(type) || parser.parseRParen());
}

ParseResult ComputeOp::parse(OpAsmParser &parser, OperationState &result) {
  VariableList list;
  RankedTensorType type;
  std::optional<OpAsmParser::UnresolvedOperand> initial;
  Type initialType;
  if (parseVariables(parser, list) ||
      parseInitial(parser, initial, initialType))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("strict_zero")))
    result.getOrAddProperties<Properties>().strict_zero =
        parser.getBuilder().getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("drop_fill")))
    result.getOrAddProperties<Properties>().drop_fill =
        parser.getBuilder().getUnitAttr();
  if (parser.parseColonType(type) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion(), list.variables) ||
      resolveVariables<ComputeOp>(parser, list, result) ||
      (initial &&
       parser.resolveOperand(*initial, initialType, result.operands)))
    return failure();
  auto &sizes = result.getOrAddProperties<Properties>().operandSegmentSizes;
  sizes[0] = list.extents.size();
  sizes[1] = initial ? 1 : 0;
  result.addTypes(type);
  return success();
}

void ComputeOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printVariables(printer, *this);
  if (Value initial = getInitial())
    printer << " from(" << initial << " : " << initial.getType() << ")";
  if (getStrictZero())
    printer << " strict_zero";
  if (getDropFill())
    printer << " drop_fill";
  printer << " : " << getType();
  printBody(printer, *this);
}

StringRef ComputeOp::getVariableName(unsigned variable) {
  return findVariableName(*this, variable);
}

Value ComputeOp::getExtent(unsigned variable) {
  return findExtent(*this, variable);
}

void ComputeOp::getAsmBlockArgumentNames(Region &region,
                                         OpAsmSetValueNameFn setName) {
  setVariableNames(*this, region, setName);
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

void ReduceOp::build(OpBuilder &builder, OperationState &result, Type type,
                     StringRef combiner, unsigned numVariables,
                     ArrayRef<StringRef> names, ArrayRef<Value> extents,
                     Attribute identity) {
  result.getOrAddProperties<Properties>().identity = identity;
  Region *region = result.addRegion();
  if (!combiner.empty())
    buildCombiner(builder, result.location, combiner, type,
                  YieldOp::getOperationName(), *region);
  buildBinding<ReduceOp>(builder, result, numVariables, names, extents);
  result.addTypes(type);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  CombinerSyntax syntax;
  VariableList list;
  Type type;
  Region *combiner = result.addRegion();
  Region *body = result.addRegion();
  if (syntax.parse(parser) || parseVariables(parser, list))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("identity")) &&
      (parser.parseLParen() ||
       parser.parseAttribute(
           result.getOrAddProperties<Properties>().identity) ||
       parser.parseRParen()))
    return failure();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body, list.variables) ||
      parser.parseColonType(type) ||
      syntax.build(parser, type, YieldOp::getOperationName(), *combiner) ||
      resolveVariables<ReduceOp>(parser, list, result))
    return failure();
  result.addTypes(type);
  return success();
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printCombiner(printer, getCombiner());
  printer << " ";
  printVariables(printer, *this);
  if (Attribute identity = getIdentityAttr())
    printer << " identity(" << identity << ")";
  printBody(printer, *this);
  printer << " : " << getResult().getType();
}

StringRef ReduceOp::getVariableName(unsigned variable) {
  return findVariableName(*this, variable);
}

Value ReduceOp::getExtent(unsigned variable) {
  return findExtent(*this, variable);
}

void ReduceOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  setVariableNames(*this, region, setName);
}
