//===- WideVectors.h - Entries in vectors of 64 bytes -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What processors with vectors of 16 coordinates do in another way: few entries
// are sorted in registers, and marked places are packed from vectors.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_WIDEVECTORS_H
#define WEFT_LIB_RUNTIME_WIDEVECTORS_H

#include <cstdint>

namespace weft {
namespace runtime {

/// As many entries are sorted in registers.
constexpr int64_t mostInRegisters = 256;

/// Whether the processor has such vectors, with masks.
bool hasWideVectors();

/// Puts 1 to mostInRegisters entries in order, equal ones as they came; only
/// with wide vectors. Values have 4 or 8 bytes. Returns the number of different
/// coordinates, each of which is kept once, and says in `places` which of them
/// each value belongs to: `p`, or `~p` if it is the first one there. If they
/// all differ, `places` is left alone. Nothing is done, and zero returned, if
/// the coordinates are too far from each other.
int64_t sortInRegisters(int32_t *coords, int64_t count, int64_t *places,
                        char *values, int64_t valueBytes);

/// Takes the values of the places, a multiple of 64, that are marked by bytes
/// of one: leaves no mark and `clean` there, and writes the coordinates, from
/// `first` on, and the values one after the other; only with wide vectors.
/// Returns how many there are.
int64_t takeMarked(uint8_t *marks, int64_t size, int32_t first, uint64_t *table,
                   uint64_t clean, int32_t *coords, uint64_t *values);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_WIDEVECTORS_H
