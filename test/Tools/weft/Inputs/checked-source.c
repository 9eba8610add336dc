/* Runs the C source of a product that checks its accesses on operands with
 * positions and coordinates out of bounds, and prints how each run ends. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "checked-kernel.c"

static void run(int32_t first, int32_t coordinate) {
  int32_t pos[] = {first, 1}, crd[] = {coordinate};
  double vals[] = {2}, x_vals[] = {3, 4};
  weft_array matrix[] = {{pos, 2}, {crd, 1}, {vals, 1}};
  weft_array vector[] = {{x_vals, 2}}, results[] = {{NULL, 0}};
  int64_t dims[] = {1, 2}, columns[] = {2}, rows[] = {1};
  weft_tensor_data A = {2, 3, dims, matrix}, x = {1, 1, columns, vector};
  weft_tensor_data y = {1, 1, rows, results};
  weft_rt_error error;
  if (multiply(&y, &A, &x, &error) == WEFT_RT_OK)
    printf("y = %g\n", *(double *)results[0].data);
  else
    printf("status %d\n", (int)error.status);
  free(results[0].data);
}

int main(void) {
  run(0, 1);
  run(0, 2);
  run(0, -1);
  run(0, -100000000);
  run(-1, 0);
}
