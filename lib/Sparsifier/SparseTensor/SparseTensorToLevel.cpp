//===- SparseTensorToLevel.cpp - Storage operations -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that converts what sparse_tensor does with the storage of tensors.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "weft/Sparsifier/Passes.h"

#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTSPARSETENSORTOLEVEL
#include "weft/Sparsifier/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
struct ConvertSparseTensorToLevel
    : weft::impl::ConvertSparseTensorToLevelBase<ConvertSparseTensorToLevel> {
  void runOnOperation() override {
    if (failed(sparsifier::verifyModules(getOperation())))
      return signalPassFailure();
    sparsifier::convertExpansions(getOperation());
    if (failed(sparsifier::convertInsertions(getOperation())) ||
        failed(sparsifier::convertFiles(getOperation())))
      return signalPassFailure();
    sparsifier::convertEmpties(getOperation());
    RewritePatternSet patterns(&getContext());
    sparsifier::populateArrayPatterns(patterns);
    sparsifier::populateAssemblePatterns(patterns);
    sparsifier::populateForeachPatterns(patterns);
    sparsifier::populateReshapePatterns(patterns);
    sparsifier::populatePrintPatterns(patterns);
    sparsifier::populateSortPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    if (failed(sparsifier::verifyConverted(getOperation())))
      signalPassFailure();
  }
};
} // namespace
