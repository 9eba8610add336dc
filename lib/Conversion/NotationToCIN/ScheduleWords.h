//===- ScheduleWords.h - The words of schedules -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the words of a schedule are called in the dialects.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOCIN_SCHEDULEWORDS_H
#define WEFT_LIB_CONVERSION_NOTATIONTOCIN_SCHEDULEWORDS_H

#include "weft/Dialect/CIN/Transforms/Scheduling.h"
#include "weft/Notation/Schedule.h"

namespace weft {

cin::MergeStrategy getStrategy(notation::MergeBy strategy);
std::optional<cin::TailStrategy> getTail(std::optional<notation::Tail> tail);
std::optional<level::Workspace>
getWorkspace(std::optional<notation::Storage> storage);
cin::Parallelization getParallelization(const notation::ScheduleStep &step,
                                        bool allowRaces);
level::Bound getBound(notation::BoundKind bound);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOCIN_SCHEDULEWORDS_H
