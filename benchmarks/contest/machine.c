/*===- machine.c - What a machine can do at most -------------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Measures the triad a[i] = b[i] + s * c[i] for arrays that together have a
 * given size, the sum of numbers that are read anywhere in an array,
 * multiply-adds on numbers in registers, and how near two threads are. Called by
 * `machine.py`:
 *
 *   machine triad BYTES THREADS    prints bytes per second, 24 for an iteration
 *   machine random BYTES THREADS CACHE
 *                                  prints seconds for each number of an array
 *                                  that is read anywhere; in one larger than
 *                                  CACHE bytes, with a factor beside its place
 *   machine flops THREADS          prints operations per second
 *   machine handover               prints seconds for a line of a cache to go from
 *                                  one thread to another one and back
 *   machine awake PROCESSOR        does nothing there, as long as its parent lives
 *                                  and nobody else wants to run
 *
 *===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#if defined(__AVX512F__)
enum { LANES = 8 };
#elif defined(__AVX__)
enum { LANES = 4 };
#else
enum { LANES = 2 };
#endif
/* As many chains as hide the latency of a multiply-add, in registers. */
enum { CHAINS = 10, REPETITIONS = 5 };
/* How many numbers are read anywhere, and how far ahead they are asked for. */
enum { PLACES = 4 << 20, AHEAD = 128 };
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

/* The sum of numbers at places that are listed, in vectors where the compiler has
 * gathers, and by four numbers with a request for what comes later, into the first
 * cache or the second one. */
static double gathered(const double *from, const int32_t *place,
                       const double *factor, int64_t count) {
  double sum = 0;
  (void)factor;
  for (int64_t i = 0; i < count; i++)
    sum += from[place[i]];
  return sum;
}

#define REQUESTED(name, hint, times)                                           \
  static double name(const double *from, const int32_t *place,                 \
                     const double *factor, int64_t count) {                    \
    double sums[4] = {0};                                                      \
    (void)factor;                                                              \
    for (int64_t i = 0; i + 4 <= count; i += 4) {                              \
      for (int n = 0; n < 4; n++) {                                            \
        __builtin_prefetch(from + place[i + n + AHEAD], 0, hint);              \
        double number = from[place[i + n]];                                    \
        __asm__("" : "+x"(number)); /* keeps these out of vectors */           \
        sums[n] += number times;                                               \
      }                                                                        \
    }                                                                          \
    return sums[0] + sums[1] + sums[2] + sums[3];                              \
  }
REQUESTED(requested_first, 3, )
REQUESTED(requested_second, 2, )
/* With factors in a row, which come from the same memory as the numbers. */
REQUESTED(scaled_first, 3, *factor[i + n])
REQUESTED(scaled_second, 2, *factor[i + n])

typedef double way(const double *, const int32_t *, const double *, int64_t);

/* The seconds for each number, by the fastest way. All threads read one array. */
static double anywhere(int64_t bytes, int threads, int64_t cache) {
  way *near[] = {gathered, requested_first, requested_second};
  way *far[] = {scaled_first, scaled_second};
  way **ways = bytes > cache ? far : near;
  int count = bytes > cache ? 2 : 3;
  int64_t size = bytes / (int64_t)sizeof(double);
  double best = 1, start = 0, sink = 0;
  double *from = allocate(size);
  for (int64_t i = 0; i < size; i++)
    from[i] = 1;
#pragma omp parallel num_threads(threads) reduction(+ : sink)
  {
    int32_t *place = (int32_t *)allocate((PLACES + AHEAD) / 2 + 1);
    uint64_t state = 1 + (uint64_t)omp_get_thread_num();
    for (int64_t i = 0; i < PLACES + AHEAD; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      place[i] = (int32_t)((state >> 33) % (uint64_t)size);
    }
    double *factor = allocate(PLACES);
    for (int64_t i = 0; i < PLACES; i++)
      factor[i] = 1;
    for (int repetition = 0; repetition < count * REPETITIONS; repetition++) {
#pragma omp barrier
#pragma omp single
      start = omp_get_wtime();
      sink += ways[repetition % count](from, place, factor, PLACES);
#pragma omp barrier
#pragma omp single
      {
        double seconds = omp_get_wtime() - start;
        double each = seconds / ((double)PLACES * threads);
        best = each < best ? each : best;
      }
    }
    free(place);
    free(factor);
  }
  free(from);
  return sink > 0 ? best : 0;
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

/* Two threads write to a line by turns; zero if the system gives one. */
static double handover(void) {
  enum { TURNS = 20000 };
  static _Alignas(128) int turn;
  double best = 1, start = 0;
  int given = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  given = omp_get_num_threads();
  if (given < 2)
    return 0;
  for (int repetition = 0; repetition < REPETITIONS; repetition++) {
#pragma omp parallel num_threads(2)
    {
      int own = omp_get_thread_num();
#pragma omp barrier
#pragma omp single
      start = omp_get_wtime();
      for (int number = 0; number < TURNS; number++) {
        while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != own)
          ;
        __atomic_store_n(&turn, 1 - own, __ATOMIC_RELEASE);
      }
    }
    double each = (omp_get_wtime() - start) / TURNS;
    best = each < best ? each : best;
  }
  return best;
}

static int stay_awake(int processor) {
  struct sched_param none = {0};
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(processor, &here);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) || sched_setscheduler(0, SCHED_IDLE, &none) ||
      sched_setaffinity(0, sizeof here, &here))
    return 1;
  /* Threads that wait for others give way, and get the processor back at once. */
  for (;;)
    sched_yield();
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "triad"))
    printf("%.6g\n", triad(atoll(argv[2]), atoi(argv[3])));
  else if (argc == 5 && !strcmp(argv[1], "random"))
    printf("%.6g\n", anywhere(atoll(argv[2]), atoi(argv[3]), atoll(argv[4])));
  else if (argc == 3 && !strcmp(argv[1], "flops"))
    printf("%.6g\n", flops(atoi(argv[2])));
  else if (argc == 2 && !strcmp(argv[1], "handover"))
    printf("%.6g\n", handover());
  else if (argc == 3 && !strcmp(argv[1], "awake"))
    return stay_awake(atoi(argv[2]));
  else
    return 2;
  return 0;
}
