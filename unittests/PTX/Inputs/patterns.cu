//===- patterns.cu - Kernels whose blocks depend on each other ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Correct uses of flags, fences and atomic operations, in which PatternsTest.cpp
// finds no fault. patterns.ptx is made of this file:
//
//   nvcc -arch=sm_80 -ptx patterns.cu -o patterns.ptx
//
//===----------------------------------------------------------------------===//

// A prefix sum in one pass: a block waits for the sum of the one before. The
// flag and the sum of block b are state[2 * b] and state[2 * b + 1].
extern "C" __global__ void scan(const int *in, int *out, int n,
                                volatile int *state, int *ticket) {
  __shared__ int block, before;
  __shared__ int sums[128];
  int t = threadIdx.x;
  if (t == 0)
    block = atomicAdd(ticket, 1);
  __syncthreads();
  int b = block, i = b * 128 + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int offset = 1; offset < 128; offset *= 2) {
    int value = t >= offset ? sums[t - offset] : 0;
    __syncthreads();
    sums[t] += value;
    __syncthreads();
  }
  if (t == 0) {
    int sum = 0;
    if (b > 0) {
      while (state[2 * b - 2] == 0)
        ;
      __threadfence();
      sum = state[2 * b - 1];
    }
    state[2 * b + 1] = sum + sums[127];
    __threadfence();
    state[2 * b] = 1;
    before = sum;
  }
  __syncthreads();
  if (i < n)
    out[i] = before + sums[t];
}

// Inserts keys into a table with linear probing, and counts those that are new.
extern "C" __global__ void insert(const int *keys, int n, int *table, int size,
                                  int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i];
  unsigned slot = key * 2654435761u % size;
  while (true) {
    int old = atomicCAS(&table[slot], -1, key);
    if (old == -1)
      atomicAdd(count, 1);
    if (old == -1 || old == key)
      break;
    slot = (slot + 1) % size;
  }
}

// The last block to arrive adds what all blocks have stored.
extern "C" __global__ void sum(const int *in, int n, int *partial, int *out,
                               unsigned *arrived) {
  __shared__ int sums[256];
  __shared__ bool isLast;
  int own = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    own += in[i];
  sums[threadIdx.x] = own;
  __syncthreads();
  for (int offset = 128; offset > 0; offset /= 2) {
    if (threadIdx.x < offset)
      sums[threadIdx.x] += sums[threadIdx.x + offset];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sums[0];
    __threadfence();
    isLast = atomicInc(arrived, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    __threadfence();
    int total = 0;
    for (int b = 0; b < gridDim.x; ++b)
      total += partial[b];
    *out = total;
  }
}
