//===- ThompsonSampling.h - A hierarchical bandit ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Section 2.6 of Wang's thesis treats the choice of a split schedule, of one of
// its templates and of parameter values as a bandit with many arms.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_AUTOSCHEDULE_THOMPSONSAMPLING_H
#define WEFT_LIB_AUTOSCHEDULE_THOMPSONSAMPLING_H

#include "weft/Autoschedule/Search.h"

namespace weft {
namespace autoschedule {

std::unique_ptr<SearchStrategy> makeThompsonSampling(const ScheduleSpace &space,
                                                     uint64_t seed);

} // namespace autoschedule
} // namespace weft

#endif // WEFT_LIB_AUTOSCHEDULE_THOMPSONSAMPLING_H
