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
#include "PrecomputeParser.h"
#include "Spelling.h"

#include <algorithm>

using namespace weft::notation;

namespace {
/// What comes after the variables of a command.
enum class Last { Nothing, Number, Tile, Bound, Strategy, Mapping, Tensor };

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
    {"balance", Command::Balance, 3, 3, Last::Number, "balance(i,i0,i1,8)"},
    {"bound", Command::Bound, 2, 2, Last::Bound, "bound(i,ib,1024,MaxExact)"},
    {"coord", Command::Coord, 2, 2, Last::Nothing, "coord(p,i)"},
    {"divide", Command::Divide, 3, 3, Last::Number, "divide(i,i0,i1,4)"},
    {"fuse", Command::Fuse, 3, 3, Last::Nothing, "fuse(i,j,f)"},
    {"mergeby", Command::MergeBy, 1, 1, Last::Strategy, "mergeby(j,Gallop)"},
    {"parallelize", Command::Parallelize, 1, 1, Last::Mapping,
     "parallelize(i,CPUThread,NoRaces)"},
    {"pos", Command::Pos, 2, 2, Last::Tensor, "pos(i,p,A)"},
    // Begins with an expression, and is parsed on its own.
    {"precompute", Command::Precompute, 1, 0, Last::Nothing,
     "precompute(B(i,k)*C(k,j),j,jw)"},
    {"reorder", Command::Reorder, 2, 0, Last::Nothing, "reorder(j,i)"},
    {"split", Command::Split, 3, 3, Last::Tile, "split(i,i0,i1,32)"},
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
  /// Takes a name, of an index variable or of a tensor.
  bool parseName(const CommandInfo &info, std::string_view what, Name &name);
  bool parseLast(const CommandInfo &info, ScheduleStep &step);
  bool parseNumber(const CommandInfo &info, ScheduleStep &step);
  bool parseTile(const CommandInfo &info, ScheduleStep &step);
  bool parseBound(const CommandInfo &info, ScheduleStep &step);
  bool parseMapping(const CommandInfo &info, ScheduleStep &step);
  /// Takes one of several words, in whatever case and with or without '_'.
  template <typename T>
  bool parseWord(const CommandInfo &info, std::string_view what,
                 std::initializer_list<std::pair<std::string_view, T>> words,
                 T &value);

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

bool ScheduleParser::parseName(const CommandInfo &info, std::string_view what,
                               Name &name) {
  const Token &token = peek();
  if (!take(Token::Kind::Name))
    return failAtToken(what, info);
  name = {std::string(token.spelling), token.range};
  return true;
}

template <typename T>
bool ScheduleParser::parseWord(
    const CommandInfo &info, std::string_view what,
    std::initializer_list<std::pair<std::string_view, T>> words, T &value) {
  const Token &name = peek();
  if (name.kind != Kind::Name)
    return failAtToken("a " + std::string(what), info);
  std::string given = toLower(name.spelling);
  given.erase(std::remove(given.begin(), given.end(), '_'), given.end());
  std::string list;
  for (const auto &[word, meaning] : words) {
    if (given == toLower(word)) {
      value = meaning;
      return take(Kind::Name);
    }
    list += (list.empty() ? "expected " : ", ") + std::string(word);
  }
  return fail("unknown " + std::string(what) + " '" +
                  std::string(name.spelling) + "'",
              name.range, list);
}

bool ScheduleParser::parseNumber(const CommandInfo &info, ScheduleStep &step) {
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

bool ScheduleParser::parseTile(const CommandInfo &info, ScheduleStep &step) {
  if (!parseNumber(info, step))
    return false;
  skipNewlines();
  if (!take(Kind::Comma))
    return true;
  skipNewlines();
  return parseWord<Tail>(info, "tail strategy",
                         {{"Guard", Tail::Guard},
                          {"ShiftInwards", Tail::ShiftInwards},
                          {"Predicate", Tail::Predicate}},
                         step.tail.emplace());
}

bool ScheduleParser::parseBound(const CommandInfo &info, ScheduleStep &step) {
  if (!parseNumber(info, step))
    return false;
  skipNewlines();
  if (!take(Kind::Comma))
    return failAtToken("','", info);
  skipNewlines();
  return parseWord<BoundKind>(info, "kind of bound",
                              {{"MaxExact", BoundKind::MaxExact},
                               {"MaxConstraint", BoundKind::MaxConstraint},
                               {"Strided", BoundKind::Strided}},
                              step.bound);
}

bool ScheduleParser::parseMapping(const CommandInfo &info, ScheduleStep &step) {
  auto parseNext = [&](auto parse) {
    skipNewlines();
    if (!parse())
      return false;
    skipNewlines();
    return true;
  };
  if (!parseNext([&] {
        return parseWord<ParallelUnit>(info, "parallel unit",
                                       {{"CPUThread", ParallelUnit::CPUThread},
                                        {"CPUVector", ParallelUnit::CPUVector}},
                                       step.unit);
      }))
    return false;
  if (!take(Kind::Comma))
    return failAtToken("','", info);
  if (!parseNext([&] {
        return parseWord<RaceStrategy>(
            info, "race strategy",
            {{"NoRaces", RaceStrategy::NoRaces},
             {"IgnoreRaces", RaceStrategy::IgnoreRaces},
             {"Atomics", RaceStrategy::Atomics},
             {"Temporary", RaceStrategy::Temporary}},
            step.races);
      }))
    return false;
  if (!take(Kind::Comma))
    return true;
  if (!parseNext([&] {
        return parseWord<Distribution>(info, "distribution",
                                       {{"static", Distribution::Static},
                                        {"dynamic", Distribution::Dynamic}},
                                       step.distribution.emplace());
      }))
    return false;
  return !take(Kind::Comma) ||
         parseNext([&] { return parseNumber(info, step); });
}

bool ScheduleParser::parseLast(const CommandInfo &info, ScheduleStep &step) {
  if (info.last == Last::Nothing)
    return true;
  if (!take(Kind::Comma))
    return failAtToken("','", info);
  skipNewlines();
  switch (info.last) {
  case Last::Strategy:
    return parseWord<MergeBy>(info, "merge strategy",
                              {{"TwoFinger", MergeBy::TwoFinger},
                               {"Gallop", MergeBy::Gallop},
                               {"Locate", MergeBy::Locate}},
                              step.strategy);
  case Last::Tile:
    return parseTile(info, step);
  case Last::Bound:
    return parseBound(info, step);
  case Last::Mapping:
    return parseMapping(info, step);
  case Last::Tensor:
    return parseName(info, "a tensor", step.tensor);
  default:
    return parseNumber(info, step);
  }
}

bool ScheduleParser::parseArguments(const CommandInfo &info,
                                    ScheduleStep &step) {
  if (!take(Kind::LeftParen))
    return failAtToken("'('", info);
  if (info.command == Command::Precompute) {
    std::optional<Diagnostic> problem =
        parsePrecompute(tokens, position, info.usage, step);
    if (!problem)
      return true;
    error = std::move(*problem);
    return false;
  }
  do {
    skipNewlines();
    if (!parseName(info, "an index variable", step.variables.emplace_back()))
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
  Result<std::vector<Token>> tokens = tokenize(text, /*hasBraces=*/true);
  if (!tokens)
    return std::move(tokens.error());
  return ScheduleParser(std::move(*tokens)).run();
}
