//===- RuleSequences.h - Schedules of programs of patterns ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule of a program of patterns is a sequence of rules, which are applied
// to the first map or reduction that they fit. A rule that fits none is refused
// when the program is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_AUTOSCHEDULE_RULESEQUENCES_H
#define WEFT_AUTOSCHEDULE_RULESEQUENCES_H

#include "weft/Autoschedule/Space.h"

#include <string>
#include <vector>

namespace weft {
namespace autoschedule {

/// Sequences of rules as text, without spaces. On a CPU: how sums are computed,
/// threads for the outermost map or its chunks, and lanes or chunks of a
/// reduction. On a GPU: rows per group, and splits per row (section 6.5 of the
/// paper on functional patterns). `values` are the sizes of chunks; default
/// ones if there are none.
std::vector<std::string>
enumerateRuleSequences(Target target, const std::vector<int64_t> &values);

} // namespace autoschedule
} // namespace weft

#endif // WEFT_AUTOSCHEDULE_RULESEQUENCES_H
