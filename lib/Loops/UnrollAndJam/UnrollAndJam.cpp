//===- UnrollAndJam.cpp - The pass that unrolls and jams loops ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies the transformations that execute several iterations of a loop
// together, in the order of their lowering options.
//
//===----------------------------------------------------------------------===//

#include "UnrollAndJam/UnrollAndJam.h"
#include "SelectedOptions.h"
#include "Vectorization/BlockReduction.h"

#include "weft/Loops/Passes.h"

namespace weft {
#define GEN_PASS_DEF_UNROLLANDJAM
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The lowering options of the pass, in the order of their transformations.
static constexpr LoweringOption kOwnOptions[] = {LoweringOption::JamReductions,
                                                 LoweringOption::TileSweeps,
                                                 LoweringOption::JamRows};

std::optional<std::string> weft::whyNotSupported(scf::ForOp loop,
                                                 LoopTag except) {
  if (!hasUnitStep(loop))
    return "does not increment a signed index by 1";
  if (hasLoopTags(loop, except))
    return describeLoopTag(loop, except);
  return std::nullopt;
}

namespace {
struct UnrollAndJam : weft::impl::UnrollAndJamBase<UnrollAndJam> {
  using UnrollAndJamBase::UnrollAndJamBase;
  LogicalResult initialize(MLIRContext *context) override {
    return selected.initialize(context, only, kOwnOptions);
  }
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (selected.contains(LoweringOption::JamReductions))
      jamReductions(function, strict);
    if (selected.contains(LoweringOption::TileSweeps))
      tileSweeps(function);
    if (selected.contains(LoweringOption::JamRows))
      jamRows(function);
  }

  SelectedOptions selected;
};
} // namespace
