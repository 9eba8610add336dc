//===- FormatText.cpp - Formats as text -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and prints the format attribute: its dimensions, a level type for each
// level, and options.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft::level;

namespace {
/// What a format calls the slot of an entry.
constexpr StringLiteral kSlot = "slot";

/// The names by which a format refers to its dimensions.
using DimNames = llvm::SmallVector<llvm::StringRef>;

/// Parses a dimension expression of a level: a dimension, `dim floordiv c` or
/// `dim mod c`.
ParseResult parseLevelExpr(AsmParser &parser, const DimNames &dims,
                           AffineExpr &expr) {
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return failure();
  auto it = llvm::find(dims, name);
  MLIRContext *context = parser.getContext();
  if (it == dims.end() && name == kSlot) {
    expr = getAffineSymbolExpr(0, context);
    return success();
  }
  if (it == dims.end())
    return parser.emitError(loc) << "unknown dimension '" << name << "'";
  expr = getAffineDimExpr(it - dims.begin(), context);
  bool isFloorDiv = succeeded(parser.parseOptionalKeyword("floordiv"));
  if (!isFloorDiv && failed(parser.parseOptionalKeyword("mod")))
    return success();
  int64_t factor;
  loc = parser.getCurrentLocation();
  if (parser.parseInteger(factor))
    return failure();
  // Quotients and remainders of 1 are no functions of the dimension.
  if (factor < 2)
    return parser.emitError(loc)
           << "expected a block size of at least 2, got " << factor;
  expr = isFloorDiv ? expr.floorDiv(factor) : expr % factor;
  return success();
}

void printLevelExpr(AsmPrinter &printer, AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    printer << "d" << dim.getPosition();
    return;
  }
  if (isa<AffineSymbolExpr>(expr)) {
    printer << kSlot;
    return;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  printLevelExpr(printer, binary.getLHS());
  printer << (expr.getKind() == AffineExprKind::FloorDiv ? " floordiv "
                                                         : " mod ")
          << cast<AffineConstantExpr>(binary.getRHS()).getValue();
}

/// Parses `key = value` pairs that follow the levels.
using Widths = SmallVector<unsigned>;

/// Parses one width for all levels, or a list of one for each.
ParseResult parseWidths(AsmParser &parser, Widths &widths) {
  SMLoc loc = parser.getCurrentLocation();
  size_t numLevels = widths.size();
  if (failed(parser.parseOptionalLSquare())) {
    unsigned width;
    if (parser.parseInteger(width))
      return failure();
    widths.assign(numLevels, width);
    return success();
  }
  widths.clear();
  auto parseWidth = [&] { return parser.parseInteger(widths.emplace_back()); };
  if (parser.parseCommaSeparatedList(parseWidth) || parser.parseRSquare())
    return failure();
  if (widths.size() == numLevels)
    return success();
  return parser.emitError(loc) << "expected a width for each of " << numLevels
                               << " levels, got " << widths.size();
}

void printWidths(AsmPrinter &printer, StringRef key, ArrayRef<unsigned> widths,
                 unsigned defaultWidth) {
  if (llvm::all_of(widths,
                   [&](unsigned width) { return width == defaultWidth; }))
    return;
  printer << ", " << key << " = ";
  if (llvm::all_equal(widths)) {
    printer << widths.front();
    return;
  }
  printer << "[";
  llvm::interleaveComma(widths, printer);
  printer << "]";
}

ParseResult parseFormatOptions(AsmParser &parser, Widths &posWidths,
                               Widths &crdWidths, Attribute &fill,
                               bool &packed) {
  while (succeeded(parser.parseOptionalComma())) {
    StringRef key;
    SMLoc loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalKeyword("packed"))) {
      packed = true;
      continue;
    }
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (key == "pos") {
      if (parseWidths(parser, posWidths))
        return failure();
    } else if (key == "crd") {
      if (parseWidths(parser, crdWidths))
        return failure();
    } else if (key == "fill") {
      if (parser.parseAttribute(fill))
        return failure();
    } else {
      return parser.emitError(loc)
             << "expected 'pos', 'crd', 'fill' or 'packed', got '" << key
             << "'";
    }
  }
  return success();
}
} // namespace

Attribute FormatAttr::parse(AsmParser &parser, Type) {
  MLIRContext *context = parser.getContext();
  DimNames dims;
  auto parseDim = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (llvm::is_contained(dims, name))
      return parser.emitError(loc) << "dimension '" << name << "' occurs twice";
    dims.push_back(name);
    return success();
  };
  SmallVector<AffineExpr> exprs;
  SmallVector<Attribute> levelTypes;
  Widths posWidths, crdWidths;
  auto parseLevel = [&]() -> ParseResult {
    AffineExpr expr;
    Attribute type;
    if (parseLevelExpr(parser, dims, expr) || parser.parseColon() ||
        parseLevelType(parser, type))
      return failure();
    exprs.push_back(expr);
    levelTypes.push_back(type);
    posWidths.push_back(kDefaultWidth);
    crdWidths.push_back(kDefaultWidth);
    return success();
  };
  Attribute fill;
  bool packed = false;
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseDim) ||
      parser.parseArrow() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseLevel) ||
      parseFormatOptions(parser, posWidths, crdWidths, fill, packed) ||
      parser.parseGreater())
    return {};
  bool hasSlot = llvm::any_of(exprs, llvm::IsaPred<AffineSymbolExpr>);
  auto map = AffineMap::get(dims.size(), hasSlot ? 1 : 0, exprs, context);
  // The types are those of the declaration: the storage is not known here.
  auto emitError = [&] { return parser.emitError(parser.getNameLoc()); };
  return FormatAttr::getChecked(
      llvm::function_ref<InFlightDiagnostic()>(emitError), context, map,
      ArrayRef<Attribute>(levelTypes), ArrayRef<unsigned>(posWidths),
      ArrayRef<unsigned>(crdWidths), fill, packed);
}

void FormatAttr::print(AsmPrinter &printer) const {
  FormatAttr self = *this;
  printer << "<(";
  llvm::interleaveComma(llvm::seq<int64_t>(0, self.getNumDims()), printer,
                        [&](int64_t dim) { printer << "d" << dim; });
  printer << ") -> (";
  llvm::interleaveComma(
      llvm::zip_equal(getDimToLevel().getResults(), getLevelTypes()), printer,
      [&](auto level) {
        printLevelExpr(printer, std::get<0>(level));
        printer << " : ";
        printLevelType(printer, std::get<1>(level));
      });
  printer << ")";
  printWidths(printer, "pos", getPosWidths(), kDefaultWidth);
  printWidths(printer, "crd", getCrdWidths(), kDefaultWidth);
  if (getFill())
    printer << ", fill = " << getFill();
  if (getPacked())
    printer << ", packed";
  printer << ">";
}
