//===- Invocation.cpp - Running kernels -----------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of TensorABI.h that run a kernel and that a kernel calls for
// memory. A failing kernel unwinds with longjmp: generated code has no
// destructors, and what it took is in the ring of its invocation. Released
// blocks stay in the ring until the kernel has returned, so that a kernel that
// fails after its first release leaks nothing. What a kernel frees it may take
// again (SpareBlocks.h).
//
// A partition of a parallel loop is an invocation of its own, on the thread
// that runs it.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Invocation.h"

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/Threads.h"

#include "DeviceArrays.h"
#include "KeptTables.h"
#include "KernelPartitions.h"
#include "MemoryBlock.h"
#include "Pages.h"
#include "SpareBlocks.h"
#include "ThreadLibrary.h"

#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

using namespace weft::runtime;

namespace {
/// Memory of the caller for the components of results.
class ResultMemory {
public:
  ResultMemory() = default;
  ResultMemory(const weft_array *results, int64_t count)
      : results(results), count(std::min(count, mostResults)) {}

  /// The memory for a result, if it has `bytes` bytes and was not taken yet;
  /// null if the result needs new memory.
  void *take(int64_t result, int64_t bytes) {
    if (result < 0 || result >= count || isTaken(result) || bytes < 0 ||
        bytes > results[result].length)
      return nullptr;
    void *data = results[result].data;
    if (data)
      taken |= uint64_t(1) << result;
    return data;
  }

  /// Whether an array was taken from here, so that it has no header and is not
  /// freed.
  bool owns(const void *data) const {
    if (taken != 0)
      for (int64_t result = 0; result < count; ++result)
        if (isTaken(result) && results[result].data == data)
          return true;
    return false;
  }

private:
  /// One bit each.
  static constexpr int64_t mostResults = 64;

  bool isTaken(int64_t result) const { return taken >> result & 1; }

  const weft_array *results = nullptr;
  int64_t count = 0;
  uint64_t taken = 0;
};

/// A kernel that runs on this thread.
struct Invocation {
  /// The kernel that called this one's caller, if any.
  Invocation *outer;
  /// The heads of the rings of the blocks taken, and of those released.
  MemoryBlock taken{Pages()};
  MemoryBlock released{Pages()};
  SpareBlocks spare;
  KeptTables tables;
  weft_rt_error error{WEFT_RT_OK, {0, 0, 0}};
  std::jmp_buf exit;
  /// Guards the rings and the error while partitions of the kernel run
  /// elsewhere.
  std::mutex mutex;
  std::atomic<bool> hasFailed{false};
  ResultMemory memory;
  /// What launches have on a device: here, or where the caller says.
  std::unique_ptr<DeviceArrays> ownArrays;
  std::unique_ptr<DeviceArrays> *device = &ownArrays;

  explicit Invocation(Invocation *outer, ResultMemory memory = {})
      : outer(outer), memory(memory) {
    taken.previous = taken.next = &taken;
    released.previous = released.next = &released;
  }
};
} // namespace

/// Read for each block that is taken and given back, so that it lies where no
/// function has to be called to find it.
[[gnu::tls_model("initial-exec")]] static thread_local Invocation *running =
    nullptr;

/// The number of threads that the user asks for; 0 for none.
static std::atomic<int32_t> numThreads{0};

KeptTables *weft::runtime::keptTables() {
  return running ? &running->tables : nullptr;
}

std::unique_ptr<DeviceArrays> &weft::runtime::getRunArrays() {
  // Code that nothing invoked has one run for each thread.
  static thread_local std::unique_ptr<DeviceArrays> arrays;
  return running ? *running->device : arrays;
}

static thread_local std::unique_ptr<DeviceArrays> *nextRun = nullptr;

void weft::runtime::setNextRun(std::unique_ptr<DeviceArrays> *place) {
  nextRun = place;
}

static void freeRing(MemoryBlock &head) {
  while (head.next != &head) {
    MemoryBlock *block = head.next;
    block->unlink();
    giveBackBlock(block);
  }
}

/// Whether an array is memory of the caller for a result.
static bool isResultMemory(const void *data) {
  return running && running->memory.owns(data);
}

int64_t weft_rt_invoke(weft_kernel_fn kernel, weft_tensor_data *const *tensors,
                       weft_rt_error *error) {
  return weft_rt_invoke_into(kernel, tensors, nullptr, 0, error);
}

int64_t weft_rt_invoke_into(weft_kernel_fn kernel,
                            weft_tensor_data *const *tensors,
                            const weft_array *results, int64_t num_results,
                            weft_rt_error *error) {
  Invocation invocation(running, {results, results ? num_results : 0});
  if (nextRun)
    invocation.device = std::exchange(nextRun, nullptr);
  running = &invocation;
  if (setjmp(invocation.exit) == 0)
    kernel(tensors);
  running = invocation.outer;
  if (error)
    *error = invocation.error;
  freeRing(invocation.taken);
  if (invocation.error.status != WEFT_RT_OK) {
    freeRing(invocation.released);
    return invocation.error.status;
  }
  while (invocation.released.next != &invocation.released)
    invocation.released.next->unlink();
  return WEFT_RT_OK;
}

void weft_rt_fail(int64_t status, int64_t detail0, int64_t detail1,
                  int64_t detail2) {
  weft_rt_error error = {status, {detail0, detail1, detail2}};
  if (!running) {
    // A kernel called without weft_rt_invoke leaves nowhere to return to.
    std::fprintf(stderr, "weft: error: %s\n", describe(error).c_str());
    std::_Exit(1);
  }
  // A kernel that fails has failed, whatever status it gives.
  if (error.status == WEFT_RT_OK)
    error.status = WEFT_RT_INVALID_ARGUMENT;
  running->error = error;
  std::longjmp(running->exit, 1);
}

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

void weft_rt_set_num_threads(int32_t count) {
  numThreads = std::clamp<int32_t>(count, 0, mostThreads);
}

int weft::runtime::getAskedThreads() { return numThreads; }

int32_t weft_rt_num_threads() {
  int asked = getAskedThreads();
  const ThreadLibrary &library = getThreadLibrary();
  if (!library || library.inParallel())
    return asked;
  int wanted = asked > 0 ? asked : library.getMaxThreads();
  int available = limitThreads(std::min(wanted, mostThreads));
  return available < wanted ? available : asked;
}

/// Whether this thread runs a partition of a loop that threads share.
static thread_local bool isShared = false;

int32_t weft_rt_is_shared() { return isShared; }

void *weft_rt_fork() { return running; }

void weft_rt_run_partition(void *team, void (*partition)(void *),
                           void *arguments) {
  auto *kernel = static_cast<Invocation *>(team);
  const bool wasShared = isShared;
  if (!kernel) {
    isShared = true;
    partition(arguments);
    isShared = wasShared;
    return;
  }
  if (kernel->hasFailed)
    return;
  // The thread may be that of the kernel, or run a kernel that waits.
  Invocation invocation(running);
  running = &invocation;
  isShared = true;
  if (setjmp(invocation.exit) == 0) {
    partition(arguments);
    invocation.tables.clear();
  }
  isShared = wasShared;
  running = invocation.outer;
  bool isEmpty = invocation.taken.next == &invocation.taken;
  bool failed = invocation.error.status != WEFT_RT_OK;
  if (isEmpty && !failed)
    return;
  // What a partition leaves behind, the kernel frees in the end.
  std::lock_guard<std::mutex> lock(kernel->mutex);
  while (invocation.taken.next != &invocation.taken) {
    MemoryBlock *block = invocation.taken.next;
    block->unlink();
    block->link(&kernel->taken);
  }
  if (failed && !kernel->hasFailed) {
    kernel->error = invocation.error;
    kernel->hasFailed = true;
  }
}

void weft_rt_join(void *team) {
  auto *kernel = static_cast<Invocation *>(team);
  if (kernel && kernel->hasFailed)
    std::longjmp(kernel->exit, 1);
}

bool weft::runtime::hasPartitionFailed(void *team) {
  return team && static_cast<Invocation *>(team)->hasFailed;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *weft_rt_alloc_aligned(int64_t alignment, int64_t bytes) {
  if (bytes < 0)
    weft_rt_fail(WEFT_RT_SIZE_OVERFLOW, bytes, 0, 0);
  bool powerOfTwo = alignment > 0 && (alignment & (alignment - 1)) == 0;
  if (!powerOfTwo || alignment > (1 << 20))
    weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, alignment, 0, 0);
  bool isSpare = running && alignment <= int64_t(sizeof(MemoryBlock));
  MemoryBlock *block = isSpare ? running->spare.take(bytes) : nullptr;
  if (!block)
    block = takeBlock(alignment, bytes);
  if (!block && running) {
    running->spare.giveBack();
    block = takeBlock(alignment, bytes);
  }
  if (!block)
    weft_rt_fail(WEFT_RT_OUT_OF_MEMORY, bytes, 0, 0);
  if (running)
    block->link(&running->taken);
  return block->data();
}

void *weft_rt_alloc(int64_t bytes) {
  // What is most frequent: an array of a workspace that begins anew.
  Invocation *invocation = running;
  MemoryBlock *block =
      invocation && bytes >= 0 ? invocation->spare.take(bytes) : nullptr;
  if (!block)
    return weft_rt_alloc_aligned(sizeof(MemoryBlock), bytes);
  block->link(&invocation->taken);
  return block->data();
}

void *weft_rt_alloc_result(int64_t result, int64_t bytes) {
  void *given = running ? running->memory.take(result, bytes) : nullptr;
  return given ? given : weft_rt_alloc(bytes);
}

/// What the code that runs has on a device, invoked or not; null for nothing.
static DeviceArrays *findRunArrays() {
  return running ? running->device->get() : getRunArrays().get();
}

/// Has the host's array be current before it moves.
static void leaveDevice(void *data) {
  DeviceArrays *arrays = findRunArrays();
  if (!arrays)
    return;
  weft_rt_access(data, /*is_written=*/1);
  arrays->forget(data);
}

void weft_rt_free(void *data) {
  if (!data)
    return;
  if (DeviceArrays *arrays = findRunArrays())
    arrays->forget(data);
  MemoryBlock *block = MemoryBlock::of(data);
  block->unlink();
  if (!running || !running->spare.keep(block))
    giveBackBlock(block);
}

/// How many bytes there are from an array on in its block.
static int64_t getRoom(void *data) {
  MemoryBlock *block = MemoryBlock::of(data);
  return block->pages.base + block->pages.bytes - static_cast<char *>(data);
}

/// Moves the first bytes of an array to another block, which is in no ring.
static void *moveArray(void *data, int64_t bytes, MemoryBlock *target) {
  leaveDevice(data);
  if (running)
    target->link(&running->taken);
  std::memcpy(target->data(), data, bytes);
  weft_rt_free(data);
  return target->data();
}

/// Changes the size of the block of an array without a copy; null if that
/// cannot be.
static void *resizeArray(void *data, int64_t bytes) {
  leaveDevice(data);
  MemoryBlock *block = MemoryBlock::of(data);
  MemoryBlock *place = block->next ? block->previous : nullptr;
  block->unlink();
  MemoryBlock *resized = resizeBlock(block, bytes);
  if (place)
    (resized ? resized : block)->link(place);
  return resized ? resized->data() : nullptr;
}

/// Makes room in an array, if there is memory; null if there is none.
static void *growArray(void *data, int64_t bytes) {
  int64_t room = getRoom(data);
  if (bytes <= room)
    return data;
  if (extendBlock(MemoryBlock::of(data), bytes))
    return data;
  // What was given back has its pages already, and an array that grows grows
  // again.
  if (MemoryBlock *kept = takeKeptBlock(bytes))
    return moveArray(data, room, kept);
  if (void *resized = resizeArray(data, bytes))
    return resized;
  MemoryBlock *larger = running ? running->spare.take(bytes) : nullptr;
  if (!larger)
    larger = takeBlock(sizeof(MemoryBlock), bytes);
  return larger ? moveArray(data, room, larger) : nullptr;
}

/// Moves the block of an array to the ring of an invocation.
static void moveBlock(void *data, Invocation &target) {
  MemoryBlock *block = MemoryBlock::of(data);
  block->unlink();
  block->link(&target.taken);
}

void *weft::runtime::growKernelArray(void *team, void *data, int64_t bytes) {
  auto *kernel = static_cast<Invocation *>(team);
  if (!kernel)
    return growArray(data, bytes);
  std::lock_guard<std::mutex> lock(kernel->mutex);
  void *grown = growArray(data, bytes);
  if (!grown)
    return nullptr;
  // It may be in another block, which the thread has taken.
  moveBlock(grown, *kernel);
  return grown;
}

void weft::runtime::takeArray(void *team, void *data) {
  auto *kernel = static_cast<Invocation *>(team);
  if (!kernel)
    return;
  std::lock_guard<std::mutex> lock(kernel->mutex);
  moveBlock(data, *running);
}

void weft::runtime::giveArray(void *team, void *data) {
  auto *kernel = static_cast<Invocation *>(team);
  if (!kernel)
    return;
  std::lock_guard<std::mutex> lock(kernel->mutex);
  moveBlock(data, *kernel);
}

void *weft_rt_realloc(void *data, int64_t bytes) {
  if (!data || bytes < 0)
    return weft_rt_alloc(bytes);
  if (void *grown = growArray(data, bytes))
    return grown;
  // Blocks that are kept may be in the way.
  leaveDevice(data);
  void *moved = weft_rt_alloc(bytes);
  std::memcpy(moved, data, getRoom(data));
  weft_rt_free(data);
  return moved;
}

void *weft_rt_trim(void *data, int64_t bytes) {
  if (isResultMemory(data))
    return data;
  int64_t room = data ? getRoom(data) : 0;
  // Blocks are multiples of their header.
  const int64_t header = sizeof(MemoryBlock);
  if (bytes < 0 || bytes > room - header)
    return data;
  // Giving back less than half of a small block is not worth a copy; a large
  // one becomes smaller without.
  int64_t least = std::min(room, leastMapping - header);
  int64_t kept = bytes >= least / 2 ? std::max(bytes, least) : bytes;
  if (kept == room)
    return data;
  if (void *resized = resizeArray(data, kept))
    return resized;
  MemoryBlock *smaller = takeBlock(sizeof(MemoryBlock), bytes);
  return smaller ? moveArray(data, bytes, smaller) : data;
}

void weft_rt_release(void *data) {
  if (!data || !running || isResultMemory(data))
    return;
  MemoryBlock *block = MemoryBlock::of(data);
  block->unlink();
  block->link(&running->released);
}

void weft_rt_free_result(void *data) { weft_rt_free(data); }
