//===- Measurements.h - Explanations in numbers -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An explanation of a kernel that has run says what its formulas come to, how
// large the tensors are, and where the time went.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_MEASUREMENTS_H
#define WEFT_TOOLS_WEFT_MEASUREMENTS_H

#include "Formula.h"
#include "Times.h"

namespace weft {
namespace driver {

/// The explanation of a kernel with numbers beside its formulas, and a section
/// of measurements.
std::string addMeasurements(const std::string &explanation,
                            const weft_kernel *kernel,
                            const std::vector<const weft_tensor *> &tensors,
                            const Times &times);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_MEASUREMENTS_H
