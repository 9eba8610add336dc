//===- StorageLayout.cpp - Arrays of a stored tensor ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values that a tensor becomes, and what is known of its levels.
//
//===----------------------------------------------------------------------===//

#include "StorageLayout.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Dialect/Level/IR/LevelFill.h"

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
// Questions
//===----------------------------------------------------------------------===//

LevelTypeAttrInterface StorageLayout::getLevelType(int64_t level) const {
  FormatAttr self = format;
  return self.getLevelType(level);
}

bool StorageLayout::isLeafAppended() const {
  return getNumLevels() > 0 && !getLevelType(getNumLevels() - 1).hasInsert();
}

bool StorageLayout::isAnyAppended() const {
  return !areParentsKnown(getNumLevels());
}

std::optional<int64_t> StorageLayout::getFillingLevel() const {
  auto type = BuilderType::get(tensor, assembly);
  for (int64_t level = 0; level != getNumLevels(); ++level)
    if (fillsAppended(type, level))
      return level;
  return std::nullopt;
}

Value StorageLayout::emitSizeBelow(ImplicitLocOpBuilder &b, ValueRange sizes,
                                   int64_t level) const {
  int64_t last = getNumLevels() - 1;
  if (level == last)
    return emitIndex(b, 1);
  Value size = emitSize(b, sizes, last);
  while (--last > level)
    size = arith::MulIOp::create(b, size, emitSize(b, sizes, last));
  return size;
}

bool StorageLayout::areParentsKnown(int64_t level) const {
  return llvm::all_of(llvm::seq(level), [&](int64_t above) {
    // How many slots there are is known when they are numbered.
    auto emitter = getEmitter<AssemblyEmitterInterface>(above);
    return emitter && emitter.isSizeFixed() && !isSlotLevel(above);
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
