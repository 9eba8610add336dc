//===- Prelude.cpp - Helper functions of C kernels --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what stands above kernels in C.
//
//===----------------------------------------------------------------------===//

#include "Prelude.h"
#include "Helpers.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace weft::csource;

/// The types of TensorABI.h, which is where their members are explained.
static constexpr StringRef kTypes =
    R"(/* Tensors as weft/Runtime/TensorABI.h describes them: the arrays of the levels,
 * and the values last. A program may include that header before this file. */
#if !defined(WEFT_RUNTIME_TENSORABI_H) && !defined(WEFT_TENSOR_TYPES)
#define WEFT_TENSOR_TYPES
typedef struct weft_array {
  void *data;
  int64_t length; /* in elements */
} weft_array;

typedef struct weft_tensor_data {
  int64_t order, num_arrays;
  int64_t *dims;
  weft_array *arrays;
} weft_tensor_data;

enum {
  WEFT_RT_OK = 0,
  WEFT_RT_OUT_OF_MEMORY = 1,
  WEFT_RT_INDEX_OVERFLOW = 2,
  WEFT_RT_SIZE_OVERFLOW = 3,
  WEFT_RT_INVALID_ARGUMENT = 4,
  WEFT_RT_STRUCTURE_MISMATCH = 5,
  WEFT_RT_OUT_OF_BOUNDS = 6,
  WEFT_RT_NO_ROOM = 7,
  WEFT_RT_BOUND_VIOLATED = 8,
  WEFT_RT_DEVICE_FAILED = 10,
  WEFT_RT_NEGATIVE_LENGTH = 11,
  WEFT_RT_LENGTH_MISMATCH = 12,
  WEFT_RT_DIVISION_BY_ZERO = 13
};

typedef struct weft_rt_error {
  int64_t status;
  int64_t detail[3];
} weft_rt_error;
#endif

)";

/// What a kernel holds.
static constexpr StringRef kRun =
    R"(/* What a kernel holds while it runs, and the first thing that went wrong. */
typedef struct weft_run {
  void **blocks;
  int64_t num_blocks, max_blocks;
  weft_rt_error error;
} weft_run;

)";

/// What a kernel holds in CUDA C++, where arrays have copies on the device.
static constexpr StringRef kCUDARun =
    R"(/* The copy of an array on the device. */
typedef struct weft_copy {
  struct weft_copy *next;
  void *host, *device;
  size_t bytes;
  bool host_is_current, device_is_current;
} weft_copy;

/* What a kernel holds while it runs, and the first thing that went wrong. */
typedef struct weft_run {
  void **blocks;
  int64_t num_blocks, max_blocks;
  weft_rt_error error;
  weft_copy *copies;
} weft_run;

)";

/// Without OpenMP, compilers are told that the iterations do not depend on each
/// other, and GCC that it is not to unroll the loop before it looks for
/// vectors.
static constexpr StringRef kSimd =
    R"c(/* Before a loop whose iterations are independent, to be vectorized. */
#ifdef _OPENMP
#define WEFT_SIMD _Pragma("omp simd")
#elif defined(__clang__)
#define WEFT_SIMD _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define WEFT_SIMD _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#else
#define WEFT_SIMD
#endif

)c";

/// Clang vectorizes a loop around one that it has unrolled.
static constexpr StringRef kScalar =
    R"c(/* Before a loop whose iterations have vectors inside. */
#ifdef __clang__
#define WEFT_SCALAR _Pragma("clang loop vectorize(disable)")
#else
#define WEFT_SCALAR
#endif

)c";

/// What stands above a file of CUDA C++.
static constexpr StringRef kDeviceHeader =
    R"(/* nvcc compiles this file for devices. Other compilers take the header of Weft,
 * which runs the threads of a block in turn. */
#ifdef __CUDACC__
#include <cuda_runtime.h>
)";
static constexpr StringRef kLaunch =
    R"(#define WEFT_LAUNCH(kernel, grid, block) kernel<<<grid, block>>>
#else
#include "weft/Target/C/CudaEmulation.h"
#endif

)";

/// A function for host and device.
static std::string shareWithDevice(StringRef text) {
  std::string shared;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    if (line.starts_with("static "))
      shared += "__host__ __device__ ";
    shared += (line + "\n").str();
    text = rest;
  }
  return shared;
}

void Prelude::print(raw_ostream &os) const {
  StringSet<> wanted = required, included = headers;
  // Whatever a function calls is before it.
  SmallVector<Helper> helpers(getMemoryHelpers());
  append_range(helpers, getEntryHelpers());
  append_range(helpers, getDeviceHelpers());
  size_t numMemory = helpers.size();
  append_range(helpers, getOperatorHelpers());
  for (const Helper &helper : reverse(helpers))
    if (wanted.contains(helper.name)) {
      for (StringRef name : helper.needs)
        wanted.insert(name);
      for (StringRef header : helper.headers)
        included.insert(header);
    }
  included.insert("stdint.h");
  included.insert("stdlib.h");
  SmallVector<StringRef> sorted(included.keys());
  llvm::sort(sorted);
  for (StringRef header : sorted)
    os << "#include <" << header << ">\n";
  os << "\n";
  if (isCUDA) {
    os << kDeviceHeader;
    SmallVector<StringRef> sortedDevice(deviceHeaders.keys());
    llvm::sort(sortedDevice);
    for (StringRef header : sortedDevice)
      os << "#include <" << header << ">\n";
    os << kLaunch << kTypes << kCUDARun;
  } else if (hasTypes) {
    os << kTypes << kRun;
  }
  if (hasSimd)
    os << kSimd;
  if (hasScalar)
    os << kScalar;
  for (auto [number, helper] : enumerate(helpers)) {
    if (!wanted.contains(helper.name))
      continue;
    if (isCUDA && number >= numMemory)
      os << shareWithDevice(helper.text) << "\n";
    else
      os << helper.text << "\n";
  }
}
