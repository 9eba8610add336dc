// Calls the CUDA source of conversions to bf16, and compares with integers that
// are rounded once.

#include "i32.h"
#include "i64.h"
#include "u32.h"
#include "u64.h"

#include "weft/Target/C/CudaEmulation.h"

#include <cstdio>
#include <vector>

template <typename Integer>
using Kernel = int64_t (*)(weft_tensor_data *, const weft_tensor_data *,
                           weft_rt_error *);

template <typename Integer>
static bool check(Kernel<Integer> kernel, std::vector<Integer> numbers,
                  std::vector<float> expected) {
  int64_t size = numbers.size(), result_size = size;
  weft_array in = {numbers.data(), size}, out = {nullptr, 0};
  weft_tensor_data x = {1, 1, &size, &in}, y = {1, 1, &result_size, &out};
  weft_rt_error error;
  if (kernel(&y, &x, &error) != WEFT_RT_OK)
    return false;
  bool isRight = true;
  auto *rounded = static_cast<__nv_bfloat16 *>(out.data);
  for (int64_t k = 0; k < size; ++k)
    if (float(rounded[k]) != expected[k]) {
      std::printf("%lld becomes %g instead of %g\n", (long long)numbers[k],
                  float(rounded[k]), expected[k]);
      isRight = false;
    }
  free(out.data);
  return isRight;
}

int main() {
  const float small = 0x1.02p30f, large = 0x1.02p62f;
  bool isRight =
      check<int32_t>(convert_i32, {1077936129, -1077936129, 1086324735, 257},
                     {small, -small, small, 256}) &
      check<int64_t>(convert_i64,
                     {4629700416936869889, -4629700416936869889,
                      4665729213955833855, INT64_MIN, INT64_MAX},
                     {large, -large, large, -0x1p63f, 0x1p63f}) &
      check<uint32_t>(convert_u32, {2155872257u, 2172649471u, UINT32_MAX},
                      {2 * small, 2 * small, 0x1p32f}) &
      check<uint64_t>(convert_u64,
                      {9259400833873739777u, 9331458427911667711u, UINT64_MAX},
                      {2 * large, 2 * large, 0x1p64f});
  return isRight ? 0 : 1;
}
