//===- TestSupport.h - Shared helpers of the notation tests -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of the text front end compare text with text: what an expression prints
// as, and what an error looks like to the user.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_NOTATION_TESTSUPPORT_H
#define WEFT_UNITTESTS_NOTATION_TESTSUPPORT_H

#include "weft/Notation/Program.h"

namespace weft {
namespace notation {

/// The assignments of a text as they were parsed, one per line, or the rendered
/// error.
inline std::string parsed(std::string_view text,
                          const ParseOptions &options = {}) {
  Result<std::vector<Assignment>> assignments = parse(text, options);
  if (!assignments)
    return render(assignments.error(), text);
  std::string out;
  for (const Assignment &assignment : *assignments)
    out += (out.empty() ? "" : "\n") + print(assignment);
  return out;
}

/// The analyzed program of a text with its sums written out, or the rendered
/// error.
inline std::string analyzed(std::string_view text,
                            const ParseOptions &options = {}) {
  Result<Program> program = parseProgram(text, options);
  if (!program)
    return render(program.error(), text);
  std::string out = print(*program);
  out.pop_back();
  return out;
}

} // namespace notation
} // namespace weft

#endif // WEFT_UNITTESTS_NOTATION_TESTSUPPORT_H
