//===- ScheduleArguments.cpp - Parses arguments of schedule commands ------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the arguments of each command of a schedule: names, numbers and words.
//
//===----------------------------------------------------------------------===//

#include "ForeignWords.h"
#include "PrecomputeParser.h"
#include "ScheduleParser.h"
#include "Spelling.h"

#include <algorithm>

using namespace weft::notation;

bool ScheduleParser::parseName(const CommandInfo &info, std::string_view what,
                               Name &name) {
  const Token &token = peek();
  if (!take(Token::Kind::Name))
    return failAtToken(what, info);
  name = {std::string(token.spelling), token.range};
  return true;
}

std::string weft::notation::simplifyWord(std::string_view word) {
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
  std::string given = simplifyWord(name.spelling);
  std::string list;
  for (auto entry = words.begin(); entry != words.end(); ++entry) {
    if (given == simplifyWord(entry->first)) {
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
