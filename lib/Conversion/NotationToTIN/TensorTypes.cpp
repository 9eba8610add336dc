//===- TensorTypes.cpp - Types of tensors with formats ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the text and the runtime call a format becomes the encoding of a tensor
// type.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/NotationToTIN/NotationToTIN.h"

#include "ScalarType.h"

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace weft;

static Attribute getLevelType(MLIRContext *context,
                              const runtime::Level &level) {
  switch (level.kind) {
  case runtime::LevelKind::Dense:
    return level::DenseAttr::get(context);
  case runtime::LevelKind::Compressed:
    return level::CompressedAttr::get(context, level.unique, level.ordered);
  case runtime::LevelKind::Singleton:
    return level::SingletonAttr::get(context, level.unique, level.ordered);
  case runtime::LevelKind::Bitmap:
    return level::BitmapAttr::get(context);
  case runtime::LevelKind::Hashed:
    return level::HashedAttr::get(context);
  case runtime::LevelKind::Range:
    return level::RangeAttr::get(context);
  case runtime::LevelKind::Offset:
    return level::OffsetAttr::get(context);
  case runtime::LevelKind::Padded:
    return level::PaddedAttr::get(context);
  case runtime::LevelKind::LooseCompressed:
    return level::LooseCompressedAttr::get(context, level.unique,
                                           level.ordered);
  case runtime::LevelKind::Listed:
    return level::ListedAttr::get(context);
  case runtime::LevelKind::RunLength:
    return level::RunLengthAttr::get(context);
  case runtime::LevelKind::Interval:
    return level::IntervalAttr::get(context);
  case runtime::LevelKind::Structured:
    return level::StructuredAttr::get(context, level.room);
  case runtime::LevelKind::Batched:
    return level::BatchedAttr::get(context);
  case runtime::LevelKind::Permuted:
    return level::PermutedAttr::get(context, level.room);
  case runtime::LevelKind::Sliced:
    return level::SlicedAttr::get(context, level.room);
  case runtime::LevelKind::Plugin:
    return parseAttribute("#" + level.pluginType->text, context);
  }
  llvm_unreachable("unknown level type");
}

/// The fill of a format as a component of a type; null if it is zero.
static Attribute getFill(MLIRContext *context, const TensorStorage &storage) {
  if (!storage.format.fill)
    return {};
  // Rounded as a component is, and loaded again.
  alignas(16) char component[16];
  if (!runtime::storeNumber(*storage.format.fill, storage.type, component))
    return {};
  runtime::Number number = runtime::loadNumber(storage.type, component);
  Builder builder(context);
  Type type = getStoredType(context, storage.type);
  if (auto integer = dyn_cast<mlir::IntegerType>(type)) {
    APInt bits(64, number.magnitude);
    if (number.isNegative)
      bits.negate();
    return builder.getIntegerAttr(type, bits.trunc(integer.getWidth()));
  }
  auto complex = dyn_cast<ComplexType>(type);
  if (!complex)
    return builder.getFloatAttr(type, number.real);
  Type part = complex.getElementType();
  return builder.getArrayAttr({builder.getFloatAttr(part, number.real),
                               builder.getFloatAttr(part, number.imaginary)});
}

/// The encoding for a storage; null for a dense array in row-major order, and,
/// after an error, for levels that may not stand where they are if `emitError`
/// is given.
static Attribute
getEncoding(MLIRContext *context, const TensorStorage &storage,
            function_ref<InFlightDiagnostic()> emitError = nullptr) {
  const runtime::Format &format = storage.format;
  SmallVector<AffineExpr> modes;
  SmallVector<Attribute> levelTypes;
  SmallVector<unsigned> posWidths, crdWidths;
  bool isRowMajor = true;
  for (auto [number, level] : llvm::enumerate(format.levels)) {
    bool isSlot = level.part == runtime::LevelPart::Slot;
    AffineExpr mode = isSlot ? getAffineSymbolExpr(0, context)
                             : getAffineDimExpr(level.mode, context);
    if (level.part == runtime::LevelPart::Quotient)
      mode = mode.floorDiv(level.block);
    else if (level.part == runtime::LevelPart::Remainder)
      mode = mode % level.block;
    modes.push_back(mode);
    levelTypes.push_back(getLevelType(context, level));
    posWidths.push_back(level.positionBits);
    crdWidths.push_back(level.coordinateBits);
    isRowMajor &= level.kind == runtime::LevelKind::Dense &&
                  level.part == runtime::LevelPart::Whole &&
                  level.mode == static_cast<int64_t>(number);
  }
  Attribute fill = getFill(context, storage);
  if (isRowMajor && !fill)
    return {};
  AffineMap map =
      AffineMap::get(format.order(), format.hasSlots() ? 1 : 0, modes, context);
  if (emitError &&
      failed(level::FormatAttr::verify(emitError, map, levelTypes, posWidths,
                                       crdWidths, fill, format.packed)))
    return {};
  return level::FormatAttr::get(context, map, levelTypes, posWidths, crdWidths,
                                fill, format.packed);
}

RankedTensorType weft::getTensorType(MLIRContext *context, int64_t order,
                                     const TensorStorage &storage) {
  SmallVector<int64_t> shape(order, ShapedType::kDynamic);
  return RankedTensorType::get(shape, getStoredType(context, storage.type),
                               getEncoding(context, storage));
}

LogicalResult weft::verifyTensorType(MLIRContext *context,
                                     const TensorStorage &storage) {
  bool isValid = true;
  auto emitError = [&] {
    isValid = false;
    return mlir::emitError(UnknownLoc::get(context));
  };
  (void)getEncoding(context, storage, emitError);
  return success(isValid);
}
