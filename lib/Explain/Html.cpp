//===- Html.cpp - Text in pages ---------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names come from users and from IR, and may have any bytes.
//
//===----------------------------------------------------------------------===//

#include "Html.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>
#include <optional>

using namespace weft::explain;

/// Takes a character off the front of a text; nothing, and one byte, if there
/// is none.
static std::optional<llvm::UTF32> takeCharacter(llvm::StringRef &text) {
  auto begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  auto end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  const llvm::UTF8 *next = begin;
  llvm::UTF32 character = 0;
  if (llvm::convertUTF8Sequence(&next, end, &character,
                                llvm::strictConversion) != llvm::conversionOK) {
    text = text.drop_front();
    return std::nullopt;
  }
  text = text.drop_front(next - begin);
  return character;
}

static bool isShown(llvm::UTF32 character) {
  return character == '\n' || character == '\t' ||
         llvm::sys::unicode::isPrintable(static_cast<int>(character));
}

/// Calls `visit` with each piece of a text as it is to be printed.
template <typename F> static void forEachPiece(llvm::StringRef text, F visit) {
  while (!text.empty()) {
    llvm::StringRef before = text;
    std::optional<llvm::UTF32> character = takeCharacter(text);
    llvm::StringRef bytes = before.drop_back(text.size());
    if (character && isShown(*character))
      visit(bytes);
    else
      visit("{" +
            llvm::utohexstr(character ? *character
                                      : static_cast<unsigned char>(bytes[0])) +
            "}");
  }
}

void weft::explain::printEscaped(llvm::raw_ostream &os, llvm::StringRef text) {
  forEachPiece(
      text, [&](llvm::StringRef piece) { llvm::printHTMLEscaped(piece, os); });
}

void weft::explain::printAttribute(llvm::raw_ostream &os, llvm::StringRef name,
                                   llvm::StringRef value) {
  os << " " << name << "=\"";
  printEscaped(os, value);
  os << "\"";
}

unsigned weft::explain::getColumns(llvm::StringRef text) {
  unsigned columns = 0;
  forEachPiece(text, [&](llvm::StringRef piece) {
    columns += std::max(llvm::sys::unicode::columnWidthUTF8(piece), 0);
  });
  return columns;
}

void MarkedNames::print(llvm::raw_ostream &os, llvm::StringRef text) const {
  auto isInName = [](char c) { return c == '_' || llvm::isAlnum(c); };
  while (!text.empty()) {
    llvm::StringRef word = text.take_while(isInName);
    if (contains(word)) {
      os << "<span class=\"n\"";
      printAttribute(os, "data-n", word);
      os << ">";
      printEscaped(os, word);
      os << "</span>";
    } else {
      printEscaped(os, word);
    }
    text = text.drop_front(word.size());
    llvm::StringRef rest = text.take_until(isInName);
    printEscaped(os, rest);
    text = text.drop_front(rest.size());
  }
}
