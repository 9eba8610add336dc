/* Asks for a result whose coordinates do not fit, by the C source of a kernel.
 */
#include "narrow-kernel.c"

#include <stdio.h>

int main(void) {
  int32_t pos[] = {0, 0}, crd[1] = {0};
  double vals[1] = {0};
  int64_t C_dims[] = {1, 300}, A_dims[] = {1, 300};
  weft_array C_arrays[3] = {{NULL, 0}};
  weft_array A_arrays[] = {{pos, 2}, {crd, 0}, {vals, 0}};
  weft_tensor_data C = {2, 3, C_dims, C_arrays};
  weft_tensor_data A = {2, 3, A_dims, A_arrays};
  weft_rt_error error;
  int64_t status = narrow(&C, &A, &error);
  printf("status %d: %d %d\n", (int)status, (int)error.detail[0],
         (int)error.detail[1]);
  return C_arrays[0].data != NULL;
}
