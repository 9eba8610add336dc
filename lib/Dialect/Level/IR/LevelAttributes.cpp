//===- LevelAttributes.cpp - Formats -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format attribute: its text form, its verification and the questions that
// the compiler asks of it.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::level;

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Level/IR/LevelAttributes.cpp.inc"

void LevelDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Dialect/Level/IR/LevelAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

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
ParseResult parseFormatOptions(AsmParser &parser, unsigned &posWidth,
                               unsigned &crdWidth, Attribute &fill) {
  while (succeeded(parser.parseOptionalComma())) {
    StringRef key;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (key == "pos") {
      if (parser.parseInteger(posWidth))
        return failure();
    } else if (key == "crd") {
      if (parser.parseInteger(crdWidth))
        return failure();
    } else if (key == "fill") {
      if (parser.parseAttribute(fill))
        return failure();
    } else {
      return parser.emitError(loc)
             << "expected 'pos', 'crd' or 'fill', got '" << key << "'";
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
  auto parseLevel = [&]() -> ParseResult {
    AffineExpr expr;
    Attribute type;
    if (parseLevelExpr(parser, dims, expr) || parser.parseColon() ||
        parseLevelType(parser, type))
      return failure();
    exprs.push_back(expr);
    levelTypes.push_back(type);
    return success();
  };
  unsigned posWidth = kDefaultWidth, crdWidth = kDefaultWidth;
  Attribute fill;
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseDim) ||
      parser.parseArrow() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseLevel) ||
      parseFormatOptions(parser, posWidth, crdWidth, fill) ||
      parser.parseGreater())
    return {};
  bool hasSlot = llvm::any_of(exprs, llvm::IsaPred<AffineSymbolExpr>);
  auto map = AffineMap::get(dims.size(), hasSlot ? 1 : 0, exprs, context);
  return parser.getChecked<FormatAttr>(context, map, levelTypes, posWidth,
                                       crdWidth, fill);
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
  if (getPosWidth() != kDefaultWidth)
    printer << ", pos = " << getPosWidth();
  if (getCrdWidth() != kDefaultWidth)
    printer << ", crd = " << getCrdWidth();
  if (getFill())
    printer << ", fill = " << getFill();
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

static bool isIndexWidth(unsigned width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

/// Whether an expression is a dimension, or its quotient or remainder.
static bool isLevelExpr(AffineExpr expr) {
  if (isa<AffineDimExpr, AffineSymbolExpr>(expr))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return binary &&
         (expr.getKind() == AffineExprKind::FloorDiv ||
          expr.getKind() == AffineExprKind::Mod) &&
         isa<AffineDimExpr>(binary.getLHS()) &&
         isa<AffineConstantExpr>(binary.getRHS());
}

LogicalResult FormatAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 AffineMap dimToLevel,
                                 ArrayRef<Attribute> levelTypes,
                                 unsigned posWidth, unsigned crdWidth,
                                 Attribute fill) {
  if (dimToLevel.getNumResults() != levelTypes.size())
    return emitError() << "expected one level type per level, got "
                       << levelTypes.size() << " for "
                       << dimToLevel.getNumResults() << " levels";
  if (!isIndexWidth(posWidth) || !isIndexWidth(crdWidth))
    return emitError() << "expected 8, 16, 32 or 64 bits for positions and "
                          "coordinates, got pos = "
                       << posWidth << " and crd = " << crdWidth;
  for (AffineExpr expr : dimToLevel.getResults())
    if (!isLevelExpr(expr))
      return emitError()
             << "expected levels of a dimension, its quotient or its "
                "remainder by a block size, got "
             << AffineMapAttr::get(dimToLevel);
  // Each dimension is stored whole by one level, or by quotient and remainder.
  for (unsigned dim = 0, e = dimToLevel.getNumDims(); dim != e; ++dim) {
    int64_t quotient = 0, remainder = 0;
    unsigned whole = 0, parts = 0;
    for (AffineExpr expr : dimToLevel.getResults()) {
      if (!expr.isFunctionOfDim(dim))
        continue;
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary) {
        ++whole;
        continue;
      }
      ++parts;
      int64_t factor = cast<AffineConstantExpr>(binary.getRHS()).getValue();
      if (factor < 2)
        return emitError() << "expected a block size of at least 2, got "
                           << factor;
      (expr.getKind() == AffineExprKind::FloorDiv ? quotient : remainder) =
          factor;
    }
    bool isWhole = whole == 1 && parts == 0;
    bool isBlocked =
        whole == 0 && parts == 2 && quotient != 0 && quotient == remainder;
    if (!isWhole && !isBlocked)
      return emitError() << "expected dimension " << dim
                         << " to be stored by one level, or by one level of "
                            "its quotient and one of its remainder";
  }
  int64_t numSlots =
      llvm::count_if(dimToLevel.getResults(), llvm::IsaPred<AffineSymbolExpr>);
  if (numSlots != dimToLevel.getNumSymbols() || numSlots > 1)
    return emitError() << "expected one level of slots at most";
  if (numSlots != 0 && fill)
    return emitError() << "expected no fill of a format with slots, whose "
                          "entries are added up";
  auto isSlot = [&](int64_t level) {
    return level >= 0 && isa<AffineSymbolExpr>(dimToLevel.getResult(level));
  };
  for (auto [index, type] : llvm::enumerate(levelTypes)) {
    auto levelType = dyn_cast<LevelTypeAttrInterface>(type);
    if (!levelType)
      return emitError() << "expected a level type, got " << type;
    if (index == 0 && levelType.isBranchless())
      return emitError() << "level 0 has no parents to be branchless under";
    int64_t level = index;
    if (isSlot(level) && !(levelType.isFull() && levelType.hasLocate()))
      return emitError() << "expected a dense level of slots, got " << type;
    if (isa<RangeAttr>(type) &&
        (!isSlot(level - 1) || index + 1 == levelTypes.size() ||
         !isa<OffsetAttr>(levelTypes[index + 1])))
      return emitError() << "level " << level
                         << " is a range: expected a level of slots above it "
                            "and an offset level below";
    if (isa<OffsetAttr>(type) && !isSlot(level - 2))
      return emitError() << "level " << level
                         << " is an offset: expected a level of slots two "
                            "levels above it";
  }
  return success();
}

bool weft::level::isScalarOfType(Attribute scalar, Type type) {
  // A type that could not be parsed is null.
  if (auto complex = dyn_cast_or_null<ComplexType>(type)) {
    auto parts = dyn_cast<ArrayAttr>(scalar);
    return parts && parts.size() == 2 &&
           llvm::all_of(parts, [&](Attribute part) {
             return isScalarOfType(part, complex.getElementType());
           });
  }
  return isa<IntegerAttr, FloatAttr>(scalar) &&
         cast<TypedAttr>(scalar).getType() == type;
}

LogicalResult
FormatAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                           function_ref<InFlightDiagnostic()> emitError) const {
  FormatAttr self = *this;
  if (static_cast<int64_t>(shape.size()) != self.getNumDims())
    return emitError() << "format has " << self.getNumDims()
                       << " dimensions, but the tensor has " << shape.size();
  if (getFill() && !isScalarOfType(getFill(), elementType))
    return emitError() << "expected a fill of type " << elementType << ", got "
                       << getFill();
  return success();
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

FormatAttr FormatAttr::getDense(MLIRContext *context, int64_t order) {
  SmallVector<Attribute> types(order, DenseAttr::get(context));
  return get(context, AffineMap::getMultiDimIdentityMap(order, context), types);
}

FormatAttr FormatAttr::getCOO(MLIRContext *context, ArrayRef<int64_t> dims,
                              bool uniqueLeaf) {
  auto levels = llvm::map_to_vector(
      dims, [](int64_t dim) { return LevelExpr{dim, LevelPart::Whole, 1}; });
  return getCOO(context, dims.size(), levels, uniqueLeaf);
}

FormatAttr FormatAttr::getCOO(MLIRContext *context, int64_t numDims,
                              ArrayRef<LevelExpr> levels, bool uniqueLeaf) {
  SmallVector<Attribute> types;
  SmallVector<AffineExpr> exprs;
  for (auto [number, level] : llvm::enumerate(levels)) {
    bool unique = uniqueLeaf && number + 1 == levels.size();
    types.push_back(number == 0
                        ? Attribute(CompressedAttr::get(context, unique, true))
                        : SingletonAttr::get(context, unique, true));
    AffineExpr expr = getAffineDimExpr(level.dim, context);
    if (level.part == LevelPart::Quotient)
      expr = expr.floorDiv(level.block);
    else if (level.part == LevelPart::Remainder)
      expr = expr % level.block;
    exprs.push_back(expr);
  }
  return get(context, AffineMap::get(numDims, 0, exprs, context), types);
}

LevelTypeAttrInterface FormatAttr::getLevelType(int64_t level) {
  return cast<LevelTypeAttrInterface>(getLevelTypes()[level]);
}

LevelExpr FormatAttr::getLevelExpr(int64_t level) {
  AffineExpr expr = getDimToLevel().getResult(level);
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return {static_cast<int64_t>(dim.getPosition()), LevelPart::Whole, 1};
  if (isa<AffineSymbolExpr>(expr))
    return {getNumDims(), LevelPart::Whole, 1};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  return {
      static_cast<int64_t>(cast<AffineDimExpr>(binary.getLHS()).getPosition()),
      expr.getKind() == AffineExprKind::FloorDiv ? LevelPart::Quotient
                                                 : LevelPart::Remainder,
      cast<AffineConstantExpr>(binary.getRHS()).getValue()};
}

int64_t FormatAttr::getLevelDim(int64_t level) {
  LevelExpr expr = getLevelExpr(level);
  bool isDim = expr.part == LevelPart::Whole && expr.dim != getNumDims();
  return isDim ? expr.dim : -1;
}

bool FormatAttr::isAssembled() {
  bool isBelowSlots = false, isNumbered = getNumSlots() == 0;
  for (int64_t level = 0, end = getNumLevels(); level != end; ++level) {
    LevelTypeAttrInterface type = getLevelType(level);
    if (!type.hasAppend() && !type.hasInsert())
      return false;
    if (getNumSlots() != 0 && !type.hasInsert())
      return false;
    isBelowSlots |= isSlotLevel(level);
    // One coordinate for each parent is inserted where a slot is free.
    if (type.hasInsert() && type.isBranchless()) {
      if (!isBelowSlots || isNumbered || !type.numbersSlots(level + 1 == end))
        return false;
      isNumbered = true;
    }
    // Slots are numbered by the coordinates of the levels above, which are as
    // many as the dimensions have.
    if (!isNumbered && !type.isOrdered())
      return false;
  }
  return isNumbered;
}

bool FormatAttr::isPermutation() { return getDimToLevel().isPermutation(); }

bool FormatAttr::isAllDense() {
  return llvm::all_of(getLevelTypes(), [](Attribute type) {
    auto levelType = cast<LevelTypeAttrInterface>(type);
    return levelType.isFull() && levelType.hasLocate();
  });
}

bool FormatAttr::isCoordinateList() {
  FormatAttr self = *this;
  int64_t numLevels = getNumLevels();
  return numLevels != 0 &&
         llvm::all_of(llvm::seq<int64_t>(0, numLevels), [&](int64_t level) {
           LevelTypeAttrInterface type = self.getLevelType(level);
           return type.hasAppend() && !type.isUnique() &&
                  type.isBranchless() == (level != 0);
         });
}

Type FormatAttr::getPosType() {
  return IntegerType::get(getContext(), getPosWidth());
}

Type FormatAttr::getCrdType() {
  return IntegerType::get(getContext(), getCrdWidth());
}

FormatAttr weft::level::getFormat(RankedTensorType type) {
  if (!type.getEncoding())
    return FormatAttr::getDense(type.getContext(), type.getRank());
  return dyn_cast<FormatAttr>(type.getEncoding());
}

Attribute weft::level::getZero(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Attribute part = getZero(complex.getElementType());
    return part ? ArrayAttr::get(type.getContext(), {part, part}) : Attribute();
  }
  if (!type.isIntOrIndexOrFloat())
    return {};
  return Builder(type.getContext()).getZeroAttr(type);
}

Attribute weft::level::getFill(RankedTensorType type) {
  if (auto format = dyn_cast_or_null<FormatAttr>(type.getEncoding()))
    if (format.getFill())
      return format.getFill();
  return getZero(type.getElementType());
}
