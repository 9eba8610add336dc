//===- RegisterPasses.cpp - All passes of Weft ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers all passes and pipelines. The compiler of texts builds its
// pipelines without a registry, so that this file is not in it.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/Passes.h"
#include "weft/Compiler/Passes.h"
#include "weft/Compiler/Pipelines.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Algebra/Transforms/Passes.h"
#include "weft/Dialect/CIN/Transforms/Passes.h"
#include "weft/Dialect/Level/Transforms/Passes.h"
#include "weft/Dialect/TIN/Transforms/Passes.h"
#include "weft/Explain/Passes.h"
#include "weft/GPU/Passes.h"
#include "weft/Loops/Passes.h"
#include "weft/RegisterAll.h"
#include "weft/Sparsifier/Passes.h"
#include "weft/Sparsifier/Pipeline.h"

void weft::registerAllPasses() {
  analysis::registerWeftAnalysisPasses();
  explain::registerWeftExplainPasses();
  registerConvertTINToCIN();
  algebra::registerAlgebraInlineOperators();
  registerAttachMachine();
  cin::registerCINAllowReassociation();
  cin::registerCINChooseLowering();
  cin::registerCINChooseSchedule();
  cin::registerCINFactorReductions();
  cin::registerCINFuseKernels();
  cin::registerCINHoistFactors();
  cin::registerCINPromoteReductions();
  cin::registerCINSetAssembly();
  cin::registerCINShareKernels();
  cin::registerCINSortFactors();
  cin::registerCINVersionGPUKernels();
  registerWeftApplyEstimatedSchedules();
  registerWeftApplySchedule();
  registerWeftEstimateSchedules();
  registerConvertCINToLattice();
  registerConvertLatticeToSCF();
  registerConvertLevelToMemRef();
  registerConvertPatternToSCF();
  registerConvertPatternToTIN();
  level::registerWeftLevelTransformsPasses();
  tin::registerTINPlan();
  registerWeftTabulateSegments();
  registerWeftCheckAccesses();
  registerWeftGenerateKernelABI();
  registerWeftGuardPartitions();
  registerWeftTrimPartitions();
  registerConvertParallelLoops();
  registerWeftLoopsPasses();
  registerWeftGPUPasses();
  registerLowerSmallFloats();
  registerConvertToLLVM();
  registerPipelines();
  registerSparsifierPipeline();
  registerWeftSparsifierPasses();
}
