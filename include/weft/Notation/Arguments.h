//===- Arguments.h - Arguments given by name --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments "NAME:VALUE" that give a format, a type or sizes to a name of a
// text. A name that the text does not have is an error.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_NOTATION_ARGUMENTS_H
#define WEFT_NOTATION_ARGUMENTS_H

#include "weft/Notation/Program.h"
#include "weft/Runtime/Format.h"

namespace weft {
namespace notation {

/// The name of a tensor and the value that an argument gives it.
struct NamedArgument {
  std::string name;
  Range nameRange;
  /// What follows the colon, possibly nothing.
  std::string value;
  Range valueRange;
};

/// Splits an argument "NAME:VALUE".
Result<NamedArgument> splitArgument(std::string_view text);

/// What a parsed argument gives to a tensor.
template <typename T> struct Given {
  std::string name;
  T value;
};

/// Parses "NAME:FORMAT" for a tensor of the program. Places in errors are those
/// in the whole argument.
Result<Given<runtime::Format>> parseFormatArgument(std::string_view text,
                                                   const Program &program);

/// Parses "NAME:TYPE" for a tensor of the program.
Result<Given<runtime::ElementType>> parseTypeArgument(std::string_view text,
                                                      const Program &program);

/// Parses "NAME:SIZE,SIZE,...": a size for each mode of a tensor of the
/// program, or the single size of one of its index variables.
Result<Given<std::vector<int64_t>>> parseSizesArgument(std::string_view text,
                                                       const Program &program);

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_ARGUMENTS_H
