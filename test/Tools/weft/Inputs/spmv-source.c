/* Multiplies a matrix with a vector by the C source of a kernel. */
#include "spmv-kernel.c"

#include <stdio.h>

int main(void) {
  /* [10 0 20; 0 0 30] times [1 2 3]. */
  int32_t pos[] = {0, 2, 3}, crd[] = {0, 2, 2};
  double vals[] = {10, 20, 30}, x_vals[] = {1, 2, 3};
  int64_t y_dims[1] = {0}, A_dims[] = {2, 3}, x_dims[] = {3};
  weft_array y_arrays[1] = {{NULL, 0}};
  weft_array A_arrays[] = {{pos, 3}, {crd, 3}, {vals, 3}};
  weft_array x_arrays[] = {{x_vals, 3}};
  weft_tensor_data y = {1, 1, y_dims, y_arrays};
  weft_tensor_data A = {2, 3, A_dims, A_arrays};
  weft_tensor_data x = {1, 1, x_dims, x_arrays};
  weft_rt_error error;
  int64_t status = spmv(&y, &A, &x, &error);
  const double *y_vals = y_arrays[0].data;
  printf("status %d: %g %g\n", (int)status, y_vals[0], y_vals[1]);
  free(y_arrays[0].data);
  return 0;
}
