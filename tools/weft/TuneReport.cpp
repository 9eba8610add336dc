//===- TuneReport.cpp - Report of weft tune ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The best schedule comes first, as options to paste.
//
//===----------------------------------------------------------------------===//

#include "Tune.h"

#include <algorithm>
#include <cstdio>

using namespace weft::driver;
using Status = Attempt::Status;

/// How many of the fastest schedules are listed.
static constexpr size_t numListed = 10;

static std::string formatNumber(const char *format, double number) {
  char text[64];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

/// A word of a shell.
static std::string quote(const std::string &word) {
  const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                      "0123456789_-+=:,./";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
    return word;
  std::string quoted = "'";
  for (char c : word)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string weft::driver::makeCommand(const TuningResult &result,
                                      const Attempt &attempt) {
  const CommandLine &line = result.choices[attempt.formats].line;
  std::string command = "weft";
  if (line.patternsPath.empty())
    command += " " + quote(line.expression);
  for (const std::string &argument : line.tuning.arguments)
    command += " " + quote(argument);
  return attempt.schedule == "default"
             ? command
             : command + " " + quote("-s=" + attempt.schedule);
}

/// The formats that were chosen for an attempt, as options.
static std::string describeFormats(const TuningResult &result,
                                   const Attempt &attempt) {
  std::string text;
  for (const std::string &format : result.choices[attempt.formats].formats)
    text += "-f=" + format + " ";
  return text;
}

static std::string count(size_t number, const std::string &what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// How many attempts have a status.
static size_t countAttempts(const TuningResult &result, Status status) {
  return size_t(std::count_if(
      result.attempts.begin(), result.attempts.end(),
      [&](const Attempt &attempt) { return attempt.status == status; }));
}

static std::string describeBest(const CommandLine &line,
                                const TuningResult &result,
                                const Attempt &best) {
  std::string text = "best: " + formatNumber("%.4g ms", best.time);
  const Attempt *usual = result.findDefault();
  if (&best == usual)
    text += ", by the schedule that is chosen without -s";
  else if (usual && usual->status == Status::Measured)
    text += formatNumber(", %.2f times as fast as without -s",
                         usual->time / best.time);
  if (best.conversion > 0)
    text += formatNumber("; the conversion takes %.4g ms",
                         best.conversion * double(line.tuning.conversionRuns)) +
            ", which " + count(size_t(line.tuning.conversionRuns), "run") +
            " share";
  return text + "\n  " + makeCommand(result, best) + "\n";
}

static std::string describeCounts(const TuningResult &result) {
  std::string text = "tried " + std::to_string(result.attempts.size()) +
                     " of " + count(result.numSchedules, "schedule") +
                     formatNumber(" in %.1f s", result.seconds);
  if (result.numKnown != 0)
    text += ", " + std::to_string(result.numKnown) + " of them before";
  text += result.isStopped ? "; stopped\n" : "\n";
  text +=
      "  " + std::to_string(countAttempts(result, Status::Measured)) +
      " gave the right result, " +
      std::to_string(countAttempts(result, Status::Wrong)) + " a wrong one, " +
      std::to_string(countAttempts(result, Status::Refused)) + " refused, " +
      std::to_string(countAttempts(result, Status::Slow)) + " given up as slow";
  if (size_t ended = countAttempts(result, Status::Started))
    text += ", " + std::to_string(ended) + " ended the process";
  if (std::optional<double> correlation = result.correlate())
    text += formatNumber("\n  rank correlation of estimates and times: %.2f",
                         *correlation);
  return text + "\n";
}

static std::string
describeRanking(const TuningResult &result,
                const std::vector<const Attempt *> &ranking) {
  std::string text = "\n      ms  deviation  schedule\n";
  for (size_t rank = 0; rank < std::min(ranking.size(), numListed); ++rank) {
    const Attempt &attempt = *ranking[rank];
    text += formatNumber("%8.4g", attempt.time) +
            formatNumber("  %9.2g", attempt.deviation) + "  " +
            describeFormats(result, attempt) + attempt.schedule + "\n";
  }
  return text;
}

/// The reasons of refusals, with how many schedules each has. Names in quotes
/// do not make a difference.
static std::string describeRefusals(const TuningResult &result) {
  std::map<std::string, std::pair<size_t, const Attempt *>> reasons;
  for (const Attempt &attempt : result.attempts) {
    if (attempt.status == Status::Measured || attempt.status == Status::Wrong)
      continue;
    std::string key;
    bool isQuoted = false;
    for (char c : attempt.reason) {
      isQuoted ^= c == '\'';
      if (!isQuoted)
        key += c;
    }
    auto entry =
        reasons.emplace(key, std::make_pair(size_t(0), &attempt)).first;
    ++entry->second.first;
  }
  std::string text = reasons.empty() ? "" : "\nwithout a time:\n";
  for (const auto &[key, entry] : reasons)
    text += "  " + std::to_string(entry.first) + ": " + entry.second->reason +
            "\n     as with " + entry.second->schedule + "\n";
  return text;
}

std::string weft::driver::describeTuning(const CommandLine &line,
                                         const TuningResult &result) {
  std::vector<const Attempt *> ranking = result.getRanking();
  std::string text = ranking.empty()
                         ? ""
                         : describeBest(line, result, *ranking.front()) + "\n";
  text += describeCounts(result);
  if (!ranking.empty())
    text += describeRanking(result, ranking);
  return text + describeRefusals(result);
}

std::string weft::driver::describeWrong(const TuningResult &result) {
  for (const Attempt &attempt : result.attempts)
    if (attempt.status == Status::Wrong) {
      bool isExpression = result.choices.front().line.patternsPath.empty();
      return "a schedule gives another result than the loops of the " +
             std::string(isExpression ? "expression" : "program") + ": " +
             attempt.reason + "\n  " + makeCommand(result, attempt) +
             "\nhint: this is a bug of Weft; the command reproduces it";
    }
  return "";
}

std::string weft::driver::describeMissing(const TuningResult &result) {
  if (!result.getRanking().empty())
    return "";
  if (result.isStopped)
    return "the search was stopped before a schedule was measured";
  if (result.attempts.empty())
    return "the budget was spent before a schedule was measured\nhint: give "
           "more, such as -budget=30s";
  return "none of the schedules that were tried has a time\nhint: the reasons "
         "are listed under 'without a time'";
}
