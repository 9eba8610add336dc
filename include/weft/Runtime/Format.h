//===- Format.h - How a tensor is stored, without a compiler ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plain description of a stored tensor's format that the text front end,
// the runtime and the compiler agree on. It mirrors the
// `#level.format` attribute for the level types that the runtime can pack by
// itself (thesis section 2.4 and 2.5) and depends on nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_FORMAT_H
#define WEFT_RUNTIME_FORMAT_H

#include "weft/Runtime/ElementType.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft {
namespace runtime {

/// The level types of this description.
enum class LevelKind { Dense, Compressed, Singleton };

/// One level: its type, its configurable properties and the tensor mode whose
/// coordinates it stores.
struct Level {
  LevelKind kind = LevelKind::Dense;
  bool unique = true;
  bool ordered = true;
  int64_t mode = 0;

  bool operator==(const Level &other) const {
    return kind == other.kind && unique == other.unique &&
           ordered == other.ordered && mode == other.mode;
  }
};

/// A tensor format: the levels from the outermost to the innermost and the
/// widths of positions and coordinates in bits (8, 16, 32 or 64).
struct Format {
  std::vector<Level> levels;
  int positionBits = 32;
  int coordinateBits = 32;
  /// What components are that are not stored; zero if there is none.
  std::optional<Number> fill;

  int64_t order() const { return static_cast<int64_t>(levels.size()); }
  bool operator==(const Format &other) const {
    return levels == other.levels && positionBits == other.positionBits &&
           coordinateBits == other.coordinateBits && fill == other.fill;
  }

  /// All modes dense, in the order of the tensor's modes.
  static Format dense(int64_t order);
  /// A sorted coordinate list in the order of the tensor's modes; its last
  /// level is unique.
  static Format coo(int64_t order);
};

/// The format as text, e.g. "(i0, i1) -> (i0 : dense, i1 : compressed)".
std::string toString(const Format &format);

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_FORMAT_H
