//===- ThreadLibrary.cpp - The OpenMP library of the process --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds an OpenMP library. Two of them in one process have two sets of threads
// for the same processors, and some end the process then: so the one that is
// there is used, whichever it is, before one is loaded.
//
//===----------------------------------------------------------------------===//

#include "ThreadLibrary.h"

#include "weft/Runtime/TensorABI.h"
#include "weft/Runtime/Threads.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <sys/resource.h>
#include <thread>
#include <utility>

using namespace weft::runtime;

static std::atomic<const char *> libraryToLoad{nullptr};
static std::atomic<bool> hasLooked{false};

void weft::runtime::setThreadLibrary(const char *name) { libraryToLoad = name; }

bool weft::runtime::hasLookedForThreads() { return hasLooked; }

static std::atomic<bool> forked{false};
[[maybe_unused]] static const int whenForked = pthread_atfork(
    /*prepare=*/nullptr, /*parent=*/nullptr, [] { forked = true; });

bool weft::runtime::isForked() { return forked; }

std::optional<int32_t> weft::runtime::parseNumThreads(const char *text) {
  std::optional<int32_t> first;
  for (;; ++text) {
    char *end = nullptr;
    while (*text == ' ' || *text == '\t')
      ++text;
    bool isNumber = *text >= '0' && *text <= '9';
    long count = isNumber ? std::strtol(text, &end, 10) : 0;
    if (count < 1 || count > mostThreads)
      return std::nullopt;
    if (!first)
      first = static_cast<int32_t>(count);
    while (*end == ' ' || *end == '\t')
      ++end;
    if (*end == '\0')
      return first;
    if (*end != ',')
      return std::nullopt;
    text = end;
  }
}

/// What the environment says, or how many processors there are. A text that is
/// no number is one that the library must not see.
static int getUsualLimit() {
  const char *text = std::getenv("OMP_NUM_THREADS");
  if (text)
    return parseNumThreads(text).value_or(1);
  return static_cast<int>(std::thread::hardware_concurrency());
}

int weft::runtime::getThreadLimit() {
  static const int usual = getUsualLimit();
  int asked = getAskedThreads();
  return asked > 0 ? asked : usual;
}

/// Where the library begins that has this function; null if there is none.
static const void *findBase(const void *function) {
  Dl_info info;
  return function && dladdr(function, &info) != 0 ? info.dli_fbase : nullptr;
}

/// The largest size of stacks that the environment asks OpenMP libraries for.
static size_t getAskedStack() {
  size_t most = 0;
  for (auto [name, unit] : {std::pair("OMP_STACKSIZE", size_t(1) << 10),
                            std::pair("GOMP_STACKSIZE", size_t(1) << 10),
                            std::pair("KMP_STACKSIZE", size_t(1))}) {
    const char *text = std::getenv(name);
    if (!text)
      continue;
    char *end = nullptr;
    size_t size = std::strtoull(text, &end, 10);
    while (*end == ' ')
      ++end;
    size_t scale = unit;
    for (auto [letter, shift] :
         {std::pair('b', 0), std::pair('k', 10), std::pair('m', 20),
          std::pair('g', 30), std::pair('t', 40)})
      if ((*end | 0x20) == letter)
        scale = size_t(1) << shift;
    size_t bytes = 0;
    if (__builtin_mul_overflow(size, scale, &bytes))
      bytes = SIZE_MAX / 2;
    most = std::max(most, bytes);
  }
  return most;
}

namespace {
/// Blocks threads until all have started.
struct StartGate {
  StartGate() { sem_init(&numReady, 0, 0); }
  ~StartGate() { sem_destroy(&numReady); }

  std::mutex mutex;
  sem_t numReady;
};
} // namespace

/// Starts threads, all of which are there at the same time, and ends them. Each
/// takes memory from the heap, for which the C library reserves addresses,
/// before the next one starts: a library's threads may do so too, and the
/// addresses are then not there for the stacks of later ones. The stacks are a
/// little larger than those of OpenMP libraries, which the C library gives them
/// afterwards.
static bool startThreads(int count) {
  pthread_t threads[mostThreads];
  StartGate gate;
  auto wait = [](void *data) -> void * {
    auto &gate = *static_cast<StartGate *>(data);
    void *volatile block = std::malloc(1);
    std::free(block);
    sem_post(&gate.numReady);
    std::lock_guard<std::mutex> lock(gate.mutex);
    return nullptr;
  };
  pthread_attr_t attributes;
  size_t stack = 0;
  // Where the limit of stacks is none, LLVM's library takes 64 MiB for each,
  // and the C library 2 MiB.
  rlimit limit{};
  bool isUnlimited =
      getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
  const size_t least = size_t(isUnlimited ? 64 : 8) << 20;
  const size_t surplus = size_t(1) << 18;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_attr_getstacksize(&attributes, &stack);
  stack = std::max({stack, least, getAskedStack()}) + surplus;
  pthread_attr_setstacksize(&attributes, stack);
  gate.mutex.lock();
  int started = 0;
  while (started < count &&
         pthread_create(&threads[started], &attributes, wait, &gate) == 0) {
    ++started;
    while (sem_wait(&gate.numReady) != 0)
      ;
  }
  gate.mutex.unlock();
  pthread_attr_destroy(&attributes);
  for (int i = 0; i < started; ++i)
    pthread_join(threads[i], nullptr);
  return started == count;
}

/// Whether the system has so many threads for a loop of this one.
static bool canHaveThreads(int count) {
  // A library has a set of threads for each thread that is not one of them.
  static thread_local int most = 1, tooMany = mostThreads + 1;
  if (count > most && count < tooMany) {
    // The library needs memory besides that of the threads, and so do loops.
    int surplus = count / 8 + 2;
    if (startThreads(std::min(count - 1 + surplus, mostThreads)))
      most = count;
    else
      tooMany = count;
  }
  return count <= most;
}

int weft::runtime::limitThreads(int count) {
  while (count > 1 && !canHaveThreads(count))
    count /= 2;
  return count;
}

static ThreadLibrary getFunctions(void *library) {
  ThreadLibrary found;
  auto find = [&](auto *&function, const char *name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        dlsym(library, name));
  };
  find(found.parallel, "GOMP_parallel");
  find(found.getMaxThreads, "omp_get_max_threads");
  find(found.inParallel, "omp_in_parallel");
  find(found.getThreadNum, "omp_get_thread_num");
  // LLVM's and Intel's libraries prepare themselves for forks. A process may
  // have GCC's as well.
  if (const void *base = findBase(dlsym(library, "__kmpc_fork_call")))
    found.survivesForks =
        base == findBase(reinterpret_cast<const void *>(found.parallel));
  return found;
}

static ThreadLibrary findThreadLibrary() {
  if (ThreadLibrary linked = getFunctions(RTLD_DEFAULT))
    return linked;
  // Languages such as Python load libraries without making their symbols known
  // to others.
  for (const char *name :
       {"libomp.so.5", "libomp.so", "libiomp5.so", "libgomp.so.1"})
    if (void *library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD))
      if (ThreadLibrary loaded = getFunctions(library))
        return loaded;
  const char *name = libraryToLoad;
  void *library = name ? dlopen(name, RTLD_LAZY) : nullptr;
  return library ? getFunctions(library) : ThreadLibrary();
}

const ThreadLibrary &weft::runtime::getThreadLibrary() {
  static const ThreadLibrary library = findThreadLibrary();
  hasLooked = true;
  return library;
}
