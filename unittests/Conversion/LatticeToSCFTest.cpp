//===- LatticeToSCFTest.cpp - Loops over other level types ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of lattices knows level types by their properties and
// capabilities only. The level types here have those that no built-in level
// type has: strings that list them, as a library of somebody else could attach
// the interface to an attribute.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/LatticeToSCF/LatticeToSCF.h"
#include "weft/Conversion/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

/// `"ordered unique coordinates"` is an ordered, unique level type that has
/// coordinate iterate and nothing else.
struct StringLevelType
    : level::LevelTypeAttrInterface::ExternalModel<StringLevelType,
                                                   StringAttr> {
  static bool has(Attribute attr, StringRef word) {
    SmallVector<StringRef> words;
    cast<StringAttr>(attr).getValue().split(words, ' ');
    return llvm::is_contained(words, word);
  }
  bool isFull(Attribute a) const { return has(a, "full"); }
  bool isOrdered(Attribute a) const { return has(a, "ordered"); }
  bool isUnique(Attribute a) const { return has(a, "unique"); }
  bool isBranchless(Attribute a) const { return false; }
  bool isCompact(Attribute a) const { return has(a, "compact"); }
  bool hasCoordinateIterate(Attribute a) const { return has(a, "coordinates"); }
  bool hasPositionIterate(Attribute a) const { return has(a, "positions"); }
  bool hasLocate(Attribute a) const { return has(a, "locate"); }
  bool hasAppend(Attribute a) const { return false; }
  bool hasInsert(Attribute a) const { return false; }
  bool insertsInOrder(Attribute) const { return false; }
  bool sharesPositions(Attribute) const { return false; }
  bool hasRecover(Attribute a) const { return has(a, "recover"); }
  bool hasScatter(Attribute) const { return false; }
  bool numbersSlots(Attribute, bool) const { return false; }
  void getArrays(Attribute, SmallVectorImpl<level::LevelArray> &) const {}
};

class LatticeToSCFTest : public ::testing::Test {
protected:
  LatticeToSCFTest() {
    context.loadDialect<func::FuncDialect, lattice::LatticeDialect>();
    StringAttr::attachInterface<StringLevelType>(context);
  }

  /// A module with a coiteration of the levels b1 and c1 of the given types,
  /// with points and a keyword before `over` as text.
  static std::string print(StringRef b, StringRef c, StringRef points,
                           StringRef keyword = "") {
    return (Twine("#B = #level.format<(i) -> (i : ") + b +
            ")>\n#C = #level.format<(i) -> (i : " + c + R"()>
      func.func private @use(index)
      func.func @f(%b: !level.storage<tensor<?xf64, #B>>,
                   %c: !level.storage<tensor<?xf64, #C>>,
                   %p: index, %q: index, %n: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        lattice.coiterate "i" in %p to %n )" +
            keyword + R"( over (
            b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #B>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #C>>) {
      )" + points +
            "} return }")
        .str();
  }

  /// Lowers it. Returns the error or "".
  std::string lower(StringRef b, StringRef c, StringRef points,
                    StringRef keyword = "") {
    return lowerText(print(b, c, points, keyword));
  }

  /// Lowers a module. Returns the error or "".
  std::string lowerText(StringRef text) {
    std::string error;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Error && error.empty())
        error = diag.str();
      return success();
    });
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return "parse error: " + error;
    PassManager passes(&context);
    passes.addNestedPass<func::FuncOp>(createConvertLatticeToSCF());
    return succeeded(passes.run(*module)) ? "" : error;
  }

  /// The only operation of a kind.
  template <typename OpTy> OpTy get() {
    OpTy found;
    unsigned count = 0;
    module->walk([&](OpTy op) {
      found = op;
      ++count;
    });
    EXPECT_EQ(count, 1u) << OpTy::getOperationName().str();
    return found;
  }
  template <typename OpTy> unsigned count() {
    unsigned count = 0;
    module->walk([&](OpTy) { ++count; });
    return count;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr const char *kOnlyB = "point [b1] { ^bb0(%i: index, %pb: index): "
                               "func.call @use(%pb) : (index) -> () }";
constexpr const char *kBoth =
    "point [b1, c1] { ^bb0(%i: index, %pb: index, %pc: index): "
    "func.call @use(%pb) : (index) -> () }";

TEST_F(LatticeToSCFTest, IteratesOverCoordinates) {
  ASSERT_EQ(lower("\"ordered unique coordinates\"", "dense", kOnlyB), "");
  auto bounds = get<level::CoordBoundsOp>();
  auto loop = get<scf::ForOp>();
  auto access = get<level::CoordAccessOp>();
  EXPECT_EQ(loop.getLowerBound(), bounds.getBegin());
  EXPECT_EQ(loop.getUpperBound(), bounds.getEnd());
  EXPECT_EQ(access.getCoords().back(), loop.getInductionVar());
  // The coordinate may lie in a gap.
  EXPECT_EQ(get<scf::IfOp>().getCondition(), access.getFound());
  EXPECT_EQ(get<func::CallOp>().getOperand(0), access.getPosition());
}

TEST_F(LatticeToSCFTest, WindowBoundsCoordinates) {
  ASSERT_EQ(
      lower("\"full ordered unique coordinates\"", "dense", kOnlyB, "windowed"),
      "");
  auto loop = get<scf::ForOp>();
  EXPECT_TRUE(loop.getLowerBound().getDefiningOp<arith::MaxUIOp>());
  EXPECT_TRUE(loop.getUpperBound().getDefiningOp<arith::MinUIOp>());
  // A full level has no gaps.
  EXPECT_EQ(count<scf::IfOp>(), 0u);
}

TEST_F(LatticeToSCFTest, MergesCoordinatesWithPositions) {
  ASSERT_EQ(lower("\"ordered unique coordinates\"", "compressed", kBoth), "");
  EXPECT_EQ(count<scf::WhileOp>(), 1u);
  // Both at the minimum, and no gap there.
  auto condition = get<scf::IfOp>().getCondition();
  auto conjunction = condition.getDefiningOp<arith::AndIOp>();
  ASSERT_TRUE(conjunction);
  unsigned tests = 0;
  bool testsFound = false;
  SmallVector<Value> worklist = {condition};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (isa<arith::AndIOp>(op))
      llvm::append_range(worklist, op->getOperands());
    else if (isa<level::CoordAccessOp>(op))
      testsFound = true;
    else if (isa<arith::CmpIOp>(op))
      ++tests;
  }
  EXPECT_EQ(tests, 2u);
  EXPECT_TRUE(testsFound);
}

TEST_F(LatticeToSCFTest, FullIteratorIsTheOnlyMerger) {
  ASSERT_EQ(
      lower("\"full ordered unique compact positions\"", "compressed", kBoth),
      "");
  EXPECT_EQ(count<arith::MinUIOp>(), 0u);
  // Only the compressed level can be exhausted first.
  auto loop = get<scf::WhileOp>();
  EXPECT_TRUE(
      loop.getConditionOp().getCondition().getDefiningOp<arith::CmpIOp>());
}

TEST_F(LatticeToSCFTest, SkipsUnlabeledPositions) {
  ASSERT_EQ(lower("\"unique positions\"", "dense", kOnlyB), "");
  EXPECT_EQ(get<scf::IfOp>().getCondition(),
            get<level::PosAccessOp>().getFound());
}

TEST_F(LatticeToSCFTest, TestsWhatIsLocated) {
  ASSERT_EQ(lower("compressed", "\"unique locate\"",
                  "point [b1 | c1] { ^bb0(%i: index, %pb: index, %pc: index): "
                  "func.call @use(%pc) : (index) -> () }"
                  "point [b1] { ^bb0(%i: index, %pb: index): "
                  "func.call @use(%i) : (index) -> () }"),
            "");
  // One loop, in which the locator decides.
  EXPECT_EQ(count<scf::ForOp>(), 1u);
  auto branch = get<scf::IfOp>();
  EXPECT_EQ(branch.getCondition(), get<level::LocateOp>().getFound());
  auto call = cast<func::CallOp>(branch.thenBlock()->front());
  EXPECT_EQ(call.getOperand(0), get<level::LocateOp>().getPosition());
  EXPECT_TRUE(isa<func::CallOp>(branch.elseBlock()->front()));
}

TEST_F(LatticeToSCFTest, RefusesUnlabeledPositionsInMerges) {
  EXPECT_EQ(lower("\"ordered unique positions\"", "compressed", kBoth),
            "'lattice.coiterate' op cannot iterate over segment \"b1\": "
            "positions without a coordinate can neither be merged nor belong "
            "to a run");
}

TEST_F(LatticeToSCFTest, RefusesRunsOfCoordinates) {
  EXPECT_EQ(lower("\"ordered coordinates\"", "dense",
                  "point [b1] { ^bb0(%i: index, %pb: index, %qb: index): }"),
            "'lattice.coiterate' op cannot iterate over segment \"b1\": runs "
            "of equal coordinates take position iterate");
}

TEST_F(LatticeToSCFTest, GuardsCoordinates) {
  ASSERT_EQ(lower("\"ordered unique coordinates\"", "compressed",
                  "points [b1], [c1] { ^bb0(%i: index, %pb: index, %hasB: i1, "
                  "%pc: index, %hasC: i1): func.call @use(%pb) : (index) -> () "
                  "}",
                  "guarded"),
            "");
  // The coordinate may lie in a gap.
  auto access = get<level::CoordAccessOp>();
  auto yield = cast<scf::YieldOp>(access->getBlock()->getTerminator());
  EXPECT_TRUE(llvm::is_contained(yield.getOperands(), access.getFound()));
}

TEST_F(LatticeToSCFTest, RefusesToLocateRuns) {
  EXPECT_EQ(lower("compressed", "\"locate\"",
                  "point [b1 | c1] { ^bb0(%i: index, %pb: index, %pc: index, "
                  "%qc: index): }"),
            "'lattice.coiterate' op cannot locate in segment \"c1\": a "
            "coordinate may be stored at several positions");
}

/// A coiteration of the two levels of b, which are of the given types.
static std::string printCollapsed(StringRef outer, StringRef inner,
                                  StringRef point = "[b12]",
                                  StringRef role = "") {
  return (Twine("#B = #level.format<(i, j) -> (i : ") + outer +
          ", j : " + inner + R"()>
    func.func @f(%b: !level.storage<tensor<?x?xf64, #B>>, %p: index, %q: index) {
      lattice.coiterate "f" original ("i", "j") of (%p, %q) in %p to %q over (
          b12 = %b level 0 to 1 )" +
          role + R"( under %p to %q coords()
            : !level.storage<tensor<?x?xf64, #B>>) {
        point )" +
          point + R"( {
        ^bb0(%i: index, %j: index, %f: index, %pb: index):
        }
      }
      return
    })")
      .str();
}

TEST_F(LatticeToSCFTest, RefusesWhatCannotBeTracked) {
  EXPECT_EQ(lowerText(printCollapsed("compressed",
                                     "\"ordered unique compact positions\"")),
            "parse error: 'lattice.coiterate' op point 0 iterates over segment "
            "\"b12\", but positions of its level type \"ordered unique compact "
            "positions\" do not tell parents");
  EXPECT_EQ(lowerText(printCollapsed("\"ordered unique recover coordinates\"",
                                     "compressed")),
            "parse error: 'lattice.coiterate' op point 0 iterates over segment "
            "\"b12\", but positions of its level type \"ordered unique recover "
            "coordinates\" do not tell coordinates");
}

TEST_F(LatticeToSCFTest, RefusesUnlabeledPositionsInTuples) {
  EXPECT_EQ(lowerText(printCollapsed("\"ordered unique positions recover\"",
                                     "compressed")),
            "'lattice.coiterate' op cannot iterate over segment \"b12\": "
            "positions without a coordinate can neither be merged nor belong "
            "to a run");
  EXPECT_EQ(lowerText(printCollapsed("dense", "\"ordered unique positions\"",
                                     "[U | b12]", "searched")),
            "'lattice.coiterate' op cannot locate in segment \"b12\": "
            "positions without a coordinate cannot be searched");
}

TEST_F(LatticeToSCFTest, RefusesToMergeChildrenInTuples) {
  EXPECT_EQ(lowerText(printCollapsed("compressed(nonunique)", "compressed")),
            "'lattice.coiterate' op cannot iterate over segment \"b12\": the "
            "level above is not unique, so that the children of several "
            "parents would have to be merged");
}

/// A level function of a level that has coordinates only.
static std::string printFunction(StringRef function) {
  return (Twine("#B = #level.format<(i) -> (i : \"coordinates\")>\n"
                "func.func @f(%b: !level.storage<tensor<?xf64, #B>>, "
                "%p: index) { ") +
          function +
          " under %p to %p : !level.storage<tensor<?xf64, #B>>\n"
          "return }")
      .str();
}

// A pattern says nothing of what it does not match; the pass does.
TEST_F(LatticeToSCFTest, PatternLeavesWhatItDoesNotMatch) {
  // A pass would load them.
  context.loadDialect<arith::ArithDialect, scf::SCFDialect>();
  unsigned numDiagnostics = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) {
    ++numDiagnostics;
    return success();
  });
  auto countLeft = [&](StringRef b) {
    module =
        parseSourceString<ModuleOp>(print(b, "compressed", kBoth), &context);
    RewritePatternSet patterns(&context);
    populateLatticeToSCFPatterns(patterns);
    walkAndApplyPatterns(*module, std::move(patterns));
    return count<lattice::CoiterateOp>();
  };
  EXPECT_EQ(countLeft("\"ordered unique positions\""), 1u);
  EXPECT_EQ(countLeft("compressed"), 0u);
  EXPECT_EQ(numDiagnostics, 0u);
}

TEST_F(LatticeToSCFTest, RecoveringTakesACapability) {
  EXPECT_EQ(lowerText(printFunction("%q = level.parent_of %b level 0 at %p")),
            "parse error: 'level.parent_of' op expected a level type with the "
            "capability recover, got \"coordinates\"");
  EXPECT_EQ(lowerText(printFunction("%q:2 = level.pos_bounds %b level 0")),
            "parse error: 'level.pos_bounds' op expected a level type with the "
            "capability position iterate or recover, got \"coordinates\"");
}

} // namespace
