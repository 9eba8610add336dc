/* Calls a compiled matrix-vector product as a C program would. */

#include "spmv.h"

#include <stdio.h>

int main(void) {
  int32_t pos[] = {0, 2, 3}, crd[] = {0, 2, 1};
  double values[] = {1, 2, 3}, components[] = {10, 20, 30};
  int64_t a_dims[] = {2, 3}, x_dims[] = {3}, y_dims[] = {2};
  weft_array a_arrays[] = {{pos, 3}, {crd, 3}, {values, 3}};
  weft_array x_arrays[] = {{components, 3}}, y_arrays[] = {{NULL, 0}};
  weft_tensor_data a = {2, 3, a_dims, a_arrays};
  weft_tensor_data x = {1, 1, x_dims, x_arrays};
  weft_tensor_data y = {1, 1, y_dims, y_arrays};
  weft_rt_error error;
  int64_t status = spmv(&y, &a, &x, &error);
  const double *result = y_arrays[0].data;
  printf("status %d: %g %g\n", (int)status, result[0], result[1]);
  weft_rt_free_result(y_arrays[0].data);
  return (int)status;
}
