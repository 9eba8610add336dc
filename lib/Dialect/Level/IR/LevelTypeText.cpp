//===- LevelTypeText.cpp - The text of level types --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text form of level types, inside of a format and alone.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::level;

/// Parses a list of `nonunique` and `nonordered` between delimiters; an absent
/// list means neither.
static ParseResult parseModifiers(AsmParser &parser,
                                  AsmParser::Delimiter delimiter, bool &unique,
                                  bool &ordered) {
  unique = ordered = true;
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    StringRef modifier;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&modifier))
      return failure();
    bool *property = modifier == "nonunique"    ? &unique
                     : modifier == "nonordered" ? &ordered
                                                : nullptr;
    if (!property)
      return parser.emitError(loc)
             << "expected 'nonunique' or 'nonordered', got '" << modifier
             << "'";
    if (!*property)
      return parser.emitError(loc) << "'" << modifier << "' occurs twice";
    *property = false;
    return success();
  });
}

static void printModifiers(AsmPrinter &printer, StringRef open, bool unique,
                           bool ordered, StringRef close) {
  if (unique && ordered)
    return;
  printer << open << (unique ? "" : "nonunique")
          << (!unique && !ordered ? ", " : "") << (ordered ? "" : "nonordered")
          << close;
}

template <typename AttrTy>
static Attribute parseWithModifiers(AsmParser &parser,
                                    AsmParser::Delimiter delimiter) {
  bool unique, ordered;
  if (parseModifiers(parser, delimiter, unique, ordered))
    return {};
  return AttrTy::get(parser.getContext(), unique, ordered);
}

Attribute CompressedAttr::parse(AsmParser &parser, Type) {
  return parseWithModifiers<CompressedAttr>(
      parser, AsmParser::Delimiter::OptionalLessGreater);
}
void CompressedAttr::print(AsmPrinter &printer) const {
  printModifiers(printer, "<", getUnique(), getOrdered(), ">");
}
Attribute LooseCompressedAttr::parse(AsmParser &parser, Type) {
  return parseWithModifiers<LooseCompressedAttr>(
      parser, AsmParser::Delimiter::OptionalLessGreater);
}
void LooseCompressedAttr::print(AsmPrinter &printer) const {
  printModifiers(printer, "<", getUnique(), getOrdered(), ">");
}
Attribute SingletonAttr::parse(AsmParser &parser, Type) {
  return parseWithModifiers<SingletonAttr>(
      parser, AsmParser::Delimiter::OptionalLessGreater);
}
void SingletonAttr::print(AsmPrinter &printer) const {
  printModifiers(printer, "<", getUnique(), getOrdered(), ">");
}

/// The level type without modifiers that has the given name; null if there is
/// none.
template <typename... AttrTys>
static Attribute getPlainType(MLIRContext *context, StringRef name) {
  Attribute type;
  ((name == AttrTys::getMnemonic() ? void(type = AttrTys::get(context))
                                   : void()),
   ...);
  return type;
}

/// Reads the number of a level type that has one.
template <typename AttrTy>
static ParseResult parseCounted(AsmParser &parser, Attribute &type) {
  int64_t count;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() || parser.parseInteger(count) ||
      parser.parseRParen())
    return failure();
  type = AttrTy::getChecked([&] { return parser.emitError(loc); },
                            parser.getContext(), count);
  return success(type != nullptr);
}

ParseResult weft::level::parseLevelType(AsmParser &parser, Attribute &type) {
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&name)))
    return parser.parseAttribute(type);
  auto delimiter = AsmParser::Delimiter::OptionalParen;
  if (Attribute plain =
          getPlainType<DenseAttr, BitmapAttr, HashedAttr, RangeAttr, OffsetAttr,
                       PaddedAttr, ListedAttr, RunLengthAttr, IntervalAttr,
                       BatchedAttr, SparseSetAttr>(parser.getContext(), name))
    type = plain;
  else if (name == CompressedAttr::getMnemonic())
    type = parseWithModifiers<CompressedAttr>(parser, delimiter);
  else if (name == LooseCompressedAttr::getMnemonic())
    type = parseWithModifiers<LooseCompressedAttr>(parser, delimiter);
  else if (name == SingletonAttr::getMnemonic())
    type = parseWithModifiers<SingletonAttr>(parser, delimiter);
  else if (name == StructuredAttr::getMnemonic())
    return parseCounted<StructuredAttr>(parser, type);
  else if (name == PermutedAttr::getMnemonic())
    return parseCounted<PermutedAttr>(parser, type);
  else if (name == SlicedAttr::getMnemonic())
    return parseCounted<SlicedAttr>(parser, type);
  else
    return parser.emitError(loc)
           << "expected 'dense', 'compressed', 'singleton', 'bitmap', "
              "'hashed', 'range', 'offset', 'padded', 'loose_compressed', "
              "'listed', 'run_length', 'interval', 'structured', 'batched', "
              "'permuted', 'sliced', 'sparse_set' or an "
              "attribute, got '"
           << name << "'";
  return success(type != nullptr);
}

void weft::level::printLevelType(AsmPrinter &printer, Attribute type) {
  TypeSwitch<Attribute>(type)
      .Case<DenseAttr, BitmapAttr, HashedAttr, RangeAttr, OffsetAttr,
            PaddedAttr, ListedAttr, RunLengthAttr, IntervalAttr, BatchedAttr,
            SparseSetAttr>(
          [&](auto attr) { printer << decltype(attr)::getMnemonic(); })
      .Case<CompressedAttr, LooseCompressedAttr, SingletonAttr>([&](auto attr) {
        printer << decltype(attr)::getMnemonic();
        printModifiers(printer, "(", attr.getUnique(), attr.getOrdered(), ")");
      })
      .Case([&](StructuredAttr attr) {
        printer << StructuredAttr::getMnemonic() << "(" << attr.getCount()
                << ")";
      })
      .Case([&](PermutedAttr attr) {
        printer << PermutedAttr::getMnemonic() << "(" << attr.getWindow()
                << ")";
      })
      .Case([&](SlicedAttr attr) {
        printer << SlicedAttr::getMnemonic() << "(" << attr.getRows() << ")";
      })
      .Default([&](Attribute attr) { printer << attr; });
}
