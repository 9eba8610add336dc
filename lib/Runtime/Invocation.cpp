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
// A part of a parallel loop is an invocation of its own, on the thread that
// runs it.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Invocation.h"

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/Threads.h"

#include "KeptTables.h"
#include "KernelParts.h"
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

using namespace weft::runtime;

namespace {
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
  /// Guards the rings and the error while parts of the kernel run elsewhere.
  std::mutex mutex;
  std::atomic<bool> hasFailed{false};

  explicit Invocation(Invocation *outer) : outer(outer) {
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

static void freeRing(MemoryBlock &head) {
  while (head.next != &head) {
    MemoryBlock *block = head.next;
    block->unlink();
    giveBackBlock(block);
  }
}

int64_t weft_rt_invoke(weft_kernel_fn kernel, weft_tensor_data *const *tensors,
                       weft_rt_error *error) {
  Invocation invocation(running);
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

void *weft_rt_fork() { return running; }

void weft_rt_run_part(void *team, void (*part)(void *), void *arguments) {
  auto *kernel = static_cast<Invocation *>(team);
  if (!kernel) {
    part(arguments);
    return;
  }
  if (kernel->hasFailed)
    return;
  // The thread may be that of the kernel, or run a kernel that waits.
  Invocation invocation(running);
  running = &invocation;
  if (setjmp(invocation.exit) == 0) {
    part(arguments);
    invocation.tables.clear();
  }
  running = invocation.outer;
  bool isEmpty = invocation.taken.next == &invocation.taken;
  bool failed = invocation.error.status != WEFT_RT_OK;
  if (isEmpty && !failed)
    return;
  // What a part leaves behind, the kernel frees in the end.
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

bool weft::runtime::hasPartFailed(void *team) {
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

void weft_rt_free(void *data) {
  if (!data)
    return;
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
  if (running)
    target->link(&running->taken);
  std::memcpy(target->data(), data, bytes);
  weft_rt_free(data);
  return target->data();
}

/// Changes the size of the block of an array without a copy; null if that
/// cannot be.
static void *resizeArray(void *data, int64_t bytes) {
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
  void *moved = weft_rt_alloc(bytes);
  std::memcpy(moved, data, getRoom(data));
  weft_rt_free(data);
  return moved;
}

void *weft_rt_trim(void *data, int64_t bytes) {
  int64_t room = data ? getRoom(data) : 0;
  if (bytes < 0 || bytes >= room)
    return data;
  // Giving back less than half of a small block is not worth a copy; a large
  // one becomes smaller without.
  const int64_t header = sizeof(MemoryBlock);
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
  if (!data || !running)
    return;
  MemoryBlock *block = MemoryBlock::of(data);
  block->unlink();
  block->link(&running->released);
}

void weft_rt_free_result(void *data) { weft_rt_free(data); }

std::string weft::runtime::describe(const weft_rt_error &error,
                                    const std::string &result) {
  switch (error.status) {
  case WEFT_RT_OK:
    return "no error";
  case WEFT_RT_OUT_OF_MEMORY:
    return "not enough memory: the kernel asked for " +
           formatBytes(static_cast<double>(error.detail[0]));
  case WEFT_RT_INDEX_OVERFLOW: {
    bool isPosition = error.detail[2] == 0;
    const char *what = isPosition ? "position" : "coordinate";
    return result + " does not fit its format: it needs the " + what + " " +
           std::to_string(error.detail[0]) + ", and the largest that fits is " +
           std::to_string(error.detail[1]) + "; use a format with wider " +
           what + "s, which {" + (isPosition ? "pos" : "crd") +
           "=64} behind its name asks for";
  }
  case WEFT_RT_SIZE_OVERFLOW:
    return "the sizes of the tensors are too large: their product exceeds 63 "
           "bits";
  case WEFT_RT_INVALID_ARGUMENT:
    return "the sizes of the tensors do not fit each other";
  case WEFT_RT_STRUCTURE_MISMATCH:
    return "the structure that is kept for " + result +
           " is not that of the result; assemble it from operands of the same "
           "structure";
  case WEFT_RT_OUT_OF_BOUNDS:
    return "an access out of bounds: " + std::to_string(error.detail[0]) +
           " in an array of length " + std::to_string(error.detail[1]);
  case WEFT_RT_NO_ROOM:
    return result +
           " does not fit its format: a structured level has room for " +
           std::to_string(error.detail[0]) +
           (error.detail[0] == 1 ? " coordinate" : " coordinates") +
           " below each position above, but one has more";
  case WEFT_RT_CANCELLED:
    return "cancelled";
  case WEFT_RT_BOUND_VIOLATED: {
    static constexpr const char *kinds[] = {"exactly ", "at most ",
                                            "a multiple of "};
    return "the bound of a loop does not hold: it is for " +
           std::string(kinds[error.detail[2] % WEFT_RT_BOUND_KINDS]) +
           std::to_string(error.detail[1]) +
           (error.detail[1] == 1 ? " coordinate" : " coordinates") +
           (error.detail[0] == 1 ? ", and there is " : ", and there are ") +
           std::to_string(error.detail[0]);
  }
  default:
    return "the kernel failed with the unknown status " +
           std::to_string(error.status);
  }
}
