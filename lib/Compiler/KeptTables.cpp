//===- KeptTables.cpp - Tables that the runtime keeps ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table in which a row is combined is filled, and left as it was filled. In
// machine code the runtime hands it from one row to the next, filled as it is
// (docs/decisions/coordinate-lists.md); in C source, and wherever what fills it
// is not known any more, it is an array like any.
//
//===----------------------------------------------------------------------===//

#include "KeptTables.h"

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The loop that fills a table, if it does nothing else.
static scf::ForOp getFill(memref::AllocOp alloc) {
  for (Operation *user : alloc->getUsers()) {
    auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
    if (isa<memref::StoreOp>(user) && loop && loop->hasAttr(kTableAttr) &&
        loop->getBlock() == alloc->getBlock() &&
        llvm::hasSingleElement(loop.getBody()->without_terminator()))
      return loop;
  }
  return {};
}

/// Whether the runtime can give a table, and is given it wherever it is freed.
static bool canBeKept(memref::AllocOp alloc) {
  auto isUnmarked = [](Operation *user) {
    return isa<memref::DeallocOp>(user) && !user->hasAttr(kTableAttr);
  };
  auto isMarked = [](Operation *user) {
    return isa<memref::DeallocOp>(user) && user->hasAttr(kTableAttr);
  };
  return alloc.getType().getRank() == 1 &&
         alloc.getDynamicSizes().size() == 1 &&
         llvm::any_of(alloc->getUsers(), isMarked) &&
         llvm::none_of(alloc->getUsers(), isUnmarked);
}

void weft::findKeptTables(ModuleOp module) {
  SmallVector<memref::AllocOp> tables;
  module.walk([&](memref::AllocOp alloc) {
    if (alloc->hasAttr(kTableAttr))
      tables.push_back(alloc);
  });
  for (memref::AllocOp alloc : tables) {
    scf::ForOp fill = getFill(alloc);
    if (fill && canBeKept(alloc)) {
      fill.erase();
      continue;
    }
    alloc->removeAttr(kTableAttr);
    for (Operation *user : alloc->getUsers())
      user->removeAttr(kTableAttr);
  }
}

namespace {
struct LowerAlloc : ConvertOpToLLVMPattern<memref::AllocOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::AllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto pattern = op->getAttrOfType<IntegerAttr>(kTableAttr);
    if (!pattern || adaptor.getDynamicSizes().size() != 1)
      return rewriter.notifyMatchFailure(op, "it is not kept");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto take = getRuntimeFunction<LLVM::LLVMFuncOp>(
        b, op->getParentOfType<ModuleOp>(), "weft_rt_take_table");
    if (!take)
      return failure();
    Value length = adaptor.getDynamicSizes().front();
    Value bytes = LLVM::MulOp::create(
        b, length,
        getSizeInBytes(op.getLoc(), op.getType().getElementType(), rewriter));
    Value word = LLVM::ConstantOp::create(b, b.getI64Type(), pattern);
    Value data =
        LLVM::CallOp::create(b, take, ValueRange{bytes, word}).getResult();
    rewriter.replaceOp(
        op,
        {createMemRefDescriptor(
            op.getLoc(), op.getType(), data, data, {length},
            {createIndexAttrConstant(rewriter, op.getLoc(), getIndexType(), 1)},
            rewriter)});
    return success();
  }
};

struct LowerDealloc : ConvertOpToLLVMPattern<memref::DeallocOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::DeallocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op->hasAttr(kTableAttr))
      return rewriter.notifyMatchFailure(op, "it is not kept");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto give = getRuntimeFunction<LLVM::LLVMFuncOp>(
        b, op->getParentOfType<ModuleOp>(), "weft_rt_give_table");
    if (!give)
      return failure();
    MemRefDescriptor table(adaptor.getMemref());
    LLVM::CallOp::create(b, give,
                         ValueRange{table.allocatedPtr(b, op.getLoc())});
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void weft::populateKeptTablePatterns(const LLVMTypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<LowerAlloc, LowerDealloc>(converter, /*benefit=*/2);
}
