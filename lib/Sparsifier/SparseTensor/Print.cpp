//===- Print.cpp - Tensors as people read them ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts `sparse_tensor.print` to `vector.print`, in the form that upstream's
// sparsifier prints.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;
using level::LevelArray;
using vector::PrintPunctuation;

namespace {
/// Emits the printing of one tensor.
class Printer {
public:
  Printer(OpBuilder &builder, Location loc, Value tensor)
      : builder(builder), loc(loc), tensor(tensor),
        type(cast<RankedTensorType>(tensor.getType())) {}

  void print();

private:
  void printText(StringRef text) {
    vector::PrintOp::create(builder, loc, builder.getStringAttr(text));
  }
  void printPunctuation(PrintPunctuation punctuation) {
    vector::PrintOp::create(builder, loc, punctuation);
  }
  void printNumber(Value number) {
    vector::PrintOp::create(builder, loc, number,
                            PrintPunctuation::NoPunctuation);
  }
  void printScalar(Value scalar);
  /// Emits a position or coordinate with its sign, as which the coordinate -1
  /// of an entry that a block leaves empty is printed.
  Value emitSigned(Value number);
  /// Prints `( a, b, c )`.
  void printSizes(ValueRange sizes);
  /// Prints the elements of arrays of the same length, side by side.
  void printArrays(ValueRange arrays, bool areIndices);
  void printLevelArray(StringRef name, int64_t level, ValueRange arrays);

  OpBuilder &builder;
  Location loc;
  Value tensor;
  RankedTensorType type;
};
} // namespace

void Printer::printScalar(Value scalar) {
  if (!isa<ComplexType>(scalar.getType()))
    return printNumber(scalar);
  printPunctuation(PrintPunctuation::Open);
  printNumber(complex::ReOp::create(builder, loc, scalar));
  printPunctuation(PrintPunctuation::Comma);
  printNumber(complex::ImOp::create(builder, loc, scalar));
  printPunctuation(PrintPunctuation::Close);
}

Value Printer::emitSigned(Value number) {
  Type type = builder.getI64Type();
  if (number.getType() == type)
    return number;
  if (number.getType().isIndex())
    return arith::IndexCastOp::create(builder, loc, type, number);
  return arith::ExtSIOp::create(builder, loc, type, number);
}

void Printer::printSizes(ValueRange sizes) {
  printPunctuation(PrintPunctuation::Open);
  for (auto [number, size] : llvm::enumerate(sizes)) {
    if (number != 0)
      printPunctuation(PrintPunctuation::Comma);
    printNumber(size);
  }
  printPunctuation(PrintPunctuation::Close);
  printPunctuation(PrintPunctuation::NewLine);
}

void Printer::printArrays(ValueRange arrays, bool areIndices) {
  printPunctuation(PrintPunctuation::Open);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value length = emitLength(builder, loc, arrays.front());
  auto loop = scf::ForOp::create(builder, loc, zero, length, one);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    for (auto [number, array] : llvm::enumerate(arrays)) {
      Value element =
          memref::LoadOp::create(builder, loc, array, loop.getInductionVar());
      printScalar(areIndices ? emitSigned(element) : element);
      if (number + 1 != arrays.size())
        printPunctuation(PrintPunctuation::Comma);
    }
    Value next =
        arith::AddIOp::create(builder, loc, loop.getInductionVar(), one);
    Value hasNext = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, next, length);
    auto branch = scf::IfOp::create(builder, loc, hasNext,
                                    /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
    printPunctuation(PrintPunctuation::Comma);
  }
  printPunctuation(PrintPunctuation::Close);
  printPunctuation(PrintPunctuation::NewLine);
}

void Printer::printLevelArray(StringRef name, int64_t level,
                              ValueRange arrays) {
  printText((name + "[" + Twine(level) + "] : ").str());
  printArrays(arrays, /*areIndices=*/true);
}

void Printer::print() {
  level::FormatAttr format = level::getFormat(type);
  Value values = emitValues(builder, loc, tensor);
  printText("---- Sparse Tensor ----\nnse = ");
  printNumber(emitLength(builder, loc, values));
  printPunctuation(PrintPunctuation::NewLine);
  SmallVector<Value> sizes, levelSizes;
  for (int64_t mode : llvm::seq(type.getRank()))
    sizes.push_back(builder.createOrFold<tensor::DimOp>(loc, tensor, mode));
  for (int64_t level : llvm::seq(format.getNumLevels()))
    levelSizes.push_back(emitLevelSize(builder, loc, tensor, level));
  printText("dim = ");
  printSizes(sizes);
  printText("lvl = ");
  printSizes(levelSizes);
  std::optional<int64_t> listed = findListedLevel(type);
  for (int64_t level : llvm::seq(format.getNumLevels())) {
    if (findArray(type, level, LevelArray::Kind::Positions))
      printLevelArray(
          "pos", level,
          emitArray(builder, loc, tensor, level, LevelArray::Kind::Positions));
    if (!findArray(type, level, LevelArray::Kind::Coordinates))
      continue;
    SmallVector<Value> arrays;
    int64_t end = listed == level ? format.getNumLevels() : level + 1;
    for (int64_t shown : llvm::seq(level, end))
      arrays.push_back(emitArray(builder, loc, tensor, shown,
                                 LevelArray::Kind::Coordinates));
    printLevelArray("crd", level, arrays);
    if (listed == level)
      break;
  }
  printText("values : ");
  printArrays(values, /*areIndices=*/false);
  printText("----\n");
}

namespace {
struct ConvertPrint : OpRewritePattern<sparse_tensor::PrintOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::PrintOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getTensor().getType());
    if (!level::getFormat(type))
      return rewriter.notifyMatchFailure(op, "the encoding means no format");
    Printer(rewriter, op.getLoc(), op.getTensor()).print();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void sparsifier::populatePrintPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertPrint>(patterns.getContext());
}
