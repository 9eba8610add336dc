//===- ReallocToLLVM.cpp - Arrays that grow ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream makes an allocation and a copy of `memref.realloc`. The runtime
// moves the pages of large arrays instead.
//
//===----------------------------------------------------------------------===//

#include "ReallocToLLVM.h"

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;

namespace {
/// What arrays become that the runtime makes longer.
template <typename Op> struct ByRealloc : ConvertOpToLLVMPattern<Op> {
  using ConvertOpToLLVMPattern<Op>::ConvertOpToLLVMPattern;

protected:
  /// Replaces an operation by memory that has what `data` has, which may be
  /// null, and room for `length` elements.
  LogicalResult replace(Op op, Value data, Value length,
                        ConversionPatternRewriter &rewriter) const {
    Location loc = op.getLoc();
    ImplicitLocOpBuilder b(loc, rewriter);
    auto realloc = getRuntimeFunction<LLVM::LLVMFuncOp>(
        b, op->template getParentOfType<ModuleOp>(), "weft_rt_realloc");
    if (!realloc)
      return failure();
    MemRefType type = op.getType();
    Value bytes = LLVM::MulOp::create(
        b, length, this->getSizeInBytes(loc, type.getElementType(), rewriter));
    Value longer =
        LLVM::CallOp::create(b, realloc, ValueRange{data, bytes}).getResult();
    Value one =
        this->createIndexAttrConstant(rewriter, loc, this->getIndexType(), 1);
    rewriter.replaceOp(
        op, {this->createMemRefDescriptor(loc, type, longer, longer, {length},
                                          {one}, rewriter)});
    return success();
  }
};

struct LowerRealloc : ByRealloc<memref::ReallocOp> {
  using ByRealloc::ByRealloc;
  LogicalResult
  matchAndRewrite(memref::ReallocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value length = adaptor.getDynamicResultSize();
    if (!length || op.getAlignment())
      return rewriter.notifyMatchFailure(op, "the new length is constant");
    MemRefDescriptor source(adaptor.getSource());
    return replace(op, source.allocatedPtr(rewriter, op.getLoc()), length,
                   rewriter);
  }
};

/// What grows later grows from nothing to its first length, too.
struct LowerGrowingAlloc : ByRealloc<memref::AllocOp> {
  using ByRealloc::ByRealloc;
  LogicalResult
  matchAndRewrite(memref::AllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op->hasAttr(kGrowsAttr) || adaptor.getDynamicSizes().size() != 1 ||
        op.getType().getRank() != 1 || op.getAlignment())
      return rewriter.notifyMatchFailure(op, "it does not grow");
    Value nothing = LLVM::ZeroOp::create(rewriter, op.getLoc(), getPtrType());
    return replace(op, nothing, adaptor.getDynamicSizes().front(), rewriter);
  }
};
} // namespace

void weft::populateReallocPatterns(const LLVMTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<LowerRealloc, LowerGrowingAlloc>(converter, /*benefit=*/2);
}
