//===- Choice.h - Schedules that are chosen for operands --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses a schedule for a kernel on operands, without running one: the fastest
// of the tuning store, or else by the cost model.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_CHOICE_H
#define WEFT_LIB_CAPI_CHOICE_H

#include "KernelHandle.h"

#include "weft/Autoschedule/CostModel.h"

namespace weft {
namespace capi {

/// A schedule, or "default", and why it was chosen.
struct Choice {
  std::string schedule = "default", reason;
};

/// Milliseconds that the candidates of a space are estimated to take on
/// operands; none if statistics of an operand are not counted.
std::vector<double>
estimateCandidates(const weft_kernel &kernel,
                   const weft_tensor *const *operands,
                   const autoschedule::ScheduleSpace &space);

/// `operands` are those of the signature. Never fails: a kernel whose schedules
/// are not enumerated has the default one.
Choice chooseSchedule(const weft_kernel &kernel,
                      const weft_tensor *const *operands, bool usesStore);

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_CHOICE_H
