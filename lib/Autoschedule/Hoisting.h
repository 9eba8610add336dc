//===- Hoisting.h - Loop-invariant factors ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product whose innermost sparse reduction does not involve all factors is
// computed with fewer operations if the factors that do are summed into a
// workspace first, as in the schedule for MTTKRP of section 3.3 of Wang's
// thesis.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_AUTOSCHEDULE_HOISTING_H
#define WEFT_LIB_AUTOSCHEDULE_HOISTING_H

#include "weft/Autoschedule/Problem.h"

namespace weft {
namespace autoschedule {

/// The subexpression to precompute. Preconditions:
/// - the value is a product of accesses below sums,
/// - the innermost level of the partitioned tensor is compressed and reduced,
/// - a factor without its variable has another reduction variable, and
/// - the factors with its variable have variables that the partitioned tensor
///   does not have.
std::optional<Hoisting> findHoisting(const notation::Statement &statement,
                                     const Problem &problem);

} // namespace autoschedule
} // namespace weft

#endif // WEFT_LIB_AUTOSCHEDULE_HOISTING_H
