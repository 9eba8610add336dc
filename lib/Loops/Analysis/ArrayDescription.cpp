//===- ArrayDescription.cpp - Descriptions of arrays in remarks -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes arrays by `weft.array` or by the name in the location of the
// allocation, or else by how the function obtains them.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"

#include "Analysis/ArrayOrigins.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/ArrayNames.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;

/// The tensor that an array argument belongs to. The first argument of a tensor
/// has its name.
static std::string describeTensor(BlockArgument argument, int64_t number) {
  auto function = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  for (int64_t first = argument.getArgNumber(); first >= 0; --first)
    if (auto name =
            function.getArgAttrOfType<StringAttr>(first, kTensorNameAttr))
      return ("'" + name.getValue() + "'").str();
  return ("tensor " + Twine(number)).str();
}

/// The description of an argument of a function.
static std::string describeArgument(BlockArgument argument) {
  TensorArrayAttr info = getArrayInfo(argument);
  if (!info)
    return ("argument " + Twine(argument.getArgNumber())).str();
  std::string tensor = describeTensor(argument, info.getTensor());
  StringRef kind = stringifyArrayKind(info.getKind());
  if (!info.getLevel())
    return ("the " + kind + " of " + tensor).str();
  return ("the level " + Twine(*info.getLevel() + 1) + " " + kind + " of " +
          tensor)
      .str();
}

/// The description of an allocation or an argument of a function.
static std::string describeOrigin(Value array) {
  if (auto argument = dyn_cast<BlockArgument>(array))
    return describeArgument(argument);
  ArrayNameAttr name = getArrayName(array.getLoc());
  return name ? describe(name) : "an allocated array";
}

/// The descriptions of all arrays that an array may be; none if they are
/// unknown. A function returns arrays of the types that it takes, so other
/// types are left out.
static SmallVector<std::string> describeOrigins(Value array) {
  SmallVector<std::string> descriptions;
  std::optional<llvm::SmallSetVector<Value, 4>> origins = findOrigins(array);
  if (!origins)
    return descriptions;
  Type element = cast<MemRefType>(array.getType()).getElementType();
  for (Value origin : *origins)
    if (auto type = dyn_cast<MemRefType>(origin.getType());
        type && type.getElementType() == element)
      descriptions.push_back(describeOrigin(origin));
  return descriptions;
}

std::string weft::describeArray(Value array) {
  // Only remarks are made of descriptions.
  if (!array.getContext()->getRemarkEngine())
    return "an array";
  SmallVector<std::string> descriptions = describeOrigins(array);
  if (!descriptions.empty() && llvm::all_equal(descriptions))
    return descriptions.front();
  Operation *op = getRoot(array).getDefiningOp();
  ArrayNameAttr name = op ? getArrayName(op->getLoc()) : ArrayNameAttr();
  return name ? describe(name) : "an array";
}

std::string weft::describeBound(Value bound) {
  if (std::optional<int64_t> constant = getConstantIntValue(bound))
    return "the constant " + std::to_string(*constant);
  Operation *op = bound.getDefiningOp();
  return op ? ("a result of `" + op->getName().getStringRef() + "`").str()
            : "a block argument";
}

std::string weft::describeAllocation(Operation *alloc) {
  ArrayNameAttr name = getArrayName(alloc->getLoc());
  return name ? describe(name) : "the array";
}
