//===- RuleSequence.h - Sequences of rules as text --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schedule of a program: rules that are applied one after the other, such
// as `stride_reduce(8),set_mapping(par)`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_TRANSFORMS_RULESEQUENCE_H
#define WEFT_DIALECT_PATTERN_TRANSFORMS_RULESEQUENCE_H

#include "weft/Dialect/Pattern/IR/Pattern.h"

namespace weft {
namespace pattern {

/// A rule that cannot be applied: where it stands in the text, and why.
struct RuleError {
  std::string message;
  size_t begin = 0, end = 0;
  std::string hint;
};

/// Applies rules to a program, separated by commas or lines. A rule has the
/// name and the argument of its operation of the `transform` dialect, and may
/// have a number behind: that of the map or reduction which it is applied to,
/// counted from one in the order of the program, or from the end if it is
/// negative. Without a number, it is the first one that the rule applies to.
/// `set_sums` and `use_loops` are about the whole program. False, with an
/// error, if there is none.
bool applyRules(ProgramOp program, llvm::StringRef text, RuleError &error);

/// Whether a text begins with the name of a rule.
bool beginsWithRule(llvm::StringRef text);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_TRANSFORMS_RULESEQUENCE_H
