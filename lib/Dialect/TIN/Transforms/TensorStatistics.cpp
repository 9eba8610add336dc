//===- TensorStatistics.cpp - Statistics of tensors of tin ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads `tin.statistics` of arguments and `tin.entries` of intermediates.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/TIN/Transforms/TensorStatistics.h"

#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Dialect/TIN/Transforms/PlanText.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin;

LogicalResult tin::readStatistics(Value tensor,
                                  planner::Statistics &statistics) {
  if (auto compute = tensor.getDefiningOp<ComputeOp>())
    if (auto entries = compute->getAttrOfType<FloatAttr>(kEntriesAttr))
      statistics.entries = entries.getValueAsDouble();
  auto argument = dyn_cast<BlockArgument>(tensor);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  if (!function)
    return success();
  Attribute stated =
      function.getArgAttr(argument.getArgNumber(), kStatisticsAttr);
  if (!stated)
    return success();
  auto text = dyn_cast<StringAttr>(stated);
  std::string message = "expected a string";
  size_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  if (!text ||
      !planner::parseStatistics(text.getValue(), rank, statistics, message))
    return function.emitOpError("argument ")
           << argument.getArgNumber()
           << " has wrong 'tin.statistics': " << message;
  return success();
}
