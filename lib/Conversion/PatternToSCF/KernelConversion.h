//===- KernelConversion.h - Programs as kernels -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function of a program with the signature that kernels have once their
// tensors are arrays.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PATTERNTOSCF_KERNELCONVERSION_H
#define WEFT_CONVERSION_PATTERNTOSCF_KERNELCONVERSION_H

#include "Evaluator.h"

namespace weft {
namespace pattern_to_scf {

/// Replaces a program by a kernel. Fails, with an error, if its tensors are
/// not those of its parameters or if a natural number is the size of none.
mlir::LogicalResult convertToKernel(pattern::ProgramOp program,
                                    const EmissionOptions &options);

} // namespace pattern_to_scf
} // namespace weft

#endif // WEFT_CONVERSION_PATTERNTOSCF_KERNELCONVERSION_H
