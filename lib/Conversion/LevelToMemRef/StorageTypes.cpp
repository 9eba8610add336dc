//===- StorageTypes.cpp - The types of a stored tensor ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which tensors can be stored, the types of the values that they become, and
// the type conversion to them.
//
//===----------------------------------------------------------------------===//

#include "StorageLayout.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Dialect/Level/IR/LevelArrays.h"
#include "weft/Dialect/Level/IR/LevelScatter.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// The tensor that a value of this type is or stores.
static RankedTensorType getTensorOf(Type type) {
  return TypeSwitch<Type, RankedTensorType>(type)
      .Case<RankedTensorType>([](auto tensor) { return tensor; })
      .Case<StorageType, BuilderType, PartitionsType>(
          [](auto stored) { return stored.getTensor(); })
      .Default([](Type) { return RankedTensorType(); });
}

bool StorageTypeConverter::isStored(Type type) const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (keepDense && tensor && !tensor.getEncoding())
    return false;
  return getTensorOf(type) != nullptr;
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
  }
  return problem;
}

/// Says which code there is none of for a type with levels; empty if there is
/// all that its level types claim to have.
static std::string findMissingCode(Type type, FormatAttr format) {
  std::string problem;
  llvm::raw_string_ostream os(problem);
  bool assembled = isa<BuilderType>(type);
  for (Attribute attr : format.getLevelTypes()) {
    StringRef missing = findMissingEmitter(cast<LevelTypeAttrInterface>(attr));
    if (missing.empty() && (!assembled || isa<AssemblyEmitterInterface>(attr)))
      continue;
    os << "no code is known for the level function "
       << (missing.empty() ? "init" : missing) << " of the level type '" << attr
       << "'";
    break;
  }
  return problem;
}

LogicalResult
StorageLayout::verify(Type type, function_ref<InFlightDiagnostic()> emitError) {
  RankedTensorType tensor = getTensorOf(type);
  std::string problem = findProblem(tensor);
  if (problem.empty())
    problem = findMissingCode(type, getFormat(tensor));
  if (!problem.empty())
    return emitError() << problem;
  return success();
}

FailureOr<StorageLayout> StorageLayout::get(Type type) {
  if (auto parts = dyn_cast<PartitionsType>(type))
    return get(parts.getBuilder());
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
      auto assembler = dyn_cast<AssemblyEmitterInterface>(attr);
      if (!assembler)
        return failure();
      assembler.getStateTypes(pos, crd, types);
      continue;
    }
    SmallVector<LevelArray> arrays;
    cast<LevelTypeAttrInterface>(attr).getArrays(arrays);
    for (const LevelArray &array : arrays)
      types.push_back(
          getArrayType(level::getElementType(array, layout.format, level)));
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
// Type conversion
//===----------------------------------------------------------------------===//

StorageTypeConverter::StorageTypeConverter(bool keepDense)
    : keepDense(keepDense) {
  addConversion([](Type type) { return type; });
  addConversion(
      [this](Type type,
             SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
        if (!isStored(type))
          return std::nullopt;
        FailureOr<StorageLayout> layout = StorageLayout::get(type);
        if (failed(layout))
          return failure();
        llvm::append_range(types, layout->flatten());
        // The states of the parts, one behind the other. Those that fill
        // segments are in the arrays of the tensor.
        if (auto parts = dyn_cast<PartitionsType>(type);
            parts && !fillsSegments(parts.getBuilder()))
          for (Type state : layout->getStateTypes())
            types.push_back(getArrayType(state));
        return success();
      });
}
