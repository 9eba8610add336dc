//===- LevelTypeAttributes.cpp - The built-in level types ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties, capabilities and arrays of the level types that are built in:
// tables 2-11 and 2-12 of the thesis.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::level;

//===----------------------------------------------------------------------===//
// Dense
//===----------------------------------------------------------------------===//

bool DenseAttr::isFull() const { return true; }
bool DenseAttr::isOrdered() const { return true; }
bool DenseAttr::isUnique() const { return true; }
bool DenseAttr::isBranchless() const { return false; }
bool DenseAttr::isCompact() const { return true; }
bool DenseAttr::hasCoordinateIterate() const { return false; }
bool DenseAttr::hasPositionIterate() const { return false; }
bool DenseAttr::hasLocate() const { return true; }
bool DenseAttr::hasAppend() const { return false; }
bool DenseAttr::hasInsert() const { return true; }
bool DenseAttr::hasRecover() const { return true; }
bool DenseAttr::numbersSlots(bool) const { return false; }
void DenseAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {}

//===----------------------------------------------------------------------===//
// Compressed
//===----------------------------------------------------------------------===//

bool CompressedAttr::isFull() const { return false; }
bool CompressedAttr::isOrdered() const { return getOrdered(); }
bool CompressedAttr::isUnique() const { return getUnique(); }
bool CompressedAttr::isBranchless() const { return false; }
bool CompressedAttr::isCompact() const { return true; }
bool CompressedAttr::hasCoordinateIterate() const { return false; }
bool CompressedAttr::hasPositionIterate() const { return true; }
bool CompressedAttr::hasLocate() const { return false; }
bool CompressedAttr::hasAppend() const { return true; }
bool CompressedAttr::hasInsert() const { return false; }
bool CompressedAttr::hasRecover() const { return true; }
bool CompressedAttr::numbersSlots(bool) const { return false; }
void CompressedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"pos", LevelArray::Kind::Positions});
  arrays.push_back({"crd", LevelArray::Kind::Coordinates});
}

//===----------------------------------------------------------------------===//
// Singleton
//===----------------------------------------------------------------------===//

bool SingletonAttr::isFull() const { return false; }
bool SingletonAttr::isOrdered() const { return getOrdered(); }
bool SingletonAttr::isUnique() const { return getUnique(); }
bool SingletonAttr::isBranchless() const { return true; }
bool SingletonAttr::isCompact() const { return true; }
bool SingletonAttr::hasCoordinateIterate() const { return false; }
bool SingletonAttr::hasPositionIterate() const { return true; }
bool SingletonAttr::hasLocate() const { return false; }
bool SingletonAttr::hasAppend() const { return true; }
bool SingletonAttr::hasInsert() const { return false; }
bool SingletonAttr::hasRecover() const { return true; }
bool SingletonAttr::numbersSlots(bool) const { return false; }
void SingletonAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"crd", LevelArray::Kind::Coordinates});
}

//===----------------------------------------------------------------------===//
// Bitmap
//===----------------------------------------------------------------------===//

bool BitmapAttr::isFull() const { return false; }
bool BitmapAttr::isOrdered() const { return true; }
bool BitmapAttr::isUnique() const { return true; }
bool BitmapAttr::isBranchless() const { return false; }
bool BitmapAttr::isCompact() const { return false; }
bool BitmapAttr::hasCoordinateIterate() const { return true; }
bool BitmapAttr::hasPositionIterate() const { return false; }
bool BitmapAttr::hasLocate() const { return true; }
bool BitmapAttr::hasAppend() const { return false; }
bool BitmapAttr::hasInsert() const { return true; }
bool BitmapAttr::hasRecover() const { return false; }
bool BitmapAttr::numbersSlots(bool) const { return false; }
void BitmapAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"present", LevelArray::Kind::Presence});
}

//===----------------------------------------------------------------------===//
// Hashed
//===----------------------------------------------------------------------===//

bool HashedAttr::isFull() const { return false; }
bool HashedAttr::isOrdered() const { return false; }
bool HashedAttr::isUnique() const { return true; }
bool HashedAttr::isBranchless() const { return false; }
bool HashedAttr::isCompact() const { return false; }
bool HashedAttr::hasCoordinateIterate() const { return false; }
bool HashedAttr::hasPositionIterate() const { return true; }
bool HashedAttr::hasLocate() const { return true; }
bool HashedAttr::hasAppend() const { return false; }
bool HashedAttr::hasInsert() const { return true; }
bool HashedAttr::hasRecover() const { return false; }
bool HashedAttr::numbersSlots(bool) const { return false; }
void HashedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"pos", LevelArray::Kind::Positions});
  arrays.push_back({"crd", LevelArray::Kind::Coordinates});
}

//===----------------------------------------------------------------------===//
// Range
//===----------------------------------------------------------------------===//

bool RangeAttr::isFull() const { return false; }
bool RangeAttr::isOrdered() const { return true; }
bool RangeAttr::isUnique() const { return true; }
bool RangeAttr::isBranchless() const { return false; }
bool RangeAttr::isCompact() const { return false; }
bool RangeAttr::hasCoordinateIterate() const { return true; }
bool RangeAttr::hasPositionIterate() const { return false; }
bool RangeAttr::hasLocate() const { return true; }
bool RangeAttr::hasAppend() const { return false; }
bool RangeAttr::hasInsert() const { return true; }
bool RangeAttr::hasRecover() const { return false; }
bool RangeAttr::numbersSlots(bool) const { return false; }
void RangeAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"offset", LevelArray::Kind::Coordinates});
}

//===----------------------------------------------------------------------===//
// Offset
//===----------------------------------------------------------------------===//

bool OffsetAttr::isFull() const { return false; }
bool OffsetAttr::isOrdered() const { return true; }
bool OffsetAttr::isUnique() const { return true; }
bool OffsetAttr::isBranchless() const { return true; }
bool OffsetAttr::isCompact() const { return true; }
bool OffsetAttr::hasCoordinateIterate() const { return false; }
bool OffsetAttr::hasPositionIterate() const { return true; }
bool OffsetAttr::hasLocate() const { return true; }
bool OffsetAttr::hasAppend() const { return false; }
bool OffsetAttr::hasInsert() const { return true; }
bool OffsetAttr::hasRecover() const { return true; }
bool OffsetAttr::numbersSlots(bool) const { return true; }
void OffsetAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"offset", LevelArray::Kind::Coordinates});
}

//===----------------------------------------------------------------------===//
// Padded
//===----------------------------------------------------------------------===//

bool PaddedAttr::isFull() const { return false; }
bool PaddedAttr::isOrdered() const { return true; }
bool PaddedAttr::isUnique() const { return true; }
bool PaddedAttr::isBranchless() const { return true; }
bool PaddedAttr::isCompact() const { return false; }
bool PaddedAttr::hasCoordinateIterate() const { return false; }
bool PaddedAttr::hasPositionIterate() const { return true; }
bool PaddedAttr::hasLocate() const { return true; }
bool PaddedAttr::hasAppend() const { return false; }
bool PaddedAttr::hasInsert() const { return true; }
bool PaddedAttr::hasRecover() const { return true; }
bool PaddedAttr::numbersSlots(bool isLeaf) const { return isLeaf; }
void PaddedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"crd", LevelArray::Kind::Coordinates});
}

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

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
Attribute SingletonAttr::parse(AsmParser &parser, Type) {
  return parseWithModifiers<SingletonAttr>(
      parser, AsmParser::Delimiter::OptionalLessGreater);
}
void SingletonAttr::print(AsmPrinter &printer) const {
  printModifiers(printer, "<", getUnique(), getOrdered(), ">");
}

ParseResult weft::level::parseLevelType(AsmParser &parser, Attribute &type) {
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&name)))
    return parser.parseAttribute(type);
  auto delimiter = AsmParser::Delimiter::OptionalParen;
  if (name == DenseAttr::getMnemonic())
    type = DenseAttr::get(parser.getContext());
  else if (name == BitmapAttr::getMnemonic())
    type = BitmapAttr::get(parser.getContext());
  else if (name == HashedAttr::getMnemonic())
    type = HashedAttr::get(parser.getContext());
  else if (name == RangeAttr::getMnemonic())
    type = RangeAttr::get(parser.getContext());
  else if (name == OffsetAttr::getMnemonic())
    type = OffsetAttr::get(parser.getContext());
  else if (name == PaddedAttr::getMnemonic())
    type = PaddedAttr::get(parser.getContext());
  else if (name == CompressedAttr::getMnemonic())
    type = parseWithModifiers<CompressedAttr>(parser, delimiter);
  else if (name == SingletonAttr::getMnemonic())
    type = parseWithModifiers<SingletonAttr>(parser, delimiter);
  else
    return parser.emitError(loc)
           << "expected 'dense', 'compressed', 'singleton', 'bitmap', "
              "'hashed', "
              "'range', 'offset', 'padded' or an attribute, got '"
           << name << "'";
  return success(type != nullptr);
}

void weft::level::printLevelType(AsmPrinter &printer, Attribute type) {
  TypeSwitch<Attribute>(type)
      .Case<DenseAttr, BitmapAttr, HashedAttr, RangeAttr, OffsetAttr,
            PaddedAttr>(
          [&](auto attr) { printer << decltype(attr)::getMnemonic(); })
      .Case<CompressedAttr, SingletonAttr>([&](auto attr) {
        printer << decltype(attr)::getMnemonic();
        printModifiers(printer, "(", attr.getUnique(), attr.getOrdered(), ")");
      })
      .Default([&](Attribute attr) { printer << attr; });
}
