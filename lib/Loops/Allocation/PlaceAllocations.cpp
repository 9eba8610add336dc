//===- PlaceAllocations.cpp - Placement of array allocations --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the transformations that move allocations out of loops and onto the
// stack.
//
//===----------------------------------------------------------------------===//

#include "Allocation/Allocation.h"
#include "SelectedOptions.h"

#include "weft/Loops/Passes.h"

namespace weft {
#define GEN_PASS_DEF_PLACEALLOCATIONS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The lowering options of the pass, in the order of their transformations.
static constexpr LoweringOption kOwnOptions[] = {
    LoweringOption::HoistWorkspaces, LoweringOption::CarryWorkspaces,
    LoweringOption::StackArrays};

namespace {
struct PlaceAllocations : weft::impl::PlaceAllocationsBase<PlaceAllocations> {
  using PlaceAllocationsBase::PlaceAllocationsBase;
  LogicalResult initialize(MLIRContext *context) override {
    return selected.initialize(context, only, kOwnOptions);
  }
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (selected.contains(LoweringOption::HoistWorkspaces)) {
      unsigned reused = 0, cleared = 0;
      hoistWorkspaces(function, reused, cleared);
      numReused += reused;
      numCleared += cleared;
    }
    if (selected.contains(LoweringOption::CarryWorkspaces))
      numCarried += carryWorkspaces(function);
    if (selected.contains(LoweringOption::StackArrays))
      stackArrays(function);
  }

  SelectedOptions selected;
};
} // namespace
