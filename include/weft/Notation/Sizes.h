//===- Sizes.h - Sizes of modes and index variables -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes of operands determine those of the results: an index variable
// ranges over the modes that it indexes (thesis section 4.2), which must
// therefore be of one size. This is where sizes that disagree are found, before
// a kernel runs, with the place in the text that makes them meet.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_NOTATION_SIZES_H
#define WEFT_NOTATION_SIZES_H

#include "weft/Notation/Program.h"

#include <functional>
#include <map>
#include <optional>

namespace weft {
namespace notation {

/// Sizes by name: of the modes of tensors and of index variables.
struct Sizes {
  std::map<std::string, std::vector<int64_t>, std::less<>> tensors;
  std::map<std::string, int64_t, std::less<>> variables;
};

/// Where the size of an index variable comes from.
struct SizeSource {
  enum class Kind {
    /// A size that is given for the variable.
    Stated,
    /// The modes of operands that it indexes alone.
    Operand,
    /// Slices.
    Slice,
    /// Sums that index operands: it is the largest size with which none of them
    /// goes past the end of its mode, or, where the variable is subtracted,
    /// below zero.
    Sums,
    /// The result, whose size is given.
    Result,
    /// None: the variable is used as a number alone, or its size is unknown.
    None
  };
  /// A position in `Statement::variables`.
  size_t variable = 0;
  Kind kind = Kind::None;
  /// Positions in `Statement::sums`. The other variables in them come earlier.
  std::vector<size_t> sums;
};

/// In which order, and from what, the sizes of the variables of a statement
/// follow. `isStated` tells whether the size of a variable is given by its
/// name. Sums determine sizes only where nothing else does, and then as early
/// as they can.
std::vector<SizeSource>
orderSizes(const Statement &statement,
           const std::function<bool(const std::string &)> &isStated);

/// A size of an index variable and where it comes from.
struct SizeUse {
  enum class Kind {
    /// The size is given for the variable.
    Stated,
    /// The variable indexes a mode of this size.
    Mode,
    /// The variable stands for a slice of this size.
    Slice
  };
  Kind kind = Kind::Stated;
  int64_t size = 0;
  /// The mode, such as "mode 2 of A", or the slice; empty if stated.
  std::string description;
  /// The place of the index; empty if stated.
  Range range;

  /// E.g. "5 in mode 2 of A", "5 in the slice 0:5" or "5 as given".
  std::string toString() const;
};

/// Two sizes of one index variable in one statement.
struct SizeConflict {
  std::string variable;
  SizeUse first, second;

  /// The error in terms of index variables.
  Diagnostic toDiagnostic() const;
};

/// The sizes of all tensors by name, or the error.
struct InferredSizes
    : Result<std::map<std::string, std::vector<int64_t>, std::less<>>> {
  using Result::Result;

  /// What the error is about if an index variable has two sizes.
  std::optional<SizeConflict> conflict;
};

/// Given the sizes of the inputs, computes those of all tensors. The sizes of
/// results and of index variables may be given as well: they are checked, and
/// needed where no operand determines them. It is an error if
/// - an index variable has two sizes in one statement,
/// - a constant index or a slice is past the end of its mode,
/// - a sum can be larger than a coordinate can be,
/// - a size is given for a tensor with another number of modes, or
/// - the size of an index variable that indexes a tensor is unknown.
InferredSizes inferSizes(const Program &program, const Sizes &given);

/// Checks the sizes that are known before others are: whether an index variable
/// has two of them, an index is past the end of a mode, or a tensor has another
/// number of modes.
std::optional<Diagnostic> checkSizes(const Program &program,
                                     const Sizes &given);

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_SIZES_H
