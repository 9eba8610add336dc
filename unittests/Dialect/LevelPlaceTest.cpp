//===- LevelPlaceTest.cpp - Where level types may stand -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level type of another project says itself where in a format it may stand.
// Strings stand for one that must be the last level.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

struct LastLevelType
    : level::LevelTypeAttrInterface::ExternalModel<LastLevelType, StringAttr> {
  bool isFull(Attribute) const { return false; }
  bool isOrdered(Attribute) const { return true; }
  bool isUnique(Attribute) const { return true; }
  bool isBranchless(Attribute) const { return false; }
  bool isCompact(Attribute) const { return true; }
  bool hasCoordinateIterate(Attribute) const { return false; }
  bool hasPositionIterate(Attribute) const { return true; }
  bool hasLocate(Attribute) const { return false; }
  bool hasAppend(Attribute) const { return false; }
  bool hasInsert(Attribute) const { return false; }
  bool insertsInOrder(Attribute) const { return false; }
  bool sharesPositions(Attribute) const { return false; }
  bool hasRecover(Attribute) const { return false; }
  bool hasScatter(Attribute) const { return false; }
  bool numbersSlots(Attribute, bool) const { return false; }
  void getArrays(Attribute, SmallVectorImpl<level::LevelArray> &) const {}
};

struct LastLevelPlace
    : level::PlacedLevelTypeAttrInterface::ExternalModel<LastLevelPlace,
                                                         StringAttr> {
  LogicalResult
  verifyPlace(Attribute, const level::LevelPlace &place,
              llvm::function_ref<InFlightDiagnostic()> emitError) const {
    if (place.level + 1 != static_cast<int64_t>(place.levelTypes.size()))
      return emitError() << "level " << place.level
                         << " has another below it, which is "
                         << (place.getType(place.level + 1).isFull()
                                 ? "full"
                                 : "sparse");
    return success();
  }
};

/// Parses a format. Returns the error or "".
std::string parseFormat(StringRef text) {
  MLIRContext context;
  context.loadDialect<level::LevelDialect>();
  StringAttr::attachInterface<LastLevelType, LastLevelPlace>(context);
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    error = diagnostic.str();
    return success();
  });
  EXPECT_EQ(!parseAttribute(text, &context), !error.empty());
  return error;
}

TEST(LevelPlaceTest, LevelTypesVerifyTheirPlaces) {
  EXPECT_EQ(parseFormat(R"(#level.format<(i, j) -> (i : dense, j : "last")>)"),
            "");
  EXPECT_EQ(parseFormat(R"(#level.format<(i, j) -> (i : "last", j : dense)>)"),
            "level 0 has another below it, which is full");
  EXPECT_EQ(
      parseFormat(R"(#level.format<(i, j) -> (i : "last", j : compressed)>)"),
      "level 0 has another below it, which is sparse");
}

/// What a level type asks of its neighbours is asked once these are known to
/// have level types.
TEST(LevelPlaceTest, NeighboursHaveLevelTypes) {
  EXPECT_EQ(
      parseFormat(R"(#level.format<(i, j) -> (i : "last", j : 3 : i64)>)"),
      "expected a level type, got 3 : i64");
}

} // namespace
