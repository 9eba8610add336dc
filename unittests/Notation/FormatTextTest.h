//===- FormatTextTest.h - What a text means ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats as tests compare them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_NOTATION_FORMATTEXTTEST_H
#define WEFT_UNITTESTS_NOTATION_FORMATTEXTTEST_H

#include "weft/Notation/FormatText.h"

namespace weft {
namespace notation {

/// The format as the runtime prints it, or the rendered error.
inline std::string formatOf(std::string_view text,
                            std::optional<int64_t> order = std::nullopt,
                            std::string_view tensor = {}) {
  Result<runtime::Format> format = parseFormat(text, order, tensor);
  return format ? toString(*format) : render(format.error(), text);
}

} // namespace notation
} // namespace weft

#endif // WEFT_UNITTESTS_NOTATION_FORMATTEXTTEST_H
