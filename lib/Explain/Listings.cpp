//===- Listings.cpp - A kernel at its levels --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the text of a kernel and the listings that its parts became.
//
//===----------------------------------------------------------------------===//

#include "Listings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace weft;
using namespace weft::explain;

std::vector<CodeListing::Line> weft::explain::splitLines(
    llvm::StringRef text,
    llvm::function_ref<std::optional<TextRange>(size_t)> getRange) {
  std::vector<CodeListing::Line> lines;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    lines.push_back({line.str(), getRange(lines.size())});
    text = rest;
  }
  return lines;
}

static void printRange(llvm::raw_ostream &os, TextRange range) {
  os << " data-b=\"" << range.first << "\" data-e=\"" << range.second << "\"";
}

/// Words and signs of the text are buttons, so that the keyboard reaches them.
static void writeSource(llvm::raw_ostream &os, llvm::StringRef source,
                        const MarkedNames &names) {
  os << "<div class=\"source\">\n<h3>Text</h3>\n<pre>";
  llvm::StringRef rest = source;
  auto isWord = [](char c) {
    return c == '_' || llvm::isAlnum(c) || static_cast<signed char>(c) < 0;
  };
  while (!rest.empty()) {
    llvm::StringRef piece = rest.take_while(isWord);
    if (piece.empty())
      piece = rest.take_front();
    size_t begin = piece.begin() - source.data();
    rest = rest.drop_front(piece.size());
    if (llvm::isSpace(piece.front())) {
      printEscaped(os, piece);
      continue;
    }
    os << "<button type=\"button\" class=\"t\" aria-pressed=\"false\"";
    printRange(os, {begin, begin + piece.size()});
    if (names.contains(piece))
      printAttribute(os, "data-n", piece);
    os << ">";
    printEscaped(os, piece);
    os << "</button>";
  }
  os << "</pre>\n</div>\n";
}

static void writeListing(llvm::raw_ostream &os, const CodeListing &listing,
                         bool isOpen) {
  os << "<details" << (isOpen ? " open=\"open\"" : "") << ">\n<summary>";
  printEscaped(os, listing.title);
  os << "</summary>\n<pre class=\"code\" tabindex=\"0\" role=\"region\"";
  printAttribute(os, "aria-label", listing.title);
  os << ">";
  for (const CodeListing::Line &line : listing.lines) {
    os << "<span class=\"l\"";
    if (line.range)
      printRange(os, *line.range);
    os << ">";
    printEscaped(os, line.text);
    os << "</span>";
  }
  os << "</pre>\n</details>\n";
}

void weft::explain::writeListings(llvm::raw_ostream &os,
                                  const ExplanationPage &page,
                                  const MarkedNames &names) {
  if (page.listings.empty())
    return;
  os << "<section>\n<h2>Levels</h2>\n";
  bool hasSource = !page.source.empty();
  os << "<div" << (hasSource ? " class=\"levels\"" : "") << ">\n";
  if (hasSource)
    writeSource(os, page.source, names);
  os << "<div>\n";
  for (auto [number, listing] : llvm::enumerate(page.listings))
    writeListing(os, listing, /*isOpen=*/number == 0);
  os << "</div>\n</div>\n</section>\n";
}
