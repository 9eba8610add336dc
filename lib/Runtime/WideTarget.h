//===- WideTarget.h - Functions with vectors of 64 bytes --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What marks functions that may use AVX-512. Who calls them asks
// hasWideVectors.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_WIDETARGET_H
#define WEFT_LIB_RUNTIME_WIDETARGET_H

#ifdef __x86_64__

#include <immintrin.h>

#define WEFT_WIDE __attribute__((target("avx512f,avx512bw,avx512vl,popcnt")))
#define WEFT_WIDE_INLINE                                                       \
  static inline __attribute__((always_inline,                                  \
                               target("avx512f,avx512bw,avx512vl,popcnt")))

#endif

#endif // WEFT_LIB_RUNTIME_WIDETARGET_H
