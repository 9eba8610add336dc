//===- Lists.cpp - Entries in any order -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries that come in any order are appended to a list of coordinates, which
// is sorted when it is complete. A later entry replaces an earlier one.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;

RankedTensorType sparsifier::getListType(RankedTensorType type, bool isUnique) {
  MLIRContext *context = type.getContext();
  auto modes = llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  // Only a leaf below other levels is sorted as one that is unique.
  auto list =
      level::FormatAttr::getCOO(context, modes, isUnique && type.getRank() > 1);
  // Any size and number of entries fits.
  return type.cloneWithEncoding(level::FormatAttr::get(
      context, list.getDimToLevel(), list.getLevelTypes(), /*posWidth=*/64,
      /*crdWidth=*/64));
}

Value sparsifier::emitListBegin(OpBuilder &builder, Location loc,
                                RankedTensorType type, ValueRange sizes) {
  return level::InitOp::create(builder, loc, level::BuilderType::get(type),
                               sizes);
}

Value sparsifier::emitListEntry(OpBuilder &builder, Location loc, Value list,
                                ValueRange coordinates, Value component) {
  int64_t leaf = static_cast<int64_t>(coordinates.size()) - 1;
  Value position = level::NextOp::create(builder, loc, list, leaf);
  list = level::StoreOp::create(builder, loc, list.getType(), component, list,
                                position, /*reserved=*/false);
  for (auto [level, coordinate] : llvm::enumerate(coordinates))
    list =
        level::AppendCoordOp::create(builder, loc, list.getType(), list, level,
                                     coordinate, /*condition=*/Value(),
                                     /*reserved=*/false);
  return list;
}

/// Emits the list in order, with the last of the entries of each coordinate.
static Value emitLastEntries(OpBuilder &builder, Location loc, Value list) {
  auto type = cast<level::BuilderType>(list.getType());
  OperationState state(loc, level::CombineEntriesOp::getOperationName());
  state.addOperands(list);
  state.addTypes(type);
  state.addRegion();
  auto combined = cast<level::CombineEntriesOp>(builder.create(state));
  OpBuilder::InsertionGuard guard(builder);
  Type scalar = type.getElementType();
  Block *body = builder.createBlock(&combined.getCombiner(), {},
                                    {scalar, scalar}, {loc, loc});
  level::YieldOp::create(builder, loc, body->getArgument(1));
  return combined.getResult();
}

Value sparsifier::emitListEnd(OpBuilder &builder, Location loc, Value list) {
  list = emitLastEntries(builder, loc, list);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value end = level::NextOp::create(builder, loc, list, 0);
  list = level::AppendEdgesOp::create(builder, loc, list.getType(), list,
                                      /*level=*/0, zero, zero, end);
  auto type = cast<level::BuilderType>(list.getType()).getTensor();
  return level::FinalizeOp::create(builder, loc, type, list, /*sorting=*/false);
}
