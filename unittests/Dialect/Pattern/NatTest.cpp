//===- NatTest.cpp - Natural-number expressions -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Normal forms by examples, and simplification of random expressions against
// their direct evaluation.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Nat/Nat.h"

#include "gtest/gtest.h"

#include <random>

using namespace weft::pattern;

static Nat parse(llvm::StringRef text) {
  NatError error;
  std::optional<Nat> nat = parseNat(text, {}, error);
  EXPECT_TRUE(nat) << text.str() << ": " << error.message;
  return nat ? *nat : Nat();
}

static std::string normal(llvm::StringRef text) {
  return parse(text).toString();
}

static std::string closed(llvm::StringRef text) {
  return simplifySums(parse(text)).toString();
}

TEST(Nat, HasOneFormForEqualPolynomials) {
  EXPECT_EQ(normal("(n + 1) * (n - 1)"), "n * n - 1");
  EXPECT_EQ(normal("m * n"), normal("n * m"));
  EXPECT_EQ(normal("n - n"), "0");
  EXPECT_EQ(normal("2 * n + 3 + n"), "3 * n + 3");
  EXPECT_EQ(normal("toNat(o@(i + 1) - o@i)"), "toNat(o@(i + 1)) - toNat(o@i)");
  EXPECT_NE(parse("toNat(o@i)"), parse("toNat(p@i)"));
}

TEST(Nat, FoldsQuotients) {
  EXPECT_EQ(normal("(4 * n) / 4"), "n");
  EXPECT_EQ(normal("(n * m) / m"), "n");
  EXPECT_EQ(normal("(4 * n + 3) / 4"), "n");
  EXPECT_EQ(normal("(4 * n + 3) mod 4"), "3");
  EXPECT_EQ(normal("(4 * n + 7) mod 4"), "3");
  EXPECT_EQ(normal("(n + 1) / 2"), "(n + 1) / 2");
  EXPECT_EQ(normal("0 mod n"), "0");
}

TEST(Nat, FoldsConditionals) {
  EXPECT_EQ(normal("0 == 0 ? 1 : n"), "1");
  EXPECT_EQ(normal("i + 1 == 0 ? 0 : n"), "n");
  EXPECT_EQ(normal("i < i + 1 ? 1 : n"), "1");
  EXPECT_EQ(normal("i == 0 ? 0 : n"), "i == 0 ? 0 : n");
  EXPECT_EQ(normal("min(n, n + m)"), "n");
}

TEST(Nat, ClosesSums) {
  EXPECT_EQ(closed("sum(k < n, 3)"), "3 * n");
  EXPECT_EQ(closed("sum(k < n, k + 1)"), "n + (n * n - n) / 2");
  EXPECT_EQ(closed("sum(k < i, toNat(o@(k + 1) - o@k))"),
            "toNat(o@i) - toNat(o@0)");
  EXPECT_EQ(closed("sum(k < i, toNat(o@(k + 1)) - "
                   "(k == 0 ? 0 : toNat(o@k)))"),
            "i == 0 ? 0 : toNat(o@i)");
  EXPECT_EQ(closed("sum(k < i, 2 * m * toNat(o@k))"),
            "2 * m * sum(k < i, toNat(o@k))");
  EXPECT_EQ(closed("sum(j < (m + n - 1) / n, "
                   "min(j * n + n, m) - min(j * n, m))"),
            "m");
}

TEST(Nat, KnowsRanges) {
  NatRanges ranges;
  ranges.try_emplace("j", Nat::variable("m"));
  EXPECT_TRUE(isNonNegative(parse("m - j - 1"), ranges));
  EXPECT_FALSE(isNonNegative(parse("m - j - 2"), ranges));
  EXPECT_TRUE(isNonNegative(parse("n * m - n * j - n"), ranges));
  EXPECT_EQ(simplifyInRanges(parse("min(j, m)"), ranges).toString(), "j");
  EXPECT_EQ(simplifyInRanges(parse("j / m"), ranges).toString(), "0");
  EXPECT_EQ(simplifyInRanges(parse("j mod m"), ranges).toString(), "j");
}

TEST(Nat, SaysWhereATextIsWrong) {
  auto fail = [](llvm::StringRef text) {
    NatError error;
    EXPECT_FALSE(parseNat(text, {}, error)) << text.str();
    return std::to_string(error.offset) + ": " + error.message;
  };
  EXPECT_EQ(fail("n +"),
            "3: expected a number, a variable or '(', got the end");
  EXPECT_EQ(fail("n / 0"), "3: division by zero");
  EXPECT_EQ(fail("o@i"), "1: an element of an array is no natural number");
  EXPECT_EQ(fail("i == 0 ? 1"), "10: expected ':', got the end");
  EXPECT_EQ(fail("n m"), "2: expected the end of the expression, got 'm'");
  EXPECT_EQ(fail("99999999999"),
            "0: expected a number below 2^31, got '99999999999'");
  EXPECT_EQ(fail(std::string(1000, '(')),
            "64: the expression is nested more than 64 deep");
  std::string power = "1";
  for (int i = 0; i < 20; ++i)
    power += " * (a" + std::to_string(i) + " + 1)";
  EXPECT_NE(fail(power).find("more than 64 terms"), std::string::npos);
}

namespace {
/// Random texts of expressions whose values are natural numbers.
class RandomNat {
public:
  explicit RandomNat(unsigned seed) : random(seed) {}

  std::string make(unsigned depth, unsigned sums = 0) {
    unsigned choice = pick(depth == 0 ? 4 : 12);
    auto next = [&] { return make(depth - 1, sums); };
    switch (choice) {
    case 0:
      return std::to_string(pick(4));
    case 1:
      return "n";
    case 2:
      return sums == 0 ? "i" : "k" + std::to_string(pick(sums));
    case 3:
      return "toNat(a@" + std::string(sums == 0 ? "i" : "k0") + ")";
    case 4:
    case 5:
      return "(" + next() + " + " + next() + ")";
    case 6:
      return "(" + next() + " * " + next() + ")";
    case 7:
      return "(" + next() + " / (" + next() + " + 1))";
    case 8:
      return "(" + next() + " mod (" + next() + " + 1))";
    case 9:
      return "min(" + next() + ", " + next() + ")";
    case 10:
      return "(" + next() + (pick(2) ? " == " : " < ") + next() + " ? " +
             next() + " : " + next() + ")";
    default:
      if (sums == 2)
        return next();
      return "sum(k" + std::to_string(sums) + " < " + (sums == 0 ? "n" : "k0") +
             ", " + make(depth - 1, sums + 1) + ")";
    }
  }

  unsigned pick(unsigned count) { return random() % count; }

private:
  std::mt19937 random;
};
} // namespace

static std::optional<int64_t> evaluate(const Nat &nat, int64_t n, int64_t i) {
  return evaluateNat(
      nat,
      [&](llvm::StringRef name) -> std::optional<int64_t> {
        return name == "n" ? n : i;
      },
      [](llvm::StringRef, int64_t index) -> std::optional<int64_t> {
        return (index * 7 + 3) % 5;
      });
}

TEST(Nat, SimplifiesRandomExpressionsToEqualOnes) {
  RandomNat random(1);
  unsigned shortened = 0;
  for (unsigned trial = 0; trial < 3000; ++trial) {
    std::string text = random.make(3);
    NatError error;
    std::optional<Nat> nat = parseNat(text, {}, error);
    if (!nat)
      continue;
    NatRanges ranges;
    ranges.try_emplace("i", Nat::variable("n"));
    Nat simple = simplifySums(*nat);
    Nat ranged = simplifyInRanges(*nat, ranges);
    std::optional<Nat> again = parseNat(nat->toString(), {}, error);
    ASSERT_TRUE(again) << nat->toString() << ": " << error.message;
    EXPECT_EQ(*again, *nat) << text << " -> " << nat->toString();
    shortened += hasSum(*nat) && !hasSum(simple);
    for (int64_t n = 1; n < 5; ++n) {
      for (int64_t i = 0; i < n; ++i) {
        EXPECT_EQ(evaluate(simple, n, i), evaluate(*nat, n, i)) << text;
        EXPECT_EQ(evaluate(ranged, n, i), evaluate(*nat, n, i)) << text;
        if (isNonNegative(*nat - 2, ranges)) {
          EXPECT_GE(*evaluate(*nat, n, i), 2) << text;
        }
      }
    }
  }
  EXPECT_GT(shortened, 100u);
}

TEST(Nat, SubstitutesUnderSums) {
  Nat body = parse("sum(k < i, k + i)");
  EXPECT_EQ(body.substitute("i", Nat::variable("n") + 1),
            parse("sum(k < n + 1, k + n + 1)"));
  EXPECT_EQ(body.abstract("i").instantiate(Nat::variable("i")), body);
  EXPECT_TRUE(body.abstract("i").usesBound(0));
  EXPECT_FALSE(body.abstract("n").usesBound(0));
}
