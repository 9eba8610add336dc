//===- Lanes.h - Handlers that compute in all lanes -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Templates of handlers for operations that map lanes to lanes. They compute
// all 32 lanes and store those of the mask, in loops that compilers vectorize;
// an operation must therefore be defined for any value.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_LANES_H
#define WEFT_LIB_PTX_LANES_H

#include "Decoder.h"
#include "Warp.h"

#include <type_traits>

// Sources and results are the same lanes or do not overlap.
#if defined(__clang__)
#define WEFT_PTX_LANES _Pragma("clang loop vectorize(assume_safety)")
#else
#define WEFT_PTX_LANES _Pragma("GCC ivdep")
#endif

namespace weft {
namespace ptx {

/// Stores lanes of a mask.
template <typename T>
void storeLanes(T *__restrict result, const T *__restrict values, Mask mask) {
  if (mask == kAllLanes) {
    std::memcpy(result, values, kWarpSize * sizeof(T));
    return;
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    result[lane] = mask >> lane & 1 ? values[lane] : result[lane];
}

/// `Op::apply(a)`; R and A are the types of result and operand.
template <typename R, typename A, typename Op>
void mapOne(Warp &warp, const Instr &instr, Mask mask) {
  alignas(64) R values[kWarpSize];
  const A *a = warp.at<const A>(instr.source[0]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    values[lane] = R(Op::apply(a[lane]));
  storeLanes(warp.at<R>(instr.result[0]), values, mask);
}

template <typename R, typename A, typename B, typename Op>
void mapTwo(Warp &warp, const Instr &instr, Mask mask) {
  alignas(64) R values[kWarpSize];
  const A *a = warp.at<const A>(instr.source[0]);
  const B *b = warp.at<const B>(instr.source[1]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    values[lane] = R(Op::apply(a[lane], b[lane]));
  storeLanes(warp.at<R>(instr.result[0]), values, mask);
}

template <typename R, typename A, typename B, typename C, typename Op>
void mapThree(Warp &warp, const Instr &instr, Mask mask) {
  alignas(64) R values[kWarpSize];
  const A *a = warp.at<const A>(instr.source[0]);
  const B *b = warp.at<const B>(instr.source[1]);
  const C *c = warp.at<const C>(instr.source[2]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    values[lane] = R(Op::apply(a[lane], b[lane], c[lane]));
  storeLanes(warp.at<R>(instr.result[0]), values, mask);
}

/// A type as a template argument.
template <typename T> struct TypeOf {
  using type = T;
};

/// Calls a function with the integer type of so many bits. False if there is
/// none.
template <typename Function>
bool withInteger(unsigned bits, bool isSigned, Function function) {
  switch (bits) {
  case 8:
    isSigned ? function(TypeOf<int8_t>()) : function(TypeOf<uint8_t>());
    return true;
  case 16:
    isSigned ? function(TypeOf<int16_t>()) : function(TypeOf<uint16_t>());
    return true;
  case 32:
    isSigned ? function(TypeOf<int32_t>()) : function(TypeOf<uint32_t>());
    return true;
  case 64:
    isSigned ? function(TypeOf<int64_t>()) : function(TypeOf<uint64_t>());
    return true;
  }
  return false;
}

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_LANES_H
