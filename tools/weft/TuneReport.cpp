//===- TuneReport.cpp - What weft tune prints -------------------*- C++ -*-===//
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
using Status = TuningRecord::Status;

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

std::string weft::driver::makeCommand(const CommandLine &line,
                                      const std::string &schedule) {
  std::string command = "weft " + quote(line.expression);
  for (const std::string &argument : line.tuning.arguments)
    command += " " + quote(argument);
  return schedule == "default" ? command
                               : command + " " + quote("-s=" + schedule);
}

static std::string count(size_t number, const std::string &what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// How many attempts have a status.
static size_t countAttempts(const TuningResult &result, Status status) {
  return size_t(std::count_if(
      result.attempts.begin(), result.attempts.end(),
      [&](const Attempt &attempt) { return attempt.record.status == status; }));
}

static std::string describeBest(const CommandLine &line,
                                const TuningResult &result,
                                const Attempt &best) {
  std::string text = "best: " + formatNumber("%.4g ms", best.record.time);
  const Attempt *usual = result.find("default");
  if (&best == usual)
    text += ", by the schedule that is chosen without -s";
  else if (usual && usual->record.status == Status::Measured)
    text += formatNumber(", %.2f times as fast as without -s",
                         usual->record.time / best.record.time);
  return text + "\n  " + makeCommand(line, best.record.schedule) + "\n";
}

static std::string describeCounts(const TuningResult &result) {
  std::string text = "tried " + std::to_string(result.attempts.size()) +
                     " of " + count(result.numSchedules + 1, "schedule") +
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
  return text + "\n";
}

static std::string
describeRanking(const std::vector<const Attempt *> &ranking) {
  std::string text = "\n      ms  deviation  schedule\n";
  for (size_t rank = 0; rank < std::min(ranking.size(), numListed); ++rank) {
    const TuningRecord &record = ranking[rank]->record;
    text += formatNumber("%8.4g", record.time) +
            formatNumber("  %9.2g", record.deviation) + "  " + record.schedule +
            "\n";
  }
  return text;
}

/// The reasons of refusals, with how many schedules each has. Names in quotes
/// do not make a difference.
static std::string describeRefusals(const TuningResult &result) {
  std::map<std::string, std::pair<size_t, const TuningRecord *>> reasons;
  for (const Attempt &attempt : result.attempts) {
    const TuningRecord &record = attempt.record;
    if (record.status == Status::Measured || record.status == Status::Wrong)
      continue;
    std::string key;
    bool isQuoted = false;
    for (char c : record.reason) {
      isQuoted ^= c == '\'';
      if (!isQuoted)
        key += c;
    }
    auto entry = reasons.emplace(key, std::make_pair(size_t(0), &record)).first;
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
                         ? "no schedule was measured\n"
                         : describeBest(line, result, *ranking.front());
  text += "\n" + describeCounts(result);
  if (!ranking.empty())
    text += describeRanking(ranking);
  return text + describeRefusals(result);
}

std::string weft::driver::describeWrong(const CommandLine &line,
                                        const TuningResult &result) {
  for (const Attempt &attempt : result.attempts)
    if (attempt.record.status == Status::Wrong)
      return "a schedule gives another result than the loops of the "
             "expression: " +
             attempt.record.reason + "\n  " +
             makeCommand(line, attempt.record.schedule) +
             "\nhint: this is a bug of Weft; the command reproduces it";
  return "";
}
