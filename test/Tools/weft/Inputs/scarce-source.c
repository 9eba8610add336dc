/* Runs the C source of a sum on threads with memory for so many arrays only,
 * and says how each kernel ends and what it leaves behind. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static long room, held;

static void *take(void *old, size_t size) {
  if (room-- <= 0)
    return NULL;
  held += old == NULL;
  return realloc(old, size);
}
static void give(void *data) {
  held -= data != NULL;
  free(data);
}

#define malloc(size) take(NULL, size)
#define realloc(old, size) take(old, size)
#define free(data) give(data)
#include "sum-kernel.c"

#define COUNT 40

int main(void) {
  static int32_t pos[COUNT + 1], crd[COUNT];
  static double vals[COUNT];
  for (int32_t k = 0; k < COUNT; k++) {
    pos[k + 1] = k + 1;
    crd[k] = k;
    vals[k] = k;
  }
  weft_array arrays[] = {{pos, COUNT + 1}, {crd, COUNT}, {vals, COUNT}};
  int64_t dims[] = {COUNT, COUNT};
  weft_tensor_data A = {2, 3, dims, arrays};
  long numFailures = 0;
  for (long allowed = 0;; allowed++) {
    weft_array results[5] = {{NULL, 0}};
    int64_t sizes[] = {COUNT, COUNT};
    weft_tensor_data C = {2, 5, sizes, results};
    weft_rt_error error;
    room = allowed;
    int64_t status = sum(&C, &A, &A, &error);
    if (status != error.status ||
        (status != WEFT_RT_OK && status != WEFT_RT_OUT_OF_MEMORY))
      printf("status %d, error %d\n", (int)status, (int)error.status);
    if (held != (status == WEFT_RT_OK ? 5 : 0))
      printf("%ld arrays are held after status %d\n", held, (int)status);
    if (status == WEFT_RT_OK) {
      const double *C_vals = results[4].data;
      printf("%s failures: %g\n", numFailures > 10 ? "many" : "few",
             C_vals[COUNT - 1]);
      return 0;
    }
    numFailures++;
  }
}
