//===- LoopSharing.cpp - Loops that threads share if it pays --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of schedules that nobody asked for. Whether threads are worth it is
// measured and not estimated: the thread that comes to a loop begins with it,
// looks at the clock a few times, and calls others when what is left takes
// longer than they take to come. So it does not matter what the loop computes,
// and a short one knows nothing of threads.
//
// Each thread has a static partition of the iterations, and takes chunks of it,
// large ones first (guided self-scheduling), and then of those of others, since
// rows of sparse tensors differ in length. Loops over the same arrays that
// follow each other, or repeat, so find most of them in the caches of their
// threads. Which thread runs an iteration changes nothing: no two of them touch
// the same component.
//
//===----------------------------------------------------------------------===//

#include "LoopSharing.h"

#include "KernelPartitions.h"
#include "ThreadLibrary.h"

#include "weft/Runtime/Progress.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Runtime/Threads.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <strings.h>
#include <type_traits>

using namespace weft::runtime;

/// How many nanoseconds the environment's WEFT_SHARE_FROM says that a loop has
/// to take to be shared, as tests do; negative if it does not.
static double getAskedFor() {
  static const double asked = [] {
    const char *text = std::getenv("WEFT_SHARE_FROM");
    char *end = nullptr;
    long long number = text ? std::strtoll(text, &end, 10) : -1;
    bool isNumber = end != text && *end == '\0' && number >= 0;
    return isNumber ? static_cast<double>(number) : -1;
  }();
  return asked;
}

/// What is left of a loop has to take so many nanoseconds to be shared: several
/// times what it takes threads to come, which are 25 to 100 microseconds if
/// they sleep.
static double getWorthSharing() {
  return getAskedFor() >= 0 ? getAskedFor() : 2e5;
}

/// Whether threads that have nothing to do look for work for a while. The
/// environment may tell each library that they are to sleep at once.
static bool areThreadsPatient() {
  static const bool arePatient = [] {
    auto isSet = [](const char *name, const char *text) {
      const char *value = std::getenv(name);
      return value && strcasecmp(value, text) == 0;
    };
    return !isSet("OMP_WAIT_POLICY", "passive") &&
           !isSet("KMP_BLOCKTIME", "0") && !isSet("GOMP_SPINCOUNT", "0");
  }();
  return arePatient;
}

/// As many times as long as that it takes to start threads.
static constexpr double kStarting = 25;
/// Threads look for work for so many nanoseconds at least before they sleep,
/// unless they are told not to. Meanwhile, so many are worth sharing.
static constexpr double kAwake = 1e6, kWorthAwake = 2e4;
/// Loops that come one soon after the other have taken so long when sleeping
/// threads are woken for the next one: some ten times as long as that takes.
static constexpr double kWaking = 1e6;
/// The iterations of the first chunk, and how many times as many are done when
/// the clock is looked at next, at the most.
static constexpr int64_t kFirst = 64, kGrowth = 8;
/// The time of the rest is estimated from a chunk that has taken this fraction
/// of it: rows that come first may be the longest.
static constexpr double kGuess = 0.25;

double weft::runtime::getNanoseconds() {
  std::timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e9 +
         static_cast<double>(now.tv_nsec);
}

//===----------------------------------------------------------------------===//
// Loops whose iterations have nothing in common
//===----------------------------------------------------------------------===//

namespace {
using Partition = void (*)(void *arguments, int64_t begin, int64_t end);

/// Iterations that a thread begins with, in a line of its own.
struct alignas(64) Share {
  std::atomic<int64_t> next;
  int64_t end;

  /// Takes a quarter of the remaining iterations, clamped to [smallest,
  /// largest]; false if none remain.
  bool take(int64_t smallest, int64_t largest, int64_t &partBegin,
            int64_t &partEnd);
};

/// The maximum number of shares of a loop.
constexpr int kMaxShares = 64;

/// The rest of a loop, which threads take chunks of.
struct SharedRest {
  Partition partition;
  void *arguments;
  void *team;
  int64_t smallest, largest;
  int64_t begin, end;
  int numShares;
  Share shares[kMaxShares];

  SharedRest(int64_t begin, int64_t end, int numThreads);
  /// Runs partitions until none is left.
  void run();
  /// The fraction of the iterations that threads have taken.
  double getFraction() const;
};

/// A loop whose partitions may be run in any order.
struct PlacedLoop final : SharableLoop {
  Partition partition;
  void *arguments;

  PlacedLoop(Partition partition, void *arguments)
      : partition(partition), arguments(arguments) {}
  void run(int64_t begin, int64_t end) override {
    partition(arguments, begin, end);
  }
  bool isSharedAtOnce() const override { return true; }
  void share(int64_t begin, int64_t end, double each, int numThreads) override;
};
} // namespace

// A partition that fails unwinds past these functions.
static_assert(std::is_trivially_destructible_v<SharedRest>,
              "nothing has a destructor that would have to run");

SharedRest::SharedRest(int64_t begin, int64_t end, int numThreads)
    : begin(begin), end(end), numShares(std::min(numThreads, kMaxShares)) {
  for (int i = 0; i < numShares; ++i) {
    int64_t left = end - begin, size = left / (numShares - i);
    shares[i].next = begin;
    begin = shares[i].end = begin + size;
  }
}

bool Share::take(int64_t smallest, int64_t largest, int64_t &partBegin,
                 int64_t &partEnd) {
  partBegin = next;
  do {
    if (partBegin >= end)
      return false;
    int64_t left = end - partBegin;
    int64_t size = std::min(std::max(left / 4, smallest), largest);
    partEnd = partBegin + std::min(size, left);
  } while (!next.compare_exchange_weak(partBegin, partEnd));
  return true;
}

double SharedRest::getFraction() const {
  int64_t left = 0;
  for (int i = 0; i < numShares; ++i)
    left += std::max<int64_t>(shares[i].end - shares[i].next, 0);
  return 1 - static_cast<double>(left) / static_cast<double>(end - begin);
}

void SharedRest::run() {
  // Tables that one partition of a thread leaves empty are there for its next
  // one.
  weft_rt_run_partition(
      team,
      [](void *data) {
        auto *rest = static_cast<SharedRest *>(data);
        int own = getThreadLibrary().getThreadNum() % rest->numShares;
        int64_t begin = 0, end = 0;
        for (int i = 0; i < rest->numShares; ++i) {
          Share &share = rest->shares[(own + i) % rest->numShares];
          while (!hasPartitionFailed(rest->team) &&
                 share.take(rest->smallest, rest->largest, begin, end)) {
            rest->partition(rest->arguments, begin, end);
            if (hasProgressCallback())
              reportLoop(rest->getFraction());
          }
        }
      },
      this);
}

/// How long loops that were worth sharing have taken before there were threads.
static std::atomic<double> timeAlone{0};
/// When threads last shared a loop of this one, when one ended that they would
/// have shared if they had been awake, and how long such have taken, one soon
/// after the other, since then. Each thread that is none of a library's has a
/// set of threads of its own.
static thread_local double lastShared = -kAwake, lastAlone = -kAwake,
                           waited = 0;

/// How long what is left of a loop has to take that begins now.
static double getWorthSharing(const SharableLoop &loop, double now) {
  bool isAwake = now - lastShared < kAwake;
  bool isWorthWaking = now - lastAlone < kAwake && waited >= kWaking;
  bool isShort = getAskedFor() < 0 && loop.isSharedAtOnce() &&
                 (isAwake || isWorthWaking) && areThreadsPatient();
  return isShort ? kWorthAwake : getWorthSharing();
}

/// Whether threads are to share what will take `rest` nanoseconds, after others
/// that took `elapsed`. They are started when loops have waited for them as
/// long as that takes, so that it at most doubles what all of them take.
static bool isWorthSharing(double elapsed, double rest, double worth) {
  if (rest < worth || elapsed < kGuess * worth)
    return false;
  return hasLookedForThreads() ||
         timeAlone + rest >= kStarting * getWorthSharing();
}

/// What takes less is not shared, whether threads are awake or not.
static double getLeastWorth() {
  return std::min(getWorthSharing(), kWorthAwake);
}

/// Notes that a loop was not shared which began some time ago.
static void noteAlone(double start, double time) {
  if (time < (1 + kGuess) * getLeastWorth())
    return;
  bool isSoon = start - lastAlone < kAwake;
  waited = (isSoon ? waited : 0) + time;
  lastAlone = start + time;
  if ((isSoon || time >= getWorthSharing()) && !hasLookedForThreads())
    timeAlone = timeAlone + time;
}

/// How many threads there are to share a loop, at least two; zero if there are
/// none.
static int countThreads() {
  if (getThreadLimit() < 2)
    return 0;
  const ThreadLibrary &library = getThreadLibrary();
  // A caller in a parallel region has no idle threads.
  if (!library || library.inParallel() ||
      (isForked() && !library.survivesForks))
    return 0;
  int asked = getAskedThreads();
  int numThreads = limitThreads(
      std::min(asked > 0 ? asked : library.getMaxThreads(), mostThreads));
  return numThreads >= 2 ? numThreads : 0;
}

void weft::runtime::reportLoop(double fraction) {
  // Outside of a kernel, the thread that runs the loop reports progress.
  if (weft_rt_fork() && !reportProgress("running", fraction))
    weft_rt_fail(WEFT_RT_CANCELLED, 0, 0, 0);
}

/// The most iterations that run without a report, if one takes so many
/// nanoseconds.
static int64_t getReportedSize(double each) {
  if (!hasProgressCallback())
    return std::numeric_limits<int64_t>::max();
  double size = progressInterval / std::max(each, 1.0);
  return std::max<int64_t>(static_cast<int64_t>(size), 1);
}

void PlacedLoop::share(int64_t begin, int64_t end, double each,
                       int numThreads) {
  double rest = each * static_cast<double>(end - begin);
  double shortest = std::min(shortestPartition, rest / (8 * numThreads));
  double smallest = shortest / std::max(each, shortestPartition / 1e9);
  SharedRest shared(begin, end, numThreads);
  shared.partition = partition;
  shared.arguments = arguments;
  shared.team = weft_rt_fork();
  shared.smallest = std::max<int64_t>(static_cast<int64_t>(smallest), 1);
  shared.largest = std::max(shared.smallest, getReportedSize(each));
  getThreadLibrary().parallel(
      [](void *data) { static_cast<SharedRest *>(data)->run(); }, &shared,
      static_cast<unsigned>(numThreads), 0);
  weft_rt_join(shared.team);
}

void weft_rt_share(int64_t begin, int64_t end, Partition partition,
                   void *arguments) {
  PlacedLoop loop(partition, arguments);
  runSharable(loop, begin, end);
}

//===----------------------------------------------------------------------===//
// When loops are shared
//===----------------------------------------------------------------------===//

// A partition that fails unwinds past this function, in which nothing has a
// destructor.
void weft::runtime::runSharable(SharableLoop &loop, int64_t begin,
                                int64_t end) {
  if (end - begin < 2 || (getThreadLimit() < 2 && !hasProgressCallback())) {
    loop.run(begin, end);
    return;
  }
  int64_t done = begin;
  // The callback can cancel the loop after its first iteration.
  int64_t size =
      hasProgressCallback() ? 1 : std::max<int64_t>((end - begin) / kFirst, 1);
  double start = getNanoseconds(), mostLeft = 0;
  const double worth = getWorthSharing(loop, start);
  while (done != end) {
    int64_t next = done + std::min(size, end - done);
    loop.run(done, next);
    done = next;
    // What was short so far is not waited for.
    if (done == end && mostLeft < getLeastWorth())
      return;
    double elapsed = getNanoseconds() - start;
    double each = elapsed / static_cast<double>(done - begin);
    double rest = each * static_cast<double>(end - done);
    mostLeft = std::max(mostLeft, rest);
    // The clock is looked at again when as much has been done as it takes for a
    // guess, if so much is left at all.
    double more = (kGuess * worth - elapsed) / std::max(each, 1e-3);
    size = (done - begin) * (kGrowth - 1);
    if (rest >= worth && more < static_cast<double>(size))
      size = std::max(static_cast<int64_t>(more) + 1, done - begin);
    if (done == end) {
      noteAlone(start, elapsed);
      return;
    }
    reportLoop(static_cast<double>(done - begin) /
               static_cast<double>(end - begin));
    size = std::min(size, getReportedSize(each));
    int numThreads = isWorthSharing(elapsed, rest, worth) ? countThreads() : 0;
    if (numThreads == 0)
      continue;
    loop.share(done, end, each, numThreads);
    lastShared = getNanoseconds();
    waited = 0;
    return;
  }
}
