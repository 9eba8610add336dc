//===- PrecomputeParser.cpp - Parses what is precomputed ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// precompute(e, i, iw [, w [, storage]]), as TACO spells it; several variables
// are lists in braces. The expression ends at the first comma that is not
// inside of parentheses.
//
//===----------------------------------------------------------------------===//

#include "PrecomputeParser.h"

#include "ParserImpl.h"
#include "Spelling.h"

#include <algorithm>

using namespace weft::notation;

namespace {
class PrecomputeParser {
  using Kind = Token::Kind;

public:
  PrecomputeParser(const std::vector<Token> &tokens, size_t &position,
                   std::string_view usage)
      : tokens(tokens), position(position), usage(usage) {}

  bool parse(ScheduleStep &step);

  Diagnostic error;

private:
  bool parseExpression(ScheduleStep &step);
  bool parseVariables(std::vector<Name> &variables);
  bool parseName(std::string_view what, Name &name);
  bool parseStorage(std::optional<Storage> &storage);

  void skipNewlines() {
    while (peek().kind == Kind::Newline)
      ++position;
  }
  const Token &peek() const { return tokens[position]; }
  bool take(Kind kind) {
    skipNewlines();
    if (peek().kind != kind)
      return false;
    position += kind != Kind::End;
    return true;
  }
  bool expect(Kind kind, std::string_view what) {
    return take(kind) || failAtToken(what);
  }
  bool fail(std::string message, Range range, std::string hint = "") {
    error = Diagnostic{std::move(message), range, std::move(hint), {}};
    return false;
  }
  bool failAtToken(std::string_view expected) {
    std::string got =
        peek().kind == Kind::End ? "the end of the schedule" : describe(peek());
    return fail("expected " + std::string(expected) + ", got " + got,
                peek().range, "as in " + std::string(usage));
  }

  const std::vector<Token> &tokens;
  size_t &position;
  std::string_view usage;
};
} // namespace

bool PrecomputeParser::parseExpression(ScheduleStep &step) {
  std::vector<Token> own;
  for (unsigned depth = 0; peek().kind != Kind::End; ++position) {
    Kind kind = peek().kind;
    if (depth == 0 && (kind == Kind::Comma || kind == Kind::RightParen))
      break;
    depth += kind == Kind::LeftParen;
    depth -= kind == Kind::RightParen && depth != 0;
    own.push_back(peek());
  }
  Token end;
  end.range = {peek().range.begin, peek().range.begin};
  own.push_back(end);
  // A parser's tokens end with the text.
  ParseOptions options;
  Result<ExprPtr> parsed = Parser(std::move(own), options).runExpression();
  if (!parsed) {
    error = std::move(parsed.error());
    return false;
  }
  step.expression = std::move(*parsed);
  return true;
}

bool PrecomputeParser::parseName(std::string_view what, Name &name) {
  skipNewlines();
  const Token &token = peek();
  if (!take(Kind::Name))
    return failAtToken(what);
  name = {std::string(token.spelling), token.range};
  return true;
}

bool PrecomputeParser::parseVariables(std::vector<Name> &variables) {
  bool isList = take(Kind::LeftBrace);
  do {
    if (!parseName("an index variable", variables.emplace_back()))
      return false;
  } while (isList && take(Kind::Comma));
  return !isList || expect(Kind::RightBrace, "'}'");
}

bool PrecomputeParser::parseStorage(std::optional<Storage> &storage) {
  static constexpr std::pair<std::string_view, Storage> words[] = {
      {"dense", Storage::Dense},
      {"bitmap", Storage::Bitmap},
      {"sparse_set", Storage::SparseSet},
      {"hashed", Storage::Hashed},
      {"list", Storage::List}};
  Name name;
  if (!parseName("how the workspace is stored", name))
    return false;
  for (const auto &[word, meaning] : words)
    if (toLower(name.text) == word)
      storage = meaning;
  return storage.has_value() ||
         fail("unknown storage of a workspace '" + name.text + "'", name.range,
              "expected dense, bitmap, sparse_set, hashed or list");
}

bool PrecomputeParser::parse(ScheduleStep &step) {
  skipNewlines();
  if (!parseExpression(step) || !expect(Kind::Comma, "','") ||
      !parseVariables(step.variables) || !expect(Kind::Comma, "','") ||
      !parseVariables(step.producers))
    return false;
  if (step.variables.size() != step.producers.size())
    return fail(
        "expected as many new variables as loops, " +
            std::to_string(step.variables.size()) + ", got " +
            std::to_string(step.producers.size()),
        join(step.producers.front().range, step.producers.back().range));
  if (take(Kind::Comma)) {
    if (!parseName("the name of a workspace", step.workspace.emplace()))
      return false;
    if (take(Kind::Comma) && !parseStorage(step.storage))
      return false;
  }
  skipNewlines();
  step.range.end = peek().range.end;
  return expect(Kind::RightParen, "')'");
}

std::optional<Diagnostic>
weft::notation::parsePrecompute(const std::vector<Token> &tokens,
                                size_t &position, std::string_view usage,
                                ScheduleStep &step) {
  PrecomputeParser parser(tokens, position, usage);
  if (parser.parse(step))
    return std::nullopt;
  return std::move(parser.error);
}
