//===- Sizes.h - How large the modes and variables are ----------*- C++ -*-===//
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

#include <map>

namespace weft {
namespace notation {

/// Sizes by name: of the modes of tensors and of index variables.
struct Sizes {
  std::map<std::string, std::vector<int64_t>, std::less<>> tensors;
  std::map<std::string, int64_t, std::less<>> variables;
};

/// Given the sizes of the inputs, computes those of all tensors. The sizes of
/// results and of index variables may be given as well: they are checked, and
/// needed where no operand determines them. It is an error if
/// - an index variable has two sizes in one statement,
/// - a constant index is past the end of its mode,
/// - a size is given for a tensor with another number of modes, or
/// - the size of an index variable that indexes a tensor is unknown.
Result<std::map<std::string, std::vector<int64_t>, std::less<>>>
inferSizes(const Program &program, const Sizes &given);

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_SIZES_H
