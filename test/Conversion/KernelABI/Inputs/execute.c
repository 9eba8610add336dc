/*===- execute.c - Runs the kernels of execute.mlir ----------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Calls the kernels of execute.mlir as a C program does, through TensorABI.h,
 * and compares their results with arrays made here. It also counts what the
 * kernels take and give back: nothing but the results may remain.
 *
 *===----------------------------------------------------------------------===*/

#include "weft/Runtime/TensorABI.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { M = 60, N = 41, NNZ_MAX = M * N, MAX_ARRAYS = 5 };

/* What lowered kernels call for memory. */
static int64_t blocks;
void *_mlir_memref_to_llvm_alloc(int64_t bytes) {
  ++blocks;
  return weft_rt_alloc(bytes);
}
void *weft_rt_alloc_result(int64_t result, int64_t bytes) {
  (void)result;
  ++blocks;
  return weft_rt_alloc(bytes);
}
void _mlir_memref_to_llvm_free(void *data) {
  --blocks;
  weft_rt_free(data);
}

typedef struct {
  weft_tensor_data data;
  int64_t dims[2];
  weft_array arrays[MAX_ARRAYS];
} tensor;

static tensor make(int64_t order, int64_t m, int64_t n, int64_t num_arrays) {
  tensor t;
  memset(&t, 0, sizeof t);
  t.data.order = order;
  t.data.num_arrays = num_arrays;
  t.dims[0] = m;
  t.dims[1] = n;
  return t;
}

static int leaks;

/* Runs a kernel on results and operands, each a pointer to a tensor. */
static weft_rt_error run(weft_kernel_fn kernel, tensor **tensors, int count,
                         int num_results) {
  weft_tensor_data *pointers[8];
  int64_t remaining = 0;
  for (int i = 0; i < count; ++i) {
    tensors[i]->data.dims = tensors[i]->dims;
    tensors[i]->data.arrays = tensors[i]->arrays;
    pointers[i] = &tensors[i]->data;
    if (i < num_results)
      remaining += tensors[i]->data.num_arrays;
  }
  blocks = 0;
  weft_rt_error error;
  int64_t status = weft_rt_invoke(kernel, pointers, &error);
  if (status == WEFT_RT_OK && blocks != remaining)
    leaks = 1;
  return error;
}
#define RUN(kernel, num_results, ...)                                          \
  run(kernel, (tensor *[]){__VA_ARGS__},                                       \
      sizeof((tensor *[]){__VA_ARGS__}) / sizeof(tensor *), num_results)

static void release(tensor *t) {
  for (int i = 0; i < t->data.num_arrays; ++i)
    weft_rt_free_result(t->arrays[i].data);
}

static int same(weft_array array, const void *expected, int64_t length,
                int64_t bytes) {
  return array.length == length &&
         (length == 0 || memcmp(array.data, expected, length * bytes) == 0);
}

static void report(const char *name, weft_rt_error error, int ok) {
  printf("%s: %s\n", name, error.status == WEFT_RT_OK && ok ? "ok" : "wrong");
}

/* A matrix with empty rows, in CSR. */
static int32_t pos[M + 1], crd[NNZ_MAX];
static double val[NNZ_MAX];

static tensor makeMatrix(void) {
  for (int i = 0; i < M; ++i) {
    pos[i + 1] = pos[i];
    for (int j = 0; j < N; ++j)
      if (i % 3 != 1 && (i * 7 + j * 5) % 4 == 0) {
        crd[pos[i + 1]] = j;
        val[pos[i + 1]++] = i * 100 + j + 1;
      }
  }
  tensor t = make(2, M, N, 3);
  t.arrays[0] = (weft_array){pos, M + 1};
  t.arrays[1] = (weft_array){crd, pos[M]};
  t.arrays[2] = (weft_array){val, pos[M]};
  return t;
}

void csr_entry(weft_tensor_data *const *);
void dcsr_entry(weft_tensor_data *const *);
void rows_entry(weft_tensor_data *const *);
void list_entry(weft_tensor_data *const *);
void combine_entry(weft_tensor_data *const *);
void assemble_entry(weft_tensor_data *const *);
void compute_entry(weft_tensor_data *const *);
void search_entry(weft_tensor_data *const *);
void copies_entry(weft_tensor_data *const *);
void positions_entry(weft_tensor_data *const *);
void coordinates_entry(weft_tensor_data *const *);
void sizes_entry(weft_tensor_data *const *);
void unreserved_entry(weft_tensor_data *const *);

static void testMatrices(void) {
  tensor a = makeMatrix();
  int64_t nnz = pos[M];

  tensor csr = make(2, 0, 0, 3);
  weft_rt_error error = RUN(csr_entry, 1, &csr, &a);
  report("csr", error,
         csr.dims[0] == M && csr.dims[1] == N &&
             same(csr.arrays[0], pos, M + 1, 4) &&
             same(csr.arrays[1], crd, nnz, 4) &&
             same(csr.arrays[2], val, nnz, 8));
  release(&csr);

  /* The rows that are not empty, and their bounds. */
  int32_t rows[M], bounds[M + 1] = {0};
  int64_t numRows = 0;
  for (int i = 0; i < M; ++i)
    if (pos[i] != pos[i + 1]) {
      rows[numRows++] = i;
      bounds[numRows] = pos[i + 1];
    }
  int32_t root[2] = {0, (int32_t)numRows};
  tensor dcsr = make(2, 0, 0, 5);
  error = RUN(dcsr_entry, 1, &dcsr, &a);
  report("dcsr", error,
         same(dcsr.arrays[0], root, 2, 4) &&
             same(dcsr.arrays[1], rows, numRows, 4) &&
             same(dcsr.arrays[2], bounds, numRows + 1, 4) &&
             same(dcsr.arrays[3], crd, nnz, 4) &&
             same(dcsr.arrays[4], val, nnz, 8));
  release(&dcsr);

  static double dense[M * N];
  for (int64_t r = 0; r < numRows; ++r) {
    for (int j = 0; j < N; ++j)
      dense[r * N + j] = 7;
    for (int q = pos[rows[r]]; q < pos[rows[r] + 1]; ++q)
      dense[r * N + crd[q]] = val[q];
  }
  tensor blocked = make(2, 0, 0, 3);
  error = RUN(rows_entry, 1, &blocked, &a);
  report("rows", error,
         same(blocked.arrays[0], root, 2, 4) &&
             same(blocked.arrays[1], rows, numRows, 4) &&
             same(blocked.arrays[2], dense, numRows * N, 8));
  release(&blocked);

  /* Column by column, each entry and then its negative. */
  static int32_t js[2 * NNZ_MAX], is[2 * NNZ_MAX];
  static double vs[2 * NNZ_MAX], sums[M];
  int64_t count = 0;
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < M; ++i)
      for (int q = pos[i]; q < pos[i + 1]; ++q)
        if (crd[q] == j)
          for (int sign = 1; sign >= -1; sign -= 2) {
            js[count] = j;
            is[count] = i;
            vs[count++] = sign * val[q];
          }
  for (int64_t q = 0; q < count; q += 2)
    sums[is[q]] += vs[q] - vs[q + 1];
  int32_t ends[2] = {0, (int32_t)count};
  tensor list = make(2, 0, 0, 4);
  error = RUN(list_entry, 1, &list, &a);
  report("list", error,
         same(list.arrays[0], ends, 2, 4) &&
             same(list.arrays[1], js, count, 4) &&
             same(list.arrays[2], is, count, 4) &&
             same(list.arrays[3], vs, count, 8));
  tensor y = make(1, M, 0, 1);
  error = RUN(combine_entry, 1, &y, &list);
  report("combine", error, same(y.arrays[0], sums, M, 8));
  release(&y);
  release(&list);
}

static void testVectors(void) {
  /* Coordinates 1, 4, 7, ... with complex values. */
  enum { LENGTH = 100, COUNT = 33 };
  int32_t ends[2] = {0, COUNT}, coords[COUNT];
  double values[2 * COUNT], zeros[2 * COUNT] = {0};
  for (int q = 0; q < COUNT; ++q) {
    coords[q] = 3 * q + 1;
    values[2 * q] = q;
    values[2 * q + 1] = -q;
  }
  tensor x = make(1, LENGTH, 0, 3);
  x.arrays[0] = (weft_array){ends, 2};
  x.arrays[1] = (weft_array){coords, COUNT};
  x.arrays[2] = (weft_array){values, COUNT};

  tensor y = make(1, 0, 0, 3), z = make(1, 0, 0, 3);
  weft_rt_error error = RUN(assemble_entry, 1, &y, &x);
  report("assemble", error,
         y.dims[0] == LENGTH && same(y.arrays[0], ends, 2, 4) &&
             same(y.arrays[1], coords, COUNT, 4) &&
             same(y.arrays[2], zeros, COUNT, 16));
  error = RUN(compute_entry, 1, &z, &y, &x);
  report("compute", error,
         z.arrays[0].data != y.arrays[0].data &&
             same(z.arrays[0], ends, 2, 4) &&
             same(z.arrays[1], coords, COUNT, 4) &&
             same(z.arrays[2], values, COUNT, 16));
  release(&y);
  release(&z);

  int32_t fewer[2] = {0, COUNT - 1};
  tensor small = x;
  small.arrays[0] = (weft_array){fewer, 2};
  error = RUN(compute_entry, 1, &z, &small, &x);
  printf("compute with another structure: %d\n", (int)error.status);
  int32_t moved[COUNT];
  memcpy(moved, coords, sizeof coords);
  ++moved[COUNT - 1];
  tensor other = x;
  other.arrays[1] = (weft_array){moved, COUNT};
  error = RUN(compute_entry, 1, &z, &other, &x);
  printf("compute with other coordinates: %d\n", (int)error.status);

  int64_t firsts[LENGTH];
  for (int i = 0; i < LENGTH; ++i)
    firsts[i] = (i + 1) / 3 < COUNT ? (i + 1) / 3 : COUNT;
  tensor w = make(1, 0, 0, 1);
  error = RUN(search_entry, 1, &w, &x);
  report("search", error, same(w.arrays[0], firsts, LENGTH, 8));
  release(&w);
}

static void testCopies(void) {
  double scalar = 5;
  int64_t numbers[3] = {1, 2, 3};
  tensor s = make(0, 0, 0, 1), x = make(1, 3, 0, 1);
  s.arrays[0] = (weft_array){&scalar, 1};
  x.arrays[0] = (weft_array){numbers, 3};
  tensor a = make(1, 0, 0, 1), b = make(0, 0, 0, 1), c = make(0, 0, 0, 1);
  weft_rt_error error = RUN(copies_entry, 3, &a, &b, &c, &s, &x);
  report("copies", error,
         a.arrays[0].data != numbers && same(a.arrays[0], numbers, 3, 8) &&
             b.arrays[0].data != c.arrays[0].data &&
             same(b.arrays[0], &scalar, 1, 8) &&
             same(c.arrays[0], &scalar, 1, 8));
  release(&a);
  release(&b);
  release(&c);
}

static void testFailures(void) {
  static int64_t numbers[200];
  tensor x = make(1, 200, 0, 1), r = make(2, 0, 0, 3);
  x.arrays[0] = (weft_array){numbers, 200};
  weft_rt_error error = RUN(positions_entry, 1, &r, &x);
  printf("positions: %d needed %d largest %d of %d\n", (int)error.status,
         (int)error.detail[0], (int)error.detail[1], (int)error.detail[2]);
  error = RUN(coordinates_entry, 1, &r, &x);
  printf("coordinates: %d needed %d largest %d of %d\n", (int)error.status,
         (int)error.detail[0], (int)error.detail[1], (int)error.detail[2]);
  tensor large = make(2, INT64_C(1) << 40, INT64_C(1) << 30, 1);
  error = RUN(sizes_entry, 1, &large);
  printf("sizes: %d\n", (int)error.status);

  double sevens[40 * 3];
  for (int i = 0; i < 40 * 3; ++i)
    sevens[i] = 7;
  tensor rows = make(2, 40, 3, 3);
  error = RUN(unreserved_entry, 1, &rows);
  report("unreserved", error, same(rows.arrays[2], sevens, 40 * 3, 8));
  release(&rows);
}

int main(void) {
  testMatrices();
  testVectors();
  testCopies();
  testFailures();
  printf("memory: %s\n", leaks ? "leaks" : "ok");
  return 0;
}
