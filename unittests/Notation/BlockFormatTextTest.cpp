//===- BlockFormatTextTest.cpp - Tests of formats with more levels --------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests which format each spelling with blocks, slots or records means, and
// each error as the user sees it.
//
//===----------------------------------------------------------------------===//

#include "FormatTextTest.h"

#include "gtest/gtest.h"

using namespace weft::notation;

namespace {

TEST(BlockFormatTextTest, Blocks) {
  EXPECT_EQ(formatOf("BCSR{block=2x3}"),
            "(i0, i1) -> (i0 floordiv 2 : dense, i1 floordiv 3 : compressed, "
            "i0 mod 2 : dense, i1 mod 3 : dense)");
  EXPECT_EQ(formatOf("bcsc{block=2x3}"),
            "(i0, i1) -> (i1 floordiv 3 : dense, i0 floordiv 2 : compressed, "
            "i1 mod 3 : dense, i0 mod 2 : dense)");
  EXPECT_EQ(formatOf("CSB{block = 2 x 3, pos=64}"),
            "(i0, i1) -> (i0 floordiv 2 : dense, i1 floordiv 3 : dense, i0 mod "
            "2 : compressed(nonunique), i1 mod 3 : singleton)");
  // Blocks of one are no blocks.
  EXPECT_EQ(formatOf("BCSR{block=1x3}"),
            "(i0, i1) -> (i0 : dense, i1 floordiv 3 : compressed, i1 mod 3 : "
            "dense)");
  EXPECT_EQ(formatOf("BCSR{block=1x1}"), formatOf("CSR"));
  EXPECT_EQ(formatOf("SELL{block=1}:1,0"), formatOf("dip:1,*,0"));
  // What is left of a list is one.
  EXPECT_EQ(formatOf("CSB{block=1x3}"), formatOf("dds:0,1/3,1%3"));
  EXPECT_EQ(formatOf("CSB{block=2x1}"), formatOf("dds:0/2,1,0%2"));
  EXPECT_EQ(formatOf("CSB{block=1x3}:1,0"), formatOf("dds:1/3,0,1%3"));
  EXPECT_EQ(formatOf("CSB{block=1x2x3}", 3),
            formatOf("ddduq:0,1/2,2/3,1%2,2%3", 3));
  EXPECT_EQ(formatOf("CSB{block=2x1x3}", 3),
            formatOf("ddduq:0/2,1,2/3,0%2,2%3", 3));
  EXPECT_EQ(formatOf("CSB{block=2x3x1}", 3),
            formatOf("ddduq:0/2,1/3,2,0%2,1%3", 3));
  EXPECT_EQ(formatOf("CSB{block=1x2x1}", 3), formatOf("ddds:0,1/2,2,1%2", 3));
  EXPECT_EQ(formatOf("CSB{block=1x1}"),
            "error: blocks of a single place have no coordinates to list\n"
            "  CSB{block=1x1}\n"
            "            ^~~\n"
            "hint: COO lists entries without blocks");
  EXPECT_EQ(formatOf("dsdd:0/2,1/3,0%2,1%3"), formatOf("BCSR{block=2x3}"));
  EXPECT_EQ(
      formatOf("MG{block=2x1x4}", 3),
      "(i0, i1, i2) -> (i0 floordiv 2 : compressed(nonunique), i1 : "
      "singleton(nonunique), i2 floordiv 4 : singleton, i0 mod 2 : dense, "
      "i2 mod 4 : dense)");
  EXPECT_EQ(formatOf("MG{block=4}", 1),
            "(i0) -> (i0 floordiv 4 : compressed, i0 mod 4 : dense)");
  EXPECT_EQ(formatOf("sd: 0 / 16, 0 % 16", 1),
            "(i0) -> (i0 floordiv 16 : compressed, i0 mod 16 : dense)");
}

TEST(BlockFormatTextTest, Slots) {
  EXPECT_EQ(formatOf("DIA"),
            "(i0, i1) -> (slot : dense, i0 : range, i1 : offset)");
  EXPECT_EQ(formatOf("ell"),
            "(i0, i1) -> (slot : dense, i0 : dense, i1 : padded)");
  EXPECT_EQ(formatOf("dro:*,0,1"), formatOf("DIA"));
  EXPECT_EQ(formatOf("SDIA"),
            "(i0, i1) -> (slot : dense, i0 : compressed, i1 : offset)");
  EXPECT_EQ(formatOf("SELL{block=4}"),
            "(i0, i1) -> (i0 floordiv 4 : dense, slot : interval, i0 mod 4 : "
            "dense, i1 : padded)");
  EXPECT_EQ(formatOf("SELL{block=1}"),
            "(i0, i1) -> (i0 : dense, slot : interval, i1 : padded)");
  EXPECT_EQ(formatOf("ddpd:0,*,1/4,1%4", 2),
            "(i0, i1) -> (i0 : dense, slot : dense, i1 floordiv 4 : padded, "
            "i1 mod 4 : dense)");
}

TEST(BlockFormatTextTest, WrongSlots) {
  std::string hint =
      "hint: diagonals are stored as dro:*,0,1 (DIA), the entries "
      "of rows one after the other as ddp:*,0,1 (ELL)";
  EXPECT_EQ(formatOf("ro"),
            "error: a range level is below slots and above an offset level\n"
            "  ro\n"
            "  ^\n" +
                hint);
  EXPECT_EQ(formatOf("do"),
            "error: an offset level is below a level that is not "
            "dense, and that below slots\n"
            "  do\n"
            "   ^\n" +
                hint);
  EXPECT_EQ(formatOf("ddo:*,0,1"),
            "error: an offset level is below a level that is not dense, and "
            "that below slots\n"
            "  ddo:*,0,1\n"
            "    ^\n" +
                hint);
  EXPECT_EQ(formatOf("sdp:*,0,1"), "error: a level of slots is dense (d), an "
                                   "interval (i) or sliced (l), not 's'\n"
                                   "  sdp:*,0,1\n"
                                   "  ^\n" +
                                       hint);
  EXPECT_EQ(formatOf("dddp:*,*,0,1"),
            "error: a format has one level of slots at most\n"
            "  dddp:*,*,0,1\n"
            "   ^\n" +
                hint);
  EXPECT_EQ(formatOf("dds:*,0,1"),
            "error: slots are those of one offset or padded level below\n"
            "  dds:*,0,1\n"
            "  ^\n" +
                hint);
  EXPECT_EQ(formatOf("droo:*,0/2,1,0%2"),
            "error: a diagonal is not stored in blocks\n"
            "  droo:*,0/2,1,0%2\n"
            "   ^\n" +
                hint);
  EXPECT_EQ(formatOf("DIA", 3, "A"),
            "error: format 'DIA' stores 2 modes but A has 3 modes\n"
            "  DIA\n"
            "  ^~~\n"
            "hint: ddro:0,*,1,2 stores the diagonals of each of several "
            "matrices, drod:*,0,1,2 diagonals of vectors");
}

TEST(BlockFormatTextTest, WrongBlocks) {
  EXPECT_EQ(formatOf("BCSR"), "error: format 'BCSR' needs a block size\n"
                              "  BCSR\n"
                              "  ^~~~\n"
                              "hint: rows and columns of a block, e.g. "
                              "BCSR{block=2x3}");
  EXPECT_EQ(formatOf("BCSR{block=2x2}", 3, "A"),
            "error: expected 3 sizes of a block, got '2x2'\n"
            "  BCSR{block=2x2}\n"
            "             ^~~\n"
            "hint: sizes are separated by x");
  EXPECT_EQ(formatOf("hd:1/3,1%3,0", 2),
            "error: the mode order says what 3 levels store, but the format "
            "has 2 levels\n"
            "  hd:1/3,1%3,0\n"
            "     ^~~~~~~~~\n"
            "hint: a mode is listed once, or by its quotient and its remainder "
            "by one block size, e.g. dsdd:0/2,1/3,0%2,1%3");
  EXPECT_EQ(formatOf("CSR{block=2x2}"),
            "error: the format takes no block size here\n"
            "  CSR{block=2x2}\n"
            "      ^~~~~\n"
            "hint: formats with a block size are BCSR, BCSC, CSB, SELL, SELLCS "
            "and MG; "
            "others say what each level stores, e.g. dsdd:0/2,1/3,0%2,1%3");
  EXPECT_EQ(formatOf("SELL{block=2x3}"),
            "error: expected 1 size of a block, got '2x3'\n"
            "  SELL{block=2x3}\n"
            "             ^~~\n"
            "hint: sizes are separated by x");
  EXPECT_EQ(formatOf("MG", 3), "error: format 'MG' needs a block size\n"
                               "  MG\n"
                               "  ^~\n"
                               "hint: sizes of a block, e.g. "
                               "MG{block=2x3x2}");
  EXPECT_EQ(formatOf("SELL"), "error: format 'SELL' needs a block size\n"
                              "  SELL\n"
                              "  ^~~~\n"
                              "hint: rows of a block, e.g. SELL{block=2}");
  EXPECT_EQ(formatOf("BCSR{block=2}"),
            "error: expected the sizes of a block of a matrix, got '2'\n"
            "  BCSR{block=2}\n"
            "             ^\n"
            "hint: rows and columns are separated by x, e.g. {block=2x3}");
  std::string sizes = "hint: block sizes are whole numbers, e.g. "
                      "BCSR{block=2x3} or dsdd:0/2,1/3,0%2,1%3";
  EXPECT_EQ(formatOf("BCSR{block=0x3}"),
            "error: expected a block size between 1 and 2147483647, got 0\n"
            "  BCSR{block=0x3}\n"
            "             ^\n" +
                sizes);
  EXPECT_EQ(formatOf("sd:0/1,0%1"),
            "error: expected a block size between 2 and 2147483647, got 1\n"
            "  sd:0/1,0%1\n"
            "       ^\n"
            "hint: a mode in blocks of 1 is stored whole: it is listed once, "
            "without / and %");
  EXPECT_EQ(formatOf("sd:0/99999999999999999999,0%2"),
            "error: expected a block size between 2 and 2147483647, got "
            "99999999999999999999\n"
            "  sd:0/99999999999999999999,0%2\n"
            "       ^~~~~~~~~~~~~~~~~~~~\n" +
                sizes);
  EXPECT_EQ(formatOf("sd:0/x,0%2"), "error: expected a block size, got 'x'\n"
                                    "  sd:0/x,0%2\n"
                                    "       ^\n" +
                                        sizes);
  std::string parts = "hint: a mode is listed once, or by its quotient and its "
                      "remainder by one block size, e.g. "
                      "dsdd:0/2,1/3,0%2,1%3";
  EXPECT_EQ(formatOf("sd:0/2,0%3"),
            "error: mode 0 is listed with the block sizes 2 and 3\n"
            "  sd:0/2,0%3\n"
            "         ^~~\n" +
                parts);
  EXPECT_EQ(formatOf("sd:0/2,1"), "error: mode 0 is listed in part only\n"
                                  "  sd:0/2,1\n"
                                  "     ^~~\n" +
                                      parts);
  EXPECT_EQ(formatOf("sdd:0/2,0%2,2"),
            "error: mode 2 is out of range: the format stores 2 modes\n"
            "  sdd:0/2,0%2,2\n"
            "              ^\n" +
                parts);
  EXPECT_EQ(formatOf("sdd:0,0%2,1"), "error: mode 0 is listed twice\n"
                                     "  sdd:0,0%2,1\n"
                                     "        ^~~\n" +
                                         parts);
}

TEST(BlockFormatTextTest, Packed) {
  EXPECT_EQ(formatOf("CSR{packed}"),
            "(i0, i1) -> (i0 : dense, i1 : compressed), packed");
  EXPECT_EQ(formatOf("ss{ packed , pos=8 }"),
            "(i0, i1) -> (i0 : compressed, i1 : compressed), packed");
  EXPECT_EQ(formatOf("CSR{packed,packed}"), "error: 'packed' is given twice\n"
                                            "  CSR{packed,packed}\n"
                                            "             ^~~~~~");
  for (const char *last : {"d", "b", "e", "i"})
    EXPECT_EQ(formatOf(std::string("d") + last + "{packed}"),
              std::string("error: the last level has no coordinate for each "
                          "component that they could be packed with\n  d") +
                  last +
                  "{packed}\n"
                  "     ^~~~~~\n"
                  "hint: coordinates and components are side by side in "
                  "CSR{packed}");
}

} // namespace
