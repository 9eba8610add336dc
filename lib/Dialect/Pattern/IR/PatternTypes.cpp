//===- PatternTypes.cpp - Text of types -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and prints arrays, pairs and natural numbers. Positions of arrays are
// called i, j and so on unless a name means something else.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/IR/Pattern.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

static ParseResult parseData(AsmParser &parser, Type &type);
static void printData(AsmPrinter &printer, Type type);

#include "weft/Dialect/Pattern/IR/PatternEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Pattern/IR/PatternAttributes.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/Pattern/IR/PatternTypes.cpp.inc"

void PatternDialect::registerTypes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Dialect/Pattern/IR/PatternAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "weft/Dialect/Pattern/IR/PatternTypes.cpp.inc"
      >();
}

/// Arrays may nest this deep.
static constexpr size_t maxDepth = 32;

//===----------------------------------------------------------------------===//
// Natural numbers
//===----------------------------------------------------------------------===//

/// Parses the text of a number, in which `names` are positions of arrays
/// around.
static FailureOr<Nat> parseNatText(AsmParser &parser, SMLoc loc, StringRef text,
                                   ArrayRef<std::string> names) {
  NatError error;
  std::optional<Nat> nat = parseNat(text, names, error);
  if (nat)
    return simplifySums(*nat);
  // The text stands behind the quote.
  const char *place = loc.getPointer() + 1 + error.offset;
  InFlightDiagnostic diagnostic =
      parser.emitError(SMLoc::getFromPointer(place), error.message);
  if (!error.hint.empty())
    diagnostic << "; " << error.hint;
  return failure();
}

Attribute NatAttr::parse(AsmParser &parser, Type) {
  std::string text;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseString(&text))
    return {};
  FailureOr<Nat> nat = parseNatText(parser, loc, text, {});
  if (failed(nat) || parser.parseGreater())
    return {};
  return NatAttr::get(parser.getContext(), *nat);
}

void NatAttr::print(AsmPrinter &printer) const {
  printer << "<\"" << getValue().toString() << "\">";
}

//===----------------------------------------------------------------------===//
// Parsing of types
//===----------------------------------------------------------------------===//

static ParseResult parseDataIn(AsmParser &parser,
                               SmallVector<std::string> &names, Type &type);

/// Parses `<"n" x T>` or `<"i < n" -> T>`.
static ParseResult parseArray(AsmParser &parser,
                              SmallVector<std::string> &names, Type &type) {
  std::string text;
  if (parser.parseLess())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (names.size() >= maxDepth)
    return parser.emitError(loc, "arrays are nested more than ")
           << maxDepth << " deep";
  if (parser.parseString(&text))
    return failure();
  std::string name;
  StringRef lengthText = text;
  if (succeeded(parser.parseOptionalArrow())) {
    auto [variable, length] = StringRef(text).split('<');
    if (length.empty() || variable.trim().empty())
      return parser.emitError(loc, "expected a position and its bound, as in "
                                   "\"i < n\", before '->'");
    name = variable.trim().str();
    lengthText = length;
    loc = SMLoc::getFromPointer(loc.getPointer() + variable.size() + 1);
  } else if (parser.parseKeyword("x", " or '->' after a length")) {
    return failure();
  }
  FailureOr<Nat> length = parseNatText(parser, loc, lengthText, names);
  if (failed(length))
    return failure();
  names.push_back(name);
  Type element;
  ParseResult result = parseDataIn(parser, names, element);
  names.pop_back();
  if (failed(result) || parser.parseGreater())
    return failure();
  type = ArrayType::getChecked([&] { return parser.emitError(loc); },
                               parser.getContext(), *length, element);
  return success(static_cast<bool>(type));
}

static ParseResult parsePair(AsmParser &parser, SmallVector<std::string> &names,
                             Type &type) {
  Type first, second;
  if (parser.parseLess() || parseDataIn(parser, names, first) ||
      parser.parseComma() || parseDataIn(parser, names, second) ||
      parser.parseGreater())
    return failure();
  type = PairType::get(first, second);
  return success();
}

static ParseResult parseDataIn(AsmParser &parser,
                               SmallVector<std::string> &names, Type &type) {
  if (succeeded(parser.parseOptionalKeyword("array")))
    return parseArray(parser, names, type);
  if (succeeded(parser.parseOptionalKeyword("pair")))
    return parsePair(parser, names, type);
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  if (!isScalar(type))
    return parser.emitError(loc, "expected a scalar, 'array' or 'pair', got ")
           << type;
  return success();
}

static ParseResult parseData(AsmParser &parser, Type &type) {
  SmallVector<std::string> names;
  return parseDataIn(parser, names, type);
}

Type ArrayType::parse(AsmParser &parser) {
  SmallVector<std::string> names;
  Type type;
  if (failed(parseArray(parser, names, type)))
    return {};
  return type;
}

//===----------------------------------------------------------------------===//
// Printing of types
//===----------------------------------------------------------------------===//

/// A name of a position that means nothing else in the type.
static std::string choosePosition(ArrayRef<std::string> names, Type element) {
  for (unsigned number = 0;; ++number) {
    std::string name(1, static_cast<char>('i' + number % 6));
    if (number >= 6)
      name += std::to_string(number / 6);
    bool isTaken = llvm::is_contained(names, name);
    walkNats(element, [&](const Nat &nat, unsigned) {
      isTaken |= nat.usesVariable(name);
    });
    if (!isTaken)
      return name;
  }
}

static void printDataIn(raw_ostream &os, SmallVector<std::string> &names,
                        Type type);

static void printArray(raw_ostream &os, SmallVector<std::string> &names,
                       ArrayType type) {
  std::string length = type.getLength().toString(names);
  std::string name;
  if (type.isDependent())
    name = choosePosition(names, type.getElement());
  if (name.empty())
    os << "<\"" << length << "\" x ";
  else
    os << "<\"" << name << " < " << length << "\" -> ";
  names.push_back(name);
  printDataIn(os, names, type.getElement());
  names.pop_back();
  os << ">";
}

static void printDataIn(raw_ostream &os, SmallVector<std::string> &names,
                        Type type) {
  if (auto array = dyn_cast<ArrayType>(type)) {
    os << "array";
    printArray(os, names, array);
  } else if (auto pair = dyn_cast<PairType>(type)) {
    os << "pair<";
    printDataIn(os, names, pair.getFirst());
    os << ", ";
    printDataIn(os, names, pair.getSecond());
    os << ">";
  } else {
    os << type;
  }
}

static void printData(AsmPrinter &printer, Type type) {
  printer << toString(type);
}

void ArrayType::print(AsmPrinter &printer) const {
  printer << StringRef(toString(*this)).drop_front(strlen("array"));
}

std::string pattern::toString(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  SmallVector<std::string> names;
  printDataIn(os, names, type);
  return text;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult
ArrayType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                  Nat length, Type element) {
  std::optional<int64_t> constant = length.getConstant();
  if (constant && *constant < 0)
    return emitError() << "expected a length that is not negative, got "
                       << *constant;
  return success();
}
