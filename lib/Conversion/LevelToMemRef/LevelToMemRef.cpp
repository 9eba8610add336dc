//===- LevelToMemRef.cpp - Convert stored tensors to arrays -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that replaces tensors by their sizes and arrays, and level functions
// by code. The level functions come from the emitters of the level types
// (thesis, tables 2-13 and 2-14); no level type is named here.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "BuilderLinearity.h"
#include "GrowthFunctions.h"
#include "Patterns.h"
#include "SingleSteps.h"

#include "weft/Dialect/Level/IR/LevelScatter.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTLEVELTOMEMREF
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Whether the lowering knows the operation, if it takes or gives tensors.
static bool isLowered(Operation *op) {
  return isa<level::LevelDialect, scf::SCFDialect, func::FuncDialect,
             WeftDialect>(op->getDialect()) ||
         isa<tensor::DimOp, tensor::EmptyOp, tensor::CastOp, arith::SelectOp>(
             op);
}

/// Checks that the type of a stored tensor can be lowered, with the operation
/// as position.
static LogicalResult checkType(Operation *op, Type type) {
  if (failed(StorageLayout::verify(
          type, [&] { return op->emitOpError("cannot be lowered: "); })))
    return failure();
  if (auto parts = dyn_cast<level::PartitionsType>(type)) {
    if (level::fillsSegments(parts.getBuilder()))
      return success();
    for (Attribute levelType : parts.getBuilder().getFormat().getLevelTypes())
      if (!isa<ConcatenateEmitterInterface>(levelType))
        return op->emitOpError(
                   "cannot be lowered: no code is known that concatenates "
                   "partitions of the level type '")
               << levelType << "'";
    return success();
  }
  auto builder = dyn_cast<level::BuilderType>(type);
  if (!builder || !(builder.isCounting() || builder.isPlacing()))
    return success();
  for (Attribute levelType : builder.getFormat().getLevelTypes())
    if (!isa<ScanEmitterInterface>(levelType))
      return op->emitOpError("cannot be lowered: no code is known that counts "
                             "the entries of the level type '")
             << levelType << "'";
  return success();
}

/// Says in the user's terms what the patterns would only refuse.
static LogicalResult checkOperation(Operation *op,
                                    const StorageTypeConverter &converter,
                                    bool keepDense, DenseSet<Type> &known) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    llvm::append_range(types, function.getArgumentTypes());
    llvm::append_range(types, function.getResultTypes());
  }
  auto isStored = [&](Type type) { return converter.isStored(type); };
  for (Type type : types) {
    if (!known.insert(type).second)
      continue;
    if (!keepDense && isa<UnrankedTensorType>(type))
      return op->emitOpError("cannot be lowered: expected ranked tensors, got ")
             << type;
    if (isStored(type) && failed(checkType(op, type)))
      return failure();
  }
  if (op->getDialect() && llvm::any_of(types, isStored) && !isLowered(op))
    return op->emitOpError("cannot be lowered: it uses tensors in a way that "
                           "stored tensors do not support");
  if (auto cast = dyn_cast<tensor::CastOp>(op);
      cast && llvm::any_of(types, isStored) && !llvm::all_of(types, isStored)) {
    auto stored =
        cast_or_null<RankedTensorType>(*llvm::find_if(types, isStored));
    level::FormatAttr format = level::getFormat(stored);
    if (!isa<RankedTensorType>(cast.getSource().getType()) ||
        !isa<RankedTensorType>(cast.getType()) || !format.isAllDense() ||
        !format.getDimToLevel().isIdentity())
      return op->emitOpError("cannot be lowered: a tensor without a format can "
                             "only be cast to one whose levels are dense, in "
                             "the order of the modes; convert it by "
                             "'sparse_tensor.convert'");
  }
  // Of these, nothing but arrays changes, which parts would share.
  auto isCounted = [](Type type) {
    auto builder = dyn_cast<level::BuilderType>(type);
    return builder && (builder.isCounting() || builder.isPlacing());
  };
  if (isa<PartitionsOp>(op) && llvm::any_of(op->getOperandTypes(), isCounted))
    return op->emitOpError("cannot be lowered: what counts or places "
                           "coordinates has no parts");
  if (auto finalize = dyn_cast<level::FinalizeOp>(op)) {
    level::BuilderType type = finalize.getState().getType();
    if (finalize.getSorting() && type.getAssembly() == level::Assembly::Compute)
      return op->emitOpError("cannot be lowered: components of a list that is "
                             "sorted in the end cannot be computed apart from "
                             "its coordinates");
  }
  return success();
}

/// Whether a value is a tensor that was assembled where it is defined, or in a
/// private function that is called there.
static bool isAssembled(Value value) {
  if (value.getDefiningOp<level::FinalizeOp>())
    return true;
  auto call = value.getDefiningOp<func::CallOp>();
  auto callee = call ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
                           call, call.getCalleeAttr())
                     : func::FuncOp();
  if (!callee || !callee.isPrivate() || !callee.getBody().hasOneBlock())
    return false;
  Operation *returned = callee.getBody().front().getTerminator();
  Value result = returned->getOperand(cast<OpResult>(value).getResultNumber());
  return result.getDefiningOp<level::FinalizeOp>() &&
         llvm::count(returned->getOperands(), result) == 1;
}

/// Finds the operands of a kernel's return that may be, or share, memory that
/// the kernel does not own: all but tensors that it assembled and returns once.
static void findCopied(func::ReturnOp op, const StorageTypeConverter &converter,
                       CopiedOperands &copied) {
  DenseSet<Value> returned;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (!converter.isStored(value.getType()))
      continue;
    while (auto cast = value.getDefiningOp<tensor::CastOp>())
      value = cast.getSource();
    if (!isAssembled(value) || !returned.insert(value).second)
      copied.insert({op, operand.getOperandNumber()});
  }
}

namespace {
struct ConvertLevelToMemRefPass
    : weft::impl::ConvertLevelToMemRefBase<ConvertLevelToMemRefPass> {
  using Base::Base;

  void runOnOperation() override {
    StorageTypeConverter converter(keepDense);
    DenseSet<Type> known;
    WalkResult checked = getOperation().walk([&](Operation *op) {
      return failed(checkOperation(op, converter, keepDense, known))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (checked.wasInterrupted() ||
        failed(verifyFunctionNames(getOperation())) ||
        failed(verifyBuilderLinearity(getOperation())))
      return signalPassFailure();
    CopiedOperands copied;
    getOperation().walk([&](func::ReturnOp op) {
      if (op->getParentOp()->hasAttr(kKernelAttr))
        findCopied(op, converter, copied);
    });

    propagateTensorNames(getOperation());
    llvm::SmallPtrSet<Operation *, 4> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      functions.insert(function);

    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    ConversionTarget target(*context);
    target.addIllegalDialect<level::LevelDialect>();
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      return converter.isSignatureLegal(op.getFunctionType()) &&
             converter.isLegal(&op.getBody());
    });
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    populateFunctionPatterns(converter, copied, patterns);
    populateTensorPatterns(converter, patterns);
    populateArrayPatterns(converter, patterns);
    populateAccessPatterns(converter, patterns);
    populateAssemblyPatterns(converter, patterns);
    populateEntryPatterns(converter, patterns);
    populateCountedPatterns(converter, patterns);
    populateCollectPatterns(converter, patterns);
    populateSlotPatterns(converter, patterns);
    populatePartitionPatterns(converter, patterns);
    populateOptionalPartitionPatterns(converter, patterns);
    populateInsertPatterns(converter, patterns);
    populateInitFinalizePatterns(converter, patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    inlineSingleSteps(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!functions.contains(function))
        dropTensorNames(function);
  }
};
} // namespace
