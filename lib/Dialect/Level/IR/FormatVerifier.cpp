//===- FormatVerifier.cpp - Verifier of formats -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifies formats, and tensors against the formats that encode them.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft::level;

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

/// Each dimension is stored whole by one level, or by quotient and remainder.
static LogicalResult verifyDims(function_ref<InFlightDiagnostic()> emitError,
                                AffineMap dimToLevel) {
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
  return success();
}

static LogicalResult verifySlots(function_ref<InFlightDiagnostic()> emitError,
                                 AffineMap dimToLevel) {
  int64_t numSlots =
      llvm::count_if(dimToLevel.getResults(), llvm::IsaPred<AffineSymbolExpr>);
  if (numSlots != dimToLevel.getNumSymbols() || numSlots > 1)
    return emitError() << "expected one level of slots at most";
  return success();
}

static LogicalResult verifyLevels(function_ref<InFlightDiagnostic()> emitError,
                                  AffineMap dimToLevel,
                                  ArrayRef<Attribute> levelTypes) {
  for (auto [level, type] : llvm::enumerate(levelTypes)) {
    auto levelType = dyn_cast<LevelTypeAttrInterface>(type);
    if (!levelType)
      return emitError() << "expected a level type, got " << type;
    if (level == 0 && levelType.isBranchless())
      return emitError() << "level 1 has no parents to be branchless under";
    // Slots are numbered one by one.
    bool isFilled = levelType.hasLocate() && levelType.isUnique() &&
                    !levelType.hasAppend() && !insertsInAnyOrder(levelType);
    if (isa<AffineSymbolExpr>(dimToLevel.getResult(level)) &&
        !(isFilled || (levelType.isFull() && levelType.hasLocate())))
      return emitError() << "expected a level of slots that is dense or takes "
                            "none but the next, and can be located in, got "
                         << type;
  }
  return success();
}

/// Asks the level types that cannot stand anywhere.
static LogicalResult verifyPlaces(function_ref<InFlightDiagnostic()> emitError,
                                  AffineMap dimToLevel,
                                  ArrayRef<Attribute> levelTypes,
                                  ArrayRef<unsigned> crdWidths) {
  for (int64_t level = 0, e = levelTypes.size(); level != e; ++level)
    if (auto type = dyn_cast<PlacedLevelTypeAttrInterface>(levelTypes[level]))
      if (failed(type.verifyPlace({dimToLevel, levelTypes, crdWidths, level},
                                  emitError)))
        return failure();
  return success();
}

/// A coordinate is packed with the component at its position.
static LogicalResult verifyPacked(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<Attribute> levelTypes) {
  SmallVector<LevelArray> arrays;
  if (!levelTypes.empty())
    cast<LevelTypeAttrInterface>(levelTypes.back()).getArrays(arrays);
  if (llvm::count_if(arrays, [](const LevelArray &array) {
        return array.isForEachPosition;
      }) == 1)
    return success();
  InFlightDiagnostic error =
      emitError() << "expected a packed format to have a last level with one "
                     "coordinate for each position, got ";
  if (levelTypes.empty())
    return error << "none";
  return error << levelTypes.back();
}

LogicalResult FormatAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 AffineMap dimToLevel,
                                 ArrayRef<Attribute> levelTypes,
                                 ArrayRef<unsigned> posWidths,
                                 ArrayRef<unsigned> crdWidths, Attribute fill,
                                 bool packed) {
  if (dimToLevel.getNumResults() != levelTypes.size())
    return emitError() << "expected one level type per level, got "
                       << levelTypes.size() << " for "
                       << dimToLevel.getNumResults() << " levels";
  if (posWidths.size() != levelTypes.size() ||
      crdWidths.size() != levelTypes.size())
    return emitError() << "expected widths for each of " << levelTypes.size()
                       << " levels";
  for (auto [posWidth, crdWidth] : llvm::zip_equal(posWidths, crdWidths))
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
  return failure(
      failed(verifyDims(emitError, dimToLevel)) ||
      failed(verifySlots(emitError, dimToLevel)) ||
      failed(verifyLevels(emitError, dimToLevel, levelTypes)) ||
      failed(verifyPlaces(emitError, dimToLevel, levelTypes, crdWidths)) ||
      (packed && failed(verifyPacked(emitError, levelTypes))));
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

LevelTypeAttrInterface LevelPlace::getType(int64_t number) const {
  return cast<LevelTypeAttrInterface>(levelTypes[number]);
}

/// The number of coordinates of a level, if that is known of a shape.
static std::optional<int64_t> getStaticSize(LevelExpr expr,
                                            ArrayRef<int64_t> shape) {
  if (expr.part == LevelPart::Remainder)
    return expr.block;
  if (expr.dim == static_cast<int64_t>(shape.size()) ||
      ShapedType::isDynamic(shape[expr.dim]))
    return std::nullopt;
  int64_t size = shape[expr.dim];
  return expr.part == LevelPart::Whole
             ? size
             : llvm::divideCeilSigned(size, expr.block);
}

static bool storesCoordinates(LevelTypeAttrInterface type) {
  SmallVector<LevelArray> arrays;
  type.getArrays(arrays);
  return llvm::any_of(arrays, [](const LevelArray &array) {
    return array.kind == LevelArray::Kind::Coordinates;
  });
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
  for (int64_t level = 0; level != self.getNumLevels(); ++level) {
    std::optional<int64_t> size =
        getStaticSize(self.getLevelExpr(level), shape);
    unsigned width = getCrdWidths()[level];
    if (size && storesCoordinates(self.getLevelType(level)) &&
        !llvm::isIntN(width, *size - 1))
      return emitError() << "level " << level + 1 << " has " << *size
                         << " coordinates, and coordinates of " << width
                         << " bits number at most " << llvm::maxIntN(width) + 1
                         << "; use a larger 'crd', as in 'crd = 64'";
  }
  return success();
}
