//===- spmv.cu - Three ways to multiply a CSR matrix and a vector ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels whose counts CountsTest.cpp knows. spmv.ptx is made of this file:
//
//   nvcc -arch=sm_90 -ptx spmv.cu -o spmv.ptx
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void thread_per_row(int rows, const int *__restrict__ pos,
                                          const int *__restrict__ crd,
                                          const float *__restrict__ values,
                                          const float *__restrict__ x,
                                          float *__restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows)
    return;
  float sum = 0;
  for (int p = pos[i]; p < pos[i + 1]; ++p)
    sum += values[p] * x[crd[p]];
  y[i] = sum;
}

extern "C" __global__ void warp_per_row(int rows, const int *__restrict__ pos,
                                        const int *__restrict__ crd,
                                        const float *__restrict__ values,
                                        const float *__restrict__ x,
                                        float *__restrict__ y) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (i >= rows)
    return;
  float sum = 0;
  for (int p = pos[i] + lane; p < pos[i + 1]; p += 32)
    sum += values[p] * x[crd[p]];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  if (lane == 0)
    y[i] = sum;
}

// Eight entries for each thread, whose rows are found by a search; y is zero.
extern "C" __global__ void
eight_entries_per_thread(int rows, const int *__restrict__ pos,
                         const int *__restrict__ crd,
                         const float *__restrict__ values,
                         const float *__restrict__ x, float *__restrict__ y) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (first >= pos[rows])
    return;
  int low = 0, high = rows;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (pos[middle] <= first)
      low = middle;
    else
      high = middle;
  }
  float products[8];
  for (int half = 0; half < 2; ++half) {
    int4 c = *reinterpret_cast<const int4 *>(crd + first + 4 * half);
    float4 v = *reinterpret_cast<const float4 *>(values + first + 4 * half);
    products[4 * half] = v.x * x[c.x];
    products[4 * half + 1] = v.y * x[c.y];
    products[4 * half + 2] = v.z * x[c.z];
    products[4 * half + 3] = v.w * x[c.w];
  }
  float sum = 0;
  int end = pos[low + 1];
  for (int k = 0; k < 8; ++k) {
    if (first + k == end) {
      atomicAdd(&y[low], sum);
      sum = 0;
      do
        end = pos[++low + 1];
      while (end == first + k);
    }
    sum += products[k];
  }
  atomicAdd(&y[low], sum);
}
