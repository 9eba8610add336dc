//===- LevelTypes.cpp - Stored tensors and builders -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of stored tensors and builders.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::level;

#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/Level/IR/LevelTypes.cpp.inc"

void LevelDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "weft/Dialect/Level/IR/LevelTypes.cpp.inc"
      >();
}

LogicalResult BuilderType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  RankedTensorType, Assembly assembly) {
  if (assembly == Assembly::TwoPhase)
    return emitError() << "expected a builder of one phase, 'count' or "
                          "'place', got 'two_phase'";
  return success();
}

LogicalResult
PartitionsType::verify(function_ref<InFlightDiagnostic()> emitError,
                       RankedTensorType, Assembly assembly) {
  if (assembly == Assembly::Compute || assembly == Assembly::Reuse ||
      assembly == Assembly::TwoPhase)
    return emitError()
           << "expected partitions of a tensor that is assembled anew, "
              "by 'fused', 'assemble', 'count' or 'place', got '"
           << stringifyAssembly(assembly) << "'";
  return success();
}

BuilderType PartitionsType::getBuilder() {
  return BuilderType::get(getTensor(), getAssembly());
}

FormatAttr StorageType::getFormat() { return level::getFormat(getTensor()); }
FormatAttr BuilderType::getFormat() { return level::getFormat(getTensor()); }

Type weft::level::getElementTypeOf(Type stored) {
  return TypeSwitch<Type, Type>(stored)
      .Case<StorageType, BuilderType>(
          [](auto type) { return type.getElementType(); })
      .Default([](Type) { return Type(); });
}
