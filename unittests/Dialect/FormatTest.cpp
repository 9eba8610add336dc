//===- FormatTest.cpp - Tests of formats that no text can spell -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of a format has no room for some mistakes that a program can make.
// The verifier finds them.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

/// What the verifier says of a format with widths for so many levels, which are
/// all unless said otherwise.
std::string verify(AffineMap dimToLevel, ArrayRef<Attribute> types,
                   std::optional<size_t> numWidths = std::nullopt) {
  MLIRContext *context = dimToLevel.getContext();
  std::string message = "valid";
  ScopedDiagnosticHandler handler(
      context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  Location loc = UnknownLoc::get(context);
  SmallVector<unsigned> widths(numWidths.value_or(types.size()), 32);
  (void)level::FormatAttr::verify([&] { return emitError(loc); }, dimToLevel,
                                  types, widths, widths, Attribute(),
                                  /*packed=*/false);
  return message;
}

TEST(FormatTest, LevelsAndTheirTypes) {
  MLIRContext context;
  context.loadDialect<level::LevelDialect>();
  Attribute dense = level::DenseAttr::get(&context);
  AffineExpr i = getAffineDimExpr(0, &context);
  AffineExpr j = getAffineDimExpr(1, &context);
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(2, 0, exprs, &context);
  };
  EXPECT_EQ(verify(map({i, j}), {dense, dense}), "valid");
  EXPECT_EQ(verify(map({i, j}), {dense}),
            "expected one level type per level, got 1 for 2 levels");
  EXPECT_EQ(verify(map({i, j}), {dense, dense}, 1),
            "expected widths for each of 2 levels");
  EXPECT_EQ(
      verify(map({i + j, j}), {dense, dense}),
      "expected levels of a dimension, its quotient or its remainder by a "
      "block size, got affine_map<(d0, d1) -> (d0 + d1, d1)>");
  EXPECT_EQ(
      verify(map({i.floorDiv(2) % 2, j}), {dense, dense}),
      "expected levels of a dimension, its quotient or its remainder by a "
      "block size, got affine_map<(d0, d1) -> ((d0 floordiv 2) mod 2, "
      "d1)>");
}

} // namespace
