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

#include "ForeignWords.h"
#include "Lexer.h"
#include "PrecomputeParser.h"
#include "Spelling.h"

#include <algorithm>
#include <cctype>

using namespace weft::notation;

namespace {
/// What comes after the variables of a command.
enum class Last {
  Nothing,
  Number,
  Tile,
  Bound,
  Strategy,
  Mapping,
  Tensor,
  Assembly,
  Storage
};

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

namespace {
class ScheduleParser {
  using Kind = Token::Kind;

public:
  ScheduleParser(std::vector<Token> tokens,
                 const std::vector<std::string_view> &options)
      : tokens(std::move(tokens)), options(options) {}

  Result<Schedule> run();

private:
  /// Takes the word that says what the schedule starts from.
  std::optional<ScheduleForm> parseForm();
  bool parseStep(ScheduleStep &step);
  bool parseOption(ScheduleStep &step);
  bool parseArguments(const CommandInfo &info, ScheduleStep &step);
  bool parseVariables(const CommandInfo &info, ScheduleStep &step);
  /// Takes a name, of an index variable or of a tensor.
  bool parseName(const CommandInfo &info, std::string_view what, Name &name);
  bool parseLast(const CommandInfo &info, ScheduleStep &step);
  bool parseNumber(const CommandInfo &info, ScheduleStep &step);
  bool parseAssembly(const CommandInfo &info, ScheduleStep &step);
  bool parseTile(const CommandInfo &info, ScheduleStep &step);
  bool parseBound(const CommandInfo &info, ScheduleStep &step);
  bool parseMapping(const CommandInfo &info, ScheduleStep &step);
  /// Takes a distribution or `optional`.
  bool parseMappingWord(const CommandInfo &info, ScheduleStep &step);
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
  const std::vector<std::string_view> &options;
  size_t position = 0;
  Diagnostic error;
};
} // namespace

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

bool ScheduleParser::parseName(const CommandInfo &info, std::string_view what,
                               Name &name) {
  const Token &token = peek();
  if (!take(Token::Kind::Name))
    return failAtToken(what, info);
  name = {std::string(token.spelling), token.range};
  return true;
}

/// A word without differences that do not matter.
static std::string simplify(std::string_view word) {
  std::string simple = toLower(word);
  simple.erase(std::remove(simple.begin(), simple.end(), '_'), simple.end());
  return simple;
}

template <typename T>
bool ScheduleParser::parseWord(
    const CommandInfo &info, std::string_view what,
    std::initializer_list<std::pair<std::string_view, T>> words, T &value) {
  const Token &name = peek();
  if (name.kind != Kind::Name)
    return failAtToken("a " + std::string(what), info);
  std::string given = simplify(name.spelling);
  std::string list;
  for (auto entry = words.begin(); entry != words.end(); ++entry) {
    if (given == simplify(entry->first)) {
      value = entry->second;
      return take(Kind::Name);
    }
    // Other spellings of a word are not listed.
    bool isListed = std::none_of(words.begin(), entry, [&](const auto &other) {
      return other.second == entry->second;
    });
    if (isListed)
      list += (list.empty() ? "expected " : ", ") + std::string(entry->first);
  }
  if (std::string_view known = findCounterpart(given); !known.empty())
    list = known;
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
                                        {"CPUVector", ParallelUnit::CPUVector},
                                        {"GPUBlock", ParallelUnit::GPUBlock},
                                        {"GPUWarp", ParallelUnit::GPUWarp},
                                        {"GPUThread", ParallelUnit::GPUThread}},
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
             {"Temporary", RaceStrategy::Temporary},
             {"ParallelReduction", RaceStrategy::Temporary}},
            step.races);
      }))
    return false;
  while (take(Kind::Comma)) {
    skipNewlines();
    bool isChunk = peek().kind == Kind::Number && step.distribution &&
                   step.number == 0 && !step.isOptional;
    if (!parseNext([&] {
          return isChunk ? parseNumber(info, step)
                         : parseMappingWord(info, step);
        }))
      return false;
  }
  return true;
}

bool ScheduleParser::parseMappingWord(const CommandInfo &info,
                                      ScheduleStep &step) {
  enum class Word { Static, Dynamic, Optional } word;
  if (step.isOptional)
    return failAtToken("')'", info);
  if (step.distribution
          ? !parseWord<Word>(info, "word", {{"optional", Word::Optional}}, word)
          : !parseWord<Word>(info, "distribution",
                             {{"static", Word::Static},
                              {"dynamic", Word::Dynamic},
                              {"optional", Word::Optional}},
                             word))
    return false;
  if (word == Word::Optional)
    step.isOptional = true;
  else
    step.distribution =
        word == Word::Dynamic ? Distribution::Dynamic : Distribution::Static;
  return true;
}

bool ScheduleParser::parseAssembly(const CommandInfo &info,
                                   ScheduleStep &step) {
  // TACO calls them by the functions of levels that it calls.
  if (!parseWord<AssemblyBy>(info, "assembly",
                             {{"fused", AssemblyBy::Fused},
                              {"two_phase", AssemblyBy::TwoPhase},
                              {"append", AssemblyBy::Fused},
                              {"insert", AssemblyBy::TwoPhase}},
                             step.assembly))
    return false;
  skipNewlines();
  Range third = peek().range;
  if (!take(Kind::Comma))
    return true;
  skipNewlines();
  std::string given = toLower(peek().spelling);
  third.end = peek().range.end;
  if (given != "false")
    return fail("expected no third argument, or false: the coordinates are "
                "counted by the loops of the kernel, and not by others",
                third, "as in " + std::string(info.usage));
  return take(Kind::Name) || failAtToken("false", info);
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
  case Last::Assembly:
    return parseAssembly(info, step);
  case Last::Storage:
    return parseWord<Storage>(info, "storage of a workspace",
                              {{"dense", Storage::Dense},
                               {"bitmap", Storage::Bitmap},
                               {"sparse_set", Storage::SparseSet},
                               {"hashed", Storage::Hashed},
                               {"list", Storage::List}},
                              step.storage.emplace());
  default:
    return parseNumber(info, step);
  }
}

bool ScheduleParser::parseVariables(const CommandInfo &info,
                                    ScheduleStep &step) {
  do {
    skipNewlines();
    if (!parseName(info, "an index variable", step.variables.emplace_back()))
      return false;
    skipNewlines();
  } while (step.variables.size() != info.maxVariables && take(Kind::Comma));
  return true;
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
  skipNewlines();
  if (info.command == Command::Assemble || info.command == Command::Workspace) {
    bool isResult = info.command == Command::Assemble;
    if (!parseName(info, isResult ? "a result" : "a workspace",
                   isResult ? step.tensor : step.workspace.emplace()))
      return false;
    skipNewlines();
  } else if (!parseVariables(info, step)) {
    return false;
  }
  if (step.variables.size() < info.minVariables)
    return failAtToken("','", info);
  if (!parseLast(info, step))
    return false;
  skipNewlines();
  step.range.end = peek().range.end;
  return take(Kind::RightParen) || failAtToken("')'", info);
}

bool ScheduleParser::parseOption(ScheduleStep &step) {
  std::string usage = step.option.text + "() or " + step.option.text + "(off)";
  CommandInfo info = {
      step.option.text, Command::Configure, 0, 4, Last::Nothing, usage};
  step.command = Command::Configure;
  ++position;
  if (!take(Kind::LeftParen))
    return failAtToken("'('", info);
  skipNewlines();
  while (peek().kind != Kind::RightParen) {
    if (!step.arguments.empty() && !take(Kind::Comma))
      return failAtToken("',' or ')'", info);
    skipNewlines();
    const Token &argument = peek();
    if (step.arguments.size() == 4)
      return failAtToken("')'", info);
    if (!take(Kind::Name) && !take(Kind::Number))
      return failAtToken("a loop or a value", info);
    step.arguments.push_back({std::string(argument.spelling), argument.range});
    skipNewlines();
  }
  step.range.end = peek().range.end;
  return take(Kind::RightParen);
}

bool ScheduleParser::parseStep(ScheduleStep &step) {
  const Token &name = peek();
  step.range = name.range;
  if (std::find(options.begin(), options.end(), name.spelling) !=
      options.end()) {
    step.option = {std::string(name.spelling), name.range};
    return parseOption(step);
  }
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
  names.insert(names.end(), options.begin(), options.end());
  std::string hint = "the commands are " + list;
  if (!options.empty())
    hint +=
        ", and options of the lowering such as " + std::string(options.front());
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

/// The error about a text that begins with `auto`, which is no command.
static std::optional<Diagnostic> findAutomatic(std::string_view text) {
  size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  size_t end = begin;
  auto isWord = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  while (end < text.size() && isWord(text[end]))
    ++end;
  std::string word(text.substr(begin, end - begin));
  for (char &c : word)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (word != "auto")
    return std::nullopt;
  size_t last = text.find_last_not_of(" \t\r\n") + 1;
  return Diagnostic{"expected 'auto', which has a schedule chosen, got '" +
                        std::string(text.substr(begin, last - begin)) + "'",
                    {begin, last},
                    "write auto in lower case and as the whole schedule, "
                    "without arguments",
                    {}};
}

Result<Schedule>
weft::notation::parseSchedule(std::string_view text,
                              const std::vector<std::string_view> &options) {
  if (std::optional<Diagnostic> automatic = findAutomatic(text))
    return std::move(*automatic);
  Result<std::vector<Token>> tokens = tokenize(text, /*isSchedule=*/true);
  if (!tokens)
    return std::move(tokens.error());
  return ScheduleParser(std::move(*tokens), options).run();
}

/// The first word of a schedule, and what comes behind it.
static std::pair<std::string_view, std::string_view>
splitFirstWord(std::string_view text) {
  static constexpr std::string_view spaces = " \t\r\n";
  size_t begin = std::min(text.find_first_not_of(spaces), text.size());
  text.remove_prefix(begin);
  size_t end = std::min(text.find_first_of(" \t\r\n,("), text.size());
  std::string_view rest = text.substr(end);
  rest.remove_prefix(std::min(rest.find_first_not_of(spaces), rest.size()));
  return {text.substr(0, end), rest};
}

ScheduleForm weft::notation::getScheduleForm(std::string_view text) {
  auto [word, rest] = splitFirstWord(text);
  if (word.empty() && rest.empty())
    return ScheduleForm::Default;
  return findForm(word).value_or(ScheduleForm::Plain);
}

bool weft::notation::hasScheduleSteps(std::string_view text) {
  auto [word, rest] = splitFirstWord(text);
  return !rest.empty() || (!word.empty() && !findForm(word));
}

bool weft::notation::usesGPU(std::string_view text) {
  for (std::string_view word : {"GPUBlock", "GPUWarp", "GPUThread"})
    if (text.find(word) != std::string_view::npos)
      return true;
  return false;
}
