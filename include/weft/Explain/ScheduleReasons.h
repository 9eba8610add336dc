//===- ScheduleReasons.h - Default commands as text -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reasons that the passes of the default schedule state in a kernel, as
// sentences for explanations, remarks and errors of the same commands.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_SCHEDULEREASONS_H
#define WEFT_EXPLAIN_SCHEDULEREASONS_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include <string>

namespace weft {
namespace explain {

/// Why a command does not apply, as it follows "since" or a colon: "segments
/// are merged along it". With the kernel, says what a workspace is for that is
/// in the way.
std::string describeReason(cin::RefusalAttr refusal, cin::KernelOp kernel = {});

/// Says which command the default schedule leaves out, and why:
/// "parallelize(i,CPUThread,NoRaces,optional) is not chosen, since segments are
/// merged along it".
std::string describeRefusal(cin::RefusalAttr refusal,
                            cin::KernelOp kernel = {});

} // namespace explain
} // namespace weft

#endif // WEFT_EXPLAIN_SCHEDULEREASONS_H
