//===- ArrayPatterns.cpp - Lowering of arrays of tensors --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor is its sizes and arrays, so that nothing is left of the operations
// that take them out or put them together.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "weft/Dialect/Level/IR/LevelArrays.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

namespace {
struct LowerGetArray : StoragePattern<GetArrayOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(GetArrayOp op, OneToNOpAdaptor,
                                const StorageLayout &, StorageParts parts,
                                ImplicitLocOpBuilder &) const override {
    return replaceBy(parts.levels[op.getLevel()][op.getNumber()]);
  }
};

struct LowerGetValues : StoragePattern<GetValuesOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(GetValuesOp, OneToNOpAdaptor,
                                const StorageLayout &, StorageParts parts,
                                ImplicitLocOpBuilder &) const override {
    return replaceBy(parts.values);
  }
};

struct LowerFromArrays : OpConversionPattern<FromArraysOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(FromArraysOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values = flattenOperands(adaptor.getSizes());
    llvm::append_range(values, flattenOperands(adaptor.getArrays()));
    rewriter.replaceOpWithMultiple(op, Replacements{values});
    return success();
  }
};
} // namespace

void weft::populateArrayPatterns(const StorageTypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<LowerGetArray, LowerGetValues, LowerFromArrays>(
      converter, patterns.getContext());
}
