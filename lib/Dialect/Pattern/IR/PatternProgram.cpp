//===- PatternProgram.cpp - Programs and the scopes of names ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text and verification of programs: what each name in a natural number refers
// to, and that no name means two things.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/IR/Pattern.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses `%x = "name" : type`.
static ParseResult parseParam(OpAsmParser &parser,
                              SmallVectorImpl<OpAsmParser::Argument> &arguments,
                              SmallVectorImpl<Attribute> &names) {
  // As an attribute, a string would take the colon for its own type.
  std::string name;
  OpAsmParser::Argument argument;
  if (parser.parseArgument(argument) || parser.parseEqual() ||
      parser.parseString(&name) || parser.parseColonType(argument.type))
    return failure();
  arguments.push_back(argument);
  names.push_back(parser.getBuilder().getStringAttr(name));
  return success();
}

ParseResult ProgramOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  ArrayAttr nats;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Attribute> names;
  Type type;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      parser.parseAttribute(nats, getNatsAttrName(result.name),
                            result.attributes) ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren,
          [&] { return parseParam(parser, arguments, names); }) ||
      parser.parseArrow() || parser.parseType(type) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  result.addAttribute(getParamsAttrName(result.name),
                      parser.getBuilder().getArrayAttr(names));
  result.addAttribute(getResultAttrName(result.name), TypeAttr::get(type));
  return parser.parseRegion(*result.addRegion(), arguments);
}

void ProgramOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << ' ' << getNats() << " (";
  llvm::interleaveComma(llvm::zip(getBlock()->getArguments(), getParams()),
                        printer, [&](auto param) {
                          printer << std::get<0>(param) << " = "
                                  << std::get<1>(param) << " : "
                                  << std::get<0>(param).getType();
                        });
  printer << ") -> " << getResult();
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getSymNameAttrName(), getNatsAttrName(),
                            getParamsAttrName(), getResultAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void ProgramOp::getAsmBlockArgumentNames(Region &region,
                                         OpAsmSetValueNameFn setName) {
  for (auto [argument, name] :
       llvm::zip(region.getArguments(), getParams().getAsRange<StringAttr>()))
    setName(argument, name.getValue());
}

YieldOp ProgramOp::getYield() {
  return getBlock()->empty() ? YieldOp()
                             : dyn_cast<YieldOp>(getBlock()->back());
}

Value ProgramOp::getParam(StringRef name) {
  for (auto [argument, param] : llvm::zip(getBlock()->getArguments(),
                                          getParams().getAsRange<StringAttr>()))
    if (param.getValue() == name)
      return argument;
  return {};
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isIdentifier(StringRef name) {
  return !name.empty() && (llvm::isAlpha(name[0]) || name[0] == '_') &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; }) &&
         name != "mod" && name != "min" && name != "sum" && name != "toNat";
}

LogicalResult ProgramOp::verify() {
  llvm::StringSet<> seen;
  for (ArrayAttr names : {getNats(), getParams()}) {
    for (StringAttr name : names.getAsRange<StringAttr>()) {
      if (!isIdentifier(name.getValue()))
        return emitOpError("expected a name of letters and digits, got ")
               << name;
      if (!seen.insert(name.getValue()).second)
        return emitOpError("expected different names, got ")
               << name << " twice";
    }
  }
  if (!isData(getResult()))
    return emitOpError("expected a result of data, got ") << getResult();
  return success();
}

namespace {
/// The names that are visible, and what may be looked up.
class Scope {
public:
  explicit Scope(ProgramOp program) : program(program) {
    for (StringAttr name : program.getNats().getAsRange<StringAttr>())
      numbers.insert(name.getValue());
  }

  LogicalResult verifyBlock(Block &block);
  LogicalResult verifyType(Operation *op, Type type);
  LogicalResult declare(Operation *op, StringRef name, Type type);

private:
  LogicalResult verifyOp(Operation &op);
  LogicalResult verifyNat(Operation *op, const Nat &nat, unsigned depth,
                          const Twine &text);

  ProgramOp program;
  llvm::StringSet<> numbers;
  llvm::StringSet<> arrays;
};
} // namespace

LogicalResult Scope::declare(Operation *op, StringRef name, Type type) {
  if (failed(verifyType(op, type)))
    return failure();
  if (type.isSignlessInteger())
    numbers.insert(name);
  auto array = dyn_cast<ArrayType>(type);
  if (array && array.getElement().isSignlessInteger())
    arrays.insert(name);
  return success();
}

/// Checks the names of a number; `text` is what it stands in.
LogicalResult Scope::verifyNat(Operation *op, const Nat &nat, unsigned depth,
                               const Twine &text) {
  std::string error;
  nat.walk(
      [&](const Nat::Atom &atom, unsigned sums) {
        if (atom.kind == Nat::Kind::Variable && !numbers.contains(atom.name))
          error = "no natural number or integer is called '" + atom.name + "'";
        if (atom.kind == Nat::Kind::Lookup && !arrays.contains(atom.name))
          error = "no array of integers is called '" + atom.name + "'";
        if (atom.kind == Nat::Kind::Bound && atom.depth >= depth + sums)
          error = "a position is used outside of its array";
      },
      0);
  if (error.empty())
    return success();
  return op->emitOpError("in ") << text << ": " << error;
}

LogicalResult Scope::verifyType(Operation *op, Type type) {
  LogicalResult result = success();
  walkNats(type, [&](const Nat &nat, unsigned depth) {
    if (succeeded(result))
      result = verifyNat(op, nat, depth, toString(type));
  });
  return result;
}

/// The name that the function of an operation gives to positions.
static StringRef getPositionOf(Operation &op) {
  auto position = op.getAttrOfType<StringAttr>("position");
  if (!isa<MapOp, ReduceSeqOp>(op) || !position)
    return {};
  return position.getValue();
}

LogicalResult Scope::verifyOp(Operation &op) {
  for (NamedAttribute attribute : op.getAttrs())
    if (auto nat = dyn_cast<NatAttr>(attribute.getValue()))
      if (failed(verifyNat(&op, nat.getValue(), 0,
                           "\"" + nat.getValue().toString() + "\"")))
        return failure();
  for (Type type : op.getResultTypes())
    if (failed(verifyType(&op, type)))
      return failure();
  if (!isa<PatternDialect>(op.getDialect()) &&
      (op.getNumRegions() != 0 || !isMemoryEffectFree(&op) ||
       !llvm::all_of(op.getOperandTypes(), isScalar) ||
       !llvm::all_of(op.getResultTypes(), isScalar)))
    return op.emitOpError("expected operations on scalars without side effects "
                          "and regions");
  StringRef position = getPositionOf(op);
  if (!position.empty()) {
    if (!isIdentifier(position))
      return op.emitOpError("expected a position of letters and digits, got '")
             << position << "'";
    if (program.getParam(position) || !numbers.insert(position).second)
      return op.emitOpError("the position '")
             << position << "' has the name of another value";
  }
  for (Region &region : op.getRegions())
    for (Block &block : region)
      if (failed(verifyBlock(block)))
        return failure();
  if (!position.empty())
    numbers.erase(position);
  return success();
}

LogicalResult Scope::verifyBlock(Block &block) {
  for (BlockArgument argument : block.getArguments())
    if (failed(verifyType(block.getParentOp(), argument.getType())))
      return failure();
  for (Operation &op : block)
    if (failed(verifyOp(op)))
      return failure();
  return success();
}

LogicalResult ProgramOp::verifyRegions() {
  if (getBlock()->getNumArguments() != getParams().size())
    return emitOpError("expected ") << getParams().size() << " parameters, got "
                                    << getBlock()->getNumArguments();
  YieldOp yield = getYield();
  if (!yield)
    return emitOpError("expected a body that ends with 'pattern.yield'");
  Scope scope(*this);
  for (auto [argument, name] : llvm::zip(
           getBlock()->getArguments(), getParams().getAsRange<StringAttr>())) {
    if (!isData(argument.getType()))
      return emitOpError("expected parameters of data, got ")
             << argument.getType();
    if (failed(scope.declare(*this, name.getValue(), argument.getType())))
      return failure();
  }
  if (failed(scope.verifyType(*this, getResult())) ||
      failed(scope.verifyBlock(*getBlock())))
    return failure();
  if (yield.getValue().getType() != getResult())
    return emitOpError("expected a result of type ")
           << toString(getResult()) << ", got "
           << toString(yield.getValue().getType());
  return success();
}
