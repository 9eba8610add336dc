//===- LoweringDefaults.h - Numbers of lowering options ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers that the compiler chooses for lowering options. `Machine` has
// those that depend on the processor.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_LOWERINGDEFAULTS_H
#define WEFT_DIALECT_WEFT_IR_LOWERINGDEFAULTS_H

#include "weft/Dialect/Weft/IR/LoweringConfig.h"

namespace weft {

struct Machine;

/// The number that the compiler chooses for an option on a machine, in the unit
/// of the option; zero for an option without a number.
int64_t getDefaultNumber(LoweringOption option, const Machine &machine);

/// The number of an option that holds for an operation. Zero if the option is
/// off, and the default number if no operation around has a configuration.
int64_t getChosenNumber(mlir::Operation *op, LoweringOption option);

/// A number of the value of a prefetching option that holds for an operation,
/// for which the option is on: a distance in the unit of the option. It is
/// `byDefault`, the distance of the machine, if the value has fewer numbers, or
/// if no operation around has a configuration.
int64_t getChosenDistance(mlir::Operation *op, LoweringOption option,
                          int64_t byDefault, unsigned index = 0);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_LOWERINGDEFAULTS_H
