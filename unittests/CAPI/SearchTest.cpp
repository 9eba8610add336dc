//===- SearchTest.cpp - Tests of searches and the tuning store --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That programs can enumerate schedules, compile each that is proposed, and
// keep what they measured.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <thread>

using namespace weft::test;

namespace {

struct SearchDeleter {
  void operator()(weft_search *search) const { weft_search_free(search); }
};
using Search = std::unique_ptr<weft_search, SearchDeleter>;

Search makeSearch(const Kernel &kernel, const char *options,
                  std::string *error = nullptr) {
  weft_search *search = nullptr;
  char *message = nullptr;
  weft_search_create(kernel.get(), options, &search, &message);
  std::string reason = take(message);
  if (error)
    *error = reason;
  else
    EXPECT_EQ(reason, "");
  return Search(search);
}

Kernel makeSpmv() {
  return compile("y(i) = A(i,j) * x(j)", {"A:CSR"}, {}, "no-code");
}

TEST(SearchTest, ProposesEachScheduleOnce) {
  Kernel kernel = makeSpmv();
  Search search = makeSearch(kernel, "strategy=random seed=7");
  ASSERT_EQ(weft_search_num_schedules(search.get()), 110);
  std::set<std::string> schedules;
  int64_t runs = 0;
  for (int64_t next; (next = weft_search_next(search.get(), &runs)) >= 0;) {
    EXPECT_EQ(runs, 3);
    std::string schedule = take(weft_search_schedule(search.get(), next));
    EXPECT_EQ(schedule.find(' '), std::string::npos);
    schedules.insert(schedule);
    weft_search_report(search.get(), schedules.size() % 3 ? 1.5 : -1);
  }
  EXPECT_EQ(schedules.size(), 110u);
  EXPECT_EQ(weft_search_next(search.get(), nullptr), -1);
}

TEST(SearchTest, TellsWhatItFound) {
  Kernel kernel = makeSpmv();
  Search search = makeSearch(kernel, nullptr);
  EXPECT_EQ(take(weft_search_schedule(search.get(), 109)),
            "split(i,i0,i1,32),pos(j,jp,A),split(jp,j0,j1,32),"
            "split(j1,j2,j3,1),reorder(j2,i1,i0,j0,j3),"
            "parallelize(j2,CPUThread,Atomics,optional)");
  EXPECT_EQ(take(weft_search_partition(search.get(), 109)),
            "split(i,i0,i1,K0),pos(j,jp,A),split(jp,j0,j1,K1)");
  EXPECT_EQ(weft_search_schedule(search.get(), 110), nullptr);
  EXPECT_EQ(weft_search_partition(search.get(), -1), nullptr);
  std::string summary = take(weft_search_summary(search.get()));
  EXPECT_NE(summary.find("CPU-3 no-useless-partition removed 15\n"),
            std::string::npos);
  EXPECT_NE(summary.find("22 templates, 110 candidates\n"), std::string::npos);
}

TEST(SearchTest, TakesWords) {
  Kernel kernel = makeSpmv();
  auto count = [&](const char *words) {
    return weft_search_num_schedules(makeSearch(kernel, words).get());
  };
  EXPECT_EQ(count("target=gpu"), 11);
  EXPECT_EQ(count("values=8"), 22);
  EXPECT_EQ(count("parameters=1"), 2 + 12 + 9 + 15);
  EXPECT_GT(count("divide"), 110);
  EXPECT_GT(count("off=contiguous-vector"), 110);
  EXPECT_GT(count("size=A:100,100"), 110);
}

TEST(SearchTest, RefusesOthers) {
  Kernel kernel = makeSpmv();
  for (const char *word :
       {"none", "strategy=best", "seed=x", "seed=0", "parameters=-1",
        "values=0", "values=1,x", "values=9999999", "off=all", "size=B:3",
        "size=A:3", "target=tpu"}) {
    std::string error;
    EXPECT_EQ(makeSearch(kernel, word, &error), nullptr) << word;
    EXPECT_NE(error, "") << word;
  }
  weft_search *search = nullptr;
  EXPECT_NE(weft_search_create(nullptr, nullptr, &search, nullptr), 0);
  EXPECT_NE(weft_search_create(kernel.get(), nullptr, nullptr, nullptr), 0);
  EXPECT_EQ(weft_search_num_schedules(nullptr), 0);
  EXPECT_EQ(weft_search_next(nullptr, nullptr), -1);
  EXPECT_EQ(weft_search_schedule(nullptr, 0), nullptr);
  EXPECT_EQ(weft_search_summary(nullptr), nullptr);
  weft_search_report(nullptr, 1);
  weft_search_free(nullptr);
}

TEST(SearchTest, FindsKernelsThatRun) {
  Kernel plain = compile("y(i) = A(i,j) * x(j)", {"A:CSR"});
  Tensor a = makeTensor("CSR", {2, 3}, {0, 1, 1, 0, 1, 2}, {2, 3, 5}),
         x = makeTensor("", {3}, {0, 1, 2}, {1, 10, 100});
  Search search = makeSearch(plain, "values=2");
  int64_t numRuns = 0;
  for (int64_t next; (next = weft_search_next(search.get(), nullptr)) >= 0;) {
    std::string schedule =
        "schedule=" + take(weft_search_schedule(search.get(), next));
    std::string error;
    Kernel kernel = compile("y(i) = A(i,j) * x(j)", {"A:CSR"}, {},
                            schedule.c_str(), &error);
    weft_search_report(search.get(), kernel ? 1 : -1);
    if (!kernel)
      continue;
    const weft_tensor *operands[] = {a.get(), x.get()};
    weft_tensor *y = nullptr;
    ASSERT_EQ(
        weft_kernel_run(kernel.get(), operands, 2, nullptr, &y, 1, nullptr), 0);
    EXPECT_EQ(getValues(Tensor(y).get()), (std::vector<double>{20, 503}))
        << schedule;
    ++numRuns;
  }
  EXPECT_GE(numRuns, 12);
}

class TuningStoreTest : public ::testing::Test {
protected:
  void SetUp() override {
    folder = ::testing::TempDir() + "weft-tuning-XXXXXX";
    ASSERT_TRUE(::mkdtemp(folder.data()));
    ::setenv("WEFT_CACHE", "1", 1);
    ::setenv("WEFT_CACHE_DIR", folder.c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("WEFT_CACHE");
    ::unsetenv("WEFT_CACHE_DIR");
    std::filesystem::remove_all(folder);
  }

  static std::string read(const char *key) {
    char *records = nullptr;
    EXPECT_EQ(weft_tuning_read(key, &records, nullptr), 0);
    return take(records);
  }
  static void add(const char *key, const std::string &records) {
    EXPECT_EQ(weft_tuning_add(key, records.c_str(), nullptr), 0);
  }

  std::string folder;
};

TEST_F(TuningStoreTest, LaterRecordsReplaceEarlierOnes) {
  EXPECT_EQ(read("spmv"), "");
  add("spmv", "none 1\ndefault 2\n");
  add("spmv", "none 3\n\nreorder(i,j) 4");
  EXPECT_EQ(read("spmv"), "none 3\ndefault 2\nreorder(i,j) 4\n");
  EXPECT_EQ(read("spmm"), "");
  ::setenv("WEFT_CACHE", "0", 1);
  add("spmv", "none 5\n");
  EXPECT_EQ(read("spmv"), "");
}

TEST_F(TuningStoreTest, RecordsAreBounded) {
  std::string line(1000, 'x');
  for (int part = 0; part < 3; ++part) {
    std::string records;
    for (int number = 0; number < 500; ++number)
      records += std::to_string(part * 500 + number) + " " + line + "\n";
    add("spmv", records);
  }
  std::string kept = read("spmv");
  EXPECT_LE(kept.size(), size_t(1) << 20);
  // The oldest are gone.
  EXPECT_NE(kept.find("\n1499 "), std::string::npos);
  EXPECT_NE(kept.rfind("0 ", 0), 0u);
}

TEST_F(TuningStoreTest, ManyWriteAtOnce) {
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 4; ++writer)
    writers.emplace_back([writer] {
      for (int number = 0; number < 20; ++number)
        add("spmv", "w" + std::to_string(writer) + "." +
                        std::to_string(number) + " 1\n");
    });
  for (std::thread &writer : writers)
    writer.join();
  std::string kept = read("spmv");
  // No line is mixed of two, and all are there.
  size_t lines = 0;
  for (size_t begin = 0; begin < kept.size(); ++lines) {
    size_t end = kept.find('\n', begin);
    ASSERT_EQ(kept[begin], 'w');
    EXPECT_EQ(kept.substr(end - 2, 2), " 1");
    begin = end + 1;
  }
  EXPECT_EQ(lines, 80u);
}

} // namespace
