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

#include "weft/Support/KernelFunctions.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;

namespace {
struct LowerRealloc : ConvertOpToLLVMPattern<memref::ReallocOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::ReallocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value length = adaptor.getDynamicResultSize();
    if (!length || op.getAlignment())
      return rewriter.notifyMatchFailure(op, "the new length is constant");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto realloc = getRuntimeFunction<LLVM::LLVMFuncOp>(
        b, op->getParentOfType<ModuleOp>(), "weft_rt_realloc");
    if (!realloc)
      return failure();
    MemRefType type = op.getType();
    Value bytes = LLVM::MulOp::create(
        b, length,
        getSizeInBytes(op.getLoc(), type.getElementType(), rewriter));
    MemRefDescriptor source(adaptor.getSource());
    Value data =
        LLVM::CallOp::create(
            b, realloc, ValueRange{source.allocatedPtr(b, op.getLoc()), bytes})
            .getResult();
    rewriter.replaceOp(
        op,
        {createMemRefDescriptor(
            op.getLoc(), type, data, data, {length},
            {createIndexAttrConstant(rewriter, op.getLoc(), getIndexType(), 1)},
            rewriter)});
    return success();
  }
};
} // namespace

void weft::populateReallocPatterns(const LLVMTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<LowerRealloc>(converter, /*benefit=*/2);
}
