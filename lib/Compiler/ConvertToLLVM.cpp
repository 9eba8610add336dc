//===- ConvertToLLVM.cpp - Loops over arrays to LLVM ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream has one pass for each dialect that it converts to LLVM. Each goes
// through the whole module, and together they take longer than anything that
// Weft does itself; so their patterns are applied here in one conversion.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Passes.h"

#include "BranchWeights.h"
#include "ComplexFunctions.h"
#include "KeptTables.h"
#include "ReallocToLLVM.h"
#include "RotateLoops.h"

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/ExpandAtomics.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/OpenMPToLLVM/ConvertOpenMPToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTTOLLVM
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Whether a module has an operation of a dialect.
template <typename DialectTy> static bool uses(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa_and_nonnull<DialectTy>(op->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Complex operations become operations on their parts, some through `math`,
/// and functions calls.
/// What only puts parts together or takes them apart is left to LLVM.
static LogicalResult convertComplex(ModuleOp module) {
  if (!uses<complex::ComplexDialect>(module))
    return success();
  if (failed(convertComplexFunctions(module)))
    return failure();
  RewritePatternSet patterns(module.getContext());
  populateComplexToStandardConversionPatterns(patterns);
  ConversionTarget target(*module.getContext());
  target.addLegalDialect<arith::ArithDialect, math::MathDialect>();
  target.addLegalOp<complex::CreateOp, complex::ImOp, complex::ReOp>();
  return applyPartialConversion(module, target, std::move(patterns));
}

static LogicalResult convertStructuredControlFlow(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  populateRotatedLoopPatterns(patterns);
  populateBranchWeightPatterns(patterns);
  ConversionTarget target(*module.getContext());
  target.addIllegalDialect<scf::SCFDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(module, target, std::move(patterns));
}

static LogicalResult convertRest(ModuleOp module) {
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context);
  // The runtime provides the allocation functions under generic names.
  options.useGenericFunctions = true;
  LLVMTypeConverter converter(context, options);
  RewritePatternSet patterns(context);
  // Divisions that round up or down have no instruction.
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  populateComplexToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateReallocPatterns(converter, patterns);
  populateKeptTablePatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  // A function of the C library is called where LLVM has no intrinsic.
  populateMathToLLVMConversionPatterns(converter, patterns,
                                       /*approximateLog1p=*/true,
                                       /*benefit=*/2);
  populateMathToLibmConversionPatterns(patterns);
  if (uses<vector::VectorDialect>(module))
    populateVectorToLLVMConversionPatterns(converter, patterns);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  if (uses<omp::OpenMPDialect>(module)) {
    configureOpenMPToLLVMConversionLegality(target, converter);
    populateOpenMPToLLVMConversionPatterns(converter, patterns);
  }
  return applyFullConversion(module, target, std::move(patterns));
}

/// Has LLVM read what is said of loops. Upstream's conversion of branches hands
/// on all attributes as if the new operation did not know them.
static void adoptAnnotations(ModuleOp module) {
  module.walk([](Operation *op) {
    if (!isa<LLVM::BrOp, LLVM::CondBrOp>(op))
      return;
    if (Attribute annotation = op->removeDiscardableAttr(kLoopAnnotationAttr))
      op->setAttr(kLoopAnnotationAttr, annotation);
  });
}

/// Drops the flags of floating-point operations that upstream's conversion
/// hands on to operations of LLVM that have none.
static void dropUnknownFlags(ModuleOp module) {
  module.walk([](Operation *op) {
    if (isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
      op->removeDiscardableAttr("fastmath");
  });
}

/// Drops the casts of arrays that were put together from their parts before.
static void dropCasts(ModuleOp module) {
  SmallVector<UnrealizedConversionCastOp> casts;
  module.walk([&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  reconcileUnrealizedCasts(casts);
}

/// Drops the schedule and the lowering configuration, which no later pass reads
/// and other tools do not know.
static void dropScheduleAttrs(ModuleOp module) {
  module.walk([](Operation *op) {
    if (isa<ModuleOp, FunctionOpInterface>(op)) {
      op->removeDiscardableAttr(kLoweringConfigAttr);
      op->removeDiscardableAttr(kScheduleAttr);
    }
  });
}

namespace {
struct ConvertToLLVM : weft::impl::ConvertToLLVMBase<ConvertToLLVM> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    expandAtomics(module);
    findKeptTables(module);
    if (failed(convertComplex(module)) ||
        failed(convertStructuredControlFlow(module)) ||
        failed(convertRest(module)))
      return signalPassFailure();
    dropCasts(module);
    adoptAnnotations(module);
    dropUnknownFlags(module);
    dropScheduleAttrs(module);
  }
};
} // namespace
