//===- main.c - Calls a program of patterns -----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the table of a product and calls its kernel.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdio.h>

void spmv_kernel(int64_t n, int64_t m, const int32_t *lengths,
                 const int32_t *cols, const float *values, const float *xs,
                 float *ys, const int64_t *offsets);
void spmv_table0(int64_t n, int64_t m, const int32_t *lengths,
                 const int32_t *cols, const float *values, const float *xs,
                 int64_t *offsets);

int main(void) {
  const int32_t lengths[] = {2, 0, 3};
  const int32_t cols[] = {0, 3, 1, 2, 3};
  const float values[] = {1, 2, 3, 4, 5};
  const float xs[] = {1, 10, 100, 1000};
  float ys[3];
  int64_t offsets[4];
  spmv_table0(3, 4, lengths, cols, values, xs, offsets);
  spmv_kernel(3, 4, lengths, cols, values, xs, ys, offsets);
  for (int i = 0; i < 4; ++i)
    printf("%d ", (int)offsets[i]);
  printf("\n");
  for (int i = 0; i < 3; ++i)
    printf("%g ", ys[i]);
  printf("\n");
  return 0;
}
