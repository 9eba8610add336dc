//===- ForeignWords.cpp - Words of TACO's schedules -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of words and their counterparts.
//
//===----------------------------------------------------------------------===//

#include "ForeignWords.h"

#include "Spelling.h"

#include <string>

using namespace weft::notation;

namespace {
struct ForeignWord {
  /// In lower case.
  std::string_view word, counterpart;
};
} // namespace

static constexpr ForeignWord foreignWords[] = {
    {"notparallel", "leave the command out: loops are sequential without it"},
};

std::string_view weft::notation::findCounterpart(std::string_view word) {
  std::string lower = toLower(word);
  for (const ForeignWord &foreign : foreignWords)
    if (foreign.word == lower)
      return foreign.counterpart;
  return "";
}
