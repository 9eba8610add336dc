//===- Assemble.cpp - Tensors of arrays and arrays of tensors ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts `sparse_tensor.assemble` and `disassemble`. Arrays are copied, so
// that each side keeps the memory that it has. Where upstream stores the
// coordinates of a list side by side, they are taken apart, and put together
// again.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;
using level::LevelArray;

namespace {
/// What one tensor of upstream's levels holds: an array, or the coordinates of
/// several levels side by side.
struct Field {
  int64_t level;
  int64_t number;
  /// How many levels have their coordinates in it.
  int64_t width = 1;
};
} // namespace

/// The fields of a stored tensor in upstream's order.
static SmallVector<Field> getFields(RankedTensorType type) {
  SmallVector<Field> fields;
  int64_t numLevels = level::getFormat(type).getNumLevels();
  std::optional<int64_t> listed = findListedLevel(type);
  for (int64_t level : llvm::seq(numLevels)) {
    if (auto number = findArray(type, level, LevelArray::Kind::Positions))
      fields.push_back({level, *number});
    auto number = findArray(type, level, LevelArray::Kind::Coordinates);
    if (!number)
      continue;
    bool isList = listed == level;
    fields.push_back({level, *number, isList ? numLevels - level : 1});
    if (isList)
      break;
  }
  return fields;
}

/// Emits a number as another type of integers or index. The program ends with
/// an error if a position or coordinate does not fit.
static Value emitNumberAs(OpBuilder &b, Location loc, Value number, Type type,
                          LevelArray::Kind kind = LevelArray::Kind::Positions) {
  if (number.getType() == type)
    return number;
  if (isa<IndexType>(type) || isa<IndexType>(number.getType()))
    return arith::IndexCastUIOp::create(b, loc, type, number);
  if (number.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtUIOp::create(b, loc, type, number);
  return emitNarrowed(b, loc, number, type, kind);
}

/// Emits a length as an integer or index, or as a tensor of order 0 that holds
/// one.
static Value emitLengthAs(OpBuilder &b, Location loc, Value length, Type type) {
  Value number = emitNumberAs(b, loc, length, getElementTypeOrSelf(type));
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor::FromElementsOp::create(b, loc, tensor, number);
  return number;
}

/// Emits a loop over the elements of something of a length.
static void emitElements(OpBuilder &b, Location loc, Value length,
                         function_ref<void(Value place)> body) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  auto loop = scf::ForOp::create(b, loc, zero, length, one);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

/// Emits the memory of a tensor without a format, to be read.
static Value emitBuffer(OpBuilder &b, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return bufferization::ToBufferOp::create(
      b, loc, MemRefType::get(type.getShape(), type.getElementType()), tensor,
      /*read_only=*/true);
}

/// Emits an array with the first elements of a buffer; of one with several
/// columns, those of one of them.
static Value emitArrayOf(OpBuilder &b, Location loc, Value buffer, Value length,
                         std::optional<int64_t> column, Type elementType) {
  Value array = memref::AllocOp::create(
      b, loc, MemRefType::get({ShapedType::kDynamic}, elementType), length);
  emitElements(b, loc, length, [&](Value place) {
    SmallVector<Value> indices{place};
    if (column)
      indices.push_back(arith::ConstantIndexOp::create(b, loc, *column));
    Value element = memref::LoadOp::create(b, loc, buffer, indices);
    if (elementType.isInteger() && element.getType() != elementType)
      element = emitNumberAs(b, loc, element, elementType);
    memref::StoreOp::create(b, loc, element, array, place);
  });
  return array;
}

/// Emits the largest element of an array of positions; zero if it has none.
static Value emitLargest(OpBuilder &b, Location loc, Value positions) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value count = memref::DimOp::create(b, loc, positions, 0);
  auto loop = scf::ForOp::create(b, loc, zero, count, one, zero);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value position =
      memref::LoadOp::create(b, loc, positions, loop.getInductionVar());
  Value number =
      arith::IndexCastUIOp::create(b, loc, b.getIndexType(), position);
  Value most = arith::MaxUIOp::create(b, loc, loop.getRegionIterArg(0), number);
  scf::YieldOp::create(b, loc, most);
  return loop.getResult(0);
}

/// Emits the number of positions of a level below `parents` positions of the
/// one above. `positions` is its array of positions, if it has one. The level
/// types are those of upstream's encodings.
static Value emitNumPositions(OpBuilder &b, Location loc, RankedTensorType type,
                              int64_t level, Value parents, Value positions) {
  level::LevelTypeAttrInterface levelType =
      level::getFormat(type).getLevelType(level);
  // The segments of a loose level can be in any order.
  if (positions && isa<level::LooseCompressedAttr>(levelType))
    return emitLargest(b, loc, positions);
  if (positions) {
    // The last position is where the last segment ends.
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    Value last = arith::SubIOp::create(
        b, loc, memref::DimOp::create(b, loc, positions, 0), one);
    Value end = memref::LoadOp::create(b, loc, positions, last);
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), end);
  }
  if (levelType.isBranchless())
    return parents;
  int64_t count = 0;
  level::LevelExpr expr = level::getFormat(type).getLevelExpr(level);
  int64_t size = type.getDimSize(expr.dim);
  if (auto structured = dyn_cast<level::StructuredAttr>(levelType))
    count = structured.getCount();
  else if (expr.part == level::LevelPart::Remainder)
    count = expr.block;
  else
    count = expr.part == level::LevelPart::Whole
                ? size
                : llvm::divideCeil(size, expr.block);
  return arith::MulIOp::create(b, loc, parents,
                               arith::ConstantIndexOp::create(b, loc, count));
}

namespace {
struct ConvertAssemble : OpRewritePattern<sparse_tensor::AssembleOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::AssembleOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    if (!level::getFormat(type) || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "the sizes are not known");
    SmallVector<Field> fields = getFields(type);
    if (fields.size() != op.getLevels().size())
      return rewriter.notifyMatchFailure(op, "levels have other arrays");
    Location loc = op.getLoc();
    SmallVector<MemRefType> types = level::getArrayTypes(type);
    SmallVector<Value> sizes, arrays;
    for (int64_t size : type.getShape())
      sizes.push_back(arith::ConstantIndexOp::create(rewriter, loc, size));
    // Buffers may be longer than the arrays: positions tell how long these are.
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    Value count = one;
    const Field *next = fields.begin();
    auto takeBuffer = [&] {
      return emitBuffer(rewriter, loc, op.getLevels()[next++ - fields.begin()]);
    };
    for (int64_t level : llvm::seq(level::getFormat(type).getNumLevels())) {
      Value positions;
      if (findArray(type, level, LevelArray::Kind::Positions)) {
        bool hasGaps = isa<level::LooseCompressedAttr>(
            level::getFormat(type).getLevelType(level));
        Value length =
            hasGaps
                ? arith::AddIOp::create(rewriter, loc, count, count).getResult()
                : arith::AddIOp::create(rewriter, loc, count, one).getResult();
        positions =
            emitArrayOf(rewriter, loc, takeBuffer(), length, std::nullopt,
                        types[arrays.size()].getElementType());
        arrays.push_back(positions);
      }
      count = emitNumPositions(rewriter, loc, type, level, count, positions);
      if (next == fields.end() || next->level != level)
        continue;
      const Field &field = *next;
      bool hasColumns = cast<RankedTensorType>(
                            op.getLevels()[next - fields.begin()].getType())
                            .getRank() == 2;
      Value buffer = takeBuffer();
      for (int64_t column : llvm::seq(field.width))
        arrays.push_back(
            emitArrayOf(rewriter, loc, buffer, count,
                        hasColumns ? std::optional(column) : std::nullopt,
                        types[arrays.size()].getElementType()));
    }
    arrays.push_back(emitArrayOf(rewriter, loc,
                                 emitBuffer(rewriter, loc, op.getValues()),
                                 count, std::nullopt, type.getElementType()));
    rewriter.replaceOpWithNewOp<level::FromArraysOp>(op, type, sizes, arrays);
    return success();
  }
};

struct ConvertDisassemble : OpRewritePattern<sparse_tensor::DisassembleOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::DisassembleOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getTensor().getType());
    if (!level::getFormat(type))
      return rewriter.notifyMatchFailure(op, "the encoding means no format");
    SmallVector<Field> fields = getFields(type);
    if (fields.size() != op.getOutLevels().size())
      return rewriter.notifyMatchFailure(op, "levels have other arrays");
    Location loc = op.getLoc();
    SmallVector<Value> tensors, lengths;
    for (auto [field, tensor] : llvm::zip_equal(fields, op.getOutLevels())) {
      SmallVector<Value> arrays;
      LevelArray::Kind kind =
          field.number ==
                  findArray(type, field.level, LevelArray::Kind::Positions)
              ? LevelArray::Kind::Positions
              : LevelArray::Kind::Coordinates;
      for (int64_t level : llvm::seq(field.level, field.level + field.width))
        arrays.push_back(emitArray(rewriter, loc, op.getTensor(), level, kind));
      tensors.push_back(emitFilled(rewriter, loc, tensor, arrays, kind));
      Value length = emitLength(rewriter, loc, arrays.front());
      if (field.width != 1)
        length = arith::MulIOp::create(
            rewriter, loc, length,
            arith::ConstantIndexOp::create(rewriter, loc, field.width));
      lengths.push_back(length);
    }
    Value values = emitValues(rewriter, loc, op.getTensor());
    tensors.push_back(emitFilled(rewriter, loc, op.getOutValues(), values));
    lengths.push_back(emitLength(rewriter, loc, values));
    SmallVector<Value> results(tensors);
    for (auto [length, result] :
         llvm::zip_equal(lengths, op->getResults().drop_front(tensors.size())))
      results.push_back(emitLengthAs(rewriter, loc, length, result.getType()));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Emits a tensor with the elements of arrays in its first places.
  static Value emitFilled(OpBuilder &b, Location loc, Value tensor,
                          ValueRange arrays,
                          LevelArray::Kind kind = LevelArray::Kind::Positions) {
    auto type = cast<RankedTensorType>(tensor.getType());
    Value length = emitLength(b, loc, arrays.front());
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    auto loop = scf::ForOp::create(b, loc, zero, length, one, tensor);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value filled = loop.getRegionIterArg(0);
    for (auto [column, array] : llvm::enumerate(arrays)) {
      SmallVector<Value> indices{loop.getInductionVar()};
      if (type.getRank() == 2)
        indices.push_back(arith::ConstantIndexOp::create(b, loc, column));
      Value element =
          memref::LoadOp::create(b, loc, array, loop.getInductionVar());
      if (element.getType() != type.getElementType())
        element = emitNumberAs(b, loc, element, type.getElementType(), kind);
      filled = tensor::InsertOp::create(b, loc, element, filled, indices);
    }
    scf::YieldOp::create(b, loc, filled);
    return loop.getResult(0);
  }
};
} // namespace

void sparsifier::populateAssemblePatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertAssemble, ConvertDisassemble>(patterns.getContext());
}
