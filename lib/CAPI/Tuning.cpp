//===- Tuning.cpp - The search for the fastest schedule ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schedule that is chosen without a text is tried first, then those that
// are proposed, until the budget is spent. Then the fastest are run again,
// since the least of many short measurements is too low.
//
//===----------------------------------------------------------------------===//

#include "Tuning.h"
#include "Choice.h"
#include "SearchHandle.h"

#include "weft/Autoschedule/Neighbours.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <sstream>
#include <tuple>

using namespace weft;
using namespace weft::capi;
using Status = TuningRecord::Status;

/// How many of the fastest schedules are run again, and how often. Schedules
/// that took so many times as long as the fastest one are not. They have this
/// part of the budget, behind the search.
static constexpr size_t numRepeated = 5;
static constexpr int64_t repeatedRuns = 15;
static constexpr double repeatedFactor = 2, repeatedShare = 1.0 / 3;

//===----------------------------------------------------------------------===//
// Proposals
//===----------------------------------------------------------------------===//

static std::string takeText(char *text) {
  std::string taken = text ? text : "";
  weft_string_free(text);
  return taken;
}

/// Whether a kernel is compiled for a GPU.
static bool isForGPU(const weft_kernel &kernel) {
  return kernel.source->hasOption("target=gpu");
}

std::string capi::getSearchWords(const weft_kernel &kernel) {
  if (kernel.hasPatterns())
    return std::string("strategy=exhaustive") +
           (isForGPU(kernel) ? " target=gpu" : "");
  std::string all = "parameters=2 strategy=thompson";
  std::istringstream words(kernel.source->options);
  for (std::string word; words >> word;)
    if (word.rfind("size=", 0) == 0)
      all += " " + word;
  return all;
}

/// The schedules that differ in one command from the default of a kernel. A
/// program of patterns has none, since its default is no rule.
static std::vector<std::string> findNeighbours(const weft_kernel &kernel) {
  if (kernel.hasPatterns())
    return {};
  auto usual = compileWith(kernel, "default", " no-code");
  if (usual.failed())
    return {};
  char *schedule = nullptr, *notation = nullptr;
  weft_kernel_print(usual->get(), "schedule", &schedule, nullptr);
  weft_kernel_print(usual->get(), "notation", &notation, nullptr);
  autoschedule::ScheduledKernel near;
  near.schedule = takeText(schedule);
  near.notation = takeText(notation);
  for (const TensorTexts &tensor : kernel.tensors)
    near.tensors.insert(tensor.name);
  for (const KernelTensor &result : kernel.results())
    for (const runtime::Level &level : result.format.levels)
      if (level.kind != runtime::LevelKind::Dense) {
        near.sparseResults.push_back(result.name);
        break;
      }
  return autoschedule::enumerateNeighbours(near);
}

runtime::Expected<Proposals> Proposals::create(const weft_kernel &kernel,
                                               const std::string &words) {
  weft_search *made = nullptr;
  char *error = nullptr;
  if (weft_search_create(&kernel, words.c_str(), &made, &error) != 0)
    return runtime::Status::failure(takeText(error));
  Proposals proposals;
  proposals.search.reset(made);
  proposals.neighbours = findNeighbours(kernel);
  return proposals;
}

void Proposals::estimate(const weft_kernel &kernel,
                         const weft_tensor *const *operands) {
  if (search->space)
    estimates = estimateCandidates(kernel, operands, *search->space);
}

size_t Proposals::count() const {
  return 1 + neighbours.size() +
         size_t(weft_search_num_schedules(search.get()));
}

std::optional<Proposal> Proposals::next() {
  if (numProposed++ == 0)
    return Proposal{"default", "the default schedule"};
  bool hasNeighbour = nextNeighbour < neighbours.size();
  isOfSearch = !isSearchDone && (numProposed % 2 == 1 || !hasNeighbour);
  int64_t runs = 0;
  if (isOfSearch) {
    int64_t number = weft_search_next(search.get(), &runs);
    if (number >= 0)
      return Proposal{takeText(weft_search_schedule(search.get(), number)),
                      takeText(weft_search_partition(search.get(), number)),
                      runs, estimates.empty() ? -1 : estimates[size_t(number)]};
    isSearchDone = true;
    isOfSearch = false;
  }
  if (!hasNeighbour)
    return std::nullopt;
  return Proposal{neighbours[nextNeighbour++], "the default, but one command"};
}

void Proposals::report(const TuningRecord &record) {
  if (isOfSearch)
    weft_search_report(search.get(),
                       record.status == Status::Measured ? record.time : -1);
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

weft_tuning::weft_tuning(const weft_kernel &kernel, RunArguments arguments,
                         bool isKept, bool isCold)
    : records(isKept, makeTuningKey(kernel, arguments.operands.data()) +
                          (isCold ? " | cold caches" : "")),
      trials(kernel, std::move(arguments)) {
  trials.hasColdCaches = isCold;
  trials.getFraction = [this] {
    double fraction = budgetTrials > 0
                          ? double(numMeasured) / double(budgetTrials)
                          : clock.elapsed() / (1000 * budgetSeconds);
    return std::min(fraction, 1.0);
  };
}

bool weft_tuning::isSpent() {
  if (!trials.report())
    return true;
  if (budgetTrials > 0)
    return numMeasured >= budgetTrials;
  // The first schedule may take the time of the repetitions.
  return attempts.empty() ? clock.elapsed() >= 1000 * budgetSeconds
                          : budget.isSpent();
}

/// Ends the search, or the repetitions, when so much of the time is over.
void weft_tuning::setEnd(double fraction) {
  if (budgetTrials != 0)
    return;
  budget = TimeBudget(fraction * 1000 * budgetSeconds,
                      [this] { return clock.elapsed(); });
  trials.setBudget(budget);
}

Attempt *weft_tuning::find(const std::string &schedule) {
  for (Attempt &attempt : attempts)
    if (attempt.record.schedule == schedule)
      return &attempt;
  return nullptr;
}

/// Takes what is known of a schedule with so many runs, or what a trial shows.
/// Returns false if the search has to stop.
bool weft_tuning::attempt(const Proposal &proposal, TuningRecord &record) {
  const TuningRecord *known = records.find(proposal.schedule);
  bool isKnown = known && (known->status != Status::Measured ||
                           Trials::hasEnoughRuns(*known, proposal.runs));
  if (isKnown) {
    record = *known;
    if (record.status == Status::Started)
      record.reason = "the process ended while it ran";
  } else {
    if (isSpent())
      return false;
    auto measured =
        measureAndKeep(trials, proposal.schedule, proposal.runs, records);
    if (!measured)
      return false;
    record = *measured;
    // Schedules that do not compile are not counted as measured.
    if (record.status != Status::Refused)
      ++numMeasured;
  }
  if (Attempt *existing = find(proposal.schedule))
    existing->record = record;
  else
    attempts.push_back(
        {record, proposal.partition, isKnown, proposal.estimate});
  return true;
}

/// The fastest first; those without a time last, in the order of the search.
void weft_tuning::rank() {
  std::vector<size_t> order(attempts.size());
  std::iota(order.begin(), order.end(), size_t(0));
  auto rankOf = [&](size_t number) {
    const TuningRecord &record = attempts[number].record;
    bool isMeasured = record.status == Status::Measured;
    return std::make_tuple(!isMeasured, isMeasured ? record.time : 0, number);
  };
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return rankOf(a) < rankOf(b); });
  std::vector<Attempt> ranked;
  for (size_t number : order)
    ranked.push_back(std::move(attempts[number]));
  attempts = std::move(ranked);
}

void weft_tuning::repeatFastest() {
  if (attempts.empty())
    return;
  double slow = repeatedFactor * attempts.front().record.time;
  std::vector<std::string> schedules = {"default"};
  for (const Attempt &attempt : attempts)
    if (schedules.size() <= numRepeated &&
        attempt.record.schedule != "default" &&
        attempt.record.status == Status::Measured &&
        attempt.record.time <= slow)
      schedules.push_back(attempt.record.schedule);
  for (const std::string &schedule : schedules) {
    if (budget.isSpent())
      return;
    Attempt *before = find(schedule);
    if (!before || before->record.status != Status::Measured ||
        Trials::hasEnoughRuns(before->record, repeatedRuns) || !trials.report())
      continue;
    auto measured = trials.measure(schedule, repeatedRuns);
    if (!measured || measured->runs <= before->record.runs)
      return;
    records.add(*measured);
    before->record = *measured;
  }
}

void weft_tuning::run() {
  TuningRecord record;
  if (budgetTrials == 0)
    trials.limitRuns(1000 * budgetSeconds);
  setEnd(1 - repeatedShare);
  while (!trials.isStopped()) {
    std::optional<Proposal> proposal = proposals->next();
    if (!proposal || !attempt(*proposal, record))
      break;
    proposals->report(record);
  }
  rank();
  setEnd(1);
  repeatFastest();
  rank();
  records.flush();
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

namespace {
/// The words of weft_tune().
struct TuneWords {
  /// Those of the search.
  std::string search;
  double budgetSeconds = WEFT_TUNING_SECONDS;
  int64_t budgetTrials = 0;
  bool isKept = false, isCold = false;
};
} // namespace

static runtime::Status takeWord(const std::string &word, TuneWords &words) {
  size_t equals = word.find('=');
  std::string name = word.substr(0, equals),
              value =
                  equals == std::string::npos ? "" : word.substr(equals + 1);
  char *end = nullptr;
  if (word == "cache") {
    words.isKept = true;
  } else if (word == "cold") {
    words.isCold = true;
  } else if (name == "budget") {
    words.budgetSeconds = std::strtod(value.c_str(), &end);
    if (value.empty() || *end || !(words.budgetSeconds > 0) ||
        !std::isfinite(words.budgetSeconds))
      return runtime::Status::failure(
          "expected budget= to be a positive number of seconds, got '" + value +
          "'");
  } else if (name == "schedules") {
    words.budgetTrials = std::strtoll(value.c_str(), &end, 10);
    if (value.empty() || *end || words.budgetTrials <= 0 ||
        words.budgetTrials > 1000000000)
      return runtime::Status::failure(
          "expected schedules= to be a positive number, got '" + value + "'");
  } else {
    words.search += " " + word;
  }
  return runtime::Status::success();
}

static runtime::Expected<std::unique_ptr<weft_tuning>>
makeTuning(const weft_kernel &kernel, RunArguments arguments,
           const char *options) {
  TuneWords words;
  words.search = getSearchWords(kernel);
  std::istringstream texts(options ? options : "");
  for (std::string word; texts >> word;)
    if (runtime::Status status = takeWord(word, words); status.failed())
      return status;
  std::vector<const weft_tensor *> operands = arguments.operands;
  auto tuning = std::make_unique<weft_tuning>(kernel, std::move(arguments),
                                              words.isKept, words.isCold);
  tuning->budgetSeconds = words.budgetSeconds;
  tuning->budgetTrials = words.budgetTrials;
  auto proposals = Proposals::create(kernel, words.search);
  if (proposals.failed())
    return proposals.takeStatus();
  proposals->estimate(kernel, operands.data());
  tuning->proposals = std::move(*proposals);
  runtime::Status status = tuning->trials.prepare();
  if (status.failed() && !tuning->trials.isStopped())
    return status;
  return tuning;
}

int weft_tune(const weft_kernel *kernel, const weft_tensor *const *operands,
              int64_t num_operands, const char *const *sizes, int64_t num_sizes,
              const char *options, const char *records,
              const char *records_name, weft_tuning **tuning, char **error) {
  WEFT_REQUIRE(kernel);
  WEFT_REQUIRE(tuning);
  if (num_operands != 0)
    WEFT_REQUIRE(operands);
  if (num_sizes != 0)
    WEFT_REQUIRE(sizes);
  if (!kernel->hasPatterns() && isForGPU(*kernel))
    return fail(error, "weft_tune searches schedules of expressions for CPUs: "
                       "compile the kernel without target=gpu");
  auto arguments =
      RunArguments::copy(*kernel, operands, num_operands, sizes, num_sizes);
  if (arguments.failed())
    return fail(error, arguments.getStatus());
  auto made = makeTuning(*kernel, std::move(*arguments), options);
  if (made.failed())
    return fail(error, made.getStatus());
  if (records)
    if (runtime::Status status = (*made)->records.take(
            records, records_name ? records_name : "the records");
        status.failed())
      return fail(error, status);
  (*made)->run();
  *tuning = made->release();
  return 0;
}

int64_t weft_tuning_num_schedules(const weft_tuning *tuning) {
  return tuning ? int64_t(tuning->proposals->count()) : 0;
}

int64_t weft_tuning_num_trials(const weft_tuning *tuning) {
  return tuning ? int64_t(tuning->attempts.size()) : 0;
}

int weft_tuning_trial(const weft_tuning *tuning, int64_t number,
                      weft_trial *trial, int64_t size, char **error) {
  WEFT_REQUIRE(tuning);
  WEFT_REQUIRE(trial);
  if (number < 0 || number >= weft_tuning_num_trials(tuning))
    return fail(error, "expected the number of a trial below " +
                           std::to_string(weft_tuning_num_trials(tuning)) +
                           ", got " + std::to_string(number));
  const Attempt &attempt = tuning->attempts[size_t(number)];
  const TuningRecord &record = attempt.record;
  weft_trial full = {record.schedule.c_str(), attempt.partition.c_str(),
                     getName(record.status),  record.time,
                     record.deviation,        record.runs,
                     record.reason.c_str(),   attempt.isKnown,
                     attempt.estimate};
  std::memcpy(trial, &full,
              std::min(size_t(std::max<int64_t>(size, 0)), sizeof full));
  return 0;
}

const char *weft_tuning_best(const weft_tuning *tuning) {
  if (!tuning || tuning->attempts.empty() ||
      tuning->attempts.front().record.status != Status::Measured)
    return "default";
  return tuning->attempts.front().record.schedule.c_str();
}

int weft_tuning_is_stopped(const weft_tuning *tuning) {
  return tuning && tuning->trials.isStopped();
}

int weft_tuning_records(const weft_tuning *tuning, char **text, char **error) {
  WEFT_REQUIRE(tuning);
  WEFT_REQUIRE(text);
  *text = capi::copyText(tuning->records.print());
  return *text ? 0
               : fail(error, runtime::Status::outOfMemory("not enough memory"));
}

void weft_tuning_free(weft_tuning *tuning) { delete tuning; }
