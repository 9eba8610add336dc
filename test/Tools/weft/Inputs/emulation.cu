// What kernels use of CUDA, for cuda-emulation.test: also compiled by nvcc.
#ifdef __CUDACC__
#include <cuda_runtime.h>
#define WEFT_LAUNCH(kernel, grid, block) kernel<<<grid, block>>>
#else
#include "weft/Target/C/CudaEmulation.h"
#endif

#include <cstdio>
#include <cstdlib>

// Sums of blocks of two warps, by shuffles and shared memory; the last warp may
// have fewer numbers.
static __global__ void __launch_bounds__(64, 1)
    addAll(const int *numbers, int count, int *sums, double *total) {
  __shared__ int partial[2];
  int thread = threadIdx.y * 32 + threadIdx.x;
  int place = blockIdx.x * 64 + thread;
  int sum = place < count ? numbers[place] : 0;
  for (int step = 16; step != 0; step /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, step);
  if (threadIdx.x == 0)
    partial[threadIdx.y] = sum;
  __syncthreads();
  if (thread == 0) {
    sums[blockIdx.x] = partial[0] + partial[1];
    atomicAdd(total, (double)(partial[0] + partial[1]));
  }
}

// Neighbors, votes, and exchanges of the lower half of a warp.
static __global__ void askOthers(int *results) {
  int lane = threadIdx.x;
  int before = __shfl_up_sync(0xffffffff, lane, 1);
  int after = __shfl_down_sync(0xffffffff, lane, 1);
  int third = __shfl_sync(0xffffffff, lane, 3);
  unsigned odd = __ballot_sync(0xffffffff, lane % 2);
  int all = __all_sync(0xffffffff, lane < 32);
  int any = __any_sync(0xffffffff, lane == 40);
  if (lane < 16) {
    lane += __shfl_xor_sync(0xffff, lane, 1);
    __syncwarp(0xffff);
  }
  results[threadIdx.x] = before + 100 * after + 10000 * third +
                         (odd == 0xaaaaaaaa) + all + any + 1000000 * lane;
  atomicMax(&results[32], before);
  atomicMin(&results[33], -before);
  atomicOr(&results[34], 1 << (before % 8));
  unsigned old = 0, seen;
  unsigned *counter = (unsigned *)&results[35];
  while ((seen = atomicCAS(counter, old, old + 2)) != old)
    old = seen;
}

// The second warp waits for the first, which is gone only where exits count.
static __global__ void waitForEver(int *) {
  if (threadIdx.x % 32 == 0)
    __syncwarp();
}

int main(int argc, char **) {
  const int count = 200;
  int host[count], sums[4], results[36] = {};
  for (int k = 0; k < count; ++k)
    host[k] = k;
  int *numbers, *deviceSums;
  double *total, sum = 0;
  if (cudaMalloc(&numbers, sizeof host) != cudaSuccess ||
      cudaMalloc(&deviceSums, sizeof results) != cudaSuccess ||
      cudaMalloc(&total, sizeof sum) != cudaSuccess)
    return 1;
  cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof sum);
  WEFT_LAUNCH(addAll, dim3(4), dim3(32, 2))(numbers, count, deviceSums, total);
  cudaMemcpy(sums, deviceSums, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d, %g\n", sums[0], sums[1], sums[2], sums[3], sum);
  cudaMemset(deviceSums, 0, sizeof results);
  WEFT_LAUNCH(askOthers, dim3(1), dim3(32))(deviceSums);
  cudaMemcpy(results, deviceSums, sizeof results, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", results[0], results[5], results[31]);
  std::printf("%d %d %d %d\n", results[32], results[33], results[34],
              results[35]);
  if (argc > 1)
    WEFT_LAUNCH(waitForEver, dim3(1), dim3(64))(deviceSums);
  return cudaDeviceSynchronize() != cudaSuccess;
}
