//===- Schedule.cpp - Parses schedules ------------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table says what arguments each command has. Parses the form of a schedule
// and its commands by it, and options of the lowering.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Schedule.h"

#include "ForeignWords.h"
#include "Lexer.h"
#include "ScheduleParser.h"
#include "Spelling.h"

#include <algorithm>

using namespace weft::notation;

static constexpr CommandInfo commands[] = {
    // Has a result in place of variables.
    {"assemble", Command::Assemble, 0, 0, Last::Assembly,
     "assemble(C,two_phase)"},
    {"balance", Command::Balance, 3, 3, Last::Number, "balance(i,i0,i1,8)"},
    {"bound", Command::Bound, 2, 2, Last::Bound, "bound(i,ib,1024,MaxExact)"},
    {"coord", Command::Coord, 2, 2, Last::Nothing, "coord(p,i)"},
    {"divide", Command::Divide, 3, 3, Last::Number, "divide(i,i0,i1,4)"},
    {"factor", Command::Factor, 1, 0, Last::Nothing, "factor(k)"},
    {"fuse", Command::Fuse, 3, 3, Last::Nothing, "fuse(i,j,f)"},
    {"hoist_factors", Command::HoistFactors, 1, 1, Last::Nothing,
     "hoist_factors(k)"},
    {"mergeby", Command::MergeBy, 1, 1, Last::Strategy, "mergeby(j,Gallop)"},
    {"order_factors", Command::OrderFactors, 1, 1, Last::Nothing,
     "order_factors(k)"},
    {"parallelize", Command::Parallelize, 1, 1, Last::Mapping,
     "parallelize(i,CPUThread,NoRaces)"},
    {"pos", Command::Pos, 2, 2, Last::Tensor, "pos(i,p,A)"},
    // Begins with an expression, and is parsed on its own.
    {"precompute", Command::Precompute, 1, 0, Last::Nothing,
     "precompute(B(i,k)*C(k,j),j,jw)"},
    {"reorder", Command::Reorder, 2, 0, Last::Nothing, "reorder(j,i)"},
    {"split", Command::Split, 3, 3, Last::Tile, "split(i,i0,i1,32)"},
    {"unroll", Command::Unroll, 1, 1, Last::Number, "unroll(i1,4)"},
    // Has a workspace in place of variables.
    {"workspace", Command::Workspace, 0, 0, Last::Storage,
     "workspace(w,hashed)"},
};

/// The form that a word stands for.
static std::optional<ScheduleForm> findForm(std::string_view word) {
  if (word == "default")
    return ScheduleForm::Default;
  if (word == "only")
    return ScheduleForm::Only;
  if (word == "none")
    return ScheduleForm::Plain;
  return std::nullopt;
}

std::optional<ScheduleForm> ScheduleParser::parseForm() {
  if (peek().kind == Kind::End)
    return ScheduleForm::Default;
  std::optional<ScheduleForm> form =
      peek().kind == Kind::Name ? findForm(peek().spelling) : std::nullopt;
  if (!form)
    return ScheduleForm::Plain;
  Range word = peek().range;
  bool isNone = peek().spelling == "none";
  ++position;
  skipNewlines();
  Range comma = peek().range;
  bool hasComma = take(Kind::Comma);
  skipNewlines();
  if (peek().kind == Kind::End && hasComma) {
    fail("expected a command after ','", comma);
    return std::nullopt;
  }
  if (isNone && peek().kind != Kind::End) {
    fail("expected no commands after 'none'", word,
         "leave it out: commands change the loops as they are; 'only' chooses "
         "nothing else");
    return std::nullopt;
  }
  return form;
}

/// The most arguments of an option: a loop and three numbers.
static constexpr unsigned kMaxOptionArguments = 4;

bool ScheduleParser::parseOption(const ScheduleOption &option,
                                 ScheduleStep &step) {
  step.option = {std::string(option.name), peek().range};
  step.command = Command::Configure;
  ++position;
  if (!take(Kind::LeftParen))
    return failAtToken("'('", option.usage);
  skipNewlines();
  while (peek().kind != Kind::RightParen) {
    if (!step.arguments.empty() && !take(Kind::Comma))
      return failAtToken("',' or ')'", option.usage);
    skipNewlines();
    const Token &argument = peek();
    if (step.arguments.size() == kMaxOptionArguments)
      return failAtToken("')'", option.usage);
    if (!take(Kind::Name) && !take(Kind::Number))
      return failAtToken("a loop or a value", option.usage);
    step.arguments.push_back({std::string(argument.spelling), argument.range});
    skipNewlines();
  }
  step.range.end = peek().range.end;
  return take(Kind::RightParen);
}

bool ScheduleParser::parseStep(ScheduleStep &step) {
  const Token &name = peek();
  step.range = name.range;
  auto option = std::find_if(options.begin(), options.end(),
                             [&](const ScheduleOption &option) {
                               return option.name == name.spelling;
                             });
  if (option != options.end())
    return parseOption(*option, step);
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
  for (const ScheduleOption &option : options)
    names.push_back(option.name);
  std::string hint = "the commands are " + list;
  if (!options.empty())
    hint += ", and options of the lowering such as " +
            std::string(options.front().name);
  names.insert(names.end(), {"default", "only", "none"});
  if (std::string_view known = findCounterpart(name.spelling); !known.empty())
    hint = known;
  else if (std::string_view near = findNearest(name.spelling, names);
           !near.empty())
    hint = "did you mean '" + std::string(near) + "'? " + hint;
  return fail(name.kind == Kind::Name ? "unknown scheduling command '" +
                                            std::string(name.spelling) + "'"
                                      : "expected a scheduling command, got '" +
                                            std::string(name.spelling) + "'",
              name.range, hint);
}

Result<Schedule> ScheduleParser::run() {
  Schedule schedule;
  skipNewlines();
  std::optional<ScheduleForm> form = parseForm();
  if (!form)
    return std::move(error);
  schedule.form = *form;
  for (skipNewlines(); peek().kind != Kind::End; skipNewlines()) {
    ScheduleStep step;
    if (!parseStep(step))
      return std::move(error);
    schedule.steps.push_back(std::move(step));
    skipNewlines();
    Range comma = peek().range;
    if (!take(Kind::Comma))
      continue;
    skipNewlines();
    if (peek().kind == Kind::End)
      return Diagnostic{"expected another command after ','", comma, "", {}};
  }
  return schedule;
}

/// Whether a text has white space only.
static bool isBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// The tokens of a schedule in front of its first error, without newlines and
/// the end.
static std::vector<Token> getValidTokens(std::string_view text) {
  Result<std::vector<Token>> tokens = tokenize(text, /*isSchedule=*/true);
  if (!tokens)
    tokens = tokenize(text.substr(0, tokens.error().range.begin),
                      /*isSchedule=*/true);
  std::vector<Token> valid;
  if (!tokens)
    return valid;
  for (const Token &token : *tokens)
    if (token.kind != Token::Kind::Newline && token.kind != Token::Kind::End)
      valid.push_back(token);
  return valid;
}

/// The error about a text that begins with `auto` in any case, which is no
/// command.
static std::optional<Diagnostic> findAutomatic(std::string_view text) {
  std::vector<Token> tokens = getValidTokens(text);
  if (tokens.empty() || tokens.front().kind != Token::Kind::Name ||
      toLower(tokens.front().spelling) != "auto")
    return std::nullopt;
  Range range = {tokens.front().range.begin,
                 text.find_last_not_of(" \t\r\n") + 1};
  return Diagnostic{
      "expected 'auto', which chooses a schedule, got '" +
          std::string(text.substr(range.begin, range.end - range.begin)) + "'",
      range,
      "write auto in lower case and as the whole schedule, without arguments",
      {}};
}

Result<Schedule>
weft::notation::parseSchedule(std::string_view text,
                              const std::vector<ScheduleOption> &options) {
  if (std::optional<Diagnostic> automatic = findAutomatic(text))
    return std::move(*automatic);
  Result<std::vector<Token>> tokens = tokenize(text, /*isSchedule=*/true);
  if (!tokens)
    return std::move(tokens.error());
  return ScheduleParser(std::move(*tokens), options).run();
}

ScheduleForm weft::notation::getScheduleForm(std::string_view text) {
  std::vector<Token> tokens = getValidTokens(text);
  if (tokens.empty())
    return isBlank(text) ? ScheduleForm::Default : ScheduleForm::Plain;
  return findForm(tokens.front().spelling).value_or(ScheduleForm::Plain);
}

bool weft::notation::hasScheduleSteps(std::string_view text) {
  std::vector<Token> tokens = getValidTokens(text);
  if (tokens.empty())
    return !isBlank(text);
  return tokens.size() > 1 || !findForm(tokens.front().spelling);
}

bool weft::notation::usesGPU(std::string_view text) {
  std::vector<Token> tokens = getValidTokens(text);
  return std::any_of(tokens.begin(), tokens.end(), [](const Token &token) {
    std::string word = simplifyWord(token.spelling);
    return word == "gpublock" || word == "gpuwarp" || word == "gputhread";
  });
}
