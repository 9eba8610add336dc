//===- Constants.cpp - Constants with listed elements -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constant that lists its elements has these as entries when it is converted
// to a format, zeros among them included.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;

/// Emits an array in memory that is never freed.
static Value emitMemory(OpBuilder &builder, Location loc,
                        DenseElementsAttr elements) {
  auto type = cast<RankedTensorType>(elements.getType());
  Value tensor = arith::ConstantOp::create(builder, loc, elements);
  auto memory = MemRefType::get(type.getShape(), type.getElementType());
  Value buffer = bufferization::ToBufferOp::create(builder, loc, memory, tensor,
                                                   /*read_only=*/true);
  return memref::CastOp::create(
      builder, loc,
      MemRefType::get({ShapedType::kDynamic}, type.getElementType()), buffer);
}

/// The places of the listed elements in the order of their coordinates.
static SmallVector<int64_t> getOrder(ArrayRef<SmallVector<int64_t>> rows) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(rows.size()));
  llvm::sort(order, [&](int64_t left, int64_t right) {
    return rows[left] < rows[right];
  });
  return order;
}

Value sparsifier::emitConstantList(OpBuilder &builder, Location loc,
                                   Value constant) {
  Attribute attr;
  auto type = dyn_cast<RankedTensorType>(constant.getType());
  if (!type || type.getRank() == 0 ||
      !matchPattern(constant, m_Constant(&attr)))
    return {};
  auto elements = dyn_cast<SparseElementsAttr>(attr);
  if (!elements)
    return {};
  int64_t rank = type.getRank();
  int64_t count = elements.getIndices().getNumElements() / rank;
  SmallVector<SmallVector<int64_t>> rows(count);
  for (auto [place, coordinate] :
       llvm::enumerate(elements.getIndices().getValues<APInt>()))
    rows[place / rank].push_back(coordinate.getSExtValue());
  SmallVector<int64_t> order = getOrder(rows);
  for (int64_t place = 1; place < count; ++place)
    if (rows[order[place - 1]] == rows[order[place]])
      return {};

  auto listed = llvm::to_vector(elements.getValues().getValues<Attribute>());
  bool isSplat = elements.getValues().isSplat();
  SmallVector<Attribute> values;
  for (int64_t place : order)
    values.push_back(listed[isSplat ? 0 : place]);
  auto emitNumbers = [&](ArrayRef<int64_t> numbers) {
    auto numbersType = RankedTensorType::get(
        static_cast<int64_t>(numbers.size()), builder.getI64Type());
    return emitMemory(builder, loc,
                      DenseElementsAttr::get(numbersType, numbers));
  };
  SmallVector<Value> sizes, arrays{emitNumbers({0, count})};
  for (int64_t mode : llvm::seq(rank)) {
    sizes.push_back(
        arith::ConstantIndexOp::create(builder, loc, type.getDimSize(mode)));
    arrays.push_back(emitNumbers(llvm::map_to_vector(
        order, [&](int64_t place) { return rows[place][mode]; })));
  }
  auto valuesType = RankedTensorType::get(count, type.getElementType());
  arrays.push_back(
      emitMemory(builder, loc, DenseElementsAttr::get(valuesType, values)));
  return level::FromArraysOp::create(
      builder, loc, getListType(type, /*isUnique=*/true), sizes, arrays);
}

namespace {
struct ConvertSparseConstant : OpRewritePattern<sparse_tensor::ConvertOp> {
  ConvertSparseConstant(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(sparse_tensor::ConvertOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    if (isDense(type) || !level::getFormat(type))
      return rewriter.notifyMatchFailure(op, "the result is not sparse");
    if (!canConvertComponents(getElementTypeOrSelf(op.getSource()),
                              type.getElementType()))
      return rewriter.notifyMatchFailure(op, "components are not converted");
    Value list = emitConstantList(rewriter, op.getLoc(), op.getSource());
    if (!list)
      return rewriter.notifyMatchFailure(op, "no elements are listed");
    rewriter.replaceOp(op, emitCopy(rewriter, op.getLoc(), list, type));
    return success();
  }
};
} // namespace

void sparsifier::populateConstantPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertSparseConstant>(patterns.getContext());
}
