//===- CostTest.cpp - Counting the solutions of conjunctions ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/Cost.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <set>
#include <vector>

using namespace weft::analysis;

namespace {

/// The variables of the tests: 0 to 3.
const CostVariable kVariables[] = {
    {"i", "|i|"}, {"j", "|j|"}, {"k", "|k|"}, {"b", "2"}};

CostRelation relation(llvm::StringRef tensor, llvm::ArrayRef<int> levels) {
  CostRelation relation;
  relation.tensor = tensor.str();
  relation.name = tensor.str();
  relation.numLevels = levels.size();
  relation.levels.assign(levels.begin(), levels.end());
  relation.variables = relation.levels;
  return relation;
}

CostTerm term(llvm::ArrayRef<CostVariableId> variables,
              llvm::ArrayRef<CostRelation> relations = {}) {
  CostTerm term;
  for (CostVariableId variable : variables)
    term.add(variable);
  for (const CostRelation &relation : relations)
    term.add(relation);
  return term;
}

std::string print(const CostTerm &term) {
  std::string text;
  llvm::raw_string_ostream os(text);
  term.print(os, kVariables);
  return text;
}

std::string print(const Cost &cost) {
  std::string text;
  llvm::raw_string_ostream os(text);
  cost.print(os, kVariables);
  return text;
}

TEST(CostTest, DimensionsAreMultiplied) {
  EXPECT_EQ(print(term({})), "1");
  EXPECT_EQ(print(term({0})), "|i|");
  EXPECT_EQ(print(term({0, 1, 3})), "|i| * |j| * 2");
}

TEST(CostTest, RelationsCountWhatTheyStore) {
  EXPECT_EQ(print(term({0, 1}, {relation("A", {0, 1})})), "nnz(A)");
  EXPECT_EQ(print(term({0, 1, 2}, {relation("A", {0, 1})})), "|k| * nnz(A)");
  EXPECT_EQ(print(term({0, 1}, {relation("b", {0}), relation("c", {1})})),
            "nnz(b) * nnz(c)");
}

TEST(CostTest, SharedVariablesAreSummedOver) {
  EXPECT_EQ(
      print(term({0, 2, 1}, {relation("A", {0, 2}), relation("B", {2, 1})})),
      "sum over k of nnz(A(:,k)) * nnz(B(k,:))");
  EXPECT_EQ(
      print(term({0, 1, 2, 3}, {relation("A", {0, 2}), relation("B", {2, 1})})),
      "2 * (sum over k of nnz(A(:,k)) * nnz(B(k,:)))");
  EXPECT_EQ(print(term({0, 1}, {relation("A", {0, 1}), relation("b", {1})})),
            "sum over j with b(j) stored of nnz(A(:,j))");
  EXPECT_EQ(print(term({0}, {relation("b", {0}), relation("c", {0})})),
            "sum over i with b(i), c(i) stored of 1");
}

TEST(CostTest, CoordinatesOfNoLoopAreNotShared) {
  CostRelation row = relation("A", {CostRelation::kNoVariable, 1});
  EXPECT_EQ(print(term({1}, {row})), "nnz(A)");
  EXPECT_EQ(print(term({1}, {row, relation("b", {1})})),
            "sum over j with b(j) stored of nnz(A(:,j))");
}

TEST(CostTest, TheLogarithmIsOfTheWholeTerm) {
  CostTerm sorted = term({0, 1}, {relation("A", {0, 1})});
  sorted.logarithm = true;
  EXPECT_EQ(print(sorted), "nnz(A) * log(nnz(A))");
}

TEST(CostTest, OuterLevelsFollowFromInnerOnes) {
  CostRelation rows = relation("A", {0});
  CostRelation entries = relation("A", {0, 1});
  EXPECT_TRUE(entries.implies(rows));
  EXPECT_FALSE(rows.implies(entries));
  EXPECT_FALSE(entries.implies(relation("A", {1})));
  EXPECT_FALSE(entries.implies(relation("B", {0})));
  EXPECT_EQ(print(term({0, 1}, {rows, entries})), "nnz(A)");
  EXPECT_EQ(print(term({0, 1}, {entries, rows})), "nnz(A)");
}

TEST(CostTest, SmallerTermsAreLeftOut) {
  Cost cost;
  EXPECT_EQ(print(cost), "1");
  cost.add(term({0}));
  cost.add(term({0, 1}, {relation("A", {0, 1})}));
  // Rows may be empty, so that there can be more of them than entries.
  EXPECT_EQ(print(cost), "|i| + nnz(A)");
  cost.add(term({0, 1}, {relation("A", {0, 1}), relation("B", {0, 1})}));
  EXPECT_EQ(print(cost), "|i| + nnz(A)");
  cost.add(term({0, 1}));
  EXPECT_EQ(print(cost), "|i| * |j|");
}

TEST(CostTest, VariablesOfRelationsStay) {
  CostTerm blocks = term({0, 1, 2}, {relation("b", {1})});
  EXPECT_TRUE(blocks.erase(0));
  EXPECT_FALSE(blocks.erase(0));
  EXPECT_FALSE(blocks.erase(1));
  EXPECT_EQ(print(blocks), "|k| * nnz(b)");
}

TEST(CostTest, LogarithmsAreNotLeftOut) {
  CostTerm sorted = term({0}, {relation("b", {0})});
  Cost cost;
  cost.add(sorted);
  sorted.logarithm = true;
  cost.add(sorted);
  EXPECT_EQ(print(cost), "nnz(b) * log(nnz(b))");
}

TEST(CostTest, SumsEndWithTheirTerm) {
  Cost cost;
  cost.add(term({0, 2, 1}, {relation("A", {0, 2}), relation("B", {2, 1})}));
  cost.add(term({0}));
  EXPECT_EQ(print(cost), "(sum over k of nnz(A(:,k)) * nnz(B(k,:))) + |i|");
}

TEST(CostTest, SortingExceedsReading) {
  CostTerm read = term({0, 1}, {relation("A", {0, 1})});
  CostTerm sorted = term({}, {relation("A", {})});
  sorted.logarithm = true;
  Cost cost;
  cost.add(read);
  cost.add(sorted);
  EXPECT_EQ(print(cost), "nnz(A) * log(nnz(A))");
}

/// Relations over {0, 1, 2} with numbers drawn from a seed.
class Sample {
public:
  explicit Sample(unsigned seed) : state(seed) {}

  unsigned draw() { return (state = state * 1664525u + 1013904223u) >> 16; }

  /// Adds a tensor whose levels are `variables`.
  void add(llvm::ArrayRef<int> variables) {
    std::string name(1, static_cast<char>('A' + relations.size()));
    relations.push_back(relation(name, variables));
    std::set<unsigned> tuples;
    for (unsigned tuple = 0; tuple != 27; ++tuple)
      if (draw() % 2)
        tuples.insert(tuple);
    stored.push_back(std::move(tuples));
  }

  /// Whether a relation holds at coordinates of the variables 0 to 2.
  bool holds(unsigned number, llvm::ArrayRef<unsigned> coordinates) const {
    unsigned tuple = 0;
    for (int variable : relations[number].levels)
      tuple = 3 * tuple + coordinates[variable];
    return stored[number].count(tuple) != 0;
  }

  /// The number of solutions of some of the relations over some variables.
  unsigned count(llvm::ArrayRef<CostVariableId> variables,
                 llvm::ArrayRef<unsigned> numbers) const {
    std::set<std::vector<unsigned>> solutions;
    for (unsigned tuple = 0; tuple != 27; ++tuple) {
      unsigned coordinates[] = {tuple / 9, tuple / 3 % 3, tuple % 3};
      if (!llvm::all_of(numbers, [&](unsigned number) {
            return holds(number, coordinates);
          }))
        continue;
      std::vector<unsigned> solution;
      for (CostVariableId variable : variables)
        solution.push_back(coordinates[variable]);
      solutions.insert(std::move(solution));
    }
    return solutions.size();
  }

  std::vector<CostRelation> relations;

private:
  unsigned state;
  std::vector<std::set<unsigned>> stored;
};

// Whatever is left out must be exceeded by what is kept, in every tensor.
TEST(CostTest, ComparisonsAgreeWithCounts) {
  for (unsigned seed = 0; seed != 50; ++seed) {
    Sample sample(seed);
    sample.add({0, 1});
    sample.add({1, 2});
    sample.add({0, 1});
    struct Conjunction {
      llvm::SmallVector<CostVariableId, 4> variables;
      llvm::SmallVector<unsigned> numbers;
    };
    std::vector<Conjunction> all;
    for (unsigned chosen = 0; chosen != 8; ++chosen)
      for (unsigned extra = 0; extra != 8; ++extra) {
        Conjunction one;
        for (CostVariableId variable = 0; variable != 3; ++variable) {
          bool isUsed = extra & (1u << variable);
          for (unsigned number = 0; number != 3; ++number)
            isUsed |= (chosen & (1u << number)) &&
                      sample.relations[number].contains(variable);
          if (isUsed)
            one.variables.push_back(variable);
        }
        for (unsigned number = 0; number != 3; ++number)
          if (chosen & (1u << number))
            one.numbers.push_back(number);
        all.push_back(std::move(one));
      }
    auto toTerm = [&](const Conjunction &one) {
      CostTerm result = term(one.variables);
      for (unsigned number : one.numbers)
        result.add(sample.relations[number]);
      return result;
    };
    for (const Conjunction &left : all)
      for (const Conjunction &right : all) {
        if (!toTerm(left).isAtMost(toTerm(right)))
          continue;
        EXPECT_LE(sample.count(left.variables, left.numbers),
                  sample.count(right.variables, right.numbers))
            << print(toTerm(left)) << " <= " << print(toTerm(right));
      }
  }
}

} // namespace
