//===- LevelAttributes.cpp - Formats ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format attribute: the questions that the compiler asks of it.
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

bool FormatAttr::isMadeOfCounts(int64_t level) {
  FormatAttr self = *this;
  auto countsRows = [&](int64_t below) {
    LevelTypeAttrInterface type = self.getLevelType(below);
    return type.numbersSlots(below + 1 == self.getNumLevels()) &&
           isa<CountsRowsLevelTypeAttrInterface>(type);
  };
  return getNumSlots() != 0 &&
         isa<MadeOfCountsLevelTypeAttrInterface>(getLevelType(level)) &&
         llvm::all_of(llvm::seq<int64_t>(0, level),
                      [&](int64_t above) {
                        return self.getLevelType(above).isFull();
                      }) &&
         llvm::any_of(llvm::seq(level + 1, getNumLevels()), countsRows);
}

bool FormatAttr::isCountedInSlots(int64_t level) {
  if (getNumSlots() == 0 || isMadeOfCounts(level))
    return false;
  LevelTypeAttrInterface type = getLevelType(level);
  return type.hasAppend() || type.insertsInOrder() ||
         (type.hasInsert() && !type.isOrdered());
}

bool FormatAttr::countsInSlots() {
  FormatAttr self = *this;
  return llvm::any_of(
      llvm::seq<int64_t>(0, getNumLevels()),
      [&](int64_t level) { return self.isCountedInSlots(level); });
}

/// Whether entries that have their slots can be counted in a level, under
/// parents that are known.
static bool canCountInSlots(FormatAttr format, int64_t level) {
  LevelTypeAttrInterface type = format.getLevelType(level);
  // The slots of a row are taken from the first on, one after the other.
  if (type.insertsInOrder())
    return format.isSlotLevel(level) && type.hasLocate();
  if (!type.hasAppend())
    return true;
  if (format.isSlotLevel(level) || !type.hasScatter() || !type.isUnique())
    return false;
  // Each entry of a slot is a child of its own.
  bool isBelowSlots = false;
  for (int64_t other = 0, end = format.getNumLevels(); other != end; ++other) {
    isBelowSlots |= other < level && format.isSlotLevel(other);
    if (other < level && !format.getLevelType(other).isFull())
      return false;
    if (other > level && !format.getLevelType(other).isBranchless())
      return false;
  }
  return isBelowSlots;
}

bool FormatAttr::isAssembled() {
  bool isBelowSlots = false, isNumbered = getNumSlots() == 0;
  for (int64_t level = 0, end = getNumLevels(); level != end; ++level) {
    LevelTypeAttrInterface type = getLevelType(level);
    if (!type.hasAppend() && !type.hasInsert())
      return false;
    if (getNumSlots() != 0 && !canCountInSlots(*this, level))
      return false;
    if (isa<MadeOfCountsLevelTypeAttrInterface>(type) && !isMadeOfCounts(level))
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

bool FormatAttr::isPlain() {
  return isPermutation() &&
         llvm::all_of(getLevelTypes(), llvm::IsaPred<DenseAttr>);
}

bool FormatAttr::isCoordinateList() {
  FormatAttr self = *this;
  int64_t numLevels = getNumLevels();
  return numLevels != 0 &&
         llvm::all_of(llvm::seq<int64_t>(0, numLevels), [&](int64_t level) {
           LevelTypeAttrInterface type = self.getLevelType(level);
           bool mayBeUnique = level != 0 && level == numLevels - 1;
           return type.hasAppend() && (mayBeUnique || !type.isUnique()) &&
                  type.isBranchless() == (level != 0);
         });
}

bool FormatAttr::sortsEntries() {
  return isCoordinateList() && !getLevelType(getNumLevels() - 1).isUnique();
}

bool FormatAttr::hasLevelOf(FormatAttr other, int64_t level) {
  return getLevelType(level) == other.getLevelType(level) &&
         getPosType(level) == other.getPosType(level) &&
         getCrdType(level) == other.getCrdType(level);
}

bool FormatAttr::hasLevelsOf(FormatAttr other) {
  FormatAttr self = *this;
  return getDimToLevel() == other.getDimToLevel() &&
         getNumLevels() == other.getNumLevels() &&
         llvm::all_of(
             llvm::seq<int64_t>(0, getNumLevels()),
             [&](int64_t level) { return self.hasLevelOf(other, level); });
}

Type FormatAttr::getPosType(int64_t level) {
  return IntegerType::get(getContext(), getPosWidths()[level]);
}

Type FormatAttr::getCrdType(int64_t level) {
  return IntegerType::get(getContext(), getCrdWidths()[level]);
}

bool weft::level::insertsInAnyOrder(LevelTypeAttrInterface type) {
  return type.hasInsert() && !type.insertsInOrder();
}

bool weft::level::arePositionsCoordinates(LevelTypeAttrInterface type) {
  return !type.hasPositionIterate() && type.isFull() && type.isOrdered() &&
         type.isUnique() && type.hasRecover();
}

bool weft::level::canIteratePositions(LevelTypeAttrInterface type) {
  return type.hasPositionIterate() ||
         (arePositionsCoordinates(type) && type.isCompact());
}

bool weft::level::hasAdjacentSegments(LevelTypeAttrInterface type) {
  return type.hasPositionIterate() && type.hasRecover() && !type.isBranchless();
}

bool weft::level::collectsSegments(LevelTypeAttrInterface type) {
  return type.hasAppend() && type.hasScatter() && type.isUnique() &&
         !type.isBranchless() && !type.sharesPositions();
}

bool FormatAttr::takesAnyOrder(int64_t level) {
  return level::insertsInAnyOrder(getLevelType(level)) || isSlotLevel(level);
}

Attribute FormatAttr::getFormatOf(Type, std::string &) const { return *this; }

/// The format of a tensor type, and otherwise why it has none.
static FormatAttr findFormat(RankedTensorType type, std::string &reason) {
  if (!type.getEncoding())
    return FormatAttr::getDense(type.getContext(), type.getRank());
  auto encoding = dyn_cast<FormatAttrInterface>(type.getEncoding());
  if (!encoding)
    return {};
  Attribute format = encoding.getFormatOf(type.getElementType(), reason);
  return cast_if_present<FormatAttr>(format);
}

FormatAttr weft::level::getFormat(RankedTensorType type) {
  std::string reason;
  return findFormat(type, reason);
}

std::string weft::level::describeMissingFormat(RankedTensorType type) {
  std::string message, reason;
  llvm::raw_string_ostream os(message);
  findFormat(type, reason);
  os << "expected a tensor with a level format, got '" << type << "'";
  if (!reason.empty())
    os << ": " << reason;
  return message;
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
  if (FormatAttr format = getFormat(type); format && format.getFill())
    return format.getFill();
  return getZero(type.getElementType());
}
