//===- StorageLayout.cpp - What a stored tensor becomes ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values that a tensor becomes, and the type conversion to them.
//
//===----------------------------------------------------------------------===//

#include "StorageLayout.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

SmallVector<Value> StorageParts::flatten() const {
  SmallVector<Value> all(sizes);
  for (const SmallVector<Value> &level : levels)
    llvm::append_range(all, level);
  all.push_back(values);
  return all;
}

SmallVector<Type> StorageLayout::flatten() const {
  SmallVector<Type> all(getNumSizes(), IndexType::get(tensor.getContext()));
  for (const SmallVector<Type> &level : levelStates)
    llvm::append_range(all, level);
  all.push_back(valuesType);
  return all;
}

StorageParts StorageLayout::split(ValueRange values) const {
  StorageParts parts;
  auto take = [&](size_t count) {
    ValueRange front = values.take_front(count);
    values = values.drop_front(count);
    return SmallVector<Value>(front);
  };
  parts.sizes = take(getNumSizes());
  for (const SmallVector<Type> &level : levelStates)
    parts.levels.push_back(take(level.size()));
  parts.values = values.front();
  return parts;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

std::optional<RecordLayout> StorageLayout::getRecords() const {
  FormatAttr self = format;
  if (!format.getPacked())
    return std::nullopt;
  return RecordLayout(self.getCrdType(getNumLevels() - 1), getElementType());
}

int64_t StorageLayout::getPackedArray() const {
  SmallVector<LevelArray> arrays;
  getLevelType(getNumLevels() - 1).getArrays(arrays);
  return llvm::find_if(
             arrays,
             [](const LevelArray &array) { return array.isForEachPosition; }) -
         arrays.begin();
}

StorageParts StorageLayout::unpack(ImplicitLocOpBuilder &b,
                                   StorageParts parts) const {
  if (std::optional<RecordLayout> records = getRecords()) {
    auto [coordinates, components] = records->emitFields(b, parts.values);
    SmallVector<Value> &last = parts.levels.back();
    last.insert(last.begin() + getPackedArray(), coordinates);
    parts.values = components;
  }
  return parts;
}

StorageParts StorageLayout::pack(ImplicitLocOpBuilder &b,
                                 StorageParts parts) const {
  if (std::optional<RecordLayout> records = getRecords()) {
    SmallVector<Value> &last = parts.levels.back();
    auto coordinates = last.begin() + getPackedArray();
    parts.values = records->emitRecords(b, *coordinates, parts.values);
    last.erase(coordinates);
  }
  return parts;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// The tensor that a value of this type is or stores.
static RankedTensorType getTensorOf(Type type) {
  return TypeSwitch<Type, RankedTensorType>(type)
      .Case<RankedTensorType>([](auto tensor) { return tensor; })
      .Case<StorageType, BuilderType>(
          [](auto stored) { return stored.getTensor(); })
      .Default([](Type) { return RankedTensorType(); });
}

bool weft::isStoredType(Type type) { return getTensorOf(type) != nullptr; }

/// The type of the elements of an array of a level.
static Type getElementTypeOf(const LevelArray &array, FormatAttr format,
                             int64_t level) {
  switch (array.kind) {
  case LevelArray::Kind::Positions:
    return format.getPosType(level);
  case LevelArray::Kind::Coordinates:
    return format.getCrdType(level);
  case LevelArray::Kind::Presence:
    break;
  }
  return IntegerType::get(format.getContext(), 8);
}

/// Says why a tensor cannot be stored in its format; empty if it can.
static std::string findProblem(RankedTensorType tensor) {
  std::string problem;
  llvm::raw_string_ostream os(problem);
  FormatAttr format = getFormat(tensor);
  if (!format) {
    os << describeMissingFormat(tensor);
  } else if (!BaseMemRefType::isValidElementType(tensor.getElementType()) ||
             !getFill(tensor)) {
    os << "expected components that are integers, floats or complex numbers, "
          "got '"
       << tensor << "'";
  } else {
    for (Attribute type : format.getLevelTypes()) {
      if (isa<LevelEmitterInterface>(type))
        continue;
      os << "no code is known for the level type '" << type << "'";
      break;
    }
  }
  return problem;
}

LogicalResult
StorageLayout::verify(Type type, function_ref<InFlightDiagnostic()> emitError) {
  std::string problem = findProblem(getTensorOf(type));
  if (!problem.empty())
    return emitError() << problem;
  return success();
}

FailureOr<StorageLayout> StorageLayout::get(Type type) {
  RankedTensorType tensor = getTensorOf(type);
  if (!tensor || !findProblem(tensor).empty())
    return failure();

  StorageLayout layout;
  layout.tensor = tensor;
  layout.format = getFormat(tensor);
  auto builder = dyn_cast<BuilderType>(type);
  if (builder)
    layout.assembly = builder.getAssembly();
  for (auto [level, attr] : llvm::enumerate(layout.format.getLevelTypes())) {
    SmallVector<Type> &types = layout.levelStates.emplace_back();
    Type pos = layout.format.getPosType(level);
    Type crd = layout.format.getCrdType(level);
    if (builder && builder.getAssembly() != Assembly::Reuse) {
      cast<LevelEmitterInterface>(attr).getStateTypes(pos, crd, types);
      continue;
    }
    SmallVector<LevelArray> arrays;
    cast<LevelTypeAttrInterface>(attr).getArrays(arrays);
    for (const LevelArray &array : arrays)
      types.push_back(
          getArrayType(getElementTypeOf(array, layout.format, level)));
  }
  layout.valuesType = getArrayType(tensor.getElementType());
  std::optional<RecordLayout> records = layout.getRecords();
  if (!records || builder)
    return layout;
  auto coordinates =
      layout.levelStates.back().begin() + layout.getPackedArray();
  if (isa<RankedTensorType>(type)) {
    layout.levelStates.back().erase(coordinates);
    layout.valuesType = records->getRecordsType();
  } else {
    *coordinates = records->getCoordinatesType();
    layout.valuesType = records->getComponentsType();
  }
  return layout;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

LevelTypeAttrInterface StorageLayout::getLevelType(int64_t level) const {
  FormatAttr self = format;
  return self.getLevelType(level);
}

LevelEmitterInterface StorageLayout::getEmitter(int64_t level) const {
  return cast<LevelEmitterInterface>(getLevelType(level));
}

bool StorageLayout::isLeafAppended() const {
  return getNumLevels() > 0 && !getLevelType(getNumLevels() - 1).hasInsert();
}

bool StorageLayout::isAnyAppended() const {
  return !areParentsKnown(getNumLevels());
}

bool StorageLayout::areParentsKnown(int64_t level) const {
  return llvm::all_of(llvm::seq(level), [&](int64_t above) {
    // How many slots there are is known when they are numbered.
    return getEmitter(above).isSizeFixed() && !isSlotLevel(above);
  });
}

Value StorageLayout::emitSize(ImplicitLocOpBuilder &b, ValueRange sizes,
                              int64_t level) const {
  FormatAttr self = format;
  LevelExpr expr = self.getLevelExpr(level);
  if (expr.part == LevelPart::Remainder)
    return emitIndex(b, expr.block);
  bool isDynamic =
      expr.dim == tensor.getRank() || tensor.isDynamicDim(expr.dim);
  if (expr.part == LevelPart::Whole)
    return isDynamic ? sizes[expr.dim]
                     : emitIndex(b, tensor.getDimSize(expr.dim));
  // The blocks that a dimension begins.
  if (!isDynamic)
    return emitIndex(b, llvm::divideCeil(tensor.getDimSize(expr.dim),
                                         static_cast<uint64_t>(expr.block)));
  Value block = emitIndex(b, expr.block);
  Value last =
      arith::AddIOp::create(b, sizes[expr.dim], emitIndex(b, expr.block - 1));
  return arith::DivUIOp::create(b, last, block);
}

LevelSite StorageLayout::getSite(ImplicitLocOpBuilder &b, ValueRange sizes,
                                 int64_t level) const {
  FormatAttr self = format;
  LevelSite site{b,
                 cast<IntegerType>(self.getPosType(level)),
                 cast<IntegerType>(self.getCrdType(level)),
                 emitSize(b, sizes, level),
                 assembly,
                 areParentsKnown(level)};
  if (getLevelType(level).hasCoordinateIterate() && level + 1 < getNumLevels())
    site.sizeBelow = emitSize(b, sizes, level + 1);
  return site;
}

int64_t StorageLayout::getNumberingLevel() const {
  int64_t end = getNumLevels();
  for (int64_t level = 0; level != end && getNumSlots() != 0; ++level)
    if (getLevelType(level).numbersSlots(level + 1 == end))
      return level;
  return end;
}

bool StorageLayout::isSlotLevel(int64_t level) const {
  FormatAttr self = format;
  return self.isSlotLevel(level);
}

bool StorageLayout::isCountedInSlots(int64_t level) const {
  FormatAttr self = format;
  return self.isCountedInSlots(level);
}

Value StorageLayout::emitFillValue(ImplicitLocOpBuilder &b) const {
  Attribute fill = getFill(tensor);
  auto complex = dyn_cast<ComplexType>(getElementType());
  if (!complex)
    return arith::ConstantOp::create(b, cast<TypedAttr>(fill));
  return complex::ConstantOp::create(b, complex, cast<ArrayAttr>(fill));
}

//===----------------------------------------------------------------------===//
// Type conversion
//===----------------------------------------------------------------------===//

StorageTypeConverter::StorageTypeConverter() {
  addConversion([](Type type) { return type; });
  addConversion(
      [](Type type,
         SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
        if (!isStoredType(type))
          return std::nullopt;
        FailureOr<StorageLayout> layout = StorageLayout::get(type);
        if (failed(layout))
          return failure();
        llvm::append_range(types, layout->flatten());
        return success();
      });
}
