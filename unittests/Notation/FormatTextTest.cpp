//===- FormatTextTest.cpp - Tests of formats as text ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests which format each spelling means, and each error as the user sees it.
//
//===----------------------------------------------------------------------===//

#include "FormatTextTest.h"

#include "gtest/gtest.h"

using namespace weft::notation;
using weft::runtime::Format;

namespace {

/// One letter per level and the mode it stores, e.g. "d1 s0"; upper-case
/// letters are levels that are not unique.
std::string levelsOf(std::string_view text,
                     std::optional<int64_t> order = std::nullopt) {
  Result<Format> format = parseFormat(text, order);
  if (!format)
    return render(format.error(), text);
  std::string out;
  for (const weft::runtime::Level &level : format->levels) {
    const char *letters = level.unique ? "dsq" : "DSQ";
    out += (out.empty() ? "" : " ") +
           std::string(1, letters[static_cast<int>(level.kind)]) +
           std::to_string(level.mode);
    EXPECT_TRUE(level.ordered);
  }
  return out;
}

TEST(FormatTextTest, Letters) {
  EXPECT_EQ(levelsOf("ds"), "d0 s1");
  EXPECT_EQ(levelsOf("uq"), "S0 q1");
  EXPECT_EQ(levelsOf("ucq"), "S0 Q1 q2");
  EXPECT_EQ(levelsOf("", 0), "");
  EXPECT_EQ(levelsOf(" sd "), "s0 d1");
}

// Levels in braces have names or letters.
TEST(FormatTextTest, NamedLevels) {
  EXPECT_EQ(levelsOf("{dense,compressed}"), "d0 s1");
  EXPECT_EQ(levelsOf("{ d , s }:1,0"), "d1 s0");
  EXPECT_EQ(levelsOf("{u,singleton}{pos=64}"), "S0 q1");
  EXPECT_TRUE(*parseFormat("{d,n2}{crd=8}:1,0") ==
              *parseFormat("dn2:1,0{crd=8}"));
  // A scalar has properties only.
  EXPECT_EQ(levelsOf("{fill=1}", 0), "");
  EXPECT_EQ(levelsOf("{dense,}"), "error: expected a level type, got nothing\n"
                                  "  {dense,}\n"
                                  "         ^\n"
                                  "hint: for example {dense,compressed}");
  EXPECT_EQ(levelsOf("{dense,ds}"),
            "error: unknown level type 'ds'\n"
            "  {dense,ds}\n"
            "         ^~\n"
            "hint: levels in braces are names such as dense and compressed, "
            "letters, or level types of plugins, e.g. strided.every<3>");
  EXPECT_EQ(levelsOf("{dense,my.type<1, 2>}"),
            "error: no plugin is loaded that has the level type "
            "'my.type<1, 2>'\n"
            "  {dense,my.type<1, 2>}\n"
            "         ^~~~~~~~~~~~~\n"
            "hint: -load=PLUGIN, weft_load_plugin or load_plugin loads the "
            "plugin that implements a level type");
}

// Whatever letter is read is also written.
TEST(FormatTextTest, LettersOfLevels) {
  for (std::string_view text :
       {"ds", "ucq", "bh", "gt", "ei", "dn2", "dro:*,0,1", "ddp:*,0,1"}) {
    Result<Format> format = parseFormat(text);
    ASSERT_TRUE(format) << text;
    std::string letters;
    for (const weft::runtime::Level &level : format->levels)
      letters += getLetter(level);
    EXPECT_EQ(text.substr(0, letters.size()), letters);
  }
}

TEST(FormatTextTest, ModeOrders) {
  EXPECT_EQ(levelsOf("ds:1,0"), "d1 s0");
  EXPECT_EQ(levelsOf("ds,1,0"), "d1 s0");
  EXPECT_EQ(levelsOf("sss: 2, 0, 1"), "s2 s0 s1");
  EXPECT_EQ(levelsOf("d:0"), "d0");
}

TEST(FormatTextTest, Words) {
  EXPECT_EQ(levelsOf("CSR"), "d0 s1");
  EXPECT_EQ(levelsOf("csc"), "d1 s0");
  EXPECT_EQ(levelsOf("Dcsr", 2), "s0 s1");
  EXPECT_EQ(levelsOf("DCSC"), "s1 s0");
  EXPECT_EQ(levelsOf("CSF", 3), "s0 s1 s2");
  EXPECT_EQ(levelsOf("dense", 3), "d0 d1 d2");
  EXPECT_EQ(levelsOf("dense", 0), "");
  EXPECT_EQ(levelsOf("COO", 1), "s0");
  EXPECT_EQ(levelsOf("COO", 2), "S0 q1");
  EXPECT_EQ(levelsOf("coo", 4), "S0 Q1 Q2 q3");
}

TEST(FormatTextTest, AgreesWithTheRuntime) {
  for (int64_t order = 0; order < 5; ++order) {
    Result<Format> coo = parseFormat("COO", order);
    Result<Format> dense = parseFormat("dense", order);
    ASSERT_TRUE(coo && dense);
    EXPECT_TRUE(*coo == Format::coo(order));
    EXPECT_TRUE(*dense == Format::dense(order));
  }
}

TEST(FormatTextTest, Widths) {
  Result<Format> format = parseFormat("CSR{pos=64,crd=16}");
  ASSERT_TRUE(format);
  EXPECT_EQ(format->levels[1].positionBits, 64);
  EXPECT_EQ(format->levels[1].coordinateBits, 16);
  format = parseFormat("ds:1,0{ crd = 8 }");
  ASSERT_TRUE(format);
  EXPECT_EQ(format->levels[1].positionBits, 32);
  EXPECT_EQ(format->levels[1].coordinateBits, 8);
  EXPECT_EQ(format->levels[0].mode, 1);
  format = parseFormat("uc{pos=16,crd=64:8}");
  ASSERT_TRUE(format);
  EXPECT_EQ(format->levels[0].coordinateBits, 64);
  EXPECT_EQ(format->levels[1].coordinateBits, 8);
  EXPECT_EQ(format->levels[1].positionBits, 16);
  EXPECT_EQ(formatOf("CSR{crd=8:8:8}"),
            "error: expected one width or one for each of 2 levels, got 3\n"
            "  CSR{crd=8:8:8}\n"
            "          ^~~~~\n"
            "hint: widths are separated by colons, as in {crd=32:64} for two "
            "levels");
}

TEST(FormatTextTest, WithoutOrder) {
  EXPECT_EQ(formatOf("ds~"),
            "(i0, i1) -> (i0 : dense, i1 : compressed(nonordered))");
  EXPECT_EQ(formatOf("u~q~:1,0"),
            "(i0, i1) -> (i1 : compressed(nonunique, nonordered), i0 : "
            "singleton(nonordered))");
  EXPECT_EQ(formatOf("CSR{ordered=false}"), formatOf("ds~"));
  EXPECT_EQ(formatOf("ds~{ordered=true}"), formatOf("ds"));
  EXPECT_EQ(formatOf("g~d"),
            "(i0, i1) -> (i0 : loose_compressed(nonordered), i1 : dense)");
  EXPECT_EQ(formatOf("vq"), "(i0, i1) -> (i0 : loose_compressed(nonunique), "
                            "i1 : singleton)");
  EXPECT_EQ(formatOf("vq{ordered=false}"),
            "(i0, i1) -> (i0 : loose_compressed(nonunique, nonordered), i1 : "
            "singleton(nonordered))");
  EXPECT_EQ(formatOf("sb~"),
            "error: a level of the type 'b' cannot be without "
            "order\n"
            "  sb~\n"
            "    ^\n"
            "hint: s~, u~, q~, c~, g~ and v~ store coordinates "
            "in any order");
  EXPECT_EQ(
      formatOf("db{ordered=false}"),
      "error: the format has no compressed, loose-compressed or singleton "
      "level, whose coordinates may be in any order\n"
      "  db{ordered=false}\n"
      "             ^~~~~");
  EXPECT_EQ(formatOf("ds{ordered=no}"),
            "error: expected true or false, got 'no'\n"
            "  ds{ordered=no}\n"
            "             ^~\n"
            "hint: coordinates are in any order in CSR{ordered=false}");
}

TEST(FormatTextTest, Tables) {
  EXPECT_EQ(formatOf("bh:1,0"), "(i0, i1) -> (i1 : bitmap, i0 : hashed)");
  EXPECT_EQ(formatOf("bitmap", 1), "(i0) -> (i0 : bitmap)");
  EXPECT_EQ(formatOf("Bitmap", 3),
            "(i0, i1, i2) -> (i0 : dense, i1 : dense, i2 : bitmap)");
  EXPECT_EQ(formatOf("dok", 2), "(i0, i1) -> (i0 : hashed, i1 : hashed)");
}

TEST(FormatTextTest, Segments) {
  EXPECT_EQ(formatOf("gi:1,0"),
            "(i0, i1) -> (i1 : loose_compressed, i0 : interval)");
  EXPECT_EQ(formatOf("lil"), "(i0, i1) -> (i0 : dense, i1 : listed)");
  EXPECT_EQ(formatOf("tte"),
            "(i0, i1, i2) -> (i0 : listed, i1 : listed, i2 : run_length)");
  EXPECT_EQ(formatOf("ddn2:0,1/4,1%4", 2),
            "(i0, i1) -> (i0 : dense, i1 floordiv 4 : dense, i1 mod 4 : "
            "structured(2))");
  EXPECT_EQ(formatOf("n12d"), "(i0, i1) -> (i0 : structured(12), i1 : dense)");
}

TEST(FormatTextTest, WrongRoom) {
  std::string hint = "\nhint: at most 2 of 4 neighbours in a row are stored as "
                     "ddn2:0,1/4,1%4";
  std::string what =
      "error: expected how many coordinates a structured level has room for, "
      "from 1 to 2147483647, got ";
  EXPECT_EQ(formatOf("dn"), what +
                                "nothing\n"
                                "  dn\n"
                                "    ^" +
                                hint);
  EXPECT_EQ(formatOf("dn0s"), what +
                                  "'0'\n"
                                  "  dn0s\n"
                                  "    ^" +
                                  hint);
  EXPECT_EQ(formatOf("n99999999999"), what +
                                          "'99999999999'\n"
                                          "  n99999999999\n"
                                          "   ^~~~~~~~~~~" +
                                          hint);
}

TEST(FormatTextTest, WrongOrder) {
  EXPECT_EQ(formatOf("ds", 3, "A"),
            "error: format 'ds' has 2 levels but A has 3 modes\n"
            "  ds\n"
            "  ^~");
  EXPECT_EQ(formatOf("CSR", 1),
            "error: format 'CSR' stores 2 modes or more but the tensor has 1 "
            "mode\n"
            "  CSR\n"
            "  ^~~");
  EXPECT_EQ(formatOf("", 1, "x"), "error: format '' has 0 levels but x has 1 "
                                  "mode\n"
                                  "\n"
                                  "  ^");
  EXPECT_EQ(formatOf("COO"),
            "error: the format 'COO' needs the order of the tensor\n"
            "  COO\n"
            "  ^~~\n"
            "hint: spell the levels out, e.g. dd");
}

const char *const letterHint =
    "hint: the level types are d (dense), s (compressed), u (compressed, not "
    "unique), q (singleton), c (singleton, not unique), b (bitmap), h "
    "(hashed), r (range), o (offset), p (padded), g (loose-compressed), v "
    "(loose-compressed, not unique), t (listed), e (run-length), i (interval), "
    "n2 (structured: at most 2 below each parent), a (batched), m8 (permuted: "
    "in windows of 8), l4 (sliced: 4 rows each); s~, u~, q~, c~, g~ and v~ are "
    "without order";

TEST(FormatTextTest, WrongLetters) {
  EXPECT_EQ(formatOf("dxs"), std::string("error: unknown level type 'x'\n"
                                         "  dxs\n"
                                         "   ^\n") +
                                 letterHint);
  EXPECT_EQ(formatOf("CRS"), "error: unknown level type 'C'\n"
                             "  CRS\n"
                             "  ^\n"
                             "hint: did you mean 'CSR'?");
  EXPECT_EQ(formatOf("qs"), "error: a singleton level cannot be the first "
                            "level\n"
                            "  qs\n"
                            "  ^\n"
                            "hint: a coordinate list starts with u, e.g. uq");
}

TEST(FormatTextTest, WrongModeOrders) {
  std::string hint = "hint: the mode order names each mode once, counting from "
                     "0, e.g. ds:1,0";
  EXPECT_EQ(formatOf("ds:1,2"), "error: mode 2 is out of range: the format has "
                                "2 levels\n"
                                "  ds:1,2\n"
                                "       ^\n" +
                                    hint);
  EXPECT_EQ(formatOf("ds:1,1"), "error: mode 1 is listed twice\n"
                                "  ds:1,1\n"
                                "       ^\n" +
                                    hint);
  EXPECT_EQ(formatOf("ds:1"),
            "error: the mode order has 1 mode but the format has 2 levels\n"
            "  ds:1\n"
            "     ^\n" +
                hint);
  EXPECT_EQ(formatOf("ds:1,0,2"),
            "error: the mode order has 3 modes but the format has 2 levels\n"
            "  ds:1,0,2\n"
            "     ^~~~~\n" +
                hint);
  EXPECT_EQ(formatOf("ds:a,0"), "error: expected a mode, got 'a'\n"
                                "  ds:a,0\n"
                                "     ^\n" +
                                    hint);
  EXPECT_EQ(formatOf("ds:-1,0"), "error: expected a mode, got '-1'\n"
                                 "  ds:-1,0\n"
                                 "     ^~\n" +
                                     hint);
  EXPECT_EQ(formatOf("ds:"), "error: expected a mode, got nothing\n"
                             "  ds:\n"
                             "     ^\n" +
                                 hint);
}

TEST(FormatTextTest, ModeOrdersOfWords) {
  EXPECT_EQ(formatOf("CSR:1,0"), formatOf("CSC"));
  EXPECT_EQ(formatOf("CSC:1,0"), formatOf("CSR"));
  EXPECT_EQ(levelsOf("dense:1,0", 2), "d1 d0");
  EXPECT_EQ(levelsOf("COO : 1, 0"), "S1 q0");
  EXPECT_EQ(levelsOf("COO,2,0,1", 3), "S2 Q0 q1");
  EXPECT_EQ(levelsOf("CSF:2,0,1"), "s2 s0 s1");
  EXPECT_EQ(levelsOf("COO:0", 1), "s0");
  EXPECT_EQ(levelsOf("dense:", 0), "");
  EXPECT_EQ(formatOf("DOK:1,0"), formatOf("hh:1,0"));
  EXPECT_EQ(formatOf("LIL:1,0"), formatOf("dt:1,0"));
  EXPECT_EQ(formatOf("bitmap:2,1,0"), formatOf("ddb:2,1,0"));
  EXPECT_EQ(formatOf("DIA:1,0"), formatOf("dro:*,1,0"));
  EXPECT_EQ(formatOf("ELL:1,0"), formatOf("ddp:*,1,0"));
  EXPECT_EQ(formatOf("SELLCS{block=2,sort=4}:1,0"), formatOf("m4l2p:1,*,0"));
  // Properties are before or behind; sizes of blocks are those of the modes.
  EXPECT_EQ(formatOf("BCSR{block=2x3}:1,0"), formatOf("BCSC{block=2x3}"));
  EXPECT_EQ(formatOf("BCSR:1,0{block=2x3}"), formatOf("BCSC{block=2x3}"));
  EXPECT_EQ(formatOf("SELL{block=4}:1,0"), formatOf("didp:1/4,*,1%4,0"));
  EXPECT_EQ(formatOf("MG{block=2x1x4}:2,0,1"),
            "(i0, i1, i2) -> (i2 floordiv 4 : compressed(nonunique), i0 "
            "floordiv 2 : singleton(nonunique), i1 : singleton, i2 mod 4 : "
            "dense, i0 mod 2 : dense)");
  Result<Format> format = parseFormat("ds{crd=8}:1,0");
  ASSERT_TRUE(format);
  EXPECT_EQ(format->levels[1].coordinateBits, 8);
  EXPECT_EQ(format->levels[1].mode, 0);
}

TEST(FormatTextTest, WrongModeOrdersOfWords) {
  std::string hint = "hint: after a name, each mode is listed once, counting "
                     "from 0, e.g. COO:1,0";
  EXPECT_EQ(formatOf("COO:1,2", 2),
            "error: mode 2 is out of range: the tensor has 2 modes\n"
            "  COO:1,2\n"
            "        ^\n" +
                hint);
  EXPECT_EQ(formatOf("coo:1,1"), "error: mode 1 is listed twice\n"
                                 "  coo:1,1\n"
                                 "        ^\n" +
                                     hint);
  EXPECT_EQ(formatOf("COO:1", 2, "A"),
            "error: the mode order has 1 mode but A has 2 modes\n"
            "  COO:1\n"
            "      ^\n" +
                hint);
  EXPECT_EQ(formatOf("COO:", 2), "error: expected a mode, got nothing\n"
                                 "  COO:\n"
                                 "      ^\n" +
                                     hint);
  EXPECT_EQ(formatOf("BCSR{block=2x2}:0/2,1", 2),
            "error: expected a mode, got '0/2'\n"
            "  BCSR{block=2x2}:0/2,1\n"
            "                  ^~~\n"
            "hint: after a name, each mode is listed once, counting from 0, "
            "e.g. BCSR:1,0; which levels store blocks and slots, the name "
            "says");
  EXPECT_EQ(formatOf("CSR{pos=64}x"),
            "error: expected the end of the format, got 'x'\n"
            "  CSR{pos=64}x\n"
            "             ^\n"
            "hint: for example BCSR{block=2x3}:1,0");
  EXPECT_EQ(formatOf("CSR:1,0{pos=64}:1,0"),
            "error: expected the end of the format, got ':1,0'\n"
            "  CSR:1,0{pos=64}:1,0\n"
            "                 ^~~~\n"
            "hint: for example BCSR{block=2x3}:1,0");
}

// What a name says of rows holds for the first mode, and what it says of
// columns for the others.
TEST(FormatTextTest, WordsOfAnyOrder) {
  EXPECT_EQ(formatOf("CSR", 3), formatOf("dss"));
  EXPECT_EQ(formatOf("CSC", 3), formatOf("dss:2,1,0"));
  EXPECT_EQ(formatOf("DCSR", 3), formatOf("sss"));
  EXPECT_EQ(formatOf("DCSC", 3), formatOf("sss:2,1,0"));
  EXPECT_EQ(formatOf("LIL", 3), formatOf("dtt"));
  EXPECT_EQ(formatOf("BCSR{block=2x3x4}", 3),
            formatOf("dssddd:0/2,1/3,2/4,0%2,1%3,2%4"));
  EXPECT_EQ(formatOf("BCSC{block=2x3x4}", 3),
            formatOf("dssddd:2/4,1/3,0/2,2%4,1%3,0%2"));
  EXPECT_EQ(formatOf("CSB{block=2x3x4}", 3),
            formatOf("ddducq:0/2,1/3,2/4,0%2,1%3,2%4"));
  EXPECT_EQ(formatOf("ELL", 4), formatOf("ddddp:*,0,1,2,3"));
  EXPECT_EQ(formatOf("SELL{block=4}", 3), formatOf("diddp:0/4,*,0%4,1,2"));
  EXPECT_EQ(formatOf("SELLCS{block=4,sort=8}", 3), formatOf("m8l4dp:0,*,1,2"));
  EXPECT_EQ(formatOf("LIL:2,0,1"), formatOf("dtt:2,0,1"));
}

TEST(FormatTextTest, WrongWidths) {
  std::string hint = "hint: widths are given in bits, e.g. {pos=64,crd=32}";
  EXPECT_EQ(formatOf("CSR{pos=7}"),
            "error: expected a width of 8, 16, 32 or 64 bits, got '7'\n"
            "  CSR{pos=7}\n"
            "          ^\n" +
                hint);
  EXPECT_EQ(formatOf("CSR{idx=8}"),
            "error: unknown property 'idx', expected 'pos', 'crd', 'fill', "
            "'ordered' or 'packed'\n"
            "  CSR{idx=8}\n"
            "      ^~~\n" +
                hint);
  EXPECT_EQ(formatOf("CSR{}"),
            "error: expected pos=BITS, crd=BITS or packed, got nothing\n"
            "  CSR{}\n"
            "      ^\n" +
                hint);
  EXPECT_EQ(formatOf("CSR{64}"),
            "error: expected pos=BITS, crd=BITS or packed, got '64'\n"
            "  CSR{64}\n"
            "      ^~\n" +
                hint);
  EXPECT_EQ(formatOf("CSR{pos=64"), "error: expected '}' at the end of the "
                                    "format\n"
                                    "  CSR{pos=64\n"
                                    "            ^");
}

} // namespace
