//===- ScheduleParser.h - Parses schedules ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the commands of a schedule: ScheduleArguments.cpp the arguments of a
// command, and Schedule.cpp all else.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_NOTATION_SCHEDULEPARSER_H
#define WEFT_LIB_NOTATION_SCHEDULEPARSER_H

#include "Lexer.h"

#include "weft/Notation/Schedule.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {
namespace notation {

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
/// A word in lower case and without '_', which a schedule does not distinguish.
std::string simplifyWord(std::string_view word);

/// Parses the tokens of a schedule.
class ScheduleParser {
  using Kind = Token::Kind;

public:
  ScheduleParser(std::vector<Token> tokens,
                 const std::vector<ScheduleOption> &options)
      : tokens(std::move(tokens)), options(options) {}

  Result<Schedule> run();

private:
  /// Takes the word that says what the schedule starts from.
  std::optional<ScheduleForm> parseForm();
  bool parseStep(ScheduleStep &step);
  bool parseOption(const ScheduleOption &option, ScheduleStep &step);
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
    return failAtToken(expected, "as in " + std::string(info.usage));
  }
  bool failAtToken(std::string_view expected, std::string hint) {
    std::string got = peek().kind == Kind::End
                          ? "the end of the schedule"
                          : "'" + std::string(peek().spelling) + "'";
    return fail("expected " + std::string(expected) + ", got " + got,
                peek().range, std::move(hint));
  }

  std::vector<Token> tokens;
  const std::vector<ScheduleOption> &options;
  size_t position = 0;
  Diagnostic error;
};
} // namespace notation
} // namespace weft

#endif // WEFT_LIB_NOTATION_SCHEDULEPARSER_H
