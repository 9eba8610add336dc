//===- ScheduleText.h - Candidates as schedules -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spells a mapping of a split schedule as commands of the language of
// schedules.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_AUTOSCHEDULE_SCHEDULETEXT_H
#define WEFT_LIB_AUTOSCHEDULE_SCHEDULETEXT_H

#include "weft/Autoschedule/Trimming.h"

namespace weft {
namespace autoschedule {

/// The commands, separated by commas; parameters are named if `values` is null.
std::string printSchedule(const MappingContext &context, const Mapping &mapping,
                          Target target, const std::vector<int64_t> *values);

/// Whether iterations of an outermost loop may assign the same component: those
/// of a reduction, and of positions whose coordinates may come up again, below
/// another parent or the same.
bool mayRace(const Problem &problem, const SplitSchedule &schedule,
             size_t loop);

} // namespace autoschedule
} // namespace weft

#endif // WEFT_LIB_AUTOSCHEDULE_SCHEDULETEXT_H
