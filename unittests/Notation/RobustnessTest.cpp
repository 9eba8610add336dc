//===- RobustnessTest.cpp - Tests with hostile and with random text -------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No text may crash the front end or keep it busy: deep nesting, long chains,
// many names, and random mutations of good texts with a fixed seed. What is
// accepted must survive printing and parsing again.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Notation/Arguments.h"
#include "weft/Notation/Sizes.h"

#include "gtest/gtest.h"

#include <random>

using namespace weft::notation;

namespace {

std::string repeat(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i)
    out += text;
  return out;
}

/// The first line of the rendered error, or "accepted".
std::string outcome(std::string_view text) {
  std::string out = analyzed(text);
  if (out.compare(0, 7, "error: ") != 0)
    return "accepted";
  return out.substr(0, out.find('\n'));
}

TEST(RobustnessTest, DeepNesting) {
  const char *error = "error: parentheses are nested more than 200 deep";
  EXPECT_EQ(outcome("y = " + repeat("(", 200) + "a" + repeat(")", 200)),
            "accepted");
  EXPECT_EQ(outcome("y = " + repeat("(", 201) + "a" + repeat(")", 201)), error);
  EXPECT_EQ(outcome("y = " + repeat("(", 100000)), error);
  EXPECT_EQ(outcome("y = " + repeat("abs(", 100000)), error);
  EXPECT_EQ(outcome("y = " + repeat("sum(k,", 100000)), error);
  EXPECT_EQ(outcome("y = " + repeat("-(a*", 100000)), error);
}

TEST(RobustnessTest, LongChains) {
  const char *error = "error: the expression is too large: more than 1000 "
                      "operators depend on each other";
  EXPECT_EQ(outcome("y = a" + repeat(" + a", 999)), "accepted");
  EXPECT_EQ(outcome("y = a" + repeat(" + a", 1000)), error);
  EXPECT_EQ(outcome("y = a" + repeat(" * a", 100000)), error);
  EXPECT_EQ(outcome("y = " + repeat("-", 100000) + "a"), error);
  EXPECT_EQ(outcome("y = " + repeat("+", 100000) + "a"), "accepted");
}

TEST(RobustnessTest, ManyNames) {
  std::string indices, names;
  for (int i = 0; i < 20000; ++i) {
    indices += (i == 0 ? "" : ",") + ("i" + std::to_string(i));
    names += "k" + std::to_string(i) + ",";
  }
  std::string tooMany =
      "' has more than 64 modes, the largest order of a tensor";
  EXPECT_EQ(outcome("y(" + indices + ") = A(" + indices + ")"),
            "error: the tensor 'y" + tooMany);
  EXPECT_EQ(outcome("y = A(" + indices + ")"),
            "error: the tensor 'A" + tooMany);
  EXPECT_EQ(outcome("y = sum(" + names + " a)"), "accepted");
  EXPECT_EQ(outcome("y = max(" + names + " a)"), "accepted");
  EXPECT_EQ(outcome(repeat("y = a;", 20000)), "accepted");
}

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

const char *const seeds[] = {
    "y(i) = A(i,j) * x(j)",
    "a(i) = B(i,j)*c(j) + d(i) + e(i)",
    "y(i) += max(A(i,3), -2.5e-3) / (b(i) - 0x1F)",
    "t(i,j) = sum(k, l, B(i,k,l) * C(l,j)); y = t(i,i) + 2im",
    "y = max(k, A(k)) + any(k, A(k) > 0)\nz(i) = i * y",
    "w(i) = select(a(i) <= b(i), sqrt(a(i)), pow(b(i), 2))",
    "A(i,j) = A(j,i) == 1",
};

/// Pieces to insert: tokens and bytes that matter to the lexer.
const char *const pieces[] = {"(",    ")", ",",           ";",  "\n",   "+",
                              "-",    "*", "/",           "=",  "==",   "<",
                              "+=",   "i", "k",           "A",  "sum(", "max(",
                              "1",    ".", "1e9",         "0x", "im",   "\xc3",
                              "\t",   "#", "y(i) = ",     "!=", "**",   "min",
                              "tanh", " ", "\xe2\x8b\x85"};

template <size_t size>
std::string pick(const char *const (&list)[size], std::mt19937 &random) {
  return list[random() % size];
}

std::string mutate(std::string text, std::mt19937 &random) {
  for (unsigned edits = 1 + random() % 4; edits > 0; --edits) {
    size_t at = random() % (text.size() + 1);
    size_t length = random() % 4;
    switch (random() % 4) {
    case 0:
      text.insert(at, pick(pieces, random));
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, text.substr(random() % (text.size() + 1), 8));
      break;
    default:
      if (at < text.size())
        text[at] = static_cast<char>(random() % 256);
      break;
    }
  }
  return text;
}

void checkText(const std::string &text) {
  Result<std::vector<Assignment>> assignments = parse(text);
  if (!assignments) {
    EXPECT_FALSE(assignments.error().message.empty());
    EXPECT_LE(assignments.error().range.end, text.size());
    EXPECT_FALSE(render(assignments.error(), text).empty());
    return;
  }
  // Reading back what was printed gives the same trees.
  std::string printed = parsed(text);
  Result<std::vector<Assignment>> again = parse(printed);
  ASSERT_TRUE(again) << text << "\n" << render(again.error(), printed);
  ASSERT_EQ(assignments->size(), again->size());
  for (size_t i = 0; i < again->size(); ++i)
    EXPECT_TRUE(isEqual((*assignments)[i], (*again)[i]))
        << text << "\nprinted as\n"
        << printed;

  Result<Program> program = analyze(std::move(*assignments));
  if (!program) {
    EXPECT_FALSE(render(program.error(), text).empty());
    return;
  }
  // Sums that are written out are not implied a second time.
  std::string explicitText = print(*program);
  EXPECT_EQ(analyzed(explicitText) + "\n", explicitText) << text;
  Sizes sizes;
  for (const Tensor &tensor : program->tensors)
    if (tensor.isInput)
      sizes.tensors[tensor.name].assign(tensor.order, 4);
  (void)static_cast<bool>(inferSizes(*program, sizes));
}

TEST(RobustnessTest, MutatedTexts) {
  std::mt19937 random(20240229);
  for (int round = 0; round < 20000; ++round)
    checkText(mutate(pick(seeds, random), random));
}

TEST(RobustnessTest, MutatedArguments) {
  const char *const arguments[] = {"A:ds:1,0{pos=64,crd=8}", "A:COO", "A:csf",
                                   "A:f64", "A:3,4"};
  std::mt19937 random(20240301);
  Program program = std::move(*parseProgram("A(i,j) = B(i,j)"));
  for (int round = 0; round < 20000; ++round) {
    std::string text = mutate(pick(arguments, random), random);
    auto format = parseFormatArgument(text, program);
    if (format) {
      EXPECT_EQ(format->value.order(), 2) << text;
    } else {
      EXPECT_LE(format.error().range.end, text.size()) << text;
    }
    auto type = parseTypeArgument(text, program);
    if (!type) {
      EXPECT_LE(type.error().range.end, text.size()) << text;
    }
    auto sizes = parseSizesArgument(text, program);
    if (!sizes) {
      EXPECT_LE(sizes.error().range.end, text.size()) << text;
    }
  }
}

} // namespace
