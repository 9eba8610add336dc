//===- Schedule.cpp - Parses schedules ------------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table says what each command takes; everything else follows from it.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Schedule.h"

#include "Lexer.h"
#include "Spelling.h"

#include <algorithm>

using namespace weft::notation;

namespace {
/// What comes after the variables of a command.
enum class Last { Nothing, Number, Strategy };

struct CommandInfo {
  std::string_view name;
  Command command;
  unsigned minVariables;
  /// Zero for any number.
  unsigned maxVariables;
  Last last;
  /// How it is used, for hints.
  std::string_view usage;
};
} // namespace

static constexpr CommandInfo commands[] = {
    {"divide", Command::Divide, 3, 3, Last::Number, "divide(i,i0,i1,4)"},
    {"mergeby", Command::MergeBy, 1, 1, Last::Strategy, "mergeby(j,Gallop)"},
    {"reorder", Command::Reorder, 2, 0, Last::Nothing, "reorder(j,i)"},
    {"split", Command::Split, 3, 3, Last::Number, "split(i,i0,i1,32)"},
    {"unroll", Command::Unroll, 1, 1, Last::Number, "unroll(i1,4)"},
};

namespace {
class ScheduleParser {
  using Kind = Token::Kind;

public:
  explicit ScheduleParser(std::vector<Token> tokens)
      : tokens(std::move(tokens)) {}

  Result<std::vector<ScheduleStep>> run();

private:
  bool parseStep(ScheduleStep &step);
  bool parseArguments(const CommandInfo &info, ScheduleStep &step);
  bool parseVariable(const CommandInfo &info, ScheduleStep &step);
  bool parseLast(const CommandInfo &info, ScheduleStep &step);
  bool parseStrategy(ScheduleStep &step);

  const Token &peek() const { return tokens[position]; }
  bool take(Kind kind) {
    if (peek().kind != kind)
      return false;
    position += kind != Kind::End;
    return true;
  }
  void skipNewlines() {
    while (take(Kind::Newline))
      ;
  }
  bool fail(std::string message, Range range, std::string hint = "") {
    error = Diagnostic{std::move(message), range, std::move(hint), {}};
    return false;
  }
  /// Fails at the next token.
  bool failAtToken(std::string_view expected, const CommandInfo &info) {
    std::string got = peek().kind == Kind::End
                          ? "the end of the schedule"
                          : "'" + std::string(peek().spelling) + "'";
    return fail("expected " + std::string(expected) + ", got " + got,
                peek().range, "as in " + std::string(info.usage));
  }

  std::vector<Token> tokens;
  size_t position = 0;
  Diagnostic error;
};
} // namespace

bool ScheduleParser::parseVariable(const CommandInfo &info,
                                   ScheduleStep &step) {
  const Token &name = peek();
  if (!take(Token::Kind::Name))
    return failAtToken("an index variable", info);
  step.variables.push_back({std::string(name.spelling), name.range});
  return true;
}

bool ScheduleParser::parseStrategy(ScheduleStep &step) {
  const Token &name = peek();
  std::string word = toLower(name.spelling);
  word.erase(std::remove(word.begin(), word.end(), '_'), word.end());
  if (word == "twofinger")
    step.strategy = MergeBy::TwoFinger;
  else if (word == "gallop")
    step.strategy = MergeBy::Gallop;
  else if (word == "locate")
    step.strategy = MergeBy::Locate;
  else
    return fail("unknown merge strategy '" + std::string(name.spelling) + "'",
                name.range, "the strategies are TwoFinger, Gallop and Locate");
  return take(Kind::Name);
}

bool ScheduleParser::parseLast(const CommandInfo &info, ScheduleStep &step) {
  if (info.last == Last::Nothing)
    return true;
  if (!take(Kind::Comma))
    return failAtToken("','", info);
  skipNewlines();
  if (info.last == Last::Strategy)
    return peek().kind == Kind::Name ? parseStrategy(step)
                                     : failAtToken("a merge strategy", info);
  const Token &number = peek();
  if (number.kind != Kind::Number ||
      number.literal.kind != Literal::Kind::Integer)
    return failAtToken("a positive integer", info);
  ++position;
  if (number.literal.integer == 0 || number.literal.integer > INT32_MAX)
    return fail("expected a number from 1 to " + std::to_string(INT32_MAX) +
                    ", got " + std::string(number.spelling),
                number.range);
  step.number = static_cast<int64_t>(number.literal.integer);
  return true;
}

bool ScheduleParser::parseArguments(const CommandInfo &info,
                                    ScheduleStep &step) {
  if (!take(Kind::LeftParen))
    return failAtToken("'('", info);
  do {
    skipNewlines();
    if (!parseVariable(info, step))
      return false;
    skipNewlines();
  } while (step.variables.size() != info.maxVariables && take(Kind::Comma));
  if (step.variables.size() < info.minVariables)
    return failAtToken("','", info);
  if (!parseLast(info, step))
    return false;
  skipNewlines();
  step.range.end = peek().range.end;
  return take(Kind::RightParen) || failAtToken("')'", info);
}

bool ScheduleParser::parseStep(ScheduleStep &step) {
  const Token &name = peek();
  step.range = name.range;
  auto info = std::find_if(
      std::begin(commands), std::end(commands),
      [&](const CommandInfo &info) { return info.name == name.spelling; });
  if (info != std::end(commands)) {
    ++position;
    step.command = info->command;
    return parseArguments(*info, step);
  }
  std::vector<std::string_view> names;
  std::string list;
  for (const CommandInfo &known : commands) {
    names.push_back(known.name);
    list += (list.empty() ? "" : ", ") + std::string(known.name);
  }
  std::string hint = "the commands are " + list;
  if (std::string_view near = findNearest(name.spelling, names); !near.empty())
    hint = "did you mean '" + std::string(near) + "'? " + hint;
  return fail(name.kind == Kind::Name ? "unknown scheduling command '" +
                                            std::string(name.spelling) + "'"
                                      : "expected a scheduling command, got '" +
                                            std::string(name.spelling) + "'",
              name.range, hint);
}

Result<std::vector<ScheduleStep>> ScheduleParser::run() {
  std::vector<ScheduleStep> steps;
  for (skipNewlines(); peek().kind != Kind::End; skipNewlines()) {
    ScheduleStep step;
    if (!parseStep(step))
      return std::move(error);
    steps.push_back(std::move(step));
    skipNewlines();
    Range comma = peek().range;
    if (!take(Kind::Comma))
      continue;
    skipNewlines();
    if (peek().kind == Kind::End)
      return Diagnostic{"expected another command after ','", comma, "", {}};
  }
  return steps;
}

Result<std::vector<ScheduleStep>>
weft::notation::parseSchedule(std::string_view text) {
  Result<std::vector<Token>> tokens = tokenize(text);
  if (!tokens)
    return std::move(tokens.error());
  return ScheduleParser(std::move(*tokens)).run();
}
