//===- LatticeAttributes.cpp - Segments and points --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text form of segments, and what segments and points are verified for
// alone. Whether levels and variables of these numbers exist, the coiteration
// that they are partition of verifies.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

static ParseResult parseRole(AsmParser &parser, bool &outer) {
  outer = succeeded(parser.parseOptionalKeyword("outer"));
  if (outer)
    return success();
  return parser.parseKeyword("inner", " or 'outer'");
}

static void printRole(AsmPrinter &printer, bool outer) {
  printer << (outer ? "outer" : "inner");
}

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Lattice/IR/LatticeAttributes.cpp.inc"

void LatticeDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Dialect/Lattice/IR/LatticeAttributes.cpp.inc"
      >();
}

/// Whether a number occurs in a list twice.
static bool hasTwice(ArrayRef<int64_t> numbers) {
  llvm::SmallSet<int64_t, 8> seen;
  return !llvm::all_of(numbers,
                       [&](int64_t n) { return seen.insert(n).second; });
}

static bool isNegative(int64_t number) { return number < 0; }

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

Attribute SegmentAttr::parse(AsmParser &parser, Type) {
  StringAttr name;
  int64_t level, stride = 0;
  SmallVector<int64_t> dimensions;
  SMLoc loc = parser.getCurrentLocation();
  auto parseDimension = [&] {
    return parser.parseInteger(dimensions.emplace_back());
  };
  if (parser.parseLess() || parser.parseAttribute(name) ||
      parser.parseKeyword("level") || parser.parseInteger(level) ||
      parser.parseKeyword("along") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseDimension))
    return {};
  bool searched = succeeded(parser.parseOptionalKeyword("searched"));
  if (succeeded(parser.parseOptionalKeyword("strided")) &&
      parser.parseInteger(stride))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<SegmentAttr>(loc, parser.getContext(), name, level,
                                        dimensions, searched, stride);
}

void SegmentAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printAttributeWithoutType(getName());
  printer << " level " << getFirstLevel() << " along [" << getDimensions()
          << "]";
  if (getSearched())
    printer << " searched";
  if (isShifted())
    printer << " strided " << getStride();
  printer << ">";
}

LogicalResult
SegmentAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                    StringAttr name, int64_t firstLevel,
                    ArrayRef<int64_t> dimensions, bool, int64_t stride) {
  if (name.getValue().empty())
    return emitError() << "expected a segment to have a name";
  if (firstLevel < 0)
    return emitError() << "expected the level of segment " << name
                       << " not to be negative, got " << firstLevel;
  if (dimensions.empty())
    return emitError() << "expected segment " << name
                       << " to be along a variable";
  if (llvm::any_of(dimensions, isNegative))
    return emitError() << "segment " << name << " is along no such variable: "
                       << *llvm::find_if(dimensions, isNegative);
  if (hasTwice(dimensions))
    return emitError() << "segment " << name << " is along a variable twice";
  if (stride < 0)
    return emitError() << "expected segment " << name
                       << " to have a positive stride, got " << stride;
  return success();
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Parses `<[0, 1] locate [2] any [[#lattice.point<[3]>, ...], ...]>`, each
/// partition of which may be missing.
Attribute PointAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> iterators, locators;
  SmallVector<ArrayAttr> unions;
  SMLoc loc = parser.getCurrentLocation();
  auto parseIterator = [&] {
    return parser.parseInteger(iterators.emplace_back());
  };
  auto parseLocator = [&] {
    return parser.parseInteger(locators.emplace_back());
  };
  auto parseUnion = [&] {
    return parser.parseAttribute(unions.emplace_back());
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalSquare,
                                     parseIterator) ||
      (succeeded(parser.parseOptionalKeyword("locate")) &&
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                      parseLocator)) ||
      (succeeded(parser.parseOptionalKeyword("any")) &&
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                      parseUnion)) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<PointAttr>(loc, parser.getContext(), iterators,
                                      locators, unions);
}

void PointAttr::print(AsmPrinter &printer) const {
  llvm::ListSeparator space(" ");
  printer << "<";
  if (!getIterators().empty())
    printer << StringRef(space) << "[" << getIterators() << "]";
  if (!getLocators().empty())
    printer << StringRef(space) << "locate [" << getLocators() << "]";
  if (!getUnions().empty())
    printer << StringRef(space) << "any [" << getUnions() << "]";
  printer << ">";
}

bool PointAttr::all(llvm::function_ref<bool(PointAttr)> function) const {
  return function(*this) &&
         llvm::all_of(getUnions(), [&](ArrayAttr alternatives) {
           return llvm::all_of(
               alternatives.getAsRange<PointAttr>(),
               [&](PointAttr point) { return point.all(function); });
         });
}

bool PointAttr::containsAll(llvm::function_ref<bool(int64_t)> isPresent) const {
  return llvm::all_of(getIterators(), isPresent) &&
         llvm::all_of(getLocators(), isPresent) &&
         llvm::all_of(getUnions(), [&](ArrayAttr alternatives) {
           return llvm::any_of(
               alternatives.getAsRange<PointAttr>(),
               [&](PointAttr point) { return point.containsAll(isPresent); });
         });
}

LogicalResult
PointAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                  ArrayRef<int64_t> iterators, ArrayRef<int64_t> locators,
                  ArrayRef<ArrayAttr> unions) {
  if (iterators.empty() && locators.empty() && unions.empty())
    return emitError() << "expected a point to have a segment";
  for (ArrayAttr alternatives : unions) {
    if (alternatives.size() < 2)
      return emitError() << "expected a union of two points or more, got "
                         << alternatives;
    for (Attribute point : alternatives)
      if (!isa<PointAttr>(point))
        return emitError() << "expected a union of points, got " << point;
  }
  SmallVector<int64_t> all(iterators);
  llvm::append_range(all, locators);
  if (llvm::any_of(all, isNegative))
    return emitError() << "expected numbers of segments in a point, got "
                       << *llvm::find_if(all, isNegative);
  if (hasTwice(all))
    return emitError() << "a point names a segment twice";
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult
CopiesAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   std::optional<int64_t> number, int64_t limit) {
  if (limit < 0 || (number && *number <= limit))
    return emitError() << "expected more copies than the limit";
  return success();
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

LogicalResult
PartAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                 bool /*outer*/, StringAttr whole, std::optional<int64_t> limit,
                 std::optional<int64_t> divisor) {
  if (limit && divisor)
    return emitError() << "expected a part of " << whole
                       << " to have a limit or a divisor, got both";
  for (std::optional<int64_t> number : {limit, divisor})
    if (number && *number <= 0)
      return emitError() << "expected the number of a part of " << whole
                         << " to be positive, got " << *number;
  return success();
}
