//===- Search.cpp - Schedules behind the C interface ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerates the schedules of a kernel's expression and searches among them.
// The caller compiles, runs and measures.
//
//===----------------------------------------------------------------------===//

#include "SearchHandle.h"

#include "weft/Autoschedule/RuleSequences.h"
#include "weft/Notation/Arguments.h"

#include <algorithm>
#include <random>
#include <sstream>

using namespace weft;
using weft::capi::fail;

/// How often a schedule of a program of patterns runs.
static constexpr int64_t kRuns = 3;

namespace {
/// The words of weft_search_create().
struct SearchWords {
  autoschedule::SpaceOptions space;
  autoschedule::SearchKind kind = autoschedule::SearchKind::Exhaustive;
  uint64_t seed = 1;
  notation::Sizes sizes;
};
} // namespace

/// Reads a positive number of at most six digits.
static bool readNumber(const std::string &text, int64_t &number) {
  if (text.empty() || text.size() > 6 ||
      text.find_first_not_of("0123456789") != std::string::npos)
    return false;
  number = std::stol(text);
  return number > 0;
}

static runtime::Status takeSizes(const weft_kernel &kernel,
                                 const std::string &value, SearchWords &words) {
  auto parsed = notation::parseSizesArgument(value, kernel.program);
  if (!parsed)
    return runtime::Status::failure(notation::render(parsed.error(), value));
  if (kernel.program.findTensor(parsed->name))
    words.sizes.tensors[parsed->name] = parsed->value;
  else
    words.sizes.variables[parsed->name] = parsed->value.front();
  return runtime::Status::success();
}

static runtime::Status takeValues(const std::string &text, SearchWords &words) {
  std::istringstream numbers(text);
  for (std::string number; std::getline(numbers, number, ',');) {
    words.space.values.push_back(0);
    if (!readNumber(number, words.space.values.back()) ||
        words.space.values.size() > 16)
      return runtime::Status::failure(
          "expected values= to be up to 16 numbers from 1 to 999999, got '" +
          text + "'");
  }
  return runtime::Status::success();
}

static runtime::Status takePass(const std::string &name, SearchWords &words) {
  autoschedule::TrimmingPipeline pipeline(words.space.target);
  if (pipeline.setEnabled(name, false)) {
    words.space.disabledPasses.push_back(name);
    return runtime::Status::success();
  }
  std::string all;
  for (const auto &stage : pipeline.getStages())
    all += (all.empty() ? "" : ", ") + std::string(stage.pass->getName());
  return runtime::Status::failure("expected off= to be one of " + all +
                                  ", got '" + name + "'");
}

static runtime::Status takeWord(const weft_kernel &kernel,
                                const std::string &word, SearchWords &words) {
  size_t equals = word.find('=');
  std::string name = word.substr(0, equals),
              value =
                  equals == std::string::npos ? "" : word.substr(equals + 1);
  int64_t number = 0;
  if (name == "size")
    return takeSizes(kernel, value, words);
  if (name == "values")
    return takeValues(value, words);
  if (name == "off")
    return takePass(value, words);
  if (name == "strategy" && autoschedule::parseSearchKind(value)) {
    words.kind = *autoschedule::parseSearchKind(value);
  } else if (name == "seed" && readNumber(value, number)) {
    words.seed = uint64_t(number);
  } else if (name == "parameters" && readNumber(value, number)) {
    words.space.partition.maxParameters = size_t(number);
  } else if (word == "divide") {
    words.space.partition.divides = true;
  } else if (word == "target=cpu" || word == "target=gpu") {
    words.space.target =
        value == "cpu" ? autoschedule::Target::CPU : autoschedule::Target::GPU;
  } else {
    return runtime::Status::failure(
        "unknown word '" + word +
        "'\nhint: the words are size=NAME:SIZES, "
        "strategy=exhaustive|random|halving|thompson, seed=N, parameters=N, "
        "values=N,N, divide, target=cpu|gpu and off=PASS");
  }
  return runtime::Status::success();
}

static runtime::Expected<autoschedule::Problem>
makeProblem(const weft_kernel &kernel, const SearchWords &words) {
  autoschedule::Formats formats;
  for (const auto *list : {&kernel.results(), &kernel.operands()})
    for (const KernelTensor &tensor : *list)
      formats[tensor.name] = tensor.format;
  auto problem =
      autoschedule::deriveProblem(kernel.program, formats, words.sizes);
  if (!problem)
    return runtime::Status::failure(
        notation::render(problem.error(), kernel.text()));
  return std::move(*problem);
}

/// The schedules of a program of patterns in the order of the search.
static runtime::Expected<std::vector<std::string>>
makeRules(const SearchWords &words) {
  using Kind = autoschedule::SearchKind;
  if (words.kind != Kind::Exhaustive && words.kind != Kind::Random)
    return runtime::Status::failure(
        "programs of patterns are searched exhaustively or in random order"
        "\nhint: the words are strategy=exhaustive and strategy=random (in the "
        "driver, -search=exhaustive)");
  std::vector<std::string> rules = autoschedule::enumerateRuleSequences(
      words.space.target, words.space.values);
  std::mt19937_64 random(words.seed);
  if (words.kind == Kind::Random)
    std::shuffle(rules.begin(), rules.end(), random);
  return rules;
}

int weft_search_create(const weft_kernel *kernel, const char *options,
                       weft_search **search, char **error) {
  WEFT_REQUIRE(kernel);
  WEFT_REQUIRE(search);
  SearchWords words;
  std::istringstream texts(options ? options : "");
  for (std::string word; texts >> word;)
    if (runtime::Status status = takeWord(*kernel, word, words);
        status.failed())
      return fail(error, status);
  if (kernel->hasPatterns()) {
    runtime::Expected<std::vector<std::string>> rules = makeRules(words);
    if (rules.failed())
      return fail(error, rules.getStatus());
    *search = new weft_search(std::move(*rules));
    return 0;
  }
  runtime::Expected<autoschedule::Problem> problem =
      makeProblem(*kernel, words);
  if (problem.failed())
    return fail(error, problem.getStatus());
  *search = new weft_search(
      autoschedule::ScheduleSpace(std::move(*problem), words.space), words.kind,
      words.seed);
  return 0;
}

int64_t weft_search_num_schedules(const weft_search *search) {
  if (!search)
    return 0;
  return int64_t(search->space ? search->space->getCandidates().size()
                               : search->rules.size());
}

char *weft_search_schedule(const weft_search *search, int64_t number) {
  if (number < 0 || number >= weft_search_num_schedules(search))
    return nullptr;
  if (!search->space)
    return capi::copyText(search->rules[size_t(number)]);
  return capi::copyText(
      search->space->print(search->space->getCandidates()[size_t(number)]));
}

char *weft_search_partition(const weft_search *search, int64_t number) {
  if (number < 0 || number >= weft_search_num_schedules(search))
    return nullptr;
  if (!search->space)
    return capi::copyText(search->rules[size_t(number)]);
  const autoschedule::ScheduleSpace &space = *search->space;
  const autoschedule::Candidate &candidate =
      space.getCandidates()[size_t(number)];
  return capi::copyText(
      space.getSplits()[space.getTemplates()[candidate.scheduleTemplate].split]
          .print());
}

char *weft_search_summary(const weft_search *search) {
  if (!search)
    return nullptr;
  return capi::copyText(
      search->space ? search->space->printSummary()
                    : std::to_string(search->rules.size()) +
                          " sequences of rules for a program of patterns\n");
}

int64_t weft_search_next(weft_search *search, int64_t *runs) {
  std::optional<autoschedule::Trial> trial;
  if (search && search->strategy)
    trial = search->strategy->next();
  else if (search && search->nextRules != search->rules.size())
    trial = autoschedule::Trial{search->nextRules++, kRuns};
  if (!trial)
    return -1;
  if (runs)
    *runs = trial->runs;
  return int64_t(trial->candidate);
}

void weft_search_report(weft_search *search, double milliseconds) {
  if (!search || !search->strategy)
    return;
  if (milliseconds >= 0)
    search->strategy->report(milliseconds);
  else
    search->strategy->report(std::nullopt);
}

void weft_search_free(weft_search *search) { delete search; }
