//===- SourceTextTest.cpp - C files in pieces -----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files that are joined define everything once, and nothing differently.
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"

#include "gtest/gtest.h"

using namespace weft::driver;

namespace {

TEST(SourceTextTest, PiecesBeginAtTheOutermostLevel) {
  SourceText source = splitSource("#include <stdint.h>\n"
                                  "#include <math.h>\n"
                                  "\n"
                                  "/* A brace { in a comment,\n"
                                  "\n"
                                  " * and a line of it. */\n"
                                  "static int first(void) {\n"
                                  "  const char *text = \"}\\\"\";\n"
                                  "  char brace = '{';\n"
                                  "\n"
                                  "  return text[0] == brace; // }\n"
                                  "}\n"
                                  "\n"
                                  "#if defined(SECOND)\n"
                                  "\n"
                                  "int second;\n"
                                  "#endif\n");
  EXPECT_EQ(source.includes, (std::set<std::string>{"#include <math.h>",
                                                    "#include <stdint.h>"}));
  ASSERT_EQ(source.pieces.size(), 2u);
  EXPECT_EQ(source.pieces[0].substr(0, 9), "/* A brac");
  EXPECT_EQ(source.pieces[0].substr(source.pieces[0].size() - 7), "// }\n}\n");
  EXPECT_EQ(source.pieces[1], "#if defined(SECOND)\n\nint second;\n#endif\n");
}

TEST(SourceTextTest, WhatIsAlikeIsThereOnce) {
  SourceText first =
      splitSource("#include <math.h>\n\nstatic int f(void);\n\nint a(void);\n");
  SourceText second = splitSource(
      "#include <float.h>\n\nstatic int f(void);\n\nint b(void);\n");
  EXPECT_EQ(joinSources("/* both */", {first, second}), "/* both */\n"
                                                        "\n"
                                                        "#include <float.h>\n"
                                                        "#include <math.h>\n"
                                                        "\n"
                                                        "static int f(void);\n"
                                                        "\n"
                                                        "int a(void);\n"
                                                        "\n"
                                                        "int b(void);\n");
}

TEST(SourceTextTest, WhatDiffersHasAnotherName) {
  SourceText first = splitSource("static int f(void) { return 1; }\n\n"
                                 "int a(void) { return f(); }\n");
  SourceText second = splitSource("static int f(void) { return 2; }\n\n"
                                  "int b(int fine) { return f() + fine; }\n");
  EXPECT_EQ(joinSources("", {first, second}),
            "\n\n"
            "\n"
            "static int f(void) { return 1; }\n"
            "\n"
            "int a(void) { return f(); }\n"
            "\n"
            "static int f_2(void) { return 2; }\n"
            "\n"
            "int b(int fine) { return f_2() + fine; }\n");
}

TEST(SourceTextTest, Declarations) {
  std::string text = "static void f(void);\n"
                     "int64_t g(int a,\n"
                     "          int b) {\n"
                     "}\n";
  EXPECT_EQ(findDeclaration(text, "g"), "int64_t g(int a,\n          int b)");
  EXPECT_EQ(findDeclaration(text, "h"), "");
}

TEST(SourceTextTest, TextsThatAreNoC) {
  for (std::string text : {"", "\n", "}", "{", "\"", "'\\", "/*", "/* *", "*/",
                           "#if", "#endif\n\nint a;", "(\n\n)", "\\"}) {
    SourceText source = splitSource(text);
    joinSources("", {source, source});
  }
}

} // namespace
