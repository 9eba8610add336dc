//===- Formats.cpp - Upstream's encodings as formats ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates level by level. A batch level has no translation. Slices and
// explicit values of an encoding are dropped: a slice is stored in separate
// arrays, and the values of all stored components are stored.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/SparseTensor/Formats.h"

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace weft::level;
using sparse_tensor::LevelFormat;
using sparse_tensor::LevelType;
using sparse_tensor::SparseTensorEncodingAttr;

/// The level type of a level that stores `expr`. Null if there is none; then
/// `reason` says why.
static Attribute translateLevel(LevelType type, AffineExpr expr,
                                std::string &reason) {
  MLIRContext *context = expr.getContext();
  bool unique = sparse_tensor::isUniqueLT(type);
  bool ordered = sparse_tensor::isOrderedLT(type);
  switch (type.getLvlFmt()) {
  case LevelFormat::Dense:
    return DenseAttr::get(context);
  case LevelFormat::Compressed:
    return CompressedAttr::get(context, unique, ordered);
  case LevelFormat::Singleton:
    return SingletonAttr::get(context, unique, ordered);
  case LevelFormat::LooseCompressed:
    return LooseCompressedAttr::get(context, unique, ordered);
  case LevelFormat::NOutOfM: {
    auto remainder = dyn_cast<AffineBinaryOpExpr>(expr);
    if (remainder && expr.getKind() == AffineExprKind::Mod &&
        remainder.getRHS() == getAffineConstantExpr(type.getM(), context))
      return StructuredAttr::get(context, type.getN());
    reason = "a structured level of a format stores the remainders by " +
             std::to_string(type.getM());
    return {};
  }
  case LevelFormat::Batch:
    reason = "a batch level has no counterpart; a format stores batches in "
             "(b, i, j) -> (b : dense, i : dense, j : batched)";
    return {};
  case LevelFormat::Undef:
    break;
  }
  reason = "a level is undefined";
  return {};
}

/// The implicit value as a fill, which is null if it is zero.
static Attribute translateFill(Attribute value, Type elementType) {
  if (auto number = dyn_cast_or_null<complex::NumberAttr>(value))
    if (auto type = dyn_cast<ComplexType>(elementType))
      value = ArrayAttr::get(
          value.getContext(),
          {FloatAttr::get(type.getElementType(), number.getReal()),
           FloatAttr::get(type.getElementType(), number.getImag())});
  return value == getZero(elementType) ? Attribute() : value;
}

namespace {
struct EncodingModel
    : FormatAttrInterface::ExternalModel<EncodingModel,
                                         SparseTensorEncodingAttr> {
  Attribute getFormatOf(Attribute attr, Type elementType,
                        std::string &reason) const;
};
} // namespace

Attribute EncodingModel::getFormatOf(Attribute attr, Type elementType,
                                     std::string &reason) const {
  auto encoding = cast<SparseTensorEncodingAttr>(attr);
  AffineMap map = encoding.getDimToLvl();
  SmallVector<Attribute> types;
  for (auto [type, expr] :
       llvm::zip_equal(encoding.getLvlTypes(), map.getResults())) {
    types.push_back(translateLevel(type, expr, reason));
    if (!types.back())
      return {};
  }
  // Without a width, positions and coordinates are of the type index. Numbers
  // of 8 and 16 bits have no sign in an encoding, but have one in a format,
  // where they need more bits.
  auto getWidth = [](unsigned width) {
    return width == 0 ? 64 : width < 32 ? 2 * width : width;
  };
  SmallVector<unsigned> posWidths(types.size(),
                                  getWidth(encoding.getPosWidth()));
  SmallVector<unsigned> crdWidths(types.size(),
                                  getWidth(encoding.getCrdWidth()));
  Attribute fill = translateFill(encoding.getImplicitVal(), elementType);
  auto isSilent = [] { return InFlightDiagnostic(); };
  if (map.getNumSymbols() != 0 ||
      failed(FormatAttr::verify(isSilent, map, types, posWidths, crdWidths,
                                fill, /*packed=*/false))) {
    reason = "no format has these levels";
    return {};
  }
  return FormatAttr::get(attr.getContext(), map, types, posWidths, crdWidths,
                         fill, /*packed=*/false);
}

void weft::level::registerSparseTensorFormats(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, sparse_tensor::SparseTensorDialect *) {
        SparseTensorEncodingAttr::attachInterface<EncodingModel>(*context);
      });
}
