/*===- multiply.c - A matrix times a vector through C -------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * The C interface as a user of the installed package meets it: tensors from
 * arrays, a kernel from text, numbers back.
 *
 *===----------------------------------------------------------------------===*/

#include <weft-c/Weft.h>

#include <stdio.h>

/* Says what went wrong and returns the exit status. */
static int fail(const char *action, char *error) {
  fprintf(stderr, "%s failed: %s\n", action, error ? error : "no message");
  weft_string_free(error);
  return 1;
}

int main(void) {
  /* A = [1 0 2]   x = [1 2 3]
   *     [0 0 0]
   *     [0 3 0]                */
  const int64_t sizes[] = {3, 3};
  const int64_t coordinates[] = {0, 0, 0, 2, 2, 1};
  const double values[] = {1, 2, 3};
  const int64_t positions[] = {0, 1, 2};
  const double components[] = {1, 2, 3};
  const double expected[] = {7, 0, 6};
  const char *const formats[] = {"A:CSR"};

  char *error = NULL;
  weft_tensor *a = NULL, *x = NULL, *y = NULL;
  weft_kernel *kernel = NULL;
  if (weft_tensor_create("CSR", "f64", 2, sizes, 3, coordinates, values, 0, &a,
                         &error))
    return fail("making A", error);
  if (weft_tensor_create("d", "f64", 1, sizes, 3, positions, components, 0, &x,
                         &error))
    return fail("making x", error);
  if (weft_compile("y(i) = A(i,j) * x(j)", formats, 1, NULL, 0, NULL, &kernel,
                   &error))
    return fail("compiling", error);

  const weft_tensor *operands[] = {a, x};
  if (weft_kernel_run(kernel, operands, 2, NULL, &y, 1, &error))
    return fail("running", error);

  int64_t rows[3];
  double result[3];
  if (weft_tensor_num_stored(y) != 3)
    return fail("counting", NULL);
  if (weft_tensor_entries(y, rows, result, &error))
    return fail("reading y", error);
  for (int i = 0; i < 3; ++i)
    if (rows[i] != i || result[i] != expected[i])
      return fail("comparing", NULL);
  printf("y = [%g %g %g]\n", result[0], result[1], result[2]);

  weft_tensor_free(a);
  weft_tensor_free(x);
  weft_tensor_free(y);
  weft_kernel_free(kernel);
  return 0;
}
