//===- RandomPrograms.h - Random programs and data --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes programs that are well typed, by applying patterns to what there is,
// and data of the types of their parameters.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_DIALECT_PATTERN_RANDOMPROGRAMS_H
#define WEFT_UNITTESTS_DIALECT_PATTERN_RANDOMPROGRAMS_H

#include "Interpreter.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <random>

namespace weft {
namespace pattern {

/// One program with data for it.
struct RandomProgram {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Numbers numbers;
  std::vector<Data> params;

  ProgramOp getProgram() { return *module->getOps<ProgramOp>().begin(); }
};

RandomProgram makeRandomProgram(mlir::MLIRContext *context, unsigned seed);

} // namespace pattern
} // namespace weft

#endif // WEFT_UNITTESTS_DIALECT_PATTERN_RANDOMPROGRAMS_H
