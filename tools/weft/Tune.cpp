//===- Tune.cpp - The command weft tune -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search is that of the C interface. Interrupts end it and not the process,
// so that what it has found is printed and kept.
//
//===----------------------------------------------------------------------===//

#include "Tune.h"
#include "Compilation.h"
#include "Names.h"
#include "Outputs.h"
#include "Report.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <unistd.h>

using namespace weft::driver;
using Status = Attempt::Status;

static volatile std::sig_atomic_t stopSignal = 0;
static volatile std::sig_atomic_t stopTime = 0;

/// Stops the search at the first interrupt, and ends the process at a later
/// one. Those up to the end of the next second of the clock belong to the
/// first: timeout(1) sends a signal to the process and again to its group.
static void stopSearch(int signal) {
  timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  if (stopSignal == 0) {
    stopSignal = signal;
    stopTime = now.tv_sec;
  } else if (now.tv_sec - stopTime >= 2) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);
  }
}

namespace {
/// Lets the first interrupt end the search and not the process.
class StopOnInterrupt {
public:
  StopOnInterrupt() {
    struct sigaction action = {};
    action.sa_handler = stopSearch;
    ::sigemptyset(&action.sa_mask);
    for (int signal : {SIGINT, SIGTERM})
      ::sigaction(signal, &action, nullptr);
    weft_set_progress(report, &clock);
  }
  ~StopOnInterrupt() {
    weft_set_progress(nullptr, nullptr);
    if (isatty(STDERR_FILENO))
      std::fprintf(stderr, "\r%60s\r", "");
  }

private:
  static int report(void *context, const char *stage, double fraction) {
    if (isatty(STDERR_FILENO) && fraction >= 0)
      std::fprintf(stderr, "\r%s, %.0f s, %.0f %% of the budget    ", stage,
                   static_cast<Clock *>(context)->elapsed() / 1000,
                   100 * fraction);
    return stopSignal != 0;
  }

  Clock clock;
};
} // namespace

std::vector<const Attempt *> TuningResult::getRanking() const {
  std::vector<const Attempt *> ranking;
  for (const Attempt &attempt : attempts)
    if (attempt.status == Status::Measured)
      ranking.push_back(&attempt);
  std::sort(ranking.begin(), ranking.end(),
            [](const Attempt *a, const Attempt *b) {
              return a->getTime() != b->getTime() ? a->getTime() < b->getTime()
                                                  : a < b;
            });
  return ranking;
}

const Attempt *TuningResult::findDefault() const {
  for (const Attempt &attempt : attempts)
    if (attempt.schedule == "default" && attempt.formats == 0)
      return &attempt;
  return nullptr;
}

/// The ranks of numbers from 0; equal ones have the mean of their ranks.
static std::vector<double> rank(const std::vector<double> &numbers) {
  std::vector<size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return numbers[a] < numbers[b]; });
  std::vector<double> ranks(numbers.size());
  for (size_t first = 0; first < order.size();) {
    size_t last = first + 1;
    while (last < order.size() && numbers[order[last]] == numbers[order[first]])
      ++last;
    for (size_t place = first; place < last; ++place)
      ranks[order[place]] = double(first + last - 1) / 2;
    first = last;
  }
  return ranks;
}

std::optional<double> TuningResult::correlate() const {
  std::vector<double> times, estimates;
  for (const Attempt *attempt : getRanking())
    if (attempt->estimate >= 0) {
      times.push_back(attempt->time);
      estimates.push_back(attempt->estimate);
    }
  if (times.size() < 10)
    return std::nullopt;
  std::vector<double> a = rank(times), b = rank(estimates);
  double mean = double(times.size() - 1) / 2, both = 0, first = 0, second = 0;
  for (size_t number = 0; number < a.size(); ++number) {
    both += (a[number] - mean) * (b[number] - mean);
    first += (a[number] - mean) * (a[number] - mean);
    second += (b[number] - mean) * (b[number] - mean);
  }
  if (first == 0 || second == 0)
    return std::nullopt;
  return both / std::sqrt(first * second);
}

static Status parseStatus(const std::string &name) {
  return name == "measured"  ? Status::Measured
         : name == "refused" ? Status::Refused
         : name == "wrong"   ? Status::Wrong
         : name == "slow"    ? Status::Slow
                             : Status::Started;
}

void Tuner::takeTrials(size_t choice, double conversion) {
  result.numSchedules += size_t(weft_tuning_num_schedules(tuning.get()));
  result.isStopped |= weft_tuning_is_stopped(tuning.get()) != 0;
  for (int64_t number = 0; number < weft_tuning_num_trials(tuning.get());
       ++number) {
    weft_trial trial = {};
    weft_tuning_trial(tuning.get(), number, &trial, sizeof trial, nullptr);
    Attempt attempt;
    attempt.schedule = trial.schedule;
    attempt.partition = trial.partition;
    attempt.status = parseStatus(trial.status);
    attempt.time = trial.time;
    attempt.deviation = trial.deviation;
    attempt.estimate = trial.estimate;
    attempt.formats = choice;
    attempt.conversion = conversion / double(line.tuning.conversionRuns);
    attempt.reason = trial.reason;
    result.attempts.push_back(std::move(attempt));
    result.numKnown += trial.is_known != 0;
  }
}

std::optional<std::string> Tuner::makeBudget(size_t choice) const {
  size_t left = result.choices.size() - choice;
  if (line.tuning.budgetRuns > 0) {
    auto measured = int64_t(result.attempts.size() - result.numKnown);
    int64_t rest = line.tuning.budgetRuns - measured;
    // Rounded up, so that the last choices may have none.
    int64_t share = (rest + int64_t(left) - 1) / int64_t(left);
    if (share <= 0)
      return std::nullopt;
    return " schedules=" + std::to_string(share);
  }
  double rest = line.tuning.budgetSeconds;
  if (choice > 0)
    rest -= clock.elapsed() / 1000;
  if (rest <= 0)
    return std::nullopt;
  char share[64];
  std::snprintf(share, sizeof share, " budget=%.17g", rest / double(left));
  return share;
}

/// The words of weft_tune() but for the budget.
static std::string makeWords(const CommandLine &line) {
  std::string words = "seed=" + std::to_string(line.seed % 1000000 + 1);
  if (!line.tuning.search.empty())
    words += " strategy=" + line.tuning.search;
  if (line.usesCache)
    words += " cache";
  if (line.tuning.hasColdCaches)
    words += " cold";
  return words;
}

bool Tuner::tune(size_t choice, const std::string &budget,
                 std::string &message) {
  std::string records;
  const std::string &path = line.tuning.readPath;
  if (!path.empty() && !readText(path, records, message))
    return false;
  const FormatChoice &chosen = result.choices[choice];
  Kernel tuned;
  Compilation compilation(chosen.line);
  if (!compilation.readFiles(message) ||
      !compilation.compile(line.getKernelName(), " no-code", tuned, message) ||
      !checkNames(chosen.line, tuned.get(), message))
    return false;
  Operands own(chosen.line, tuned.get());
  if (!own.load(message))
    return false;
  std::vector<const weft_tensor *> pointers = own.pointers();
  std::vector<const char *> sizes = getPointers(line.sizes);
  std::string words = makeWords(line) + budget;
  weft_tuning *made = nullptr;
  char *error = nullptr;
  if (weft_tune(tuned.get(), pointers.data(), int64_t(pointers.size()),
                sizes.data(), int64_t(sizes.size()), words.c_str(),
                path.empty() ? nullptr : records.c_str(), path.c_str(), &made,
                &error) != 0)
    return fail(error, message);
  tuning.reset(made);
  return true;
}

bool Tuner::search(size_t choice, std::string &message) {
  std::optional<std::string> budget = makeBudget(choice);
  if (!budget)
    return true;
  if (!tune(choice, *budget, message))
    return false;
  double conversion = 0;
  if (choice > 0 &&
      !measureConversion(kernel.get(), *operands, result.choices[choice],
                         conversion, message))
    return false;
  takeTrials(choice, conversion);
  return true;
}

bool Tuner::write(std::string &message) {
  Outputs outputs;
  auto writePage = [&](const std::string &path, std::string &reason) {
    return writeText(makeTuningPage(line, result), path, reason);
  };
  auto writeRecords = [&](const std::string &path, std::string &reason) {
    char *text = nullptr, *error = nullptr;
    if (weft_tuning_records(tuning.get(), &text, &error) != 0)
      return fail(error, reason);
    return writeText(Text(text).get(), path, reason);
  };
  return (line.tuning.pagePath.empty() ||
          outputs.add(line.tuning.pagePath, writePage, message)) &&
         (line.tuning.writtenPath.empty() ||
          outputs.add(line.tuning.writtenPath, writeRecords, message)) &&
         outputs.write(message) &&
         writeToStandardOutput(describeTuning(line, result), message) &&
         outputs.place(message);
}

/// Loads the operands of the first choice of formats, which others are
/// converted from.
bool Tuner::loadFirst(std::string &message) {
  const CommandLine &first = result.choices.front().line;
  Compilation compilation(first);
  if (!compilation.readFiles(message) ||
      !compilation.compile(line.getKernelName(), " no-code", kernel, message))
    return false;
  operands.emplace(first, kernel.get());
  return operands->load(message);
}

bool Tuner::run(std::string &message) {
  {
    StopOnInterrupt interrupts;
    if (!makeFormatChoices(line, result.choices, message) ||
        (result.choices.size() > 1 && !loadFirst(message)))
      return false;
    for (size_t choice = 0; choice < result.choices.size(); ++choice) {
      if (stopSignal == 0 && !search(choice, message) &&
          (stopSignal == 0 || result.attempts.empty()))
        return false;
      // What other choices of formats have shown is kept.
      result.isStopped |= stopSignal != 0;
    }
  }
  result.seconds = clock.elapsed() / 1000;
  if (!write(message))
    return false;
  message = describeWrong(result);
  if (message.empty())
    message = describeMissing(result);
  return message.empty();
}
