//===- CoordinateListTest.cpp - Lists of other level types ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list is sorted by its arrays of coordinates, wherever they are among the
// arrays of a level. Level types that have none or two are refused; no built-in
// one is like that, so that strings stand for them.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

/// `"crd pos"` is a level type of a list with these arrays.
struct ListLevelType
    : level::LevelTypeAttrInterface::ExternalModel<ListLevelType, StringAttr> {
  bool isFull(Attribute) const { return false; }
  bool isOrdered(Attribute) const { return true; }
  bool isUnique(Attribute) const { return false; }
  bool isBranchless(Attribute) const { return false; }
  bool isCompact(Attribute) const { return true; }
  bool hasCoordinateIterate(Attribute) const { return false; }
  bool hasPositionIterate(Attribute) const { return true; }
  bool hasLocate(Attribute) const { return false; }
  bool hasAppend(Attribute) const { return true; }
  bool hasInsert(Attribute) const { return false; }
  bool insertsInOrder(Attribute) const { return false; }
  bool sharesPositions(Attribute) const { return false; }
  bool hasRecover(Attribute) const { return true; }
  bool hasScatter(Attribute) const { return false; }
  bool numbersSlots(Attribute, bool) const { return false; }
  void getArrays(Attribute attr,
                 SmallVectorImpl<level::LevelArray> &arrays) const {
    using Kind = level::LevelArray::Kind;
    SmallVector<StringRef> names;
    cast<StringAttr>(attr).getValue().split(names, ' ', -1, false);
    for (StringRef name : names)
      arrays.push_back(
          {name, name == "crd" ? Kind::Coordinates : Kind::Positions});
  }
};

/// Parses the end of a list of one level. Returns the error or "".
std::string parseSorting(StringRef levelType) {
  MLIRContext context;
  context.loadDialect<func::FuncDialect, level::LevelDialect>();
  StringAttr::attachInterface<ListLevelType>(context);
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    error = diagnostic.str();
    return success();
  });
  std::string text =
      (Twine("#List = #level.format<(i) -> (i : \"") + levelType + R"(")>
    func.func @f(%b: !level.builder<tensor<?xf64, #List>>) {
      %a = level.finalize %b sorting : !level.builder<tensor<?xf64, #List>>
      return
    })")
          .str();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_EQ(!module, !error.empty());
  return error;
}

TEST(CoordinateListTest, SortsByTheArrayOfCoordinates) {
  EXPECT_EQ(parseSorting("pos crd"), "");
  EXPECT_EQ(parseSorting("crd pos"), "");
}

TEST(CoordinateListTest, RefusesOtherNumbersOfArrays) {
  const char *message =
      "'level.finalize' op sorts coordinate lists with levels that have one "
      "array of coordinates, got ";
  EXPECT_EQ(parseSorting("pos"), message + std::string("\"pos\""));
  EXPECT_EQ(parseSorting("crd pos crd"),
            message + std::string("\"crd pos crd\""));
}

} // namespace
