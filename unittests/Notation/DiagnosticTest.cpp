//===- DiagnosticTest.cpp - Tests of the rendering of errors --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests that the caret stands below the right column whatever the line holds:
// tabs, characters of several bytes, bytes that cannot be shown, a long line,
// or one line of many.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Diagnostic.h"

#include "gtest/gtest.h"

using namespace weft::notation;

namespace {

std::string show(std::string_view text, size_t begin, size_t end) {
  return render(Diagnostic{"wrong", {begin, end}, "", {}}, text);
}

TEST(DiagnosticTest, UnderlinesTheRange) {
  EXPECT_EQ(show("y = a + b", 4, 9), "error: wrong\n"
                                     "  y = a + b\n"
                                     "      ^~~~~");
}

TEST(DiagnosticTest, PointsBehindTheText) {
  EXPECT_EQ(show("y = ", 4, 4), "error: wrong\n"
                                "  y =\n"
                                "      ^");
  EXPECT_EQ(show("", 0, 0), "error: wrong\n"
                            "\n"
                            "  ^");
}

TEST(DiagnosticTest, ClampsRangesToTheText) {
  EXPECT_EQ(show("y", 100, 200), "error: wrong\n"
                                 "  y\n"
                                 "   ^");
  EXPECT_EQ(show("yz", 1, 0), "error: wrong\n"
                              "  yz\n"
                              "   ^");
}

TEST(DiagnosticTest, ExpandsTabs) {
  EXPECT_EQ(show("\ty =\tb", 5, 6), "error: wrong\n"
                                    "      y = b\n"
                                    "          ^");
}

TEST(DiagnosticTest, CountsCharactersNotBytes) {
  EXPECT_EQ(show("\xce\xb1 = \xce\xb2 + 1", 5, 7), "error: wrong\n"
                                                   "  \xce\xb1 = \xce\xb2 + 1\n"
                                                   "      ^");
}

TEST(DiagnosticTest, HidesBytesThatCannotBeShown) {
  EXPECT_EQ(show("y\x1b[31m\xff\x80z", 8, 9), "error: wrong\n"
                                              "  y?[31m??z\n"
                                              "          ^");
  EXPECT_EQ(show(std::string_view("a\0b", 3), 2, 3), "error: wrong\n"
                                                     "  a?b\n"
                                                     "    ^");
  // The escape sequences of eight-bit terminals are two bytes in UTF-8.
  EXPECT_EQ(show("\xc2\x9bz", 2, 3), "error: wrong\n"
                                     "  ?z\n"
                                     "   ^");
}

TEST(DiagnosticTest, NumbersTheLinesOfATextWithSeveral) {
  EXPECT_EQ(show("y = a\nz = b\n", 10, 11), "error: wrong\n"
                                            "  2 | z = b\n"
                                            "    |     ^");
}

TEST(DiagnosticTest, StopsAtTheEndOfTheLine) {
  EXPECT_EQ(show("y = (a\r\n+ b)", 4, 12), "error: wrong\n"
                                           "  1 | y = (a\n"
                                           "    |     ^~");
}

TEST(DiagnosticTest, CutsLongLines) {
  std::string text(300, 'a');
  text[200] = 'b';
  EXPECT_EQ(show(text, 200, 201), "error: wrong\n"
                                  "  ..." +
                                      std::string(48, 'a') + "b" +
                                      std::string(27, 'a') +
                                      "...\n"
                                      "     " +
                                      std::string(48, ' ') + "^");
  EXPECT_EQ(show(text, 0, 300), "error: wrong\n"
                                "  " +
                                    std::string(76, 'a') +
                                    "...\n"
                                    "  ^" +
                                    std::string(75, '~'));
  EXPECT_EQ(show(text, 300, 300), "error: wrong\n"
                                  "  ..." +
                                      std::string(76, 'a') + "\n" +
                                      std::string(81, ' ') + "^");
}

TEST(DiagnosticTest, ShowsNotesAndTheHint) {
  Diagnostic error{"wrong", {4, 5}, "write b", {{"seen here", {0, 1}}}};
  EXPECT_EQ(render(error, "y = a"), "error: wrong\n"
                                    "  y = a\n"
                                    "      ^\n"
                                    "note: seen here\n"
                                    "  y = a\n"
                                    "  ^\n"
                                    "hint: write b");
}

} // namespace
