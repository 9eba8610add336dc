//===- ChooseVersion.cpp - Entries of kernels with versions -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All versions have the same signature.
//
//===----------------------------------------------------------------------===//

#include "ChooseVersion.h"

#include "weft/Support/KernelFunctions.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;

LogicalResult weft::kernel_abi::chooseVersion(LLVM::LLVMFuncOp entry,
                                              LLVM::LLVMFuncOp version,
                                              PositionArray positions) {
  ImplicitLocOpBuilder b(entry.getLoc(), entry->getContext());
  b.setInsertionPointAfter(entry);
  auto module = entry->getParentOfType<ModuleOp>();
  auto hasEvenSegments = getRuntimeFunction<LLVM::LLVMFuncOp>(
      b, module, "weft_rt_has_even_segments");
  if (!hasEvenSegments)
    return failure();
  std::string name = entry.getName().str();
  entry.setName((name + "_otherwise"));
  auto chooser = LLVM::LLVMFuncOp::create(b, name, entry.getFunctionType());
  Block *body = chooser.addEntryBlock(b);
  Block *even = b.createBlock(&chooser.getBody());
  Block *uneven = b.createBlock(&chooser.getBody());
  Value tensors = body->getArgument(0);
  auto emitWord = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(b, b.getI64Type(),
                                    b.getI64IntegerAttr(value));
  };
  b.setInsertionPointToEnd(body);
  Value areEven =
      LLVM::CallOp::create(b, hasEvenSegments,
                           ValueRange{tensors, emitWord(positions.tensor),
                                      emitWord(positions.array),
                                      emitWord(positions.bits)})
          .getResult();
  Value condition =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, areEven, emitWord(0));
  LLVM::CondBrOp::create(b, condition, even, uneven);
  for (auto [block, callee] :
       {std::pair(even, version), std::pair(uneven, entry)}) {
    b.setInsertionPointToEnd(block);
    LLVM::CallOp::create(b, callee, tensors);
    LLVM::ReturnOp::create(b, ValueRange());
    LLVM::LLVMFuncOp called = callee;
    called.setLinkage(LLVM::Linkage::Internal);
  }
  return success();
}
