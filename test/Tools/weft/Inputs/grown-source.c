/* Asks, by the C source of a kernel, how long an array of 64 elements grows
 * that needs as many, and one that needs more.
 */
#include "sum.c"

#include <stdio.h>

int main(void) {
  weft_run run = {NULL, 0, 0, {WEFT_RT_OK, {0, 0, 0}}};
  int64_t same = weft_capacity(&run, 64, 64, INT64_MAX, 8);
  int64_t more = weft_capacity(&run, 64, 65, INT64_MAX, 8);
  printf("grows to %d, %d\n", (int)same, (int)more);
  return (int)run.error.status;
}
