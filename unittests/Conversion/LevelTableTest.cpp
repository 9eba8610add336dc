//===- LevelTableTest.cpp - The tables of level types -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Dialects/Level.md has the tables of properties, capabilities and arrays
// of level types (thesis, tables 2-11 and 2-12). This test makes their rows
// from the level types themselves, so that no row can be wrong or missing, and
// compares what level types say of themselves with the code that there is.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/LevelToMemRef/PartitionEmitter.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Runtime/Format.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using level::LevelTypeAttrInterface;

namespace {
class LevelTableTest : public ::testing::Test {
protected:
  LevelTableTest() {
    context.loadDialect<level::LevelDialect>();
    auto file = llvm::MemoryBuffer::getFile(WEFT_LEVEL_DOCS);
    EXPECT_TRUE(file) << "no " WEFT_LEVEL_DOCS;
    if (file)
      text = (*file)->getBuffer().str();
  }

  /// A level type with parameters, if it needs some.
  LevelTypeAttrInterface parse(StringRef name, StringRef parameters = "") {
    bool isCounted =
        name == "structured" || name == "permuted" || name == "sliced";
    std::string needed = isCounted ? "<2>" : parameters.str();
    return dyn_cast_or_null<LevelTypeAttrInterface>(
        parseAttribute(("#level." + name + needed).str(), &context));
  }
  /// How a property is written that a modifier takes away.
  std::string say(StringRef name, bool (LevelTypeAttrInterface::*has)() const) {
    bool always = (parse(name).*has)();
    if (name != "compressed" && name != "singleton" &&
        name != "loose_compressed")
      return always ? " yes" : "";
    bool modified = (parse(name, "<nonunique, nonordered>").*has)();
    return always != modified ? " may be" : always ? " yes" : "";
  }
  bool hasLine(const std::string &line) const {
    return text.find("\n" + line) != text.npos;
  }

  MLIRContext context;
  std::string text;
};
} // namespace

/// The names of all level types.
static std::vector<std::string> getNames() {
  std::vector<std::string> names;
  for (auto kind = runtime::LevelKind::Dense;
       kind <= runtime::LevelKind::Sliced;
       kind = static_cast<runtime::LevelKind>(static_cast<int>(kind) + 1))
    names.push_back(runtime::nameOf(kind));
  return names;
}

TEST_F(LevelTableTest, PropertiesAndCapabilities) {
  for (const std::string &name : getNames()) {
    LevelTypeAttrInterface type = parse(name);
    ASSERT_TRUE(type) << name;
    std::string row = "| " + name + " |";
    auto has = {&LevelTypeAttrInterface::isFull,
                &LevelTypeAttrInterface::isOrdered,
                &LevelTypeAttrInterface::isUnique,
                &LevelTypeAttrInterface::isBranchless,
                &LevelTypeAttrInterface::isCompact};
    for (auto property : has)
      row += say(name, property) + " |";
    row += type.hasPositionIterate()     ? " positions |"
           : type.hasCoordinateIterate() ? " coordinates |"
                                         : " |";
    row += type.hasLocate() ? " yes |" : " |";
    row += type.hasAppend()   ? " append |"
           : type.hasInsert() ? " insert |"
                              : " |";
    EXPECT_TRUE(hasLine(row + "\n")) << "expected the row\n" << row;
  }
}

TEST_F(LevelTableTest, Arrays) {
  for (const std::string &name : getNames()) {
    LevelTypeAttrInterface type = parse(name);
    ASSERT_TRUE(type) << name;
    SmallVector<level::LevelArray> arrays;
    type.getArrays(arrays);
    std::string list =
        llvm::join(llvm::map_range(arrays,
                                   [](const level::LevelArray &array) {
                                     return ("`" + array.name + "`").str();
                                   }),
                   ", ");
    std::string row =
        "| " + name + " |" + (list.empty() ? "" : " " + list) + " | ";
    EXPECT_TRUE(hasLine(row)) << "expected a row that begins with\n" << row;
  }
}

TEST_F(LevelTableTest, Recover) {
  std::vector<std::string> names;
  for (const std::string &name : getNames())
    if (parse(name).hasRecover())
      names.push_back(name);
  std::string last = names.back();
  names.pop_back();
  std::string list = llvm::join(names, ", ") + " and " + last + " levels also";
  list.front() = llvm::toUpper(list.front());
  std::string flat = text;
  std::replace(flat.begin(), flat.end(), '\n', ' ');
  EXPECT_NE(flat.find(list), flat.npos) << "expected the words\n" << list;
}

//===----------------------------------------------------------------------===//
// Emitters
//===----------------------------------------------------------------------===//

TEST_F(LevelTableTest, EveryCapabilityIsEmitted) {
  for (const std::string &name : getNames())
    EXPECT_FALSE(findMissingEmitter(parse(name)).empty())
        << name << ": there is code without emitters";
  DialectRegistry registry;
  registerLevelEmitters(registry);
  context.appendDialectRegistry(registry);
  for (const std::string &name : getNames()) {
    LevelTypeAttrInterface type = parse(name);
    EXPECT_EQ(findMissingEmitter(type), "") << name;
    // The other way around, so that no capability that has code goes unused.
    EXPECT_EQ(type.hasCoordinateIterate(),
              isa<CoordinateIterateEmitterInterface>(type))
        << name;
    EXPECT_EQ(type.hasPositionIterate(),
              isa<PositionIterateEmitterInterface>(type))
        << name;
    EXPECT_EQ(type.hasLocate(), isa<LocateEmitterInterface>(type)) << name;
    EXPECT_EQ(type.hasRecover(), isa<RecoverEmitterInterface>(type)) << name;
    EXPECT_EQ(type.hasAppend(), isa<AppendEmitterInterface>(type)) << name;
    EXPECT_EQ(type.hasInsert(), isa<InsertEmitterInterface>(type)) << name;
    EXPECT_EQ(type.hasScatter(), isa<ScatterEmitterInterface>(type)) << name;
    EXPECT_EQ(type.hasScatter(), isa<ScatterPartitionsEmitterInterface>(type))
        << name;
    EXPECT_EQ(type.numbersSlots(/*isLeaf=*/true),
              isa<SlotsEmitterInterface>(type))
        << name;
    EXPECT_EQ(isa<level::CountsRowsLevelTypeAttrInterface>(type),
              isa<RowCountEmitterInterface>(type))
        << name;
    EXPECT_EQ(isa<level::MadeOfCountsLevelTypeAttrInterface>(type),
              isa<RowUseEmitterInterface>(type))
        << name;
  }
}

TEST_F(LevelTableTest, WhatHasNoCodeIsNamed) {
  context.loadDialect<func::FuncDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      R"(func.func @f(%A: tensor<?xf64, #level.format<(i) -> (i : hashed)>>) {
           return
         })",
      &context);
  ASSERT_TRUE(module);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  PassManager pm(&context);
  pm.addPass(createConvertLevelToMemRef());
  EXPECT_TRUE(failed(pm.run(*module)));
  EXPECT_EQ(message,
            "'func.func' op cannot be lowered: no code is known for the level "
            "function pos_bounds of the level type '#level.hashed'");
}
