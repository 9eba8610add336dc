//===- SourceText.cpp - C files in pieces ---------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knows as much of C as it takes to find where definitions at the outermost
// level begin: comments, literals, braces and conditions of the preprocessor.
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

using namespace weft::driver;

namespace {
/// Where a line of C begins.
class Nesting {
public:
  bool isOutermost() const {
    return !isComment && numBraces == 0 && numConditions == 0;
  }
  void addLine(const std::string &line);

private:
  bool isComment = false;
  int numBraces = 0, numConditions = 0;
};
} // namespace

static bool startsAt(const std::string &text, size_t at, const char *part) {
  return text.compare(at, std::char_traits<char>::length(part), part) == 0;
}

/// The place behind a literal that begins at a quote.
static size_t skipLiteral(const std::string &line, size_t at) {
  char quote = line[at++];
  while (at < line.size() && line[at] != quote)
    at += line[at] == '\\' ? 2 : 1;
  return at + 1;
}

void Nesting::addLine(const std::string &line) {
  if (!isComment && startsAt(line, 0, "#if"))
    ++numConditions;
  if (!isComment && startsAt(line, 0, "#endif"))
    --numConditions;
  for (size_t at = 0; at < line.size();) {
    if (isComment) {
      size_t end = line.find("*/", at);
      isComment = end == std::string::npos;
      at = isComment ? line.size() : end + 2;
    } else if (startsAt(line, at, "/*")) {
      isComment = true;
      at += 2;
    } else if (startsAt(line, at, "//")) {
      return;
    } else if (line[at] == '"' || line[at] == '\'') {
      at = skipLiteral(line, at);
    } else {
      numBraces += (line[at] == '{') - (line[at] == '}');
      ++at;
    }
  }
}

SourceText weft::driver::splitSource(const std::string &text) {
  SourceText source;
  Nesting nesting;
  std::istringstream lines(text);
  bool isNew = true;
  for (std::string line; std::getline(lines, line);) {
    bool isOutermost = nesting.isOutermost();
    nesting.addLine(line);
    if (isOutermost && startsAt(line, 0, "#include")) {
      source.includes.insert(line);
      continue;
    }
    if (isOutermost && line.empty()) {
      isNew = true;
      continue;
    }
    if (isNew)
      source.pieces.emplace_back();
    isNew = false;
    source.pieces.back() += line + "\n";
  }
  return source;
}

static bool isNamePart(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c));
}

/// The name that a piece defines: the last one before a parenthesis, bracket,
/// brace or '='. Empty if it defines none or begins with a condition. The
/// bounds of launches, which have parentheses, stand before the name.
static std::string findName(const std::string &piece) {
  size_t at = 0;
  while (at < piece.size() && startsAt(piece, at, "/*")) {
    size_t end = piece.find("*/", at);
    at = end == std::string::npos ? end
                                  : piece.find_first_not_of(" \n", end + 2);
  }
  if (at >= piece.size() || piece[at] == '#')
    return "";
  size_t bounds = piece.find("__launch_bounds__(", at);
  if (bounds < piece.find('{', at))
    at = std::min(piece.find(')', bounds), piece.size() - 1) + 1;
  size_t end = std::min(piece.find_first_of("([{=", at), piece.size());
  while (end > at && !isNamePart(piece[end - 1]))
    --end;
  size_t begin = end;
  while (begin > at && isNamePart(piece[begin - 1]))
    --begin;
  return piece.substr(begin, end - begin);
}

/// Renames what a text calls `name`.
static void rename(std::string &text, const std::string &name,
                   const std::string &other) {
  for (size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
    size_t end = at + name.size();
    bool isWhole = (at == 0 || !isNamePart(text[at - 1])) &&
                   (end == text.size() || !isNamePart(text[end]));
    if (isWhole)
      text.replace(at, name.size(), other);
    at += isWhole ? other.size() : name.size();
  }
}

std::string weft::driver::joinSources(const std::string &comment,
                                      const std::vector<SourceText> &sources) {
  std::set<std::string> includes;
  std::vector<std::string> pieces;
  std::map<std::string, std::string> definitions;
  for (SourceText source : sources) {
    includes.insert(source.includes.begin(), source.includes.end());
    // A piece may use those before it, so that it comes after their renaming.
    for (size_t number = 0; number < source.pieces.size(); ++number) {
      std::string name = findName(source.pieces[number]);
      auto known = definitions.find(name);
      if (!name.empty() && known != definitions.end() &&
          known->second != source.pieces[number]) {
        int suffix = 2;
        while (definitions.count(name + "_" + std::to_string(suffix)))
          ++suffix;
        std::string other = name + "_" + std::to_string(suffix);
        for (size_t user = number; user < source.pieces.size(); ++user)
          rename(source.pieces[user], name, other);
        name = other;
      }
      const std::string &piece = source.pieces[number];
      if (std::find(pieces.begin(), pieces.end(), piece) != pieces.end())
        continue;
      definitions.emplace(name, piece);
      pieces.push_back(piece);
    }
  }
  std::string text = comment + "\n\n";
  for (const std::string &line : includes)
    text += line + "\n";
  for (const std::string &piece : pieces)
    text += "\n" + piece;
  return text;
}

std::string weft::driver::findDeclaration(const std::string &text,
                                          const std::string &name) {
  size_t begin = text.find("\nint64_t " + name + "(");
  if (begin == std::string::npos)
    return "";
  size_t end = text.find(" {\n", begin);
  return end == std::string::npos ? ""
                                  : text.substr(begin + 1, end - begin - 1);
}
