//===- ArrayDescription.cpp - Descriptions of arrays in remarks -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes arrays by `weft.array`, or else by how the function obtains them.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"

#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

std::string weft::describeArray(Value array) {
  Value root = getRoot(array);
  if (TensorArrayAttr info = getArrayInfo(root)) {
    std::string tensor =
        describeTensor(cast<BlockArgument>(root), info.getTensor());
    StringRef kind = stringifyArrayKind(info.getKind());
    if (!info.getLevel())
      return ("the " + kind + " of " + tensor).str();
    return ("the level " + Twine(*info.getLevel() + 1) + " " + kind + " of " +
            tensor)
        .str();
  }
  if (auto argument = dyn_cast<BlockArgument>(root);
      argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
    return ("argument " + Twine(argument.getArgNumber())).str();
  return root.getDefiningOp<memref::AllocOp>() ? "an allocated array"
                                               : "an array";
}
