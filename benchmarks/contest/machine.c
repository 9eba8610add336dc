/*===- machine.c - What a machine can do at most -------------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Measures the triad a[i] = b[i] + s * c[i] for arrays that together have a
 * given size, and multiply-adds on numbers in registers. Called by
 * `machine.py`:
 *
 *   machine triad BYTES THREADS    prints bytes per second, 24 for an iteration
 *   machine flops THREADS          prints operations per second
 *
 *===----------------------------------------------------------------------===*/

#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__AVX512F__)
enum { LANES = 8 };
#elif defined(__AVX__)
enum { LANES = 4 };
#else
enum { LANES = 2 };
#endif
/* As many chains as hide the latency of a multiply-add, in registers. */
enum { CHAINS = 10, REPETITIONS = 5 };
typedef double vector __attribute__((vector_size(LANES * sizeof(double))));

/* Memory with large pages where the system gives them. */
static double *allocate(int64_t count) {
  const int64_t page = 2 << 20;
  int64_t bytes = (count * (int64_t)sizeof(double) + page - 1) / page * page;
  double *memory = aligned_alloc((size_t)page, (size_t)bytes);
  if (!memory)
    exit(1);
  madvise(memory, (size_t)bytes, MADV_HUGEPAGE);
  return memory;
}

/* The bytes per second of the best of several repetitions. */
static double triad(int64_t bytes, int threads) {
  int64_t count = bytes / 24 / threads;
  int64_t passes = (int64_t)(2e8 / (double)(24 * count * threads)) + 1;
  double best = 0, start = 0;
#pragma omp parallel num_threads(threads)
  {
    double *restrict a = allocate(count), *restrict b = allocate(count);
    double *restrict c = allocate(count);
    for (int64_t i = 0; i < count; i++)
      a[i] = 0, b[i] = 1, c[i] = 2;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
#pragma omp barrier
#pragma omp single
      start = omp_get_wtime();
      for (int64_t pass = 0; pass < passes; pass++) {
        for (int64_t i = 0; i < count; i++)
          a[i] = b[i] + 3 * c[i];
        __asm__ volatile("" : : "r"(a), "r"(b), "r"(c) : "memory");
      }
#pragma omp barrier
#pragma omp single
      {
        double seconds = omp_get_wtime() - start;
        double rate = 24.0 * (double)(count * passes * threads) / seconds;
        best = rate > best ? rate : best;
      }
    }
    free(a);
    free(b);
    free(c);
  }
  return best;
}

/* Two operations for each lane of each multiply-add. */
static double flops(int threads) {
  const int64_t steps = 10 * 1000 * 1000;
  double best = 0;
  for (int repetition = 0; repetition < REPETITIONS; repetition++) {
    double start = omp_get_wtime();
#pragma omp parallel num_threads(threads)
    {
      vector sums[CHAINS], factor, addend;
      for (int lane = 0; lane < LANES; lane++)
        factor[lane] = 0.5, addend[lane] = 1;
      memset(sums, 0, sizeof sums);
      for (int64_t step = 0; step < steps; step++) {
#pragma GCC unroll 16
        for (int chain = 0; chain < CHAINS; chain++)
          sums[chain] = sums[chain] * factor + addend;
      }
      __asm__ volatile("" : : "m"(sums));
    }
    double seconds = omp_get_wtime() - start;
    double rate = 2.0 * LANES * CHAINS * (double)steps * threads / seconds;
    best = rate > best ? rate : best;
  }
  return best;
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "triad"))
    printf("%.6g\n", triad(atoll(argv[2]), atoi(argv[3])));
  else if (argc == 3 && !strcmp(argv[1], "flops"))
    printf("%.6g\n", flops(atoi(argv[2])));
  else
    return 2;
  return 0;
}
