//===- TuneTest.cpp - Tests of tuning and chosen schedules ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That programs find the fastest schedule of a kernel on their operands, and
// that kernels whose schedule is chosen compute what others compute.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

using namespace weft::test;

namespace {

struct TuningDeleter {
  void operator()(weft_tuning *tuning) const { weft_tuning_free(tuning); }
};
using Tuning = std::unique_ptr<weft_tuning, TuningDeleter>;

class TuneTest : public ::testing::Test {
protected:
  Tensor a = makeTensor("CSR", {2, 3}, {0, 1, 1, 0, 1, 2}, {2, 3, 5}),
         x = makeTensor("", {3}, {0, 1, 2}, {1, 10, 100});
  const weft_tensor *operands[2] = {a.get(), x.get()};

  Tuning tune(const Kernel &kernel, const char *options,
              const char *records = nullptr, std::string *error = nullptr) {
    weft_tuning *tuning = nullptr;
    char *message = nullptr;
    weft_tune(kernel.get(), operands, 2, nullptr, 0, options, records, nullptr,
              &tuning, &message);
    std::string reason = take(message);
    if (error)
      *error = reason;
    else
      EXPECT_EQ(reason, "");
    return Tuning(tuning);
  }
  void expectProduct(const Kernel &kernel) {
    weft_tensor *y = nullptr;
    char *error = nullptr;
    ASSERT_EQ(
        weft_kernel_run(kernel.get(), operands, 2, nullptr, &y, 1, &error), 0)
        << take(error);
    EXPECT_EQ(getValues(Tensor(y).get()), (std::vector<double>{20, 503}));
  }
};

Kernel compileSpmv(const char *options, std::string *error = nullptr) {
  return compile("y(i) = A(i,j) * x(j)", {"A:CSR"}, {}, options, error);
}

TEST_F(TuneTest, RanksSchedules) {
  Kernel kernel = compileSpmv("no-code");
  Tuning tuning = tune(kernel, "schedules=12 seed=3");
  ASSERT_NE(tuning, nullptr);
  EXPECT_FALSE(weft_tuning_is_stopped(tuning.get()));
  const int64_t numTrials = weft_tuning_num_trials(tuning.get());
  EXPECT_GT(weft_tuning_num_schedules(tuning.get()), 110);
  int numMeasured = 0;
  std::set<std::string> schedules;
  double last = 0;
  bool hasTime = true;
  for (int64_t number = 0; number < numTrials; ++number) {
    weft_trial trial = {};
    ASSERT_EQ(
        weft_tuning_trial(tuning.get(), number, &trial, sizeof trial, nullptr),
        0);
    schedules.insert(trial.schedule);
    std::string status = trial.status;
    EXPECT_TRUE(status == "measured" || status == "refused") << status;
    // Those without a time come last.
    EXPECT_TRUE(hasTime || status != "measured");
    hasTime = status == "measured";
    numMeasured += hasTime;
    if (hasTime) {
      EXPECT_GE(trial.time, last);
      last = trial.time;
    }
  }
  EXPECT_EQ(int64_t(schedules.size()), numTrials);
  EXPECT_EQ(numMeasured, 12);
  EXPECT_TRUE(schedules.count("default"));
  EXPECT_TRUE(schedules.count(weft_tuning_best(tuning.get())));
}

TEST_F(TuneTest, TakesRecordsOfAnEarlierSearch) {
  Kernel kernel = compileSpmv("no-code");
  Tuning first = tune(kernel, "schedules=4 strategy=exhaustive");
  char *text = nullptr;
  ASSERT_EQ(weft_tuning_records(first.get(), &text, nullptr), 0);
  std::string records = take(text);
  Tuning second =
      tune(kernel, "schedules=1 strategy=exhaustive", records.c_str());
  ASSERT_EQ(weft_tuning_num_trials(second.get()), 5);
  int numKnown = 0;
  for (int64_t number = 0; number < 5; ++number) {
    weft_trial trial = {};
    weft_tuning_trial(second.get(), number, &trial, sizeof trial, nullptr);
    numKnown += trial.is_known;
  }
  EXPECT_EQ(numKnown, 4);
  std::string error;
  EXPECT_EQ(tune(kernel, "", "none of these", &error), nullptr);
  EXPECT_NE(error.find("cannot use the times in the records"),
            std::string::npos);
}

TEST_F(TuneTest, RefusesOthers) {
  Kernel kernel = compileSpmv("no-code");
  for (const char *words :
       {"budget=0", "budget=x", "budget=-1", "budget=inf", "schedules=0",
        "schedules=x", "strategy=best", "quickly"}) {
    std::string error;
    EXPECT_EQ(tune(kernel, words, nullptr, &error), nullptr) << words;
    EXPECT_NE(error, "") << words;
  }
  weft_tuning *tuning = nullptr;
  char *message = nullptr;
  EXPECT_NE(weft_tune(kernel.get(), operands, 1, nullptr, 0, nullptr, nullptr,
                      nullptr, &tuning, &message),
            0);
  EXPECT_EQ(take(message), "expected 2 operands, got 1");
  EXPECT_NE(weft_tune(kernel.get(), operands, 2, nullptr, 1, nullptr, nullptr,
                      nullptr, &tuning, &message),
            0);
  EXPECT_NE(take(message).find("sizes"), std::string::npos);
  const char *none[] = {nullptr};
  EXPECT_NE(weft_tune(kernel.get(), operands, 2, none, 1, nullptr, nullptr,
                      nullptr, &tuning, &message),
            0);
  EXPECT_EQ(take(message), "expected NAME:SIZES, got NULL");
  EXPECT_NE(weft_tune(kernel.get(), operands, 2, none, -1, nullptr, nullptr,
                      nullptr, &tuning, &message),
            0);
  EXPECT_EQ(take(message),
            "expected the number of sizes not to be negative, got -1");
  EXPECT_NE(weft_tune(nullptr, operands, 2, nullptr, 0, nullptr, nullptr,
                      nullptr, &tuning, nullptr),
            0);
  const weft_tensor *swapped[] = {x.get(), a.get()};
  EXPECT_NE(weft_tune(kernel.get(), swapped, 2, nullptr, 0, nullptr, nullptr,
                      nullptr, &tuning, nullptr),
            0);
  EXPECT_EQ(weft_tuning_num_trials(nullptr), 0);
  EXPECT_EQ(weft_tuning_num_schedules(nullptr), 0);
  EXPECT_EQ(std::string(weft_tuning_best(nullptr)), "default");
  weft_tuning_free(nullptr);
}

TEST_F(TuneTest, EndsWhenTheCallbackSaysSo) {
  Kernel kernel = compileSpmv("no-code");
  weft_set_progress([](void *, const char *stage,
                       double) { return int(std::string(stage) == "tuning"); },
                    nullptr);
  Tuning tuning = tune(kernel, "budget=60");
  weft_set_progress(nullptr, nullptr);
  ASSERT_NE(tuning, nullptr);
  EXPECT_TRUE(weft_tuning_is_stopped(tuning.get()));
}

TEST_F(TuneTest, ChoosesSchedules) {
  Kernel kernel = compileSpmv("no-code");
  char *schedule = nullptr, *reason = nullptr, *error = nullptr;
  ASSERT_EQ(weft_choose_schedule(kernel.get(), operands, 2, nullptr, &schedule,
                                 &reason, &error),
            0);
  // There is nothing to gain for small operands.
  EXPECT_EQ(take(schedule), "default");
  EXPECT_NE(take(reason).find("the default one"), std::string::npos);
  EXPECT_NE(weft_choose_schedule(kernel.get(), operands, 2, "cached", &schedule,
                                 nullptr, &error),
            0);
  EXPECT_NE(take(error), "");
}

TEST_F(TuneTest, RunsWithAutomaticSchedules) {
  Kernel kernel = compileSpmv("schedule=auto");
  char *text = nullptr;
  ASSERT_EQ(weft_kernel_print(kernel.get(), "explain", &text, nullptr), 0);
  EXPECT_EQ(take(text).rfind("Without operands, schedule=auto is", 0), 0u);
  expectProduct(kernel);
  expectProduct(kernel);
  ASSERT_EQ(weft_kernel_print(kernel.get(), "explain", &text, nullptr), 0);
  EXPECT_EQ(take(text).rfind("weft tune has not run for operands as these", 0),
            0u);
  char *error = nullptr;
  weft_tensor *y = nullptr;
  EXPECT_NE(weft_kernel_run(kernel.get(), operands, 1, nullptr, &y, 1, &error),
            0);
  EXPECT_EQ(take(error), "expected 2 operands, got 1");
  for (const char *options :
       {"schedule=auto schedule=none", "schedule=auto target=gpu",
        "tune-calls schedule=none"}) {
    std::string reason;
    EXPECT_EQ(compileSpmv(options, &reason), nullptr) << options;
    EXPECT_EQ(reason.rfind("schedule=auto ", 0), 0u) << reason;
  }
}

TEST_F(TuneTest, TunesBetweenCalls) {
  Kernel kernel = compileSpmv("tune-calls");
  for (int call = 0; call < 200; ++call)
    expectProduct(kernel);
}

/// What a process has begun is left to it as long as it runs.
TEST_F(TuneTest, LooksForProcessesThatBegan) {
  std::string folder = ::testing::TempDir() + "weft-tune-test";
  ::setenv("WEFT_CACHE", "1", 1);
  ::setenv("WEFT_CACHE_DIR", folder.c_str(), 1);
  Kernel kernel = compileSpmv("no-code");
  char *text = nullptr;
  ASSERT_EQ(
      weft_tuning_records(tune(kernel, "schedules=1").get(), &text, nullptr),
      0);
  // The third line has the key.
  std::istringstream lines(take(text));
  std::string key;
  for (int line = 0; line < 3; ++line)
    std::getline(lines, key);
  key.erase(0, 2);
  auto findStatus = [&](const std::string &process) {
    weft_tuning_add(key.c_str(), ("default started 0 0 " + process).c_str(),
                    nullptr);
    Tuning tuning = tune(kernel, "schedules=1 cache");
    weft_trial trial = {};
    for (int64_t number = 0; weft_tuning_trial(tuning.get(), number, &trial,
                                               sizeof trial, nullptr) == 0;
         ++number)
      if (std::string(trial.schedule) == "default")
        return std::string(trial.status);
    return std::string();
  };
  // The first process is another user's, unless the user is its own.
  EXPECT_EQ(findStatus("1"), "measured");
  // The greatest number of a process is smaller.
  EXPECT_EQ(findStatus("2147483647"), "started");
  ::unsetenv("WEFT_CACHE");
  ::unsetenv("WEFT_CACHE_DIR");
  std::filesystem::remove_all(folder);
}

} // namespace
