/*===- sparse-tensor.c - Runs kernels for upstream's encodings
 * ---------------===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * A is 3 x 3 with 1 at (0, 0) and 2 at (0, 2); B has 10 at (0, 0) and 30 at
 * (2, 1). What is made has positions and coordinates of 64 bits, the width that
 * encodings have which say none.
 *
 *===----------------------------------------------------------------------===*/

#include "weft/Runtime/TensorABI.h"

#include <stdio.h>

/* What the driver names as the runtime does. */
void *_mlir_memref_to_llvm_alloc(int64_t bytes) { return weft_rt_alloc(bytes); }
void _mlir_memref_to_llvm_free(void *data) { weft_rt_free(data); }

void add_entry(weft_tensor_data *const *);
void multiply_entry(weft_tensor_data *const *);

int main(void) {
  int32_t rowPos[] = {0, 2, 2, 2}, rowCrd[] = {0, 2};
  double rowVal[] = {1, 2};
  int64_t dims[] = {3, 3};
  weft_array rows[] = {{rowPos, 4}, {rowCrd, 2}, {rowVal, 2}};
  weft_tensor_data A = {2, 3, dims, rows};

  int32_t columnPos[] = {0, 1, 2, 2};
  int16_t columnCrd[] = {0, 2};
  double columnVal[] = {10, 30};
  weft_array columns[] = {{columnPos, 4}, {columnCrd, 2}, {columnVal, 2}};
  weft_tensor_data B = {2, 3, dims, columns};

  int64_t sumDims[2] = {0, 0};
  weft_array sums[5] = {{0, 0}};
  weft_tensor_data C = {2, 5, sumDims, sums};
  weft_rt_error error;
  weft_tensor_data *adding[] = {&C, &A, &B};
  if (weft_rt_invoke(add_entry, adding, &error) != WEFT_RT_OK)
    return 1;
  printf("rows:");
  for (int64_t i = 0; i < sums[1].length; ++i)
    printf(" %d", (int)((const int64_t *)sums[1].data)[i]);
  printf("\ncolumns:");
  for (int64_t i = 0; i < sums[3].length; ++i)
    printf(" %d", (int)((const int64_t *)sums[3].data)[i]);
  printf("\nvalues:");
  for (int64_t i = 0; i < sums[4].length; ++i)
    printf(" %g", ((const double *)sums[4].data)[i]);
  for (int i = 0; i < 5; ++i)
    weft_rt_free_result(sums[i].data);

  double x[] = {1, 10, 100};
  int64_t length[] = {3}, productLength[] = {0};
  weft_array vector[] = {{x, 3}}, product[] = {{0, 0}};
  weft_tensor_data X = {1, 1, length, vector};
  weft_tensor_data y = {1, 1, productLength, product};
  weft_tensor_data *multiplying[] = {&y, &A, &X};
  if (weft_rt_invoke(multiply_entry, multiplying, &error) != WEFT_RT_OK)
    return 1;
  printf("\nproduct:");
  for (int64_t i = 0; i < product[0].length; ++i)
    printf(" %g", ((const double *)product[0].data)[i]);
  printf("\n");
  weft_rt_free_result(product[0].data);
  return 0;
}
