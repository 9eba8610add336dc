//===- CudaEmulation.h - CUDA C++ without CUDA ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of CUDA C++ that `weft -emit=cuda` prints, for compilers that know
// nothing of it: a program that includes this header in the place of
// cuda_runtime.h runs kernels on the processor. It needs nothing else of Weft.
//
// The threads of a block are fibers (ucontext.h) of one thread of the system,
// which run until they wait for others, and blocks run one after the other. So
// this is slow, and shows no races: the PTX machine (docs/ptx-machine.md) does.
// Threads that wait for each other for ever end the program with a message.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TARGET_C_CUDAEMULATION_H
#define WEFT_TARGET_C_CUDAEMULATION_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <ucontext.h>
#include <vector>

#define __host__
#define __device__
#define __global__
/// Blocks run one after the other, so that they may use the same memory.
#define __shared__ static
#define __launch_bounds__(...)

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

inline dim3 threadIdx, blockIdx, blockDim, gridDim;
inline constexpr int warpSize = 32;

namespace weft {
namespace cuda {

/// Lanes of a warp that hand each other values.
struct Warp {
  uint64_t given[warpSize], taken[warpSize];
  /// The lanes that wait for others.
  unsigned arrived = 0;
};

/// A thread of a block.
struct Fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  dim3 index;
  unsigned number = 0;
  bool isDone = false, isAtBarrier = false;
};

/// The block that runs.
class Block {
public:
  static Block &get() {
    static Block block;
    return block;
  }

  /// Runs all threads of all blocks of a grid.
  void run(dim3 grid, dim3 block, const std::function<void()> &kernel);

  /// Waits until all threads that have not ended are here.
  void wait();
  /// Waits for the lanes of a mask; gives what each of them has brought.
  const uint64_t *exchange(unsigned mask, uint64_t value);
  unsigned getLane() const { return current->number % warpSize; }

private:
  static constexpr size_t kStackBytes = size_t(1) << 16;

  void runBlock(dim3 block);
  void start(Fiber &fiber, dim3 block, unsigned number);
  void yield() { swapcontext(&current->context, &scheduler); }
  static void enter() {
    Block &block = get();
    (*block.body)();
    block.current->isDone = true;
    block.hasAdvanced = true;
  }

  const std::function<void()> *body = nullptr;
  std::vector<Fiber> fibers;
  std::vector<Warp> warps;
  ucontext_t scheduler;
  Fiber *current = nullptr;
  /// Whether a thread did anything but wait.
  bool hasAdvanced = false;
  std::mutex mutex;
};

inline void Block::start(Fiber &fiber, dim3 block, unsigned number) {
  if (!fiber.stack)
    fiber.stack.reset(new char[kStackBytes]);
  fiber.number = number;
  fiber.index = dim3(number % block.x, number / block.x % block.y,
                     number / block.x / block.y);
  fiber.isDone = fiber.isAtBarrier = false;
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = kStackBytes;
  fiber.context.uc_link = &scheduler;
  makecontext(&fiber.context, &Block::enter, 0);
}

inline void Block::runBlock(dim3 block) {
  unsigned count = block.x * block.y * block.z;
  if (fibers.size() < count)
    fibers.resize(count);
  warps.assign((count + warpSize - 1) / warpSize, Warp());
  for (unsigned number = 0; number < count; ++number)
    start(fibers[number], block, number);
  for (bool isDone = false; !isDone;) {
    isDone = true;
    hasAdvanced = false;
    bool isTogether = true;
    for (unsigned number = 0; number < count; ++number) {
      current = &fibers[number];
      if (current->isDone)
        continue;
      threadIdx = current->index;
      if (!current->isAtBarrier)
        swapcontext(&scheduler, &current->context);
      isDone &= current->isDone;
      isTogether &= current->isDone || current->isAtBarrier;
    }
    if (isTogether && !isDone) {
      for (Fiber &fiber : fibers)
        fiber.isAtBarrier = false;
      hasAdvanced = true;
    }
    if (!isDone && !hasAdvanced) {
      std::fputs("CUDA emulation: threads wait for others that do not come\n",
                 stderr);
      std::abort();
    }
  }
}

inline void Block::run(dim3 grid, dim3 block,
                       const std::function<void()> &kernel) {
  std::lock_guard<std::mutex> lock(mutex);
  body = &kernel;
  gridDim = grid;
  blockDim = block;
  for (unsigned z = 0; z < grid.z; ++z)
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x) {
        blockIdx = dim3(x, y, z);
        runBlock(block);
      }
}

inline void Block::wait() {
  hasAdvanced = true;
  current->isAtBarrier = true;
  yield();
}

inline const uint64_t *Block::exchange(unsigned mask, uint64_t value) {
  Warp &warp = warps[current->number / warpSize];
  unsigned lane = getLane(), bit = 1u << lane;
  hasAdvanced = true;
  warp.given[lane] = value;
  warp.arrived |= bit;
  if ((warp.arrived & mask) == mask) {
    // No lane brings another value before it has been here.
    for (unsigned other = 0; other < warpSize; ++other)
      if (mask >> other & 1)
        warp.taken[other] = warp.given[other];
    warp.arrived &= ~mask;
  }
  while (warp.arrived & bit)
    yield();
  hasAdvanced = true;
  return warp.taken;
}

/// A kernel with its grid, which arguments run.
template <typename... Parameters> struct Launch {
  void (*kernel)(Parameters...);
  dim3 grid, block;

  void operator()(Parameters... arguments) const {
    Block::get().run(grid, block, [&] { kernel(arguments...); });
  }
};

template <typename... Parameters>
Launch<Parameters...> prepare(void (*kernel)(Parameters...), dim3 grid,
                              dim3 block) {
  return {kernel, grid, block};
}

/// The value that a lane has; its own one if there is no such lane.
template <typename T>
T shuffle(unsigned mask, T value, int lane, bool isThere) {
  static_assert(sizeof(T) <= sizeof(uint64_t), "no value of 64 bits at most");
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  const uint64_t *taken = Block::get().exchange(mask, bits);
  if (isThere)
    std::memcpy(&value, &taken[lane], sizeof value);
  return value;
}

inline unsigned vote(unsigned mask, bool condition) {
  const uint64_t *taken = Block::get().exchange(mask, condition);
  unsigned ballot = 0;
  for (int lane = 0; lane < warpSize; ++lane)
    if (mask >> lane & 1 && taken[lane])
      ballot |= 1u << lane;
  return ballot;
}

/// Replaces a number, and gives the old one.
template <typename T, typename Function> T update(T *place, Function combine) {
  T old = *place;
  *place = combine(old);
  return old;
}

/// A floating-point number of 16 bits, which is computed as `float` and rounded
/// to the nearest number, to an even one if two are as near.
template <int kMantissaBits> struct ShortFloat {
  uint16_t bits;

  ShortFloat() = default;
  ShortFloat(float number) : ShortFloat(double(number)) {}
  ShortFloat(double number) : bits(round(std::fabs(number))) {
    if (std::signbit(number))
      bits |= 0x8000;
  }
  operator float() const;

  ShortFloat operator-() const { return -float(*this); }
  friend ShortFloat operator+(ShortFloat a, ShortFloat b) {
    return float(a) + float(b);
  }
  friend ShortFloat operator-(ShortFloat a, ShortFloat b) {
    return float(a) - float(b);
  }
  friend ShortFloat operator*(ShortFloat a, ShortFloat b) {
    return float(a) * float(b);
  }
  friend ShortFloat operator/(ShortFloat a, ShortFloat b) {
    return float(a) / float(b);
  }
  ShortFloat &operator+=(ShortFloat other) { return *this = *this + other; }
  ShortFloat &operator-=(ShortFloat other) { return *this = *this - other; }
  ShortFloat &operator*=(ShortFloat other) { return *this = *this * other; }
  ShortFloat &operator/=(ShortFloat other) { return *this = *this / other; }

private:
  static constexpr int kBias = (1 << (14 - kMantissaBits)) - 1;
  static constexpr int kUnit = 1 << kMantissaBits;
  static constexpr int kInfinity = 0x7fff & -kUnit;

  /// The bits of a number without a sign.
  static uint16_t round(double number);
};

template <int kMantissaBits>
uint16_t ShortFloat<kMantissaBits>::round(double number) {
  if (std::isnan(number))
    return kInfinity + kUnit / 2;
  if (number == 0)
    return 0;
  if (std::isinf(number))
    return kInfinity;
  int exponent;
  std::frexp(number, &exponent);
  exponent = exponent > 1 - kBias ? exponent - 1 : 1 - kBias;
  auto mantissa =
      int(std::nearbyint(std::ldexp(number, kMantissaBits - exponent)));
  // A mantissa of less than one, or of two, changes the exponent.
  int64_t rounded = int64_t(exponent + kBias) * kUnit + mantissa - kUnit;
  return uint16_t(rounded < kInfinity ? rounded : kInfinity);
}

template <int kMantissaBits> ShortFloat<kMantissaBits>::operator float() const {
  int magnitude = bits & 0x7fff, mantissa = magnitude % kUnit;
  int exponent = magnitude / kUnit;
  float number = magnitude > kInfinity ? NAN : INFINITY;
  if (exponent == 0)
    number = std::ldexp(float(mantissa), 1 - kBias - kMantissaBits);
  else if (magnitude < kInfinity)
    number =
        std::ldexp(float(mantissa + kUnit), exponent - kBias - kMantissaBits);
  return bits & 0x8000 ? -number : number;
}

} // namespace cuda
} // namespace weft

using __half = weft::cuda::ShortFloat<10>;
using __nv_bfloat16 = weft::cuda::ShortFloat<7>;

#define WEFT_LAUNCH(kernel, grid, block)                                       \
  weft::cuda::prepare(kernel, grid, block)

//===----------------------------------------------------------------------===//
// Functions of device code
//===----------------------------------------------------------------------===//

inline void __syncthreads() { weft::cuda::Block::get().wait(); }
inline void __syncwarp(unsigned mask = 0xffffffff) {
  weft::cuda::Block::get().exchange(mask, 0);
}

template <typename T>
T __shfl_sync(unsigned mask, T value, int source, int width = warpSize) {
  int lane = weft::cuda::Block::get().getLane();
  return weft::cuda::shuffle(
      mask, value, lane / width * width + (source & (width - 1)), true);
}
template <typename T>
T __shfl_xor_sync(unsigned mask, T value, int bits, int width = warpSize) {
  int lane = weft::cuda::Block::get().getLane(), other = lane ^ bits;
  return weft::cuda::shuffle(mask, value, other,
                             other < (lane / width + 1) * width);
}
template <typename T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize) {
  int lane = weft::cuda::Block::get().getLane(), other = lane - int(delta);
  return weft::cuda::shuffle(mask, value, other, other >= lane / width * width);
}
template <typename T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta,
                   int width = warpSize) {
  int lane = weft::cuda::Block::get().getLane(), other = lane + int(delta);
  return weft::cuda::shuffle(mask, value, other,
                             other < (lane / width + 1) * width);
}

inline unsigned __ballot_sync(unsigned mask, int condition) {
  return weft::cuda::vote(mask, condition != 0);
}
inline int __any_sync(unsigned mask, int condition) {
  return weft::cuda::vote(mask, condition != 0) != 0;
}
inline int __all_sync(unsigned mask, int condition) {
  return weft::cuda::vote(mask, condition != 0) == mask;
}

inline int __clz(int bits) { return bits ? __builtin_clz(bits) : 32; }
inline int __clzll(long long bits) { return bits ? __builtin_clzll(bits) : 64; }
inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
inline int __popcll(unsigned long long bits) {
  return __builtin_popcountll(bits);
}

template <typename T> T atomicAdd(T *place, T value) {
  return weft::cuda::update(place, [=](T old) { return T(old + value); });
}
template <typename T> T atomicMin(T *place, T value) {
  return weft::cuda::update(place,
                            [=](T old) { return old < value ? old : value; });
}
template <typename T> T atomicMax(T *place, T value) {
  return weft::cuda::update(place,
                            [=](T old) { return old > value ? old : value; });
}
template <typename T> T atomicAnd(T *place, T value) {
  return weft::cuda::update(place, [=](T old) { return old & value; });
}
template <typename T> T atomicOr(T *place, T value) {
  return weft::cuda::update(place, [=](T old) { return old | value; });
}
template <typename T> T atomicXor(T *place, T value) {
  return weft::cuda::update(place, [=](T old) { return old ^ value; });
}
template <typename T> T atomicCAS(T *place, T before, T after) {
  return weft::cuda::update(place,
                            [=](T old) { return old == before ? after : old; });
}

//===----------------------------------------------------------------------===//
// Functions of the host
//===----------------------------------------------------------------------===//

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };

/// The memory of the device is the host's.
template <typename T> cudaError_t cudaMalloc(T **place, size_t bytes) {
  *place = static_cast<T *>(std::malloc(bytes));
  return *place ? cudaSuccess : cudaErrorMemoryAllocation;
}
inline cudaError_t cudaFree(void *place) {
  std::free(place);
  return cudaSuccess;
}
inline cudaError_t cudaMemset(void *place, int value, size_t bytes) {
  std::memset(place, value, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                              cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

#endif // WEFT_TARGET_C_CUDAEMULATION_H
